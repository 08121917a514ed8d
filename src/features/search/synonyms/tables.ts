import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

/** Synonyms that admins added. Deleted ones can be restored for a while. */
export const searchSynonyms = pgTable(
  "search_synonym",
  {
    id: text().primaryKey(),
    texts: text().array().notNull(),
    /** The first text finds the others, but not the other way round. */
    oneWay: boolean("one_way").notNull(),
    /** See `ruleKey`. */
    key: text().notNull(),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (t) => [
    uniqueIndex("search_synonym_key")
      .on(t.key)
      .where(sql`${t.deletedAt} is null`),
    index("search_synonym_deleted")
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
  ],
);
