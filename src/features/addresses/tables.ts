import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../account/tables.ts";

export const addresses = pgTable(
  "address",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    addressLine: text("address_line").notNull(),
    city: text().notNull(),
    state: text().notNull(),
    country: text().notNull(),
    pincode: text().notNull(),
    mobile: text().notNull(),
    /** False means removed; orders keep their own copy. */
    isListed: boolean("status").notNull().default(true),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** When an order last went there. */
    usedAt: timestamp("used_at", { withTimezone: true }),
  },
  (t) => [
    index("address_by_user").on(t.userId),
    index("address_mobile_trigram").using("gin", sql`regexp_replace(${t.mobile}, '\\D', '', 'g') gin_trgm_ops`),
  ],
);
