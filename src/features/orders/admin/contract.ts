import * as z from "zod/mini";
import { day } from "#shared/day.ts";
import { dollars } from "#shared/dollars.ts";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { addressFields } from "../../addresses/contract.ts";
import { slot, way } from "../../delivery/contract.ts";
import { order, orderDetails, orderRef, orderRefs, orderStatus, paymentStatus } from "../contract.ts";
import { orderEvent } from "../timeline/contract.ts";

/** Most orders on one page of the list, and in one print. */
export const MAX_ORDERS = 50;

/** An empty string means that the filter is not set. */
const orNone = <T extends z.ZodMiniType>(filter: T) => z.optional(z.union([z.literal(""), filter]));

export const orderFilters = z.object({
  /** Part of the order number, ignoring case, or a whole `_id`. */
  orderId: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /** Part of the shopper's name, ignoring case. */
  userName: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /** `YYYY-MM-DD` in the shop's time zone, like `endDate`; both days are included. */
  startDate: orNone(day),
  endDate: orNone(day),
  status: orNone(orderStatus),
  /** Only orders whose shopper asked to cancel and is still waiting for an answer. */
  cancelRequested: orNone(z.literal("yes")),
  /** Only orders that are not paid yet, without canceled ones. */
  unpaid: orNone(z.literal("yes")),
  /** Only orders of which something was paid and not refunded, without canceled ones: those that count as revenue. */
  paid: orNone(z.literal("yes")),
  /** Without canceled orders. */
  canceled: orNone(z.literal("no")),
  /** Only orders that are delivered, or picked up. */
  way: orNone(way),
  /** Only orders of this delivery time, by its id. */
  slot: z.optional(z.string().check(z.maxLength(100))),
  /**
   * Sorts by delivery time, soonest first, from today on. With a status of open orders, late ones are included. Orders without a time come
   * last, newest first.
   */
  sort: orNone(z.literal("slot")),
});
export type OrderFilters = z.output<typeof orderFilters>;

export const listAllOrders = endpoint({
  method: "GET",
  path: "/api/allorders/get",
  access: "manager",
  summary: "All shoppers' orders except deleted ones, newest first, 50 a page; empty or missing filters match everything",
  input: z.extend(orderFilters, {
    /** The `next` of the previous page. */
    before: z.optional(id),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_ORDERS)), MAX_ORDERS),
  }),
  reply: z.object({
    data: z.array(order),
    /** Pass this to get the next page; null on the last one. */
    next: z.nullable(id),
  }),
});

/** A delivery time, and how many orders have it. */
export const orderedSlot = z.extend(z.omit(slot, { left: true }), { way, zone: z.string(), orders: z.int() });
export type OrderedSlot = z.output<typeof orderedSlot>;

export const listOrderSlots = endpoint({
  method: "GET",
  path: "/api/allorders/slots",
  access: "manager",
  summary: "The delivery and pickup times from today on that orders have, soonest first, and how many orders each has",
  reply: z.object({ data: z.array(orderedSlot) }),
});

export const exportOrders = endpoint({
  method: "GET",
  path: "/api/allorders/export",
  access: "manager",
  summary: "All orders that match the list's filters as CSV, newest first, one line per order",
  input: orderFilters,
  media: "text/csv; charset=utf-8",
  reply: z.object({}),
});

/** Longest note on an order. */
export const MAX_NOTE = 500;

export const exportOrderLines = endpoint({
  method: "GET",
  path: "/api/allorders/export-lines",
  access: "manager",
  summary: "The lines of all orders that match the list's filters as CSV, newest order first, one line per product",
  input: orderFilters,
  media: "text/csv; charset=utf-8",
  reply: z.object({}),
});

/** An order with its events and the names of the admins who caused them. */
export const adminOrder = z.extend(orderDetails, {
  timeline: z.array(z.extend(orderEvent, { whoName: z.string() })),
  note: z.string(),
  /** The number of the next order to send; empty if this is the last. */
  next: z.string(),
});
export type AdminOrder = z.output<typeof adminOrder>;

export const getAdminOrder = endpoint({
  method: "GET",
  path: "/api/allorders/get/:orderId",
  access: "manager",
  summary: "One order, by its number or `_id`, with its events and who caused them",
  params: z.object({ orderId: orderRef }),
  reply: z.object({ data: adminOrder }),
});

