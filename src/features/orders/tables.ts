import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { LANGUAGES } from "#words/language.ts";
import { users } from "../account/tables.ts";
import type { AddressFields } from "../addresses/contract.ts";
import type { Weighed } from "#shared/weights.ts";
import { products } from "../catalogue/tables.ts";
import type { Agreed } from "../delivery/contract.ts";
import { MISSING_CHOICES, ORDER_STATUSES, PAYMENT_STATUSES, type MissingChoice } from "./contract.ts";
import { EVENT_KINDS } from "./timeline/contract.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** A line of an order: the product as it was when ordered, in cents and hundredths of a percent. */
export interface StoredLine {
  productId: string;
  quantity: number;
  name: string;
  image: string[];
  /** Missing on payments started by older versions, like the next two. */
  unit?: string;
  brand?: string;
  sku?: string | null;
  /** What it is called in Spanish, and its unit; empty where there is no Spanish text, and missing like the ones above. */
  nameEs?: string;
  unitEs?: string;
  listCents: number;
  discountHundredths: number;
  /** Price per piece after the discount; per kilogram if it is priced by weight. */
  paidCents: number;
  /** How it is sold if it is priced by weight. */
  weighed?: Weighed | null;
  /** What all of it weighs, once it was weighed. */
  grams?: number | null;
  /** Its share of the order's coupon; missing like the ones above. */
  couponCents?: number;
  /** The name of the product it replaces; empty for what was ordered. */
  replaces?: string;
  /** What the shopper wants if it is missing; empty unless they chose. */
  ifMissing?: MissingChoice | "";
}

export const orders = pgTable(
  "customer_order",
  {
    id: text().primaryKey(),
    number: text().notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    paymentStatus: text("payment_status", { enum: PAYMENT_STATUSES }).notNull(),
    paymentMethod: text("payment_method").notNull(),
    /** Before discounts. */
    subtotalCents: bigint("subtotal_cents", { mode: "number" }).notNull(),
    /** What the coupon takes off all lines together; each line has its share. */
    couponCents: bigint("coupon_cents", { mode: "number" }).notNull().default(0),
    /** The coupon's code, as people read it; empty without one. */
    couponCode: text("coupon_code").notNull().default(""),
    deliveryFeeCents: bigint("delivery_fee_cents", { mode: "number" }).notNull().default(0),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    /** The tax that the total includes, in hundredths of a percent, as it was when the order was placed; 0 if invoices don't mention it. */
    taxHundredths: integer("tax_hundredths").notNull().default(0),
    /** How its invoice is numbered, as it was when the order was placed; empty for the order's number. */
    invoiceFormat: text("invoice_format").notNull().default(""),
    /** A copy, so that later changes to the address don't change the order. */
    deliveryAddress: jsonb("delivery_address").$type<AddressFields>().notNull(),
    /** How it reaches the shopper; null for orders placed while delivery was off. */
    delivery: jsonb().$type<Agreed>(),
    /** The delivery time in it, to find and sort orders by. */
    slotId: text("slot_id"),
    slotStartsAt: time("slot_starts_at"),
    createdAt: time("created_at").notNull().defaultNow(),
    /** When the shopper asked to cancel an order that had already shipped; empty once an admin has answered. */
    cancelRequestedAt: time("cancel_requested_at"),
    /** Removed from the admins' list; the shopper and the books still have it. */
    deletedAt: time("deleted_at"),
    /** Canceled after its goods had left, and they did not come back, so the stock has nothing to return. */
    goodsGone: boolean("goods_gone").notNull().default(false),
    /** The language it was ordered in. Its emails are written in it, until the shopper logs in in another one. */
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    /** The staff's own note. Shoppers see it only on packing slips and bag labels. */
    note: text().notNull().default(""),
    /** When its goods were put into bags, and how many bags. */
    packedAt: time("packed_at"),
    bags: integer().notNull().default(1),
    /** Overpaid money that the staff have to refund by hand, because no provider has it or refunds so little. */
    owedCents: bigint("owed_cents", { mode: "number" }).notNull().default(0),
  },
  (t) => [
    uniqueIndex("customer_order_number").on(t.number),
    index("customer_order_by_user").on(t.userId, t.id),
    index("customer_order_by_time").on(t.createdAt),
    index("customer_order_by_status").on(t.status, t.createdAt),
    index("customer_order_by_slot")
      .on(t.slotStartsAt, t.slotId)
      .where(sql`${t.slotId} is not null`),
    // The others come last when orders are sorted by it. There may be few.
    index("customer_order_without_slot")
      .on(t.createdAt, t.id)
      .where(sql`${t.slotId} is null`)
      .concurrently(),
    // Few orders may be picked up, or even delivered. A shop without delivery has none here.
    index("customer_order_by_way")
      .on(sql`(${t.delivery} ->> 'way')`, t.createdAt, t.id)
      .where(sql`${t.delivery} is not null`),
    index("customer_order_cancel_requested")
      .on(t.createdAt, t.id)
      .where(sql`${t.cancelRequestedAt} is not null`),
    // Still to be paid, in cash.
    index("customer_order_unpaid")
      .on(t.createdAt, t.id)
      .where(sql`${t.status} <> 'CANCELLED' and ${t.paymentStatus} in ('CASH ON DELIVERY', 'PENDING')`)
      .concurrently(),
    // Canceled, but not refunded yet.
    index("customer_order_owed")
      .on(t.createdAt)
      .where(sql`${t.status} = 'CANCELLED' and ${t.paymentStatus} in ('PAID', 'PARTIALLY REFUNDED')`),
    index("customer_order_number_trigram").using("gin", sql`${t.number} gin_trgm_ops`),
    check("customer_order_subtotal", sql`${t.subtotalCents} >= 0`),
    check("customer_order_coupon", sql`${t.couponCents} >= 0`),
    check("customer_order_delivery_fee", sql`${t.deliveryFeeCents} >= 0`),
    // More was paid than the order costs now.
    index("customer_order_owes")
      .on(t.createdAt)
      .where(sql`${t.owedCents} > 0`),
    check("customer_order_owed_cents", sql`${t.owedCents} >= 0`),
    check("customer_order_bags", sql`${t.bags} between 1 and 30`),
    check("customer_order_total", sql`${t.totalCents} >= 0`),
  ],
);

