import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentToasts, holdToasts, onToasts, releaseToasts, toast } from "./toast.ts";

const shown = () => currentToasts().map(({ message }) => message);

let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  end = onToasts(() => {});
});
afterEach(() => {
  end();
  for (const { id } of currentToasts()) toast.dismiss(id);
  vi.runAllTimers();
  vi.useRealTimers();
});

test("STAT-6 a success is shown for 2 s, an error for 4 s", () => {
  toast.success("Saved");
  toast.error("Refused");
  vi.advanceTimersByTime(1900);
  expect(shown()).toEqual(["Saved", "Refused"]);
  vi.advanceTimersByTime(300);
  expect(shown()).toEqual(["Refused"]);
  vi.advanceTimersByTime(2000);
  expect(shown()).toEqual([]);
});

test("a message that offers an Undo is shown for 5 s", () => {
  toast.success("Removed", { action: { label: "Undo", name: "Undo: put figs back", run: () => {} } });
  vi.advanceTimersByTime(4900);
  expect(shown()).toEqual(["Removed"]);
  vi.advanceTimersByTime(300);
  expect(shown()).toEqual([]);
});

test("STAT-6 the time of a message begins when it can be shown, even if the script that shows it comes late", () => {
  end();
  toast.success("Saved");
  vi.advanceTimersByTime(10_000);
  expect(shown()).toEqual(["Saved"]);
  end = onToasts(() => {});
  vi.advanceTimersByTime(1900);
  expect(shown()).toEqual(["Saved"]);
  vi.advanceTimersByTime(300);
  expect(shown()).toEqual([]);
});

test("STAT-6 at most 20 are shown at once: the oldest are removed", () => {
  for (let n = 1; n <= 22; n++) toast.error(`Error ${n}`);
  expect(shown()).toHaveLength(20);
  expect(shown()[0]).toBe("Error 3");
});

test("an error disappears when the next attempt starts or succeeds", () => {
  toast.error("Refused");
  toast.success("Saved");
  expect(shown()).toEqual(["Saved"]);
  toast.error("Refused");
  toast.loading("Redirecting…");
  expect(shown()).toEqual(["Saved", "Redirecting…"]);
});

test("a request to log in disappears when the login succeeds", () => {
  toast.info("Please Login");
  toast.success("Welcome");
  expect(shown()).toEqual(["Welcome"]);
});

test("a message replaces the one with the same id, and its time starts again", () => {
  toast.success("Item added", { id: "cart" });
  toast.success("Saved");
  vi.advanceTimersByTime(1500);
  toast.success("Item remove", { id: "cart" });
  expect(shown()).toEqual(["Item remove", "Saved"]);
  vi.advanceTimersByTime(1500);
  expect(shown()).toEqual(["Item remove"]);
});

test("messages stay while the pointer is over them", () => {
  toast.success("Item removed");
  vi.advanceTimersByTime(1500);
  holdToasts();
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(["Item removed"]);
  releaseToasts();
  vi.advanceTimersByTime(400);
  expect(shown()).toEqual(["Item removed"]);
  vi.advanceTimersByTime(300);
  expect(shown()).toEqual([]);
});

test("a loading message stays until it is dismissed", () => {
  const id = toast.loading("Redirecting to PayPal...");
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(["Redirecting to PayPal..."]);
  toast.dismiss(id);
  vi.advanceTimersByTime(200);
  expect(shown()).toEqual([]);
});
