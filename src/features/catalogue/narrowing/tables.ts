import { boolean, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";

/** The product details that lists can be narrowed by, such as "Diet" and "Origin". Admins choose them. */
export const narrowingDetails = pgTable("narrowing_detail", {
  /** A key of `more_details`. */
  name: text().primaryKey(),
  /** The same detail in the Spanish texts, a key of `more_details_es`; empty if they don't have it. */
  nameEs: text("name_es").notNull().default(""),
  /** Its place among the filters. */
  place: smallint().notNull(),
});

/**
 * The products for sale on each shelf, with what lists are narrowed and sorted by, so that a list is a range of one index and no
 * product is looked up that is not shown. Derived from products and their shelves, and kept up to date by triggers.
 */
export const listedProducts = pgTable(
  "listed_product",
  {
    categoryId: text("category_id").notNull(),
    subCategoryId: text("sub_category_id").notNull(),
    productId: text("product_id").notNull(),
    popularity: integer().notNull(),
    brand: text().notNull(),
    paidCents: integer("paid_cents").notNull(),
    discountHundredths: integer("discount_hundredths").notNull(),
    inStock: boolean("in_stock").notNull(),
    /** Whether `more_details` has any. */
    hasDetails: boolean("has_details").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.categoryId, t.subCategoryId, t.productId] }),
    // In the order of a list; the other columns are there so that the table itself need not be read.
    index("listed_product_order").on(
      ...([t.categoryId, t.subCategoryId, t.popularity.desc().nullsFirst(), t.productId] as const),
      ...[t.brand, t.paidCents, t.discountHundredths, t.inStock, t.hasDetails],
    ),
  ],
);
