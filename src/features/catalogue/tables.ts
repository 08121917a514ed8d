import { sql } from "drizzle-orm";
import { check, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

const createdAt = timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
const deletedAt = timestamp("deleted_at", { withTimezone: true });

export const categories = pgTable(
  "category",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    image: text().notNull().default(""),
    version: integer().notNull().default(1),
    createdAt,
    deletedAt,
  },
  (t) => [
    uniqueIndex("category_name")
      .on(sql`lower(${t.name})`)
      .where(sql`${t.deletedAt} is null`),
  ],
);

export const subCategories = pgTable(
  "sub_category",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    image: text().notNull().default(""),
    version: integer().notNull().default(1),
    createdAt,
    deletedAt,
  },
  (t) => [
    uniqueIndex("sub_category_name")
      .on(sql`lower(${t.name})`)
      .where(sql`${t.deletedAt} is null`),
  ],
);

/** The categories of each subcategory. */
export const subCategoryCategories = pgTable(
  "sub_category_category",
  {
    subCategoryId: text("sub_category_id")
      .notNull()
      .references(() => subCategories.id),
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id),
  },
  (t) => [primaryKey({ columns: [t.subCategoryId, t.categoryId] }), index("sub_category_category_by_category").on(t.categoryId)],
);

export const products = pgTable(
  "product",
  {
    id: text().primaryKey(),
    /** The shop owner's own product number. Imports match products by it. */
    sku: text(),
    name: text().notNull(),
    brand: text().notNull().default(""),
    unit: text().notNull().default(""),
    /** The type of product, more specific than its subcategory. Only used by search. */
    type: text().notNull().default(""),
    description: text().notNull().default(""),
    image: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    moreDetails: jsonb("more_details").$type<Record<string, string>>().notNull().default({}),
    stock: integer().notNull(),
    priceCents: integer("price_cents").notNull(),
    discountHundredths: integer("discount_hundredths").notNull().default(0),
    /** The price after discount, as `discounted` computes it; a test compares them. */
    paidCents: integer("paid_cents")
      .notNull()
      .generatedAlwaysAs(sql`((price_cents::bigint * (10000 - discount_hundredths) * 2 + 10000) / 20000)::int`),
    /** Products that differ in size or flavor only share this. */
    variantGroup: text("variant_group"),
    /** What sets it apart in its group: `500 g`. */
    variantLabel: text("variant_label").notNull().default(""),
    /** What `unit` means, as read by `readUnit`: the measure and how much of it. Null until it is read. */
    unitMeasure: text("unit_measure").$type<"g" | "ml" | "piece" | "none">(),
    unitAmount: doublePrecision("unit_amount"),
    /** Items sold so far, which decides what is popular. */
    sold: integer().notNull().default(0),
    /** Items sold until last night. Lists are sorted by it, so that a sale does not move products between pages. */
    popularity: integer().notNull().default(0),
    version: integer().notNull().default(1),
    createdAt,
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    deletedAt,
  },
  (t) => [
    uniqueIndex("product_sku")
      .on(t.sku)
      .where(sql`${t.deletedAt} is null`),
    index("product_popular")
      .on(t.sold.desc().nullsFirst(), sql`(${t.stock} > 0) desc`, t.id)
      .where(sql`${t.deletedAt} is null`),
    index("product_newest")
      .on(t.id)
      .where(sql`${t.deletedAt} is null`),
    index("product_low")
      .on(t.stock, t.sold.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null and ${t.stock} <= 10`),
    index("product_variants")
      .on(t.variantGroup)
      .where(sql`${t.variantGroup} is not null`),
    index("product_unread_unit")
      .on(t.id)
      .where(sql`${t.unitMeasure} is null`),
    // Same as LIMITS in rules.ts; a test compares them. Stock has no maximum, so that a cancelled order can always be
    // restocked.
    check("product_stock", sql`${t.stock} >= 0`),
    check("product_price", sql`${t.priceCents} between 1 and 9999999`),
    check("product_discount", sql`${t.discountHundredths} between 0 and 9999`),
  ],
);

export const productCategories = pgTable(
  "product_category",
  {
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
  },
  (t) => [primaryKey({ columns: [t.categoryId, t.productId] }), index("product_category_by_product").on(t.productId)],
);

export const productSubCategories = pgTable(
  "product_sub_category",
  {
    subCategoryId: text("sub_category_id")
      .notNull()
      .references(() => subCategories.id),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
  },
  (t) => [primaryKey({ columns: [t.subCategoryId, t.productId] }), index("product_sub_category_by_product").on(t.productId)],
);
