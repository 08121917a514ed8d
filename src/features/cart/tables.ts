import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "../account/tables.ts";
import { products } from "../catalogue/tables.ts";

export const cartLines = pgTable(
  "cart_line",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("cart_line_product").on(t.userId, t.productId),
    index("cart_line_by_product").on(t.productId),
    check("cart_line_quantity", sql`${t.quantity} between 1 and 999`),
  ],
);

/** Guest carts already merged, so that a repeated request adds nothing twice. */
export const cartMerges = pgTable(
  "cart_merge",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    mergeId: text("merge_id").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.mergeId] }), index("cart_merge_by_age").on(t.createdAt)],
);
