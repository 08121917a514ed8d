import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../account/tables.ts";
import { products } from "../catalogue/tables.ts";
import { RESERVATION_STATES } from "./contract.ts";

/** Pieces set aside for a shopper who is paying, one row for each product. */
export const reservations = pgTable(
  "reservation",
  {
    /** The id of the order that is placed once it is paid. */
    orderId: text("order_id").notNull(),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    quantity: integer().notNull(),
    state: text({ enum: RESERVATION_STATES }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.productId] }),
    index("reservation_by_user")
      .on(t.userId)
      .where(sql`${t.state} = 'RESERVED'`),
    check("reservation_quantity", sql`${t.quantity} between 1 and 999`),
  ],
);

/** Products whose low stock was reported to the shop, so that it is reported only once. */
export const lowStockNotices = pgTable("low_stock_notice", {
  productId: text("product_id")
    .primaryKey()
    .references(() => products.id),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
