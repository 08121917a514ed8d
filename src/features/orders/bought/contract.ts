import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { product } from "#features/catalogue/contract.ts";

/** Apart from the other calls about orders, because the home page makes it. */
export const oftenBought = endpoint({
  method: "GET",
  path: "/api/order/often-bought",
  access: "user",
  summary: "Up to 12 products that the shopper buys most often, then most recently; those in stock first",
  reply: z.object({ data: z.array(product) }),
});
