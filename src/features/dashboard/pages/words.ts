import { plural, t } from "#words/t.ts";

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(t("en-US"), { timeZone: "UTC", ...options });
const SHORT = format({ month: "short", day: "numeric" });
const LONG = format({ weekday: "long", month: "long", day: "numeric" });
const WEEKDAY = format({ weekday: "long" });

/** A day in the shop's time zone: `Nov 21`. */
export const shortDay = (day: string) => SHORT.format(new Date(day));
/** In full: `Saturday, November 21`. */
export const longDayInWords = (day: string) => LONG.format(new Date(day));
/** `Saturday`. */
export const weekdayName = (day: string) => WEEKDAY.format(new Date(day));

/** How a number compares with an earlier one, followed by `last Sunday by this time`: `+12% on`, `same as`. */
export function change(now: number, then: number): { text: string; rises: boolean } {
  if (now === then) return { text: t("same as"), rises: false };
  if (then === 0) return { text: t("up from none"), rises: true };
  const percent = Math.round((now / then - 1) * 100);
  return { text: t("{percent}% on", { percent: `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)}` }), rises: now > then };
}

const UNITS = [
  ["day", 24 * 60],
  ["h", 60],
  ["min", 1],
] as const;

/** How long the oldest order has been waiting: `oldest 3 h 12 min`. @param now in milliseconds */
export function waitedFor(oldest: string | null, now: number): string {
  if (!oldest) return t("nothing to send");
  let minutes = Math.max(0, Math.floor((now - Date.parse(oldest)) / 60_000));
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(minutes / length);
    minutes -= count * length;
    if (count > 0) parts.push(unit === "day" ? plural(count, "{count} day", "{count} days") : `${count} ${unit}`);
  }
  return t("oldest {time}", { time: parts.slice(0, 2).join(" ") || t("just now") });
}
