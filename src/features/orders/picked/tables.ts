import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { products } from "../../catalogue/tables.ts";
import { orders } from "../tables.ts";

/** What pickers found of the lines of orders that are not packed yet. */
export const pickMarks = pgTable(
  "pick_mark",
  {
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** Of the order's line. */
    position: integer().notNull(),
    found: integer().notNull(),
    /** What it weighs; null for goods not priced by weight. */
    grams: integer(),
    noneLeft: boolean("none_left").notNull().default(false),
    replacementId: text("replacement_id").references(() => products.id),
    replacementQuantity: integer("replacement_quantity").notNull().default(0),
    replacementGrams: integer("replacement_grams"),
    /**
     * What of it was in the bag when its line was opened again, since the shopper wants more than was picked. While the mark doesn't count, the
     * line is open with that.
     */
    inBag: integer("in_bag").notNull().default(0),
    /** The picker. */
    by: text().notNull(),
    at: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    check("pick_mark_found", sql`${t.found} between 0 and 999`),
    check("pick_mark_replacement", sql`(${t.replacementId} is null) = (${t.replacementQuantity} = 0)`),
    check("pick_mark_replaced", sql`${t.replacementQuantity} between 0 and 999`),
  ],
);

/** What was picked for orders whose shoppers then changed them and no longer want it, until it is put back. */
export const surplus = pgTable(
  "pick_surplus",
  {
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    at: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.productId] }),
    index("pick_surplus_by_time").on(t.at),
    check("pick_surplus_quantity", sql`${t.quantity} > 0`),
  ],
);
