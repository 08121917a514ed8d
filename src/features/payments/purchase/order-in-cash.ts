import type { Database } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import type { Terms } from "../../delivery/rules.ts";
import type { Trust } from "../../orders/limits/check-unpaid.ts";
import { placeOrder, type OrderRequest } from "../../orders/placing/place-order.ts";
import { IN_CASH } from "../../orders/rules.ts";
import { readOrder, type PlacedOrder } from "../../orders/store.ts";
import { agreePurchase, takeAgreed } from "./agree-purchase.ts";
import { startPurchase } from "./start-purchase.ts";

/**
 * Places a cash order, replacing the shopper's open payment in the same transaction. Two round trips: one locks and reads everything,
 * the other writes and commits.
 * @returns the order; for a repeated key, the first one
 * @param terms how the shop delivers; null while delivery is off
 * @throws Refusal as {@link startPurchase} and {@link agreePurchase}
 * @throws PriceChanged
 */
export async function orderInCash(database: Database, request: OrderRequest, trust: Trust, terms: Terms | null): Promise<PlacedOrder> {
  const { userId } = request;
  const order = await database.transact(
    async ({ tx, invalidate, withCommit }) => {
      const id = newId();
      const purchase = await startPurchase(tx, invalidate, id, request, trust);
      if ("repeated" in purchase) return withCommit(readOrder(tx, purchase.repeated));

      const agreement = agreePurchase(purchase, { request, trust, terms, inCash: true });
      const { address, quote } = agreement;
      return withCommit(
        ...purchase.replace(),
        ...takeAgreed(tx, agreement, { orderId: id, userId }, "USED"),
        placeOrder(tx, invalidate, { id, userId, address, quote, payment: IN_CASH }),
      );
    },
    { prepare: true },
  );
  if (!order) throw new Error("The order is missing");
  return order;
}
