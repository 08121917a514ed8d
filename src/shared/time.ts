import { language } from "#words/language.ts";
import { t } from "#words/t.ts";

/** A date in the shop's time zone: `November 21, 2026`, or `Nov 21, 2026` in tables. `instant` is an ISO string. */
export function formatDay(instant: string, timeZone: string, dateStyle: "full" | "long" | "medium" = "long"): string {
  return new Intl.DateTimeFormat(t("en-US"), { timeZone, dateStyle }).format(new Date(instant));
}

const MINUTE = { year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;

/** A time with its zone: `November 21, 2026 at 8:10 AM UTC`. In Spanish, Peru's own zone is left out. */
export function formatTime(instant: string, timeZone: string): string {
  const isAtHome = language() === "es" && timeZone === "America/Lima";
  const { timeZoneName, ...minute } = MINUTE;
  return unbroken(
    new Intl.DateTimeFormat(t("en-US"), { timeZone, ...minute, ...(!isAtHome && { timeZoneName }) }).format(new Date(instant)),
  );
}

/** Keeps `8:10 a. m.` and `GMT−5` on one line. */
const unbroken = (time: string) => time.replace(/\s([ap]\.)\s(m\.)/, "\u00a0$1\u00a0$2").replace(/GMT-(?=\d)/, "GMT\u2212");

/** The time of day: `8:10 AM`. */
export function formatClock(instant: string, timeZone: string): string {
  return unbroken(new Intl.DateTimeFormat(t("en-US"), { timeZone, timeStyle: "short" }).format(new Date(instant)));
}

/** The day of an instant in a time zone: `2026-11-21`. */
export function dayIn(timeZone: string, instant: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(new Date(instant));
}

const SHORT_DAY = { timeZone: "UTC", weekday: "short", month: "short", day: "numeric" } as const;

/** A day such as `2026-11-21`, in words: `Sat, Nov 21`. */
export const dayInWords = (day: string) => new Intl.DateTimeFormat(t("en-US"), SHORT_DAY).format(new Date(day));

const MONDAY = Date.UTC(2024, 0, 1);

/** A day of the week, 0 for Monday: `Monday`, or `Mon`. */
export function weekdayInWords(day: number, weekday: "long" | "short" = "long"): string {
  return new Intl.DateTimeFormat(t("en-US"), { weekday, timeZone: "UTC" }).format(MONDAY + day * 86_400_000);
}

/** A day such as `2026-11-20`, some business days later: Monday to Friday. */
export function businessDaysAfter(day: string, days: number): string {
  const date = new Date(day);
  for (let left = days; left > 0;) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() % 6 !== 0) left--;
  }
  return date.toISOString().slice(0, 10);
}

/** A day such as `2026-11-30`, some days later. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The weekday of a day such as `2026-11-30`: 0 is Monday. */
export const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7;

/** `08:00` becomes `8 AM`, `20:30` becomes `8:30 PM`. */
export function clockInWords(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const parts = { timeZone: "UTC", hour: "numeric", hour12: true, ...(minute > 0 && ({ minute: "2-digit" } as const)) } as const;
  const words = new Intl.DateTimeFormat(t("en-US"), parts).format(Date.UTC(2024, 0, 1, hour, minute));
  // Node and browsers use different kinds of space, and a page must be the same in both.
  return unbroken(words.replaceAll(/\s/g, " "));
}
