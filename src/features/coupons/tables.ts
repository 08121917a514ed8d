import { sql } from "drizzle-orm";
import { bigint, boolean, check, date, index, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "../account/tables.ts";
import { categories, subCategories } from "../catalogue/tables.ts";
import { COUPON_KINDS, USE_STATES } from "./contract.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const coupons = pgTable(
  "coupon",
  {
    id: text().primaryKey(),
    /** In capitals. */
    code: text().notNull(),
    kind: text({ enum: COUPON_KINDS }).notNull(),
    /** Hundredths of a percent, or cents. */
    value: integer().notNull(),
    /** The least that the products it applies to must cost in all, after their own discounts. */
    minimumCents: integer("minimum_cents").notNull(),
    /** The shelf it applies to; everything, if both are empty. */
    categoryId: text("category_id").references(() => categories.id),
    subCategoryId: text("sub_category_id").references(() => subCategories.id),
    /** Days in the shop's time zone, both included. */
    startsOn: date("starts_on"),
    endsOn: date("ends_on"),
    maxUses: integer("max_uses"),
    maxUsesPerPerson: integer("max_uses_per_person"),
    firstOrderOnly: boolean("first_order_only").notNull(),
    active: boolean().notNull(),
    /** Its uses that were not given back. */
    uses: integer().notNull().default(0),
    version: integer().notNull().default(1),
    createdAt: time("created_at").notNull().defaultNow(),
    endedAt: time("ended_at"),
  },
  (t) => [
    uniqueIndex("coupon_code")
      .on(t.code)
      .where(sql`${t.endedAt} is null`),
    check("coupon_value", sql`${t.value} >= 1 and (${t.kind} = 'amount' or ${t.value} <= 10000)`),
    check("coupon_minimum", sql`${t.minimumCents} >= 0`),
    check("coupon_shelf", sql`${t.categoryId} is null or ${t.subCategoryId} is null`),
    check("coupon_days", sql`${t.startsOn} is null or ${t.endsOn} is null or ${t.startsOn} <= ${t.endsOn}`),
    check("coupon_uses", sql`${t.uses} >= 0`),
  ],
);

/** Uses of coupons, by orders and payments under way. */
export const couponUses = pgTable(
  "coupon_use",
  {
    /** The order's id, which a payment under way has already. */
    orderId: text("order_id").primaryKey(),
    couponId: text("coupon_id")
      .notNull()
      .references(() => coupons.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    state: text({ enum: USE_STATES }).notNull(),
    cents: bigint({ mode: "number" }).notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [index("coupon_use_by_person").on(t.couponId, t.userId), check("coupon_use_cents", sql`${t.cents} > 0`)],
);
