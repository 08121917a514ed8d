import { expect, test } from "vitest";
import { formatDay, formatTime } from "./time.ts";

test("ORD-5 days and times are shown in the shop's time zone everywhere", () => {
  const instant = "2026-03-08T02:30:00.000Z";
  expect(formatDay(instant, "UTC")).toBe("March 8, 2026");
  expect(formatDay(instant, "America/Lima")).toBe("March 7, 2026");
  expect(formatDay(instant, "Asia/Tokyo")).toBe("March 8, 2026");
  // Node and browsers use different kinds of space before AM.
  expect(formatTime(instant, "UTC").replace(/\s/g, " ")).toBe("March 8, 2026 at 2:30 AM UTC");
  expect(formatTime(instant, "America/Lima").replace(/\s/g, " ")).toBe("March 7, 2026 at 9:30 PM GMT-5");
});
