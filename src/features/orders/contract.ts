import * as z from "zod/mini";
import { dollars } from "#shared/dollars.ts";
import { endpoint, LARGE_BODY, type ReplyOf } from "#shared/endpoint.ts";
import { id, idOrObject } from "#shared/id.ts";
import { couponCode, couponConflict } from "../coupons/contract.ts";
import { weighed } from "../catalogue/contract.ts";
import { filledCart, MAX_LINES, quantity } from "../cart/contract.ts";
import { agreedDelivery, deliveryProblem, deliveryRequest } from "../delivery/contract.ts";
import { shortage } from "../stock/contract.ts";
import { orderEvent } from "./timeline/contract.ts";

export const ORDER_STATUSES = ["PENDING", "SHIPPED", "DELIVERED", "COMPLETED", "CANCELLED"] as const;
export const PAYMENT_STATUSES = ["CASH ON DELIVERY", "PAID", "PENDING", "REFUNDED", "PARTIALLY REFUNDED"] as const;
/** How an admin gives money back by hand. */
export const refundWay = z.enum(["transfer", "cash"]);
export type RefundWay = z.output<typeof refundWay>;
export const orderStatus = z.enum(ORDER_STATUSES);
export const paymentStatus = z.enum(PAYMENT_STATUSES);
export type OrderStatus = z.output<typeof orderStatus>;
export type PaymentStatus = z.output<typeof paymentStatus>;

/** What a shopper wants when something is missing: a similar product, to be asked, or the money back. */
export const MISSING_CHOICES = ["similar", "ask", "refund"] as const;
export const missingChoice = z.enum(MISSING_CHOICES);
export type MissingChoice = z.output<typeof missingChoice>;

/**
 * A line of an order: the product as it was when ordered. `unit_price` is the list price per piece in dollars, `discount` a percentage,
 * `paid_price` the dollars charged per piece. If it is priced by weight, both prices are per kilogram.
 */
export const orderLine = z.object({
  productId: z.object({ _id: id }),
  quantity: z.int(),
  /** What the shopper wants if it is missing; left out unless they chose. */
  ifMissing: z.optional(missingChoice),
  product_details: z.object({
    name: z.string(),
    image: z.array(z.string()),
    unit: z.string(),
    brand: z.string(),
    sku: z.string(),
    unit_price: z.number(),
    discount: z.number(),
    paid_price: z.number(),
    quantity: z.int(),
    /** How it is sold if it is priced by weight. */
    weighed: z.optional(weighed),
    /** What all of it weighs, once it was weighed. Until then, an estimate is charged. */
    grams: z.optional(z.int()),
    /** The name of the ordered product that it replaces. */
    replaces: z.optional(z.string()),
  }),
});
export type OrderLine = z.output<typeof orderLine>;

/** A coupon, and what it takes off the total. */
const couponTaken = z.object({ code: z.string(), amount: z.number() });

/** Where an order goes. Orders that are picked up may have only a phone number. */
export const deliveryAddress = z.object({
  address_line: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
  mobile: z.string(),
});

/** An order in API responses (specification, section 3). Amounts are in dollars; `subTotalAmt` is undiscounted. */
export const order = z.object({
  _id: id,
  /** The order number a person reads: 12 characters of Crockford base32. */
  orderId: z.string(),
  userId: z.object({ _id: id, name: z.string() }),
  status: orderStatus,
  payment_status: paymentStatus,
  metodoDePago: z.string(),
  createdAt: z.iso.datetime(),
  /** When the shopper asked to cancel after it was shipped; null unless an admin still has to answer. */
  cancelRequestedAt: z.nullable(z.iso.datetime()),
  /** When its goods were put into bags; null before that. */
  packedAt: z.nullable(z.iso.datetime()),
  totalAmt: z.number(),
  subTotalAmt: z.number(),
  coupon: z.optional(couponTaken),
  /** Only if delivery is not free. */
  deliveryFee: z.optional(z.number()),
  /** The tax that the total includes; only if the shop states it. */
  tax: z.optional(z.object({ percent: z.number(), amount: z.number() })),
  /** How its invoice is numbered, such as `{year}-{order}`; only if that is not the order's number. */
  invoiceFormat: z.optional(z.string()),
  /** How it reaches the shopper; only if the shop has delivery zones. */
  delivery: z.optional(agreedDelivery),
  /** Until when its shopper may change it; only if its delivery time sets an end. */
  changesCloseAt: z.optional(z.string()),
  delivery_address: deliveryAddress,
  products: z.array(orderLine),
});
export type Order = z.output<typeof order>;

/** An order with its events, oldest first. */
export const orderDetails = z.extend(order, { timeline: z.array(orderEvent) });
export type OrderDetails = z.output<typeof orderDetails>;

/** An order by its number, ignoring case, or by its `_id`. */
export const orderRef = z.string().check(z.trim(), z.regex(/^([0-9a-f]{32}|[0-9a-hjkmnp-tv-z]{12})$/i, "is not an order number"));

