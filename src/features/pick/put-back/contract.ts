import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { weighed } from "../../catalogue/contract.ts";
import { orderRef } from "../../orders/contract.ts";

/** An order that no longer needs some of what was picked. */
const putBackOrder = z.object({
  _id: id,
  orderId: z.string(),
  canceled: z.boolean(),
  /** When it was canceled or last changed. */
  at: z.iso.datetime(),
});
export type PutBackOrder = z.output<typeof putBackOrder>;

/** Something that was picked and is to be put back. */
export const putBackLine = z.object({
  /** Of the order. */
  _id: id,
  productId: id,
  name: z.string(),
  unit: z.string(),
  brand: z.string(),
  sku: z.string(),
  category: z.string(),
  subCategory: z.string(),
  quantity: z.int(),
  weighed: z.optional(weighed),
  /** Its weight, if it was weighed. */
  grams: z.optional(z.int()),
});
export type PutBackLine = z.output<typeof putBackLine>;

export const listPutBack = endpoint({
  method: "GET",
  path: "/api/pick/put-back",
  access: "picker",
  summary:
    "What was picked or packed of orders that were then canceled, and what was picked and is no longer wanted since the shopper changed the order, in the order of the shelves, until it is put back: up to 50 orders",
  input: z.object({}),
  reply: z.object({ data: z.object({ orders: z.array(putBackOrder), lines: z.array(putBackLine) }) }),
});

export const putBack = endpoint({
  method: "POST",
  path: "/api/pick/put-back",
  access: "picker",
  summary:
    "Record that all that was listed of an order is back on the shelves. Repeating it changes nothing; 409 if other items are listed by now, or if the order was canceled and is open again",
  input: z.object({
    orderId: orderRef,
    /** As listed. Pages loaded from an older version leave them out. */
    canceled: z.optional(z.boolean()),
    at: z.optional(z.iso.datetime()),
  }),
  reply: z.object({}),
});
