import type { Database } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { checkTaken, checkUnpaidOrders, readUnpaid, type Trust } from "../orders/check-unpaid.ts";
import { placeOrder, type OrderRequest } from "../orders/place-order.ts";
import { IN_CASH } from "../orders/rules.ts";
import { startPurchase } from "./start-purchase.ts";

/**
 * Places a cash order, replacing the shopper's open payment in the same transaction.
 * @returns the order's id; for a repeated key, the id of the first order
 * @throws Refusal as {@link startPurchase} and {@link placeOrder}, 403 more than this account may order unpaid
 */
export function orderInCash(database: Database, request: OrderRequest, trust: Trust): Promise<string> {
  return database.transact(async (tx, invalidate) => {
    const id = newId();
    const repeated = await startPurchase(tx, invalidate, id, request);
    if (repeated) return repeated;

    await checkUnpaidOrders(tx, request.userId, trust);
    const unpaid = await readUnpaid(tx, request.userId, trust);
    const lines = await placeOrder(tx, invalidate, id, request, IN_CASH);
    checkTaken(lines, unpaid, trust, { inCash: true });
    return id;
  });
}
