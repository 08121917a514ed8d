import { expect, test } from "vitest";
import { change, longDayInWords, shortDay, waitedFor, weekdayName } from "./words.ts";

test("numbers are compared with last week's in words, even if there were none", () => {
  expect(change(112, 100)).toEqual({ text: "+12% on", rises: true });
  expect(change(75.5, 100)).toEqual({ text: "−24% on", rises: false });
  expect(change(0, 4)).toEqual({ text: "−100% on", rises: false });
  expect(change(1001, 1000)).toEqual({ text: "±0% on", rises: true });
  expect(change(5, 5)).toEqual({ text: "same as", rises: false });
  expect(change(5, 0)).toEqual({ text: "up from none", rises: true });
});

test("the oldest order's waiting time is shown in its two largest units", () => {
  const minute = 60_000;
  const now = Date.parse("2026-11-21T12:00:00Z");
  const after = (minutes: number) => waitedFor(new Date(now - minutes * minute).toISOString(), now);
  expect(waitedFor(null, now)).toBe("nothing to send");
  expect([after(0.5), after(12), after(192), after(24 * 60 + 61), after(50 * 60 + 1)]).toEqual([
    "oldest just now",
    "oldest 12 min",
    "oldest 3 h 12 min",
    "oldest 1 day 1 h",
    "oldest 2 days 2 h",
  ]);
});

test("a day of the shop is the same in any browser's time zone", () => {
  expect([shortDay("2026-11-21"), longDayInWords("2026-11-21"), weekdayName("2026-11-21")]).toEqual([
    "Nov 21",
    "Saturday, November 21",
    "Saturday",
  ]);
});
