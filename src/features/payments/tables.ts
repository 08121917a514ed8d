import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { LANGUAGES } from "#words/language.ts";
import { users } from "../account/tables.ts";
import type { AddressFields } from "../addresses/contract.ts";
import type { Agreed } from "../delivery/contract.ts";
import { orders, type StoredLine } from "../orders/tables.ts";
import { ATTEMPT_STATUSES, REFUND_STATUSES } from "./contract.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** What a paid order becomes once the difference is paid: decided, and quoted to the shopper, when that payment was started. */
export interface PaidChange {
  /** A digest of the order it was decided for: after any other change of the order, this one is not made. */
  of: string;
  lines: StoredLine[];
  /** Pieces that go back to stock. Those that are added are reserved. */
  back: Pick<StoredLine, "productId" | "quantity">[];
  couponCents: number;
  couponCode: string;
  deliveryFeeCents: number;
  delivery: Agreed | null;
  /** Null if it stays. */
  address: AddressFields | null;
}

/** Attempts to pay, and their outcome. An attempt's id is also the id of the order it becomes, unless it amends one. */
export const attempts = pgTable(
  "payment_attempt",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    provider: text({ enum: ["paypal", "culqi"] }).notNull(),
    /** Whether it is paid with Yape, through Culqi, and not by card. */
    withYape: boolean("with_yape").notNull().default(false),
    status: text({ enum: ATTEMPT_STATUSES }).notNull(),
    /** The provider's id of the payment. */
    providerRef: text("provider_ref"),
    /** Where the shopper pays. */
    approvalUrl: text("approval_url"),
    /** The provider's id of the captured money. */
    chargeRef: text("charge_ref"),
    refundedCents: bigint("refunded_cents", { mode: "number" }).notNull().default(0),
    /**
     * When a charge was given up that the provider may still have made: its response was lost, and then the provider did not know it. The
     * provider is asked again later.
     */
    lostChargeAt: time("lost_charge_at"),
    /** The attempt that was charged a second time: then this is the second charge, which is only refunded. */
    repeats: text(),
    /** The order it pays a difference of. */
    amends: text().references(() => orders.id),
    /** What that order becomes; null unless it amends one. */
    change: jsonb().$type<PaidChange>(),
    /** The lines of the future order, at the prices the shopper saw; of one that amends an order, the pieces that are added. The reserved pieces are in the stock feature. */
    lines: jsonb().$type<StoredLine[]>().notNull(),
    subtotalCents: bigint("subtotal_cents", { mode: "number" }).notNull(),
    couponCents: bigint("coupon_cents", { mode: "number" }).notNull().default(0),
    couponCode: text("coupon_code").notNull().default(""),
    deliveryFeeCents: bigint("delivery_fee_cents", { mode: "number" }).notNull().default(0),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    deliveryAddress: jsonb("delivery_address").$type<AddressFields>().notNull(),
    /** The language it was started in, which the future order is told in, or the refund if there is none. */
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    /**
     * How the future order reaches the shopper, as on orders. While the payment is under way, a place of its delivery time is taken. Null
     * where it amends an order whose time stays.
     */
    delivery: jsonb().$type<Agreed>(),
    createdAt: time("created_at").notNull().defaultNow(),
    /** When its reservation ends. */
    expiresAt: time("expires_at").notNull(),
    /** Since when the provider has been taking the money. */
    capturingSince: time("capturing_since"),
    /** When the provider was last asked. */
    checkedAt: time("checked_at"),
    /** Why it isn't settled, for the shop's staff. */
    note: text().notNull().default(""),
  },
  (t) => [
    uniqueIndex("payment_attempt_ref").on(t.provider, t.providerRef),
    uniqueIndex("payment_attempt_charge").on(t.provider, t.chargeRef),
    index("payment_attempt_by_user").on(t.userId, t.id),
    index("payment_attempt_amends")
      .on(t.amends)
      .where(sql`${t.amends} is not null`),
    index("payment_attempt_under_way")
      .on(t.userId)
      .where(sql`${t.status} in ('CREATING', 'OPEN', 'CAPTURING')`),
    index("payment_attempt_unsettled")
      .on(t.createdAt)
      .where(sql`${t.status} not in ('PAID', 'REFUNDED')`),
    index("payment_attempt_lost_charge")
      .on(t.createdAt)
      .where(sql`${t.lostChargeAt} is not null`)
      .concurrently(),
    check("payment_attempt_yape", sql`not ${t.withYape} or ${t.provider} = 'culqi'`),
    check("payment_attempt_coupon", sql`${t.couponCents} >= 0`),
    check("payment_attempt_delivery_fee", sql`${t.deliveryFeeCents} >= 0`),
    check("payment_attempt_total", sql`${t.totalCents} > 0`),
  ],
);

export const refunds = pgTable(
  "payment_refund",
  {
    /** Sent to the provider, so that it refunds only once. */
    id: text().primaryKey(),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    cents: integer().notNull(),
    reason: text().notNull(),
    status: text({ enum: REFUND_STATUSES }).notNull(),
    /** The provider's id of the refund. */
    providerRef: text("provider_ref"),
    createdAt: time("created_at").notNull().defaultNow(),
    /** When the provider was last asked about a pending refund. */
    checkedAt: time("checked_at"),
    doneAt: time("done_at"),
  },
  // The shop refunds what is left of a payment, so each at most once.
  (t) => [
    uniqueIndex("payment_refund_once").on(t.attemptId),
    index("payment_refund_unsettled")
      .on(t.createdAt)
      .where(sql`${t.status} <> 'DONE'`),
  ],
);

/**
 * Parts of payments that are refunded because their orders became cheaper after they were paid, and parts of any refund that are too small for
 * the provider.
 */
export const differences = pgTable(
  "payment_difference",
  {
    /** Sent to the provider, so that it refunds only once. Increases with time. */
    id: text().primaryKey(),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    cents: integer().notNull(),
    status: text({ enum: REFUND_STATUSES }).notNull(),
    /** What the provider had refunded of the payment before it was first asked: a provider that doesn't recognize repeats is done if it refunded this much more. */
    beforeCents: bigint("before_cents", { mode: "number" }),
    /** Whether the staff refund it. The provider never has: for the payment it is done, whether or not the staff have refunded it yet. */
    byHand: boolean("by_hand").notNull().default(false),
    /** The provider's id of the refund. */
    providerRef: text("provider_ref"),
    /** Why it failed, or why it is refunded by hand. */
    reason: text().notNull().default(""),
    createdAt: time("created_at").notNull().defaultNow(),
    /** When the provider was last asked for it, if it doesn't recognize repeats, or about a pending one. */
    checkedAt: time("checked_at"),
    doneAt: time("done_at"),
  },
  (t) => [
    index("payment_difference_by_payment").on(t.attemptId, t.id),
    index("payment_difference_unsettled")
      .on(t.createdAt)
      .where(sql`${t.status} <> 'DONE'`),
    check("payment_difference_cents", sql`${t.cents} > 0`),
  ],
);

/** Received webhooks, so that each is processed once. */
export const webhookEvents = pgTable(
  "webhook_event",
  {
    provider: text().notNull(),
    id: text().notNull(),
    receivedAt: time("received_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.id] }), index("webhook_event_by_age").on(t.receivedAt)],
);
