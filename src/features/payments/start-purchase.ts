import type { Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { lockUser } from "../account/lock-user.ts";
import { useKey } from "../orders/idempotency-key.ts";
import type { OrderRequest } from "../orders/place-order.ts";
import { lockShelves } from "../stock/store.ts";
import { releasePayment } from "./release-payment.ts";
import { BEING_TAKEN, isBeingTaken, isReleasable } from "./rules.ts";
import { lockUnderWay } from "./store.ts";

/**
 * What every order and every payment starts with: claims the request's key, and gives up the shopper's payment under way,
 * so that its pieces can be had again. Locks in the order that all writers keep: account, payments, products.
 * @param id of the new order or payment
 * @returns undefined, or the id of the one that the key was used for; then nothing has changed
 * @throws Refusal 409 while the money of another payment is being taken, 422 for a key that was used for another request
 */
export async function startPurchase(
  tx: Db,
  invalidate: Invalidate,
  id: string,
  { userId, key, items }: Pick<OrderRequest, "userId" | "key" | "items">,
): Promise<string | undefined> {
  const repeated = await useKey(tx, userId, key, id);
  if (repeated) return repeated;

  // Of two purchases started at once in two tabs, one sees the other.
  await lockUser(tx, userId);
  const underWay = await lockUnderWay(tx, userId);
  if (underWay.some(isBeingTaken)) throw refuse.conflict(BEING_TAKEN);
  const given = underWay.filter(isReleasable);
  if (given.length === 0) return undefined;
  // All at once: the pieces that come back and those that are taken may be of the same products.
  const products = [...items, ...given.flatMap(({ lines }) => lines)].map(({ productId }) => productId);
  await lockShelves(tx, [...new Set(products)]);
  // One, apart from payments whose money was being taken for a long time and then was not.
  for (const attempt of given) await releasePayment(tx, invalidate, attempt, "REPLACED");
  return undefined;
}
