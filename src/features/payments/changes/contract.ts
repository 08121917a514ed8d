import * as z from "zod/mini";
import { dollars } from "#shared/dollars.ts";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { MAX_LINES, quantity } from "../../cart/contract.ts";
import { deliveryRequest } from "../../delivery/contract.ts";
import { ONLINE_WAYS, STARTED } from "../contract.ts";
import { missingChoice, orderDetails, orderRef } from "../../orders/contract.ts";

/** The new contents of an order. Address and delivery stay unless they are given. */
const change = z.object({
  orderId: orderRef,
  /** `ifMissing`: what the shopper wants if the product is missing; without it, what they wanted before. */
  list_items: z
    .array(z.object({ productId: id, quantity, ifMissing: z.optional(missingChoice) }))
    .check(z.minLength(1, "is empty"), z.maxLength(MAX_LINES)),
  /** Another address of the shopper. */
  addressId: z.optional(id),
  /** Another way or time. */
  delivery: z.optional(deliveryRequest),
});

/**
 * The consequence for the money: nothing, a new sum on delivery, a refund by the provider or by hand, or a payment first. "pay now" is a
 * payment that `POST /api/order/change/pay` starts; "pay first" one that can't be made.
 */
const settlement = z.enum(["nothing", "on delivery", "refund", "by hand", "pay first", "pay now"]);
export type Settlement = z.output<typeof settlement>;

/** The outcome of a change. Amounts are in dollars; `price` is per piece, after discounts. */
export const changeQuote = z.object({
  lines: z.array(z.object({ productId: id, name: z.string(), quantity: z.int(), price: z.number() })),
  itemsAmt: z.number(),
  couponAmt: z.number(),
  /** Why the order's coupon takes nothing off anymore; empty if it does, or there is none. */
  couponLost: z.string(),
  /** Whether the coupon has ended, so that it takes off no more than before. */
  couponCapped: z.boolean(),
  deliveryFee: z.number(),
  totalAmt: z.number(),
  /** What the order costs now. */
  totalWas: z.number(),
  settlement,
  /** How the difference is paid, with "pay now". */
  payWith: z.optional(z.enum(ONLINE_WAYS)),
});
export type ChangeQuote = z.output<typeof changeQuote>;

export const quoteChange = endpoint({
  method: "POST",
  path: "/api/order/change/quote",
  access: "user",
  summary: "What one of the shopper's orders would cost with other pieces, address or delivery time. Changes nothing",
  bodyLimit: LARGE_BODY,
  input: change,
  reply: z.object({ data: changeQuote }),
});

export const changeOrder = endpoint({
  method: "POST",
  path: "/api/order/change",
  access: "user",
  summary:
    "Change pieces, address or delivery time of an order that is not packed yet, until its delivery time closes. Overpayments are refunded. A 409 says why it can't be changed, or that the total is not `expectedTotal`",
  bodyLimit: LARGE_BODY,
  input: z.extend(change, { expectedTotal: z.optional(dollars) }),
  reply: z.object({ data: orderDetails }),
});

const started = z.union(STARTED);
export type Started = z.output<typeof started>;

export const payChange = endpoint({
  method: "POST",
  path: "/api/order/change/pay",
  access: "user",
  summary:
    "Start paying the extra cost of a change to a paid order, the way the order was paid; confirm or cancel it like the payment of an order. The order changes once the money has arrived; until then, the added items are reserved. If the order is packed, sent, canceled or changed first, nothing is charged, or the money is refunded",
  bodyLimit: LARGE_BODY,
  input: z.extend(change, { expectedTotal: z.optional(dollars) }),
  reply: z.object({ data: started }),
});

const wayChange = z.object({ orderId: orderRef, delivery: deliveryRequest });

export const quoteDelivery = endpoint({
  method: "POST",
  path: "/api/allorders/change-delivery/quote",
  access: "manager",
  summary: "What an order would cost with another delivery method or time. Changes nothing",
  input: wayChange,
  reply: z.object({ data: changeQuote }),
});

export const changeDelivery = endpoint({
  method: "POST",
  path: "/api/allorders/change-delivery",
  access: "manager",
  summary:
    "Change whether an order that is not sent yet is delivered or picked up, and when. A paid order never costs more; overpayments are refunded. A 409 says why not",
  input: wayChange,
  reply: z.object({}),
});