export const updateOrderStatus = endpoint({
  method: "PUT",
  path: "/api/allorders/update-status",
  access: "manager",
  summary:
    "Change an order with all consequences: CANCELLED returns the stock and refunds the shopper, leaving it takes the stock again. If the status is no longer `statusWas`, the response is a 409 with the current one in `data.status`. `userId` and `products` are ignored",
  bodyLimit: LARGE_BODY,
  input: z.object({
    orderId: orderRef,
    /** Dollars; 409 if the total has been charged already. */
    totalAmt: z.optional(dollars.check(z.lte(10_000_000_000))),
    status: z.optional(orderStatus),
    /** The status when the order was read, so that concurrent changes are refused instead of overwritten. */
    statusWas: z.optional(orderStatus),
    /** Only the three that aren't about refunds. */
    payment_status: z.optional(paymentStatus),
    delivery_address: z.optional(z.partial(addressFields)),
    /** With CANCELLED: whether the goods of a sent order came back; true by default. */
    goodsBack: z.optional(z.boolean()),
    /**
     * Whether to send an order with lines that are marked as missing, replaced or lighter only once it is packed, since packing lowers it;
     * otherwise a 409 with their number in `data.unpacked`. False by default.
     */
    packFirst: z.optional(z.boolean()),
    /** The staff's own note. Shoppers see it only on packing slips and bag labels. */
    note: z.optional(z.string().check(z.trim(), z.maxLength(MAX_NOTE))),
    userId: z.optional(z.unknown()),
    products: z.optional(z.unknown()),
  }),
  reply: z.object({ data: adminOrder }),
});

export const moveOrders = endpoint({
  method: "POST",
  path: "/api/allorders/move",
  access: "manager",
  summary:
    "Mark several orders as sent or delivered (ready for pickup or picked up), each by itself: one that can't take this step, because it was canceled, is already further along, or was picked short and not packed, is left as it is and named in `left`",
  input: z.object({
    orderIds: z.array(orderRef).check(z.minLength(1, "is empty"), z.maxLength(MAX_ORDERS)),
    status: z.enum(["SHIPPED", "DELIVERED"]),
  }),
  reply: z.object({ data: z.object({ moved: z.int(), left: z.array(z.object({ orderId: z.string(), status: orderStatus, way })) }) }),
});

export const markPaid = endpoint({
  method: "POST",
  path: "/api/allorders/paid",
  access: "manager",
  summary:
    "Record that several orders were paid in cash, each by itself: one that was canceled or is paid already is left as it is and named in `left`",
  input: z.object({ orderIds: z.array(orderRef).check(z.minLength(1, "is empty"), z.maxLength(MAX_ORDERS)) }),
  reply: z.object({
    data: z.object({
      paid: z.int(),
      left: z.array(z.object({ orderId: z.string(), status: orderStatus, payment_status: paymentStatus })),
    }),
  }),
});

export const retryRefund = endpoint({
  method: "POST",
  path: "/api/allorders/retry-refund",
  access: "manager",
  summary: "Retry the failed refund of an order, even a deleted one; 409 unless its last refund failed",
  input: z.object({ orderId: orderRef }),
  reply: z.object({ data: adminOrder }),
});

export const declineCancel = endpoint({
  method: "POST",
  path: "/api/allorders/decline-cancellation",
  access: "manager",
  summary:
    "Decline a shopper's request to cancel a sent order, and email them; to accept it, set the status to CANCELLED. 409 without a request",
  input: z.object({ orderId: orderRef }),
  reply: z.object({ data: adminOrder }),
});

export const deleteOrder = endpoint({
  method: "DELETE",
  path: "/api/allorders/delete",
  access: "manager",
  summary:
    "Hide an order from this list, canceling it first if it is still open. Its shopper and the sales figures keep it. If the status is no longer `statusWas`, the response is a 409 with the current one in `data.status`",
  input: z.object({
    orderId: orderRef,
    /** The status when the order was read. */
    statusWas: z.optional(orderStatus),
    /** If it is canceled, whether the goods of a sent order came back; true by default. */
    goodsBack: z.optional(z.boolean()),
  }),
  reply: z.object({}),
});

/** An order as its documents show it, with the staff's note. */
export const orderPaper = z.extend(order, { note: z.string() });
export type OrderPaper = z.output<typeof orderPaper>;

export const orderPapers = endpoint({
  method: "GET",
  path: "/api/allorders/papers",
  access: "manager",
  summary: "Several orders, to print their packing slips or invoices",
  input: z.object({ orderIds: orderRefs(MAX_ORDERS) }),
  reply: z.object({ data: z.object({ orders: z.array(orderPaper) }) }),
});

export const listenToOrders = endpoint({
  method: "GET",
  path: "/api/allorders/events",
  access: "picker",
  summary:
    "Live updates as server-sent events: `ready` with the `_id` of the newest order, then `placed`, `changed`, `picked` and `deleted` with the `_id` of an order. Ends when the access token expires",
  input: z.object({
    /** The newest order the client knows; newer ones are sent at once. */
    since: z.optional(id),
  }),
  media: "text/event-stream",
  reply: z.object({}),
});
