const formats = new Map<string, Intl.DateTimeFormat>();

/** How far a time zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
    format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...numeric });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(part["year"]!, part["month"]! - 1, part["day"], part["hour"], part["minute"], part["second"]);
  return local - Math.floor(instant / 1000) * 1000;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * The instant at which clocks show a time, such as `2026-11-30` and `09:00`. A time that clocks skip is as much later as they are
 * put forward; of a time that comes twice, the first.
 */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}Z`);
  const before = offsetAt(asUtc - DAY, timeZone);
  const after = offsetAt(asUtc + DAY, timeZone);
  const candidates = [asUtc - before, asUtc - after];
  const found = candidates.find((instant) => instant + offsetAt(instant, timeZone) === asUtc);
  return new Date(found ?? asUtc - before);
}
