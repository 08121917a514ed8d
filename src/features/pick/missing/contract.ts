import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { weighed } from "../../catalogue/contract.ts";
import { orderRef } from "../../orders/contract.ts";

/** A line of an order of which not all was found, and whose shopper wanted to be asked. */
export const missingLine = z.object({
  position: z.int(),
  productId: id,
  name: z.string(),
  unit: z.string(),
  brand: z.string(),
  sku: z.string(),
  quantity: z.int(),
  found: z.int(),
  weighed: z.optional(weighed),
});
export type MissingLine = z.output<typeof missingLine>;

export const listMissing = endpoint({
  method: "GET",
  path: "/api/order/missing",
  access: "user",
  summary: "Missing items of one of your own orders that wait for your choice, while it is being picked",
  input: z.object({ orderId: orderRef }),
  reply: z.object({ data: z.array(missingLine) }),
});

export const answerMissing = endpoint({
  method: "PUT",
  path: "/api/order/missing",
  access: "user",
  summary: "Choose what to do about a missing item of one of your own orders; pickers see it at once. 409 once the order is packed",
  input: z.object({
    orderId: orderRef,
    position: z.int().check(z.gte(0), z.lte(10_000)),
    productId: id,
    choice: z.enum(["similar", "refund"]),
  }),
  reply: z.object({}),
});
