import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true });

/**
 * The totals of a past day's orders, so that the dashboard reads a month from a few rows. A row is valid while the day has the same number
 * of orders and {@link salesChanges} has none of them: otherwise the day is added up again. Derived from orders; backups leave it out.
 */
export const salesDays = pgTable(
  "sales_day",
  {
    /** The day in the shop's time zone, from midnight to midnight. */
    startsAt: time("starts_at").notNull(),
    endsAt: time("ends_at").notNull(),
    /** How many orders were placed, including canceled ones. */
    placed: integer().notNull(),
    /** Orders that weren't canceled, and their paid and expected amounts. */
    orders: integer().notNull(),
    paidCents: bigint("paid_cents", { mode: "number" }).notNull(),
    expectedCents: bigint("expected_cents", { mode: "number" }).notNull(),
    /** What was sold, each product once; null for the delivery fees. The other lists are about the product at the same place. */
    soldIds: text("sold_ids").array().notNull(),
    soldPieces: bigint("sold_pieces", { mode: "number" }).array().notNull(),
    soldPaidCents: bigint("sold_paid_cents", { mode: "number" }).array().notNull(),
    soldExpectedCents: bigint("sold_expected_cents", { mode: "number" }).array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.startsAt, t.endsAt] })],
);

/**
 * When orders were placed whose figures have changed since: their amounts, lines or refunds. Triggers add rows, so that no writer can
 * forget it, and none waits for another.
 */
export const salesChanges = pgTable(
  "sales_change",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    placedAt: time("placed_at").notNull(),
  },
  (t) => [index("sales_change_by_time").on(t.placedAt)],
);
