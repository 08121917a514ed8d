import * as z from "zod/mini";
import { dollars } from "#shared/dollars.ts";
import { endpoint, type ReplyOf } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";
import { orderRef } from "../contract.ts";

/** Longest reason for a refund. */
export const MAX_REASON = 200;
/** Most different items in one refund. */
const MAX_ITEMS = 200;

const itemsRefund = z.object({
  orderId: orderRef,
  items: z
    .array(
      z.object({
        /** Of the line in `products`, from 0. */
        position: z.int().check(z.gte(0)),
        productId: id,
        /** Pieces; grams of what is sold by weight. */
        amount: z.int().check(z.gte(1), z.lte(1_000_000)),
      }),
    )
    .check(z.minLength(1, "is empty"), z.maxLength(MAX_ITEMS)),
});
export type RefundedItem = z.output<typeof itemsRefund>["items"][number];

export const quoteItemsRefund = endpoint({
  method: "POST",
  path: "/api/allorders/refund-items/quote",
  access: "manager",
  summary: "What refunding some items of a paid order that was sent comes to, in dollars. Changes nothing",
  input: itemsRefund,
  reply: z.object({
    data: z.object({
      /** What is refunded: with the discounts and the coupon, without the delivery fee. */
      amount: z.number(),
      /** The order's total after it. */
      totalAmt: z.number(),
      byProvider: z.number(),
      byHand: z.number(),
      /** Whether it is more than this person may refund. */
      needsAdmin: z.boolean(),
    }),
  }),
});
export type ItemsRefundQuote = ReplyOf<typeof quoteItemsRefund>["data"];

export const refundItems = endpoint({
  method: "POST",
  path: "/api/allorders/refund-items",
  access: "manager",
  summary:
    "Refund some items of a paid order that was sent, through its provider, or by hand where no provider has the money. Lowers the order, and emails the shopper; the stock stays. A 409 says why it can't, or that the total would not be the quoted one. Repeating it with the same Idempotency-Key refunds nothing twice",
  input: z.extend(itemsRefund, {
    /** The `totalAmt` of the quote. */
    totalAmt: dollars,
    /** Why, for the shopper: in their email and on the order's page. */
    reason: line(MAX_REASON),
  }),
  reply: z.object({}),
});
