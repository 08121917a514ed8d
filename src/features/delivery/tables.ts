import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** How the shop delivers: one row, once an admin has set it up. */
export const deliveryPlans = pgTable("delivery_plan", {
  id: text().primaryKey(),
  /** The `DeliveryPlan` of the rules, in cents. */
  plan: jsonb().$type<unknown>().notNull(),
  version: integer().notNull(),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
});

/** How many orders and payments under way have chosen a time; those that nobody has chosen yet have no row. */
export const deliverySlots = pgTable(
  "delivery_slot",
  {
    id: text().primaryKey(),
    taken: integer().notNull(),
  },
  (t) => [check("delivery_slot_taken", sql`${t.taken} >= 0`)],
);
