import { afterEach, expect, test, vi } from "vitest";
import { listing, productDetails } from "#features/catalogue/contract.ts";
import { keepAhead, takeAhead } from "./ahead.ts";

const rice = { productId: "rice" };
afterEach(async () => {
  vi.useRealTimers();
  await takeAhead(productDetails, rice);
});

test("a response that was loaded ahead is used once, by the same call only", async () => {
  keepAhead(productDetails, rice, Promise.resolve("rice"));
  expect(takeAhead(productDetails, { productId: "figs" })).toBeUndefined();
  expect(takeAhead(listing, rice)).toBeUndefined();
  expect(await takeAhead(productDetails, rice)).toBe("rice");
  expect(takeAhead(productDetails, rice)).toBeUndefined();
});

test("it is used for ten seconds", () => {
  vi.useFakeTimers();
  keepAhead(productDetails, rice, Promise.resolve("rice"));
  vi.advanceTimersByTime(9_900);
  expect(takeAhead(productDetails, rice)).toBeDefined();
  keepAhead(productDetails, rice, Promise.resolve("rice"));
  vi.advanceTimersByTime(10_100);
  expect(takeAhead(productDetails, rice)).toBeUndefined();
});

test("after a failure the page makes the call again", async () => {
  keepAhead(productDetails, rice, Promise.reject(new Error("offline")));
  await Promise.resolve();
  expect(takeAhead(productDetails, rice)).toBeUndefined();
});
