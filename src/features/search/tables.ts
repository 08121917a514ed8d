import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** Searches that found nothing, counted per day of the shop: what was looked for, and nothing of who looked. Kept 90 days. */
export const missedSearches = pgTable(
  "missed_search",
  {
    day: date().notNull(),
    /** In lower case, its words one space apart. */
    text: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.text] })],
);
