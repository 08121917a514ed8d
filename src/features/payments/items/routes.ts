import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { toCents, toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { requestKey } from "../../idempotency/idempotency-key.ts";
import { staffActor } from "../../orders/limits/refund-limit.ts";
import * as contract from "../../orders/refunds/contract.ts";
import { idOf } from "../../orders/store.ts";
import { quoteItemsRefund, refundItems } from "./refund-items.ts";

/** Items of orders that were sent, refunded by the staff. */
export function itemsRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;

  serve(app, shop, contract.quoteItemsRefund, async ({ input: { orderId, items }, visitor }) => {
    const quote = await quoteItemsRefund(database, await staffActor(shop, visitor), idOf(orderId), items);
    const { refundCents, totalCents, split, needsAdmin } = quote;
    const [amount, totalAmt] = [toDollars(refundCents), toDollars(totalCents)];
    return { data: { amount, totalAmt, byProvider: toDollars(split.byProvider), byHand: toDollars(split.byHand), needsAdmin } };
  });

  serve(app, shop, contract.refundItems, async ({ input, visitor, http }) => {
    const key = http ? requestKey(http.request.headers, contract.refundItems.path, input) : undefined;
    const { orderId, items, reason, totalAmt } = input;
    const refund = { items, reason, expectedCents: toCents(totalAmt) };
    await refundItems(database, await staffActor(shop, visitor), idOf(orderId), key, refund);
    return { message: t("Refund started") };
  });
}
