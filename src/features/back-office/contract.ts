import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { orderStatus } from "../orders/contract.ts";

/** Results per group. */
export const FOUND = 5;
/** Shorter texts match too much to be searched for. */
export const MIN_SEARCH = 2;

/** The one search of the back office. */
export const findAnything = endpoint({
  method: "GET",
  path: "/api/back-office/search",
  access: "manager",
  summary: `Orders by number, products by sku, barcode or name, and customers by name, email address or phone number: at most ${FOUND} of each`,
  input: z.object({ q: z.string().check(z.trim(), z.minLength(MIN_SEARCH), z.maxLength(100)) }),
  reply: z.object({
    data: z.object({
      orders: z.array(
        z.object({
          _id: id,
          orderId: z.string(),
          userName: z.string(),
          status: orderStatus,
          totalAmt: z.number(),
          createdAt: z.iso.datetime(),
        }),
      ),
      products: z.array(z.object({ _id: id, name: z.string(), unit: z.string(), sku: z.string(), image: z.string(), stock: z.int() })),
      customers: z.array(z.object({ _id: id, name: z.string(), email: z.string(), mobile: z.string() })),
    }),
  }),
});
export type Found = z.output<(typeof findAnything)["reply"]>["data"];
