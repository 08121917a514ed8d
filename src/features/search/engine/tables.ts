import { sql } from "drizzle-orm";
import { customType, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { products } from "../../catalogue/tables.ts";

/** Compared byte by byte, so that a prefix is a range of an index whatever the database's collation. */
const word = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** The products the search finds, one row each. */
export const searchProducts = pgTable("search_product", {
  /** Stands for the product in the postings: short, since there are many. */
  no: integer().primaryKey().generatedAlwaysAsIdentity(),
  productId: text("product_id")
    .notNull()
    .unique()
    .references(() => products.id, { onDelete: "cascade" }),
  /** The words of the name in order, with spaces around: " peanut butter crunchi ". */
  nameWords: word("name_words").notNull(),
  /** The words of the name's head up to its noun, with spaces around: " peanut butter ". */
  headWords: word("head_words").notNull().default(""),
  brandWords: word("brand_words").notNull(),
  /** The name of its first category. */
  department: text().notNull().default(""),
  /** Digest of the texts that the words were made from: while they are the same, so are the words. */
  textHash: text("text_hash").notNull(),
  /** Digest of the code that made the words: behind newer code the product is indexed anew. */
  madeBy: text("made_by").notNull(),
});

/**
 * One row per product and word. Beside the words of its texts a product has the meanings in them ("~curd", see
 * synonyms.ts) and the whole names of its shelves ("=milk chocolate").
 */
export const searchPostings = pgTable(
  "search_posting",
  {
    /** A product's number; no foreign key, whose check per row would double the time of an import: a trigger deletes them. */
    no: integer().notNull(),
    word: word().notNull(),
    /** How much the word says about the product, by the fields it stands in. */
    impact: smallint().notNull(),
  },
  (t) => [primaryKey({ columns: [t.no, t.word] }), index("search_posting_best").on(t.word, t.impact.desc().nullsFirst(), t.no)],
);

/** Every word and meaning that occurs or occurred. The counts are estimates that `search_refresh()` renews. */
export const searchWords = pgTable(
  "search_word",
  {
    word: word().primaryKey(),
    productCount: integer("product_count").notNull().default(1),
    /** Those which have it not only in the description. */
    coreCount: integer("core_count").notNull().default(1),
    /** How it sounds, by double metaphone. */
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
