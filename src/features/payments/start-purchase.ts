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
 * The first step of every order and payment: claims the request's key, and cancels the shopper's open payment to free its goods.
 * Takes locks in the order that all writers use: account, payments, products.
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
  // Lock both sets together: the released and the requested goods may be the same products.
  const products = [...items, ...given.flatMap(({ lines }) => lines)].map(({ productId }) => productId);
  await lockShelves(tx, [...new Set(products)]);
  // Usually one; more only if a capture took very long and then failed.
  for (const attempt of given) await releasePayment(tx, invalidate, attempt, "REPLACED");
  return undefined;
}
