/** A date in the shop's time zone: `November 21, 2026`, or `Nov 21, 2026` in tables. `instant` is an ISO string. */
export function formatDay(instant: string, timeZone: string, dateStyle: "long" | "medium" = "long"): string {
  return new Intl.DateTimeFormat("en-US", { timeZone, dateStyle }).format(new Date(instant));
}

const MINUTE = { year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;

/** A time with its zone: `November 21, 2026 at 8:10 AM UTC`. */
export function formatTime(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone, ...MINUTE }).format(new Date(instant));
}
