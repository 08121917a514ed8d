import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";

/** Most products a browser watches at a time: a full cart, and what is in view. */
export const MOST_PRODUCTS = 200;
/** Most orders a browser watches at a time. */
export const MOST_ORDERS = 20;

export const liveUpdates = endpoint({
  method: "POST",
  path: "/api/live",
  access: "anyone",
  summary:
    "Live updates as server-sent events: `product` with stock and prices, at once and with every change; with an access token, `order` with the number of one of the shopper's orders whenever it changes. Ends after a while; open it again",
  input: z.object({
    products: z._default(z.array(id).check(z.maxLength(MOST_PRODUCTS)), []),
    /** Order numbers; others' are ignored. */
    orders: z._default(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(MOST_ORDERS)), []),
  }),
  media: "text/event-stream",
  reply: z.object({}),
});
