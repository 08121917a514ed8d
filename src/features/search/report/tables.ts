import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/**
 * What was searched for, counted per day in the shop's time zone, and nothing about who searched. After 30 days rare searches are
 * added up under an empty text; after a year everything is deleted.
 */
export const searchCounts = pgTable(
  "search_count",
  {
    day: date().notNull(),
    /** In lower case, with single spaces; empty for all rare searches of the day. */
    text: text().notNull(),
    found: integer().notNull(),
    missed: integer().notNull(),
    clicked: integer().notNull(),
    added: integer().notNull(),
    bought: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.text] })],
);
