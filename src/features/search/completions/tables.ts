import { sql } from "drizzle-orm";
import { customType, index, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { LANGUAGES } from "#words/language.ts";
import { COMPLETION_KINDS } from "./contract.ts";

/** Compared byte by byte, so that a prefix is a range of an index under any collation. */
const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Searches to suggest while someone types. A text has a row for each word that it may be found by. */
export const searchCompletions = pgTable(
  "search_completion",
  {
    /** The text from one of its words on, in lower case without accents: "coconut oil", and "oil". */
    key: key().notNull(),
    text: text().notNull(),
    kind: text({ enum: COMPLETION_KINDS }).notNull(),
    /** The language that it is suggested in; empty for both. */
    spoken: text({ enum: ["", ...LANGUAGES] })
      .notNull()
      .default(""),
    /** The best completions have the highest. */
    weight: smallint().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.text] }),
    // The best for two letters; three or more are a short range of the primary key.
    index("search_completion_best").on(sql`left(${t.key}, 2)`, t.weight.desc().nullsFirst(), t.text),
  ],
);
