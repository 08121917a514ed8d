import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../account/tables.ts";
import { products } from "../catalogue/tables.ts";

const createdAt = timestamp("created_at", { withTimezone: true })
  .notNull()
  .default(sql`clock_timestamp()`);

/** People's lists. An id belongs to one person only: two people may use the same one. */
export const savedLists = pgTable(
  "saved_list",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    id: text().notNull(),
    name: text().notNull(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
);

export const savedListLines = pgTable(
  "saved_list_line",
  {
    userId: text("user_id").notNull(),
    listId: text("list_id").notNull(),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.listId, t.productId] }),
    foreignKey({ columns: [t.userId, t.listId], foreignColumns: [savedLists.userId, savedLists.id] }).onDelete("cascade"),
    check("saved_list_line_quantity", sql`${t.quantity} between 1 and 999`),
  ],
);
