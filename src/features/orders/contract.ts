import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { toCents } from "#shared/money.ts";
import { MAX_LINES, quantity } from "../cart/contract.ts";
import { shortage } from "../stock/contract.ts";

export const ORDER_STATUSES = ["PENDING", "SHIPPED", "DELIVERED", "COMPLETED", "CANCELLED"] as const;
export const PAYMENT_STATUSES = ["CASH ON DELIVERY", "PAID", "PENDING", "REFUNDED", "PARTIALLY REFUNDED"] as const;
export const orderStatus = z.enum(ORDER_STATUSES);
export const paymentStatus = z.enum(PAYMENT_STATUSES);
export type OrderStatus = z.output<typeof orderStatus>;
export type PaymentStatus = z.output<typeof paymentStatus>;

/**
 * A line of an order: the product as it was when it was ordered. Of one piece, `unit_price` is the list price in dollars,
 * `discount` its percent, `paid_price` the dollars that were charged.
 */
export const orderLine = z.object({
  productId: z.object({ _id: id }),
  quantity: z.int(),
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
  }),
});
export type OrderLine = z.output<typeof orderLine>;

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
  /** When the shopper asked to cancel it after it was sent; null unless an admin still has to answer. */
  cancelRequestedAt: z.nullable(z.iso.datetime()),
  totalAmt: z.number(),
  subTotalAmt: z.number(),
  delivery_address: z.object({
    address_line: z.string(),
    city: z.string(),
    state: z.string(),
    pincode: z.string(),
    country: z.string(),
    mobile: z.string(),
  }),
  products: z.array(orderLine),
});
export type Order = z.output<typeof order>;

export const EVENT_KINDS = [
  "PLACED",
  "PAID",
  /** From one status to another; CANCELLED has its own kind. */
  "STATUS",
  "PAYMENT STATUS",
  "CANCELLED",
  /** The shopper asked to cancel an order that was already sent. */
  "CANCEL REQUESTED",
  "CANCEL DECLINED",
  "REFUND REQUESTED",
  /** The provider accepted the refund; the money is not back yet. */
  "REFUND PENDING",
  /** No provider can return the money, so an admin does. */
  "REFUND BY HAND",
  "REFUND DONE",
  "REFUND FAILED",
  /** From one total to another, in dollars. */
  "TOTAL",
  "ADDRESS",
  /** Hidden from the admins' list; the shopper does not see this event. */
  "DELETED",
] as const;

/** Something that happened to an order; `before` and `after` are what it was and became, or empty. */
export const orderEvent = z.object({
  at: z.iso.datetime(),
  kind: z.enum(EVENT_KINDS),
  /** `shopper` or `shop`; an admin also sees the id of the admin who did it. */
  who: z.string(),
  before: z.string(),
  after: z.string(),
});
export type OrderEvent = z.output<typeof orderEvent>;

/** An order with all that happened to it, oldest first. */
export const orderDetails = z.extend(order, { timeline: z.array(orderEvent) });
export type OrderDetails = z.output<typeof orderDetails>;

/** An order by its number, ignoring case, or by its `_id`. */
export const orderRef = z.string().check(z.trim(), z.regex(/^([0-9a-f]{32}|[0-9a-hjkmnp-tv-z]{12})$/i, "is no order number"));

const idOrObject = z.pipe(
  z.union([id, z.object({ _id: id })]),
  z.transform((value: string | { _id: string }) => (typeof value === "string" ? value : value._id)),
);

/** Less than a thousandth of a cent is what sums of dollars as doubles are off. */
function isWholeCents(dollars: number): boolean {
  return Math.abs(dollars * 100 - toCents(dollars)) < 0.001;
}

/** An amount in dollars, of whole cents. */
export const dollars = z.number().check(z.gte(0), z.refine(isWholeCents, "has more than two decimals"));

/** What every call that places an order takes. The lines of `GET /api/cart/get` are `list_items`. */
export const orderRequest = z.object({
  list_items: z.array(z.object({ productId: idOrObject, quantity })).check(z.minLength(1, "is empty"), z.maxLength(MAX_LINES)),
  addressId: id,
  /** Dollars the shopper was shown; only compared: a different total is 409. */
  expectedTotal: z.optional(dollars),
});

/** `data` of the 409 that refuses an order, so that the checkout can say plainly what changed. */
export const orderConflict = z.discriminatedUnion("reason", [
  shortage,
  /** The total is not `expectedTotal`: the prices as they are now, in dollars and percent. */
  z.object({
    reason: z.literal("price"),
    totalAmt: z.number(),
    subTotalAmt: z.number(),
    products: z.array(z.object({ productId: id, name: z.string(), price: z.number(), discount: z.number() })),
  }),
]);
export type OrderConflict = z.output<typeof orderConflict>;

export const cashOnDelivery = endpoint({
  method: "POST",
  path: "/api/order/cash-on-delivery",
  access: "user",
  summary: "Place an order that is paid in cash at the door; an Idempotency-Key makes a repeat give the same order",
  bodyLimit: LARGE_BODY,
  input: orderRequest,
  reply: z.object({ data: order }),
});

export const orderOfKey = endpoint({
  method: "GET",
  path: "/api/order/of-key",
  access: "user",
  summary: "The order that a request with this Idempotency-Key has placed; null when there is none. Asking places nothing",
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
  summary: "One order with what happened to it; for its shopper and for admins",
  input: z.object({ orderId: orderRef }),
  reply: z.object({ data: orderDetails }),
});

export const cancelOrder = endpoint({
  method: "POST",
  path: "/api/order/cancel",
  access: "user",
  summary:
    "Cancel one of the shopper's orders. Before it is sent it is cancelled at once, with its refund; within 24 hours of being placed an order that was sent becomes a cancellation request (`cancelRequestedAt`); 409 afterwards",
  input: z.object({ orderId: orderRef }),
  reply: z.object({ data: orderDetails }),
});

export const orderInvoice = endpoint({
  method: "GET",
  path: "/api/order/invoice",
  access: "user",
  summary: "The invoice of an order as a PDF; for its shopper and for admins",
  input: z.object({ orderId: orderRef }),
  media: "application/pdf",
  reply: z.object({}),
});

/** What came of buying an order again. Prices are dollars for one piece. */
export const boughtAgain = z.object({
  /** Pieces that are now in the cart. */
  added: z.array(z.object({ productId: id, name: z.string(), quantity: z.int() })),
  /** Pieces that are not, and why: gone from the shop, sold out, too few left, or no place in the cart. */
  missing: z.array(
    z.object({ productId: id, name: z.string(), quantity: z.int(), reason: z.enum(["gone", "sold out", "few left", "cart full"]) }),
  ),
  /** Products in the cart that cost more than they did. */
  dearer: z.array(z.object({ productId: id, name: z.string(), before: z.number(), now: z.number() })),
});
export type BoughtAgain = z.output<typeof boughtAgain>;

export const buyAgain = endpoint({
  method: "POST",
  path: "/api/order/buy-again",
  access: "user",
  summary: "Put what is still to be had of an order of the shopper into their cart, and say what is not, or costs more now",
  input: z.object({ orderId: orderRef }),
  reply: z.object({ data: boughtAgain }),
});
