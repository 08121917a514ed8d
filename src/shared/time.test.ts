import { expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import { businessDaysAfter, clockInWords, dayIn, dayInWords, formatClock, formatDay, formatTime } from "./time.ts";

test("ORD-5 days and times are shown in the shop's time zone everywhere", () => {
  const instant = "2026-03-08T02:30:00.000Z";
  expect(formatDay(instant, "UTC")).toBe("March 8, 2026");
  expect(formatDay(instant, "America/Lima")).toBe("March 7, 2026");
  expect(formatDay(instant, "Asia/Tokyo")).toBe("March 8, 2026");
  // Node and browsers use different kinds of space before AM.
  expect(formatTime(instant, "UTC").replace(/\s/g, " ")).toBe("March 8, 2026 at 2:30 AM UTC");
  expect(formatTime(instant, "America/Lima").replace(/\s/g, " ")).toBe("March 7, 2026 at 9:30 PM GMT−5");
});

test("in Spanish, what follows the hour stays on its line", () => {
  const instant = "2026-03-08T02:30:00.000Z";
  inLanguage("es", () => {
    expect(formatTime(instant, "UTC")).toBe("8 de marzo de 2026 a las 2:30\u00a0a.\u00a0m. UTC");
    expect(formatClock(instant, "UTC")).toBe("2:30\u00a0a.\u00a0m.");
  });
});

test("a time of day is in the words of the language, with plain spaces in every browser", () => {
  const times = ["00:00", "08:00", "12:00", "20:30"];
  expect(times.map(clockInWords)).toEqual(["12 AM", "8 AM", "12 PM", "8:30 PM"]);
  inLanguage("es", () =>
    expect(times.map(clockInWords)).toEqual(["12\u00a0a.\u00a0m.", "8\u00a0a.\u00a0m.", "12\u00a0p.\u00a0m.", "8:30\u00a0p.\u00a0m."]),
  );
});

test("a day is the one in its zone, and reads short", () => {
  expect(dayIn("America/Lima", "2026-03-08T02:30:00.000Z")).toBe("2026-03-07");
  expect(dayIn("Pacific/Kiritimati", "2026-03-08T12:30:00.000Z")).toBe("2026-03-09");
  expect(dayInWords("2026-11-21")).toBe("Sat, Nov 21");
});

test("business days leave out weekends", () => {
  const friday = "2026-11-20";
  expect([0, 1, 5, 12].map((days) => businessDaysAfter(friday, days))).toEqual(["2026-11-20", "2026-11-23", "2026-11-27", "2026-12-08"]);
  expect(businessDaysAfter("2026-11-22", 1)).toBe("2026-11-23");
});
