import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilLoaded } from "./until-loaded.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Asks for code that fails some times. @returns what came of it, and the seconds at which it was asked for */
async function ask(failures: number, isThere?: () => Promise<boolean>) {
  const asked: number[] = [];
  const start = Date.now();
  const load = async () => {
    asked.push((Date.now() - start) / 1000);
    if (asked.length <= failures) throw new TypeError("Failed to fetch dynamically imported module");
    return "cart";
  };
  const loaded = untilLoaded(load, isThere).catch(String);
  await vi.runAllTimersAsync();
  return { loaded: await loaded, asked };
}

test("code that can't be loaded is asked for again after growing pauses, until it comes", async () => {
  const asked = [0, 2, 6, 14, 30, 60, 90, 120];
  expect(await ask(7)).toEqual({ loaded: "cart", asked });
  expect(await ask(7, () => Promise.resolve(false))).toEqual({ loaded: "cart", asked });
});

test("code that a browser won't ask for again, or that is broken, fails once the shop responds", async () => {
  const error = "TypeError: Failed to fetch dynamically imported module";
  expect(await ask(Infinity, () => Promise.resolve(true))).toEqual({ loaded: error, asked: [0, 2, 6, 14] });
  const dead = Date.now() + 50_000;
  expect(await ask(Infinity, () => Promise.resolve(Date.now() > dead))).toEqual({ loaded: error, asked: [0, 2, 6, 14, 30, 60] });
});