/** Orders by their numbers or `_id`s, separated by commas. @param most how many */
export const orderRefs = (most: number) =>
  z.pipe(
    z.string().check(z.maxLength(2000)),
    z.pipe(
      z.transform((text: string) => text.split(",").filter(Boolean)),
      z.array(orderRef).check(z.minLength(1, "is empty"), z.maxLength(most)),
    ),
  );

/** Input of every call that places an order. `list_items` are the lines of `GET /api/cart/get`. */
export const orderRequest = z.object({
  list_items: z.array(z.object({ productId: idOrObject, quantity })).check(z.minLength(1, "is empty"), z.maxLength(MAX_LINES)),
  /** Only orders that are picked up can omit it. */
  addressId: z.optional(id),
  /** The total the shopper saw, in dollars; only compared: a different total is 409. */
  expectedTotal: z.optional(dollars),
  /** How it should reach the shopper, and when; only if the shop has delivery zones. */
  delivery: z.optional(deliveryRequest),
  /** A coupon's code. */
  coupon: z.optional(couponCode),
  /** What the shopper wants when something is missing, and for which products something else. */
  ifMissing: z.optional(
    z.object({
      choice: missingChoice,
      except: z._default(z.array(z.object({ productId: id, choice: missingChoice })).check(z.maxLength(MAX_LINES)), []),
    }),
  ),
});

/** `data` of the 409 for a refused order, so that the checkout can say exactly what changed. */
export const orderConflict = z.discriminatedUnion("reason", [
  shortage,
  deliveryProblem,
  couponConflict,
  /** The total is not `expectedTotal`. Contains the current prices, in dollars and percent. */
  z.object({
    reason: z.literal("price"),
    totalAmt: z.number(),
    subTotalAmt: z.number(),
    coupon: z.optional(couponTaken),
    deliveryFee: z.optional(z.number()),
    products: z.array(z.object({ productId: id, name: z.string(), price: z.number(), discount: z.number() })),
  }),
]);
export type OrderConflict = z.output<typeof orderConflict>;

export const cashOnDelivery = endpoint({
  method: "POST",
  path: "/api/order/cash-on-delivery",
  access: "user",
  summary: "Place a cash on delivery order; repeating it with the same Idempotency-Key returns the first order",
  bodyLimit: LARGE_BODY,
  input: orderRequest,
  reply: z.object({ data: order }),
});

export const orderOfKey = endpoint({
  method: "GET",
  path: "/api/order/of-key",
  access: "user",
  summary: "The order placed with this Idempotency-Key, or null; never places one",
  input: z.object({ key: z.string().check(z.minLength(1), z.maxLength(128)) }),
  reply: z.object({ data: z.nullable(order) }),
});

export const listOrders = endpoint({
  method: "GET",
  path: "/api/order/order-list",
  access: "user",
  summary: "The user's orders, newest first, 50 a page",
  input: z.object({ page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1) }),
  reply: z.object({ page: z.int(), totalPage: z.int(), data: z.array(order) }),
});

export const getOrder = endpoint({
  method: "GET",
  path: "/api/order/details",
  access: "user",
  summary: "One order with its history, for its shopper and admins",
  input: z.object({ orderId: orderRef }),
  reply: z.object({ data: orderDetails }),
});

export const cancelOrder = endpoint({
  method: "POST",
  path: "/api/order/cancel",
  access: "user",
  summary:
    "Cancel one of the shopper's orders. An order that was not sent yet is canceled and refunded; a sent one becomes a cancellation request (`cancelRequestedAt`) within 24 hours of being placed, then a 409",
  input: z.object({ orderId: orderRef }),
  reply: z.object({ data: orderDetails }),
});

export const quoteRefund = endpoint({
  method: "GET",
  path: "/api/order/refund",
  access: "user",
  summary:
    "How an order would be refunded if it were canceled, for its shopper and admins: in dollars, by its provider, and by the staff where that is too little for the provider. Both are 0 if no provider has any of its money",
  input: z.object({ orderId: orderRef }),
  reply: z.object({ data: z.object({ byProvider: z.number(), byHand: z.number() }) }),
});
export type RefundQuote = ReplyOf<typeof quoteRefund>["data"];

export const orderInvoice = endpoint({
  method: "GET",
  path: "/api/order/invoice",
  access: "user",
  summary: "The invoice of an order as a PDF, for its shopper and admins",
  input: z.object({ orderId: orderRef }),
  media: "application/pdf",
  reply: z.object({}),
});

/** The outcome of buying an order again. Prices are in dollars per piece, or per kilogram. */
export const boughtAgain = z.extend(filledCart, {
  /** Products in the cart whose price has gone up. */
  dearer: z.array(
    z.object({
      productId: id,
      name: z.string(),
      unit: z.optional(z.string()),
      before: z.number(),
      now: z.number(),
      per: z.optional(z.literal("kg")),
    }),
  ),
});
export type BoughtAgain = z.output<typeof boughtAgain>;

export const buyOrderAgain = endpoint({
  method: "POST",
  path: "/api/order/buy-again",
  access: "user",
  summary:
    "Add what is still available of one of the shopper's orders to their cart; reports what is not, or costs more now. Repeating it with the same Idempotency-Key adds nothing twice",
  input: z.object({ orderId: orderRef }),
  reply: z.object({ data: boughtAgain }),
});
