import { clockAt, instantOf } from "#shared/local-time.ts";
import { clockInWords, dayIn, dayInWords, daysAfter, weekdayOf } from "#shared/time.ts";
import { t } from "#words/t.ts";
import type { ExceptionFields, WeekTime } from "../contract.ts";

/** How many days ahead a time can be chosen, besides today. */
const DAYS_AHEAD = 14;

/** A time on a day, in the shop's time zone. */
export interface SlotTime {
  id: string;
  day: string;
  from: string;
  to: string;
  startsAt: Date;
  /** Until when it can be chosen. */
  closesAt: Date;
  capacity: number;
}

/** Where times belong to: a zone, or pickup. */
export interface Timetable {
  /** The zone's id, or {@link COLLECTION}. */
  of: string;
  times: readonly WeekTime[];
}

/** The weekday whose times a day has; null if it has none. */
function runsLike(day: string, of: string, exceptions: readonly ExceptionFields[]): number | null {
  const today = exceptions.filter((exception) => exception.day === day);
  const own = today.find((exception) => exception.of === of) ?? today.find((exception) => exception.of === null);
  return own ? own.like : weekdayOf(day);
}

/** The times that can still be chosen, soonest first, full ones included. */
export function openSlots({ of, times }: Timetable, exceptions: readonly ExceptionFields[], now: Date, timeZone: string): SlotTime[] {
  const today = dayIn(timeZone, now.toISOString());
  const slots: SlotTime[] = [];
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const day = daysAfter(today, ahead);
    const weekday = runsLike(day, of, exceptions);
    if (weekday === null) continue;
    for (const { days, from, to, capacity, cutOff } of times) {
      if (!days.includes(weekday)) continue;
      const startsAt = instantOf(day, from, timeZone);
      const closesAt = instantOf(cutOff.day === "same" ? day : daysAfter(day, -1), cutOff.at, timeZone);
      // In the night when clocks are put forward, a time may be skipped.
      const isSkipped = clockAt(startsAt, timeZone) >= to;
      if (closesAt > now && !isSkipped) slots.push({ id: slotId(of, day, from, to), day, from, to, startsAt, closesAt, capacity });
    }
  }
  return slots.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.to.localeCompare(b.to));
}

const slotId = (of: string, day: string, from: string, to: string) => `${of}:${day}:${from}-${to}`;

/** A time of a weekday that begins and ends like another one, so that shoppers could not tell them apart. */
export function doubleTime(times: readonly WeekTime[]): WeekTime | undefined {
  const seen = new Set<string>();
  for (const time of times) {
    for (const day of new Set(time.days)) {
      const key = slotId("", String(day), time.from, time.to);
      if (seen.has(key)) return time;
      seen.add(key);
    }
  }
  return undefined;
}

/** `9 AM–12 PM`. */
export const hoursOf = ({ from, to }: Pick<SlotTime, "from" | "to">) =>
  t("{from}–{to}", { from: clockInWords(from), to: clockInWords(to) });

/** `Mon, Nov 30, 9 AM–12 PM`. */
export const slotInWords = (slot: Pick<SlotTime, "day" | "from" | "to">) => `${dayInWords(slot.day)}, ${hoursOf(slot)}`;

/** A day as seen from today: `Today`, `Tomorrow`, or `Mon, Nov 30`. */
export function dayFromToday(day: string, today: string): string {
  if (day === today) return t("Today");
  return day === daysAfter(today, 1) ? t("Tomorrow") : dayInWords(day);
}
