import * as z from "zod/mini";
import { id } from "#shared/id.ts";

/** `data` of a 409 for insufficient stock: how much the order can have of each product that ran short; 0 of deleted ones. */
export const shortage = z.object({
  reason: z.literal("stock"),
  products: z.array(z.object({ productId: id, name: z.string(), unit: z.optional(z.string()), stock: z.int() })),
});
export type Shortage = z.output<typeof shortage>;

/** RELEASED pieces are back in stock; SOLD ones belong to an order. */
export const RESERVATION_STATES = ["RESERVED", "RELEASED", "SOLD"] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];
