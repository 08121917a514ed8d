import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { LoggedIn } from "#server/shop.ts";
import { discounted } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { useKey, type RequestKey } from "../../idempotency/idempotency-key.ts";
import { fillCart, filledBefore, lockToFill } from "../../cart/fill-cart.ts";
import { ADDED } from "../../cart/rules.ts";
import type { BoughtAgain } from "../contract.ts";
import { idOf, productsOf, readOrder } from "../store.ts";

export interface BoughtAgainOutcome extends Omit<BoughtAgain, "dearer"> {
  /** Products in the cart whose price has gone up, per piece or per kilogram. */
  dearer: { productId: string; name: string; unit?: string | undefined; beforeCents: number; nowCents: number; isPerKilo: boolean }[];
}

/**
 * Adds what is still available of a whole order to its shopper's cart: once per key. A repeat tells what the cart holds of it. Two round
 * trips.
 * @param allowed what must be counted first
 * @throws Refusal 404 for one that is not theirs
 */
export async function buyOrderAgain(
  database: Database,
  shopper: LoggedIn,
  ref: string,
  key: RequestKey | undefined,
  allowed: Promise<unknown>,
): Promise<BoughtAgainOutcome> {
  const { userId } = shopper;
  const theirs = idOf(ref, userId);
  const { ordered, products, outcome } = await database.transact(async (transaction) => {
    const { tx } = transaction;
    const [used, cart, order] = await Promise.all([
      useKey(tx, userId, key, ref),
      lockToFill(tx, shopper, productsOf(theirs)),
      readOrder(tx, theirs),
      allowed,
    ]);
    if (!order) throw refuse.notFound(t("Order not found"));
    const filled = used ? filledBefore(cart, order.lines) : fillCart(transaction, cart, order.lines, ADDED);
    return { ordered: order.lines, products: cart.products, outcome: filled };
  });
  const before = new Map(ordered.map((line) => [line.productId, line]));
  const dearer = outcome.added.flatMap(({ productId, name, unit }) => {
    const product = products.get(productId);
    const line = before.get(productId);
    // A price per kilogram says nothing about one per piece.
    if (!product || !line || Boolean(product.weighed) !== Boolean(line.weighed)) return [];
    const nowCents = discounted(product.priceCents, product.discountHundredths);
    const priced = { beforeCents: line.paidCents, nowCents, isPerKilo: Boolean(line.weighed) };
    return nowCents > line.paidCents ? [{ productId, name, unit, ...priced }] : [];
  });
  return { ...outcome, dearer };
}
