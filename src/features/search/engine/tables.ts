import { sql } from "drizzle-orm";
import { customType, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { products } from "../../catalogue/tables.ts";

/** Compared byte by byte, so that a prefix is a range of an index under any collation. */
const word = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Products in the index. */
export const searchProducts = pgTable("search_product", {
  /** Identifies the product in the postings, where a short number saves space. */
  no: integer().primaryKey().generatedAlwaysAsIdentity(),
  productId: text("product_id")
    .notNull()
    .unique()
    .references(() => products.id, { onDelete: "cascade" }),
  /** The keys of the name in order, with spaces around: " peanut butter crunchi ". */
  nameWords: word("name_words").notNull(),
  /** The keys of the name's head up to its noun, with spaces around: " peanut butter ". */
  headWords: word("head_words").notNull().default(""),
  /** Those of the Spanish name, in the singular, from its noun on: " aceite oliva ". */
  headWordsEs: word("head_words_es").notNull().default(""),
  /** What someone would type to find it: "crunchy peanut butter"; empty if its name does not say. */
  headText: text("head_text").notNull().default(""),
  brandWords: word("brand_words").notNull(),
  /** Like `headText`, for the Spanish name; empty without one. */
  headTextEs: text("head_text_es").notNull().default(""),
  /** The name of its first category. */
  department: text().notNull().default(""),
  /** Hash of the indexed texts. While it is the same, the product needs no update. */
  textHash: text("text_hash").notNull(),
  /** Hash of the code that indexed the product. Newer code indexes it again. */
  madeBy: text("made_by").notNull(),
});

/**
 * One row per product and word. Besides the words of its texts, a product has their meanings ("~yogurt", see
 * `synonyms.ts`) and the names of its shelves and their parts ("=milk chocolate").
 */
export const searchPostings = pgTable(
  "search_posting",
  {
    /** The product's number. Instead of a foreign key, which would double the time of an import, a trigger deletes the rows. */
    no: integer().notNull(),
    word: word().notNull(),
    /** How much the word says about the product, depending on the fields it is in. */
    impact: smallint().notNull(),
  },
  (t) => [primaryKey({ columns: [t.no, t.word] }), index("search_posting_best").on(t.word, t.impact.desc().nullsFirst(), t.no)],
);

/** Every word and meaning that occurs or once occurred. The counts are estimates that `search_refresh()` renews. */
export const searchWords = pgTable(
  "search_word",
  {
    word: word().primaryKey(),
    productCount: integer("product_count").notNull().default(1),
    /** The products that have it outside the description. */
    coreCount: integer("core_count").notNull().default(1),
    /** Its double metaphone code. */
    sound: text().notNull(),
  },
  (t) => [
    index("search_word_trigram")
      .using("gin", sql`${t.word} gin_trgm_ops`)
      .where(sql`${t.coreCount} > 0`),
    index("search_word_sound")
      .on(t.sound)
      .where(sql`${t.coreCount} > 0`),
  ],
);
