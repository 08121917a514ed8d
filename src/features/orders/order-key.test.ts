import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAttempt, keyOfAttempt, openAttempt } from "./pages/order-key.ts";
import { fakeStorage } from "../../../tests/support/fake-storage.ts";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", fakeStorage());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("CHK-10 all attempts use one key until the order is known", () => {
  expect(openAttempt()).toBeUndefined();
  const key = keyOfAttempt();
  expect([keyOfAttempt(), openAttempt()]).toEqual([key, key]);
  closeAttempt();
  expect(openAttempt()).toBeUndefined();
  expect(keyOfAttempt()).not.toBe(key);
});

test("CHK-10 a key is not reused once the shop may have deleted it", () => {
  const key = keyOfAttempt();
  vi.advanceTimersByTime(22 * 3_600_000);
  expect(keyOfAttempt()).toBe(key);
  vi.advanceTimersByTime(2 * 3_600_000);
  expect(openAttempt()).toBeUndefined();
  expect(keyOfAttempt()).not.toBe(key);
});
