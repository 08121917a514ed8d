import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** Searches without results, counted per day in the shop's time zone, and nothing about who searched. Deleted after 90 days. */
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
