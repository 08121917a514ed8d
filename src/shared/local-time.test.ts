import { expect, test } from "vitest";
import { instantOf } from "./local-time.ts";

const MADRID = "Europe/Madrid";

test.each([
  ["2026-01-15", "09:00", MADRID, "2026-01-15T08:00:00.000Z"],
  ["2026-07-15", "09:00", MADRID, "2026-07-15T07:00:00.000Z"],
  // Clocks are put forward at 2:00, so 2:30 is skipped.
  ["2026-03-29", "01:59", MADRID, "2026-03-29T00:59:00.000Z"],
  ["2026-03-29", "02:30", MADRID, "2026-03-29T01:30:00.000Z"],
  ["2026-03-29", "03:00", MADRID, "2026-03-29T01:00:00.000Z"],
  ["2026-03-29", "09:00", MADRID, "2026-03-29T07:00:00.000Z"],
  // Clocks are put back at 3:00, so 2:30 comes twice: the first counts.
  ["2026-10-25", "01:59", MADRID, "2026-10-24T23:59:00.000Z"],
  ["2026-10-25", "02:30", MADRID, "2026-10-25T00:30:00.000Z"],
  ["2026-10-25", "03:00", MADRID, "2026-10-25T02:00:00.000Z"],
  ["2026-10-25", "09:00", MADRID, "2026-10-25T08:00:00.000Z"],
  ["2026-03-08", "02:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
  ["2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
  ["2026-11-30", "00:00", "America/Lima", "2026-11-30T05:00:00.000Z"],
  ["2026-11-30", "23:45", "Asia/Kathmandu", "2026-11-30T18:00:00.000Z"],
  ["2026-11-30", "09:00", "UTC", "2026-11-30T09:00:00.000Z"],
  // On this island clocks change by half an hour.
  ["2026-10-04", "02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"],
])("%s %s in %s is %s", (day, time, timeZone, instant) => {
  expect(instantOf(day, time, timeZone).toISOString()).toBe(instant);
});
