import { expect, test, vi } from "vitest";
import { untilLoaded } from "./until-loaded.ts";

test("code that can't be loaded is asked for again after growing pauses, until it comes", async () => {
  vi.useFakeTimers();
  const asked: number[] = [];
  const start = Date.now();
  const loaded = untilLoaded(async () => {
    asked.push((Date.now() - start) / 1000);
    if (asked.length < 8) throw new TypeError("Failed to fetch dynamically imported module");
    return "toasts";
  });
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(await loaded).toBe("toasts");
  expect(asked).toEqual([0, 2, 6, 14, 30, 60, 90, 120]);
});