export const orderLines = pgTable(
  "order_line",
  {
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** Position in the order, from 0. */
    position: integer().notNull(),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    name: text().notNull(),
    image: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    unit: text().notNull().default(""),
    nameEs: text("name_es").notNull().default(""),
    unitEs: text("unit_es").notNull().default(""),
    brand: text().notNull().default(""),
    sku: text().notNull().default(""),
    /** List price per piece. */
    listCents: integer("list_cents").notNull(),
    discountHundredths: integer("discount_hundredths").notNull(),
    /** Price per piece after the discount, rounded at the time. */
    paidCents: integer("paid_cents").notNull(),
    /** For goods priced by weight, as the product was; prices are then per kilogram. */
    weighedBy: text("weighed_by").$type<Weighed["by"]>(),
    weighedGrams: integer("weighed_grams"),
    /** What all of it weighs; null until it was weighed, and for what is sold by the piece. */
    grams: integer(),
    /** The name of the product it replaces; empty for what was ordered. */
    replaces: text().notNull().default(""),
    /** What the shopper wants if it is missing; empty unless they chose. */
    ifMissing: text("if_missing", { enum: ["", ...MISSING_CHOICES] })
      .notNull()
      .default(""),
    /** The line's share of the order's coupon: for all its pieces together. */
    couponCents: bigint("coupon_cents", { mode: "number" }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    index("order_line_by_product").on(t.productId),
    check("order_line_quantity", sql`${t.quantity} between 1 and 999`),
    check("order_line_price", sql`${t.listCents} between 1 and 9999999`),
    check("order_line_discount", sql`${t.discountHundredths} between 0 and 9999`),
    check("order_line_paid", sql`${t.paidCents} between 0 and ${t.listCents}`),
    check("order_line_if_missing", sql`${t.ifMissing} in ('', 'similar', 'ask', 'refund')`),
    check(
      "order_line_share",
      sql`${t.couponCents} between 0 and case when ${t.weighedGrams} is null then ${t.paidCents}::bigint * ${t.quantity}
        else (${t.paidCents}::bigint * coalesce(${t.grams}, ${t.quantity} * ${t.weighedGrams}) + 500) / 1000 end`,
    ),
    check(
      "order_line_weighed",
      sql`(${t.weighedBy} is null) = (${t.weighedGrams} is null) and coalesce(${t.weighedBy} in ('weight', 'piece'), true)
        and coalesce(${t.grams} between 0 and ${t.quantity} * ${t.weighedGrams}, ${t.grams} is null)`,
    ),
  ],
);

/** What happened to orders, and who did it. Never deleted, and never changed, except that reasons of refunds are erased with the account. */
export const orderEvents = pgTable(
  "order_event",
  {
    id: text().primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** Clock time, not transaction time: a writer that waited for a lock comes later. */
    at: time("at")
      .notNull()
      .default(sql`clock_timestamp()`),
    kind: text({ enum: EVENT_KINDS }).notNull(),
    /** `shopper`, `shop`, or the id of an admin. */
    who: text().notNull(),
    before: text(),
    after: text(),
  },
  (t) => [index("order_event_by_order").on(t.orderId, t.at)],
);
