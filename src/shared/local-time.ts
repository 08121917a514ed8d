const formats = new Map<string, Intl.DateTimeFormat>();

const QUARTER = 15 * 60 * 1000;
/** By time zone and quarter of an hour, since clocks only change at those. Asking Intl takes most of the time of finding delivery times. */
const offsets = new Map<string, number>();
const MOST_OFFSETS = 10_000;

/** How far a time zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const quarter = Math.floor(instant / QUARTER) * QUARTER;
  const key = `${timeZone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    if (offsets.size >= MOST_OFFSETS) offsets.clear();
    offset = readOffset(quarter, timeZone);
    offsets.set(key, offset);
  }
  return offset;
}

/** @param instant of whole seconds */
function readOffset(instant: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
    format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...numeric });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part["year"]!, part["month"]! - 1, part["day"], part["hour"], part["minute"], part["second"]) - instant;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * The instant at which clocks show a time, such as `2026-11-30` and `09:00`. A time that clocks skip moves later by as much as they are put
 * forward. If a time comes twice, the first one counts.
 */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}Z`);
  const before = offsetAt(asUtc - DAY, timeZone);
  const after = offsetAt(asUtc + DAY, timeZone);
  const candidates = [asUtc - before, asUtc - after];
  const found = candidates.find((instant) => instant + offsetAt(instant, timeZone) === asUtc);
  return new Date(found ?? asUtc - before);
}

/** What clocks show at an instant of a whole minute: `09:00`. */
export function clockAt(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone)).toISOString().slice(11, 16);
}
