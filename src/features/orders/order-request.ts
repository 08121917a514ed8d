import type { FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { toCents } from "#shared/money.ts";
import type { orderRequest } from "./contract.ts";
import { requestKey } from "./idempotency-key.ts";
import type { OrderRequest } from "./place-order.ts";

/**
 * What a call asks to be ordered, paid now or at the door. All of its input goes into the key: the same key for another
 * way to pay is another request.
 * @throws Refusal 400 for a key that is none
 */
export function readOrderRequest(
  endpoint: { path: string },
  call: { input: z.output<typeof orderRequest>; visitor: { userId: string }; http: { request: FastifyRequest } | null },
): Omit<OrderRequest, "payment"> {
  const { input, visitor, http } = call;
  return {
    userId: visitor.userId,
    items: input.list_items,
    addressId: input.addressId,
    expectedCents: input.expectedTotal === undefined ? undefined : toCents(input.expectedTotal),
    key: http ? requestKey(http.request.headers, endpoint.path, input) : undefined,
  };
}
