import { weekdayInWords } from "#shared/time.ts";
import type { WeekTime } from "../../contract.ts";
import { hoursOf } from "../../slots/rules.ts";

/** `Mon–Fri 9 AM–12 PM`, one per time. */
export function timesInWords(times: readonly WeekTime[]): string {
  return times.map((time) => `${daysInWords(time.days)} ${hoursOf(time)}`).join(" · ");
}

const short = (day: number) => weekdayInWords(day, "short");

/** `Mon–Fri`, `Mon, Wed`. */
function daysInWords(days: readonly number[]): string {
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
  const isSpan = days.length > 2 && last - first === days.length - 1;
  return isSpan ? `${short(first)}–${short(last)}` : days.map(short).join(", ");
}
