import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Weighed } from "#shared/weights.ts";

const createdAt = timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
const deletedAt = timestamp("deleted_at", { withTimezone: true });

export const categories = pgTable(
  "category",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** The Spanish name; empty if it has none, and the English one is shown. */
    nameEs: text("name_es").notNull().default(""),
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
    /** The Spanish name; empty if it has none, and the English one is shown. */
    nameEs: text("name_es").notNull().default(""),
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
    /** A GTIN with 8, 12, 13 or 14 digits, as `readBarcode` accepts it. */
    barcode: text(),
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
    /** The Spanish texts. Where one is empty, the English text is shown. */
    nameEs: text("name_es").notNull().default(""),
    unitEs: text("unit_es").notNull().default(""),
    descriptionEs: text("description_es").notNull().default(""),
    moreDetailsEs: jsonb("more_details_es").$type<Record<string, string>>().notNull().default({}),
    stock: integer().notNull(),
    priceCents: integer("price_cents").notNull(),
    /** What one piece costs the shop. For admins only. */
    costCents: integer("cost_cents"),
    /** The discount in effect. If the discount has dates, a job sets it when they begin and end; `discountNow` is exact. */
    discountHundredths: integer("discount_hundredths").notNull().default(0),
    /** A discount with dates, until it has ended; null for any other. */
    offerHundredths: integer("offer_hundredths"),
    /** When it begins; null if it has no beginning. */
    offerFrom: timestamp("offer_from", { withTimezone: true }),
    /** When it ends; null if it has no end. */
    offerUntil: timestamp("offer_until", { withTimezone: true }),
    /** The price after discount, as `discounted` computes it; a test compares them. */
    paidCents: integer("paid_cents")
      .notNull()
      .generatedAlwaysAs(sql`((price_cents::bigint * (10000 - discount_hundredths) * 2 + 10000) / 20000)::int`),
    /** Shared by products that differ only in size or flavor. */
    variantGroup: text("variant_group"),
    /** What distinguishes it in its group: `500 g`. */
    variantLabel: text("variant_label").notNull().default(""),
    /** What shoppers count, for goods priced by weight; null for what is sold by the piece. The price is then per kilogram. */
    weighedBy: text("weighed_by").$type<Weighed["by"]>(),
    /** Grams per step or piece: always 100 if it is sold by weight. Stock and quantities count these. */
    weighedGrams: integer("weighed_grams"),
    /** What `unit` means, as read by `readUnit`: the measure and how much of it. Null until it is read. */
    unitMeasure: text("unit_measure").$type<"g" | "ml" | "piece" | "none">(),
    unitAmount: doublePrecision("unit_amount"),
    /** Items sold so far, in units of the stock, which decides what is popular. */
    sold: integer().notNull().default(0),
    /** Items sold until last night. Lists are sorted by it, so that a sale does not move products between pages. */
    popularity: integer().notNull().default(0),
    /** Hidden products are not for sale and only admins see them. */
    hidden: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    createdAt,
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    deletedAt,
  },
  (t) => [
    uniqueIndex("product_sku")
      .on(t.sku)
      .where(sql`${t.deletedAt} is null`),
    // Codes as the back office searches them. A barcode is the same with zeros in front.
    index("product_sku_search")
      .on(sql`lower(${t.sku}) collate "C"`)
      .where(sql`${t.deletedAt} is null`),
    uniqueIndex("product_barcode")
      .on(sql`lpad(${t.barcode}, 14, '0')`)
      .where(sql`${t.deletedAt} is null`),
    index("product_hidden")
      .on(t.id)
      .where(sql`${t.hidden} and ${t.deletedAt} is null`),
    index("product_offer")
      .on(t.id)
      .where(sql`${t.offerHundredths} is not null`),
    index("product_popular")
      .on(t.sold.desc().nullsFirst(), sql`(${t.stock} > 0) desc`, t.id)
      .where(sql`${t.deletedAt} is null`),
    index("product_popular_offers")
      .on(t.sold.desc().nullsFirst(), sql`(${t.stock} > 0) desc`, t.id)
      .where(sql`${t.discountHundredths} > 0 and ${t.deletedAt} is null`)
      .concurrently(),
    // Includes whether a product is hidden, so that later pages of all products skip earlier ones without reading them.
    index("product_newest")
      .on(t.id, t.hidden)
      .where(sql`${t.deletedAt} is null`),
    // The orders of the back office, and what it looks for among all products. Includes whether a product is hidden, so that those that
    // are low on stock are counted without reading them.
    index("product_with_stock")
      .on(t.stock, t.sold.desc().nullsFirst(), t.id, t.hidden)
      .where(sql`${t.deletedAt} is null`)
      .concurrently(),
    index("product_by_price")
      .on(t.paidCents, t.id)
      .where(sql`${t.deletedAt} is null`),
    index("product_by_name")
      .on(sql`lower(${t.name}) collate "C"`, t.id)
      .where(sql`${t.deletedAt} is null`),
    index("product_by_change")
      .on(t.updatedAt, t.id)
      .where(sql`${t.deletedAt} is null`),
    index("product_without_picture")
      .on(t.id)
      .where(sql`cardinality(${t.image}) = 0 and ${t.deletedAt} is null`),
    // Prices that look like mistakes: see `ODD_PRICES`; a test compares them.
    index("product_with_odd_price")
      .on(t.id)
      .where(
        sql`(${t.paidCents} < 10 or ${t.priceCents} >= 100000 or ${t.discountHundredths} >= 7500 or ${t.paidCents} < ${t.costCents}) and ${t.deletedAt} is null`,
      ),
    index("product_deleted")
      .on(t.deletedAt, t.id)
      .where(sql`${t.deletedAt} is not null`),
    index("product_variants")
      .on(t.variantGroup)
      .where(sql`${t.variantGroup} is not null`),
    index("product_unread_unit")
      .on(t.id)
      .where(sql`${t.unitMeasure} is null`),
    // Same as LIMITS in fields/rules.ts; a test compares them. Stock has no maximum, so that a canceled order can always be
    // restocked.
    check("product_stock", sql`${t.stock} >= 0`),
    check("product_price", sql`${t.priceCents} between 1 and 9999999`),
    check("product_discount", sql`${t.discountHundredths} between 0 and 9999`),
    check("product_cost", sql`${t.costCents} between 0 and 9999999`),
    check(
      "product_weighed",
      sql`case ${t.weighedBy} when 'weight' then coalesce(${t.weighedGrams} = 100, false)
        when 'piece' then coalesce(${t.weighedGrams} between 1 and 20000, false)
        else ${t.weighedBy} is null and ${t.weighedGrams} is null end`,
    ),
    check("product_barcode_digits", sql`${t.barcode} ~ '^([0-9]{8}|[0-9]{12,14})$'`),
    check(
      "product_offer_dates",
      sql`case when ${t.offerHundredths} is null then ${t.offerFrom} is null and ${t.offerUntil} is null
        else ${t.offerHundredths} between 1 and 9999 and coalesce(${t.offerFrom}, ${t.offerUntil}) is not null
          and coalesce(${t.offerFrom} < ${t.offerUntil}, true) end`,
    ),
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

/**
 * How many products are for sale: the sum of the rows, since counting a million products would take longer than reading a page of them.
 * Triggers add a row for each change, so that nobody waits for a counter; `foldTally` makes them one.
 */
export const productTallies = pgTable("product_tally", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  /** How many were added, or removed if negative. */
  products: integer().notNull(),
});

/** How many products have no picture, in the same way; of a catalogue without pictures these are all. */
export const pictureTallies = pgTable("picture_tally", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  /** How many were added, or removed if negative. */
  products: integer().notNull(),
});
