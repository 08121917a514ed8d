import type { FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { refuse } from "#server/http/errors.ts";
import type { Visitor } from "#server/shop.ts";
import { isForPickup } from "../../delivery/rules.ts";
import { toCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { orderRequest } from "../contract.ts";
import { requestKey } from "../../idempotency/idempotency-key.ts";
import type { OrderRequest } from "./place-order.ts";
import { missingChoices, orderedItems } from "../rules.ts";

/**
 * Reads what a call orders, for any payment method. The key covers all of the input: the same key with another payment method is a
 * different request.
 * @throws Refusal 400 for a malformed key, too many pieces of a product, or no address for an order that is delivered
 */
export function readOrderRequest(
  endpoint: { path: string },
  call: {
    input: z.output<typeof orderRequest>;
    visitor: Omit<Visitor, "role" | "twoStep">;
    http: { request: FastifyRequest } | null;
  },
): Omit<OrderRequest, "timeZone"> {
  const { input, visitor, http } = call;
  if (input.addressId === undefined && !isForPickup(input.delivery)) throw refuse.badInput(t("addressId is required"));
  const ordered = orderedItems(input.list_items);
  if (!ordered.ok) throw refuse.badInput(ordered.reason);
  return {
    userId: visitor.userId,
    sessionId: visitor.sessionId,
    isConfirmed: visitor.isConfirmed,
    items: ordered.items,
    addressId: input.addressId,
    couponCode: input.coupon,
    expectedCents: input.expectedTotal === undefined ? undefined : toCents(input.expectedTotal),
    delivery: input.delivery,
    ifMissing: missingChoices(input.ifMissing, ordered.items),
    key: http ? requestKey(http.request.headers, endpoint.path, input) : undefined,
  };
}
