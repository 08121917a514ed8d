import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** Searches without results, which the version before this one counts. This one only deletes what is older than 90 days. */
export const missedSearches = pgTable(
  "missed_search",
  {
    day: date().notNull(),
    /** In lower case, with single spaces. */
    text: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.text] })],
);
