import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { addressFields } from "../../addresses/contract.ts";
import { dollars, order, orderDetails, orderEvent, orderRef, orderStatus, paymentStatus } from "../contract.ts";

/** Orders on one page of the list, and on the papers printed at once. */
export const MAX_ORDERS = 50;

/** A day of the shop's zone; PostgreSQL knows no year 0. */
const day = z.iso.date().check(z.refine((text) => !text.startsWith("0000"), "is no day"));

/** A filter that is not set comes as an empty text. */
const orNone = <T extends z.ZodMiniType>(filter: T) => z.optional(z.union([z.literal(""), filter]));

export const orderFilters = z.object({
  /** Part of the order number, ignoring case, or a whole `_id`. */
  orderId: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /** Part of the shopper's name, ignoring case. */
  userName: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /** `YYYY-MM-DD` of the shop's zone, as is `endDate`; both days are included. */
  startDate: orNone(day),
  endDate: orNone(day),
  status: orNone(orderStatus),
});
export type OrderFilters = z.output<typeof orderFilters>;

export const listAllOrders = endpoint({
  method: "GET",
  path: "/api/allorders/get",
  access: "admin",
  summary:
    "The orders of all shoppers that are not deleted, newest first, 50 a page; filters that are empty or missing let everything through",
  input: z.extend(orderFilters, {
    /** The `next` of the page before. */
    before: z.optional(id),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_ORDERS)), MAX_ORDERS),
  }),
  reply: z.object({
    data: z.array(order),
    /** What the next page is asked for with; null on the last one. */
    next: z.nullable(id),
  }),
});

export const exportOrders = endpoint({
  method: "GET",
  path: "/api/allorders/export",
  access: "admin",
  summary: "The orders that pass the filters of the list, all of them, as CSV, newest first: one line for each order",
  input: orderFilters,
  media: "text/csv; charset=utf-8",
  reply: z.object({}),
});

/** An order with what happened to it, and the names of the admins who did it. */
export const adminOrder = z.extend(orderDetails, { timeline: z.array(z.extend(orderEvent, { whoName: z.string() })) });
export type AdminOrder = z.output<typeof adminOrder>;

export const getAdminOrder = endpoint({
  method: "GET",
  path: "/api/allorders/get/:orderId",
  access: "admin",
  summary: "One order, by its number or its `_id`, with what happened to it and who did it",
  params: z.object({ orderId: orderRef }),
  reply: z.object({ data: adminOrder }),
});

export const updateOrderStatus = endpoint({
  method: "PUT",
  path: "/api/allorders/update-status",
  access: "admin",
  summary:
    "Change an order, with all that follows: CANCELLED puts the goods back and sends the money back, leaving it takes the goods again. `userId` and `products` are ignored",
  bodyLimit: LARGE_BODY,
  input: z.object({
    orderId: orderRef,
    /** Dollars; 409 where another amount was charged already. */
    totalAmt: z.optional(dollars.check(z.lte(10_000_000_000))),
    status: z.optional(orderStatus),
    /** Of these only the three that are no refund can be set. */
    payment_status: z.optional(paymentStatus),
    delivery_address: z.optional(z.partial(addressFields)),
    userId: z.optional(z.unknown()),
    products: z.optional(z.unknown()),
  }),
  reply: z.object({ data: adminOrder }),
});

export const retryRefund = endpoint({
  method: "POST",
  path: "/api/allorders/retry-refund",
  access: "admin",
  summary:
    "Send the money of an order, also of a deleted one, back once more where its provider refused to; 409 where no refund has failed",
  input: z.object({ orderId: orderRef }),
  reply: z.object({ data: adminOrder }),
});

export const deleteOrder = endpoint({
  method: "DELETE",
  path: "/api/allorders/delete",
  access: "admin",
  summary: "Hide an order from this list; one that is under way is cancelled first. Its shopper and the books keep it",
  input: z.object({ orderId: orderRef }),
  reply: z.object({}),
});

/** A category with what chosen orders take from it, and how many pieces for which order. */
export const pickedCategory = z.object({
  /** The category; empty for what lies in none. */
  name: z.string(),
  products: z.array(
    z.object({
      _id: id,
      name: z.string(),
      unit: z.string(),
      image: z.array(z.string()),
      quantity: z.int(),
      orders: z.array(z.object({ orderId: z.string(), quantity: z.int() })),
    }),
  ),
});
export type PickedCategory = z.output<typeof pickedCategory>;

export const orderPapers = endpoint({
  method: "GET",
  path: "/api/allorders/papers",
  access: "admin",
  summary: "What is printed for orders that are packed together: each of them, and what they take from which category",
  input: z.object({
    /** Order numbers or `_id`s, with commas between them. */
    orderIds: z.pipe(
      z.string().check(z.maxLength(2000)),
      z.pipe(
        z.transform((text: string) => text.split(",").filter(Boolean)),
        z.array(orderRef).check(z.minLength(1, "is empty"), z.maxLength(MAX_ORDERS)),
      ),
    ),
  }),
  reply: z.object({ data: z.object({ orders: z.array(order), categories: z.array(pickedCategory) }) }),
});

export const listenToOrders = endpoint({
  method: "GET",
  path: "/api/allorders/events",
  access: "admin",
  summary:
    "Server-sent events: `ready` with the `_id` of the newest order, then `placed`, `changed` and `deleted` with the `_id` of the order they are about. Ends when the access token does",
  input: z.object({
    /** The newest order that is known: those placed since are told at once. */
    since: z.optional(id),
  }),
  media: "text/event-stream",
  reply: z.object({}),
});
