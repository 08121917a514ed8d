import { t } from "#words/t.ts";
import { formatDollars } from "#shared/money.ts";
import { weekdayInWords } from "#shared/time.ts";
import type { WeekTime, ZoneFields } from "../../contract.ts";
import { hoursOf } from "../../slots/rules.ts";

/** `$3.50, free from $40.00, orders from $10.00`. */
export function feeInWords({ fee, freeFrom, minimum }: Pick<ZoneFields, "fee" | "freeFrom" | "minimum">): string {
  const parts = [
    fee === 0 ? t("Free") : formatDollars(fee),
    fee > 0 && freeFrom !== null && t("free from {amount}", { amount: formatDollars(freeFrom) }),
    minimum > 0 && t("orders from {amount}", { amount: formatDollars(minimum) }),
  ];
  return parts.filter(Boolean).join(", ");
}

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
