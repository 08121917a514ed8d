import { daysAfter, weekdayOf } from "#shared/time.ts";

/** Peru's national holidays on fixed dates. Holy Thursday and Good Friday move with Easter. */
const HOLIDAYS: ReadonlySet<string> = new Set([
  "01-01", // New Year
  "05-01", // Labor Day
  "06-07", // Battle of Arica and Flag Day
  "06-29", // Saint Peter and Saint Paul
  "07-23", // Air Force Day
  "07-28", // Independence
  "07-29", // Independence
  "08-06", // Battle of Junín
  "08-30", // Saint Rose of Lima
  "10-08", // Battle of Angamos
  "11-01", // All Saints
  "12-08", // Immaculate Conception
  "12-09", // Battle of Ayacucho
  "12-25", // Christmas
]);

/** Easter Sunday by the Gregorian calendar, as `2026-04-05` (the method of Meeus, Jones and Butcher). */
export function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const corrected = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - corrected + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  return `${year}-${String(Math.floor(days / 31)).padStart(2, "0")}-${String((days % 31) + 1).padStart(2, "0")}`;
}

/** Whether a day such as `2026-07-28` is a working day in Peru (día hábil): neither a weekend nor a national holiday. */
export function isWorkingDay(day: string): boolean {
  if (weekdayOf(day) >= 5 || HOLIDAYS.has(day.slice(5))) return false;
  const easter = easterOf(Number(day.slice(0, 4)));
  return day !== daysAfter(easter, -3) && day !== daysAfter(easter, -2);
}

/** The day that is this many working days after another, which doesn't count itself. */
export function workingDaysAfter(day: string, days: number): string {
  let at = day;
  for (let left = days; left > 0;) {
    at = daysAfter(at, 1);
    if (isWorkingDay(at)) left--;
  }
  return at;
}

/** How many working days come after a day, up to and with another; 0 if that isn't later. */
export function workingDaysUntil(day: string, last: string): number {
  let count = 0;
  for (let at = daysAfter(day, 1); at <= last; at = daysAfter(at, 1)) if (isWorkingDay(at)) count++;
  return count;
}
