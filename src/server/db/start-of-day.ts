import { sql, type SQL } from "drizzle-orm";

/** SQL for midnight of a day in a time zone, or of the day that is `later` days after it. */
export function startOfDay(day: string, timeZone: string, later = 0): SQL {
  return sql`(${day}::date + ${later}::int)::timestamp at time zone ${timeZone}::text`;
}
