import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * The totals of each person's orders, so that a list sorted by them reads only its page. A row is valid until {@link customerChanges} has
 * its person: then all of their orders are added up again. Derived from orders; backups leave it out.
 */
export const customerTotals = pgTable(
  "customer_total",
  {
    userId: text("user_id").primaryKey(),
    /** Orders that weren't canceled. */
    orders: integer().notNull(),
    /** What was paid for them and not refunded. */
    spentCents: bigint("spent_cents", { mode: "number" }).notNull(),
    /** When the last of them was placed. */
    lastOrderAt: timestamp("last_order_at", { withTimezone: true }),
  },
  (t) => [
    index("customer_total_by_orders").on(t.orders, t.userId),
    index("customer_total_by_spent").on(t.spentCents, t.userId),
    index("customer_total_by_last_order").on(sql`coalesce(${t.lastOrderAt}, '-infinity')`, t.userId),
  ],
);

/**
 * People who are new, or whose orders, payments or refunds have changed since their totals were computed. Triggers add rows, so that no
 * writer can forget it, and none waits for another.
 */
export const customerChanges = pgTable("customer_change", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  userId: text("user_id").notNull(),
});
