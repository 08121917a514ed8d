import { expect, test, vi } from "vitest";
import type { ExceptionFields, WeekTime } from "../contract.ts";
import { dayFromToday, doubleTime, openSlots, slotInWords } from "./rules.ts";

const MADRID = "Europe/Madrid";

const time = (given: Partial<WeekTime> = {}): WeekTime => ({
  days: [0, 1, 2, 3, 4, 5, 6],
  from: "09:00",
  to: "12:00",
  capacity: 5,
  cutOff: { day: "same", at: "08:00" },
  ...given,
});
const slots = (now: string, times: WeekTime[] = [time()], exceptions: ExceptionFields[] = [], timeZone = MADRID) =>
  openSlots({ of: "zone", times }, exceptions, new Date(now), timeZone);
const daysOf = (found: ReturnType<typeof slots>) => found.map(({ day }) => day);

test("a time can be chosen until it closes, on the same day or the day before", () => {
  expect(slots("2026-11-30T06:59:59Z")[0]).toMatchObject({ id: "zone:2026-11-30:09:00-12:00", day: "2026-11-30", capacity: 5 });
  expect(slots("2026-11-30T07:00:00Z")[0]?.day).toBe("2026-12-01");
  const dayBefore = [time({ cutOff: { day: "before", at: "18:00" } })];
  expect(slots("2026-11-30T16:59:59Z", dayBefore)[0]?.day).toBe("2026-12-01");
  expect(slots("2026-11-30T17:00:00Z", dayBefore)[0]?.day).toBe("2026-12-02");
});

test("days are those of the shop, not of the server", () => {
  // In Lima it is still Sunday evening.
  expect(
    slots("2026-11-30T02:00:00Z", [time({ from: "22:00", to: "23:00", cutOff: { day: "same", at: "21:30" } })], [], "America/Lima")[0]?.day,
  ).toBe("2026-11-29");
});

test("across the nights when clocks change, times begin and close by what clocks show", () => {
  const summer = slots("2026-03-28T12:00:00Z", [time({ cutOff: { day: "before", at: "18:00" } })])[0]!;
  expect([summer.startsAt.toISOString(), summer.closesAt.toISOString()]).toEqual(["2026-03-29T07:00:00.000Z", "2026-03-28T17:00:00.000Z"]);
  const winter = slots("2026-10-24T12:00:00Z", [time({ cutOff: { day: "before", at: "18:00" } })])[0]!;
  expect([winter.startsAt.toISOString(), winter.closesAt.toISOString()]).toEqual(["2026-10-25T08:00:00.000Z", "2026-10-24T16:00:00.000Z"]);
  const found = slots("2026-03-20T12:00:00Z");
  expect(new Set(daysOf(found)).size).toBe(found.length);
  expect(daysOf(slots("2026-10-20T12:00:00Z"))).toContain("2026-10-25");
});

test("a time that clocks skip altogether cannot be chosen", () => {
  const night = [time({ from: "02:00", to: "03:00", cutOff: { day: "before", at: "18:00" } })];
  expect(daysOf(slots("2026-03-27T12:00:00Z", night)).slice(0, 2)).toEqual(["2026-03-28", "2026-03-30"]);
  expect(daysOf(slots("2026-10-23T12:00:00Z", night)).slice(0, 2)).toEqual(["2026-10-24", "2026-10-25"]);
  const within = [time({ from: "02:00", to: "02:45", cutOff: { day: "before", at: "18:00" } })];
  expect(daysOf(slots("2026-03-27T12:00:00Z", within)).slice(0, 2)).toEqual(["2026-03-28", "2026-03-30"]);
  const partly = [time({ from: "02:30", to: "04:00", cutOff: { day: "before", at: "18:00" } })];
  expect(daysOf(slots("2026-03-27T12:00:00Z", partly)).slice(0, 2)).toEqual(["2026-03-28", "2026-03-29"]);
});

test("times are those of the weekday, and of exceptions: closed days, and days with the times of another", () => {
  const weekdays = [time({ days: [0, 1, 2, 3, 4] })];
  expect(daysOf(slots("2026-11-27T12:00:00Z", weekdays))[0]).toBe("2026-11-30");
  const exceptions: ExceptionFields[] = [
    { day: "2026-11-28", like: 0, of: null },
    { day: "2026-11-30", like: null, of: null },
    { day: "2026-11-29", like: 0, of: "another" },
    { day: "2026-12-01", like: null, of: null },
    { day: "2026-12-01", like: 1, of: "zone" },
  ];
  expect(daysOf(slots("2026-11-27T12:00:00Z", weekdays, exceptions)).slice(0, 3)).toEqual(["2026-11-28", "2026-12-01", "2026-12-02"]);
});

test("times come in order, two weeks ahead", () => {
  const found = slots("2026-11-30T00:00:00Z", [time({ from: "16:00", to: "18:00" }), time()]);
  expect(found.slice(0, 3).map(({ day, from }) => `${day} ${from}`)).toEqual(["2026-11-30 09:00", "2026-11-30 16:00", "2026-12-01 09:00"]);
  expect([found.length, found.at(-1)?.day]).toEqual([30, "2026-12-14"]);
});

test("two times of one day that begin and end alike are found", () => {
  expect(doubleTime([time({ days: [0, 1] }), time({ days: [2] }), time({ days: [1], to: "13:00" })])).toBeUndefined();
  expect(doubleTime([time({ days: [0, 1] }), time({ days: [1, 2], capacity: 9 })])).toMatchObject({ capacity: 9 });
});

test("times in words", () => {
  expect(slotInWords({ day: "2026-11-30", from: "09:00", to: "12:30" })).toBe("Mon, Nov 30, 9 AM–12:30 PM");
  expect(["2026-11-30", "2026-12-01", "2026-12-02"].map((day) => dayFromToday(day, "2026-11-30"))).toEqual([
    "Today",
    "Tomorrow",
    "Wed, Dec 2",
  ]);
});

test("how clocks change is looked up once, for any number of times and requests", () => {
  const many = Array.from({ length: 50 }, (_, n) => time({ from: `09:${10 + n}`, to: "21:00" }));
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
  const count = () => {
    expect(slots("2026-11-20T00:00:00Z", many, [], "America/Bogota").length).toBeGreaterThan(500);
    return asked.mock.calls.splice(0).length;
  };
  const first = count();
  expect(first).toBeLessThan(500);
  expect(count()).toBeLessThan(5);
  asked.mockRestore();
});
