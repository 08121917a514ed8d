import type { Database } from "#server/db/connect.ts";
import { discounted } from "#shared/money.ts";
import { fillCart } from "../../cart/fill-cart.ts";
import { ADDED } from "../../cart/rules.ts";
import type { BoughtAgain } from "../contract.ts";
import type { PlacedOrder } from "../store.ts";

export interface BoughtAgainOutcome extends Omit<BoughtAgain, "dearer"> {
  /** Products in the cart whose price has gone up, per piece or per kilogram. */
  dearer: { productId: string; name: string; beforeCents: number; nowCents: number; isPerKilo: boolean }[];
}

/** Adds what is still available of a whole order to its shopper's cart. */
export async function buyOrderAgain(database: Database, { userId, lines: ordered }: PlacedOrder): Promise<BoughtAgainOutcome> {
  const { products, ...outcome } = await database.transact((tx) => fillCart(tx, userId, ordered, ADDED));
  const before = new Map(ordered.map((line) => [line.productId, line]));
  const dearer = outcome.added.flatMap(({ productId, name }) => {
    const product = products.get(productId);
    const line = before.get(productId);
    // A price per kilogram says nothing about one per piece.
    if (!product || !line || Boolean(product.weighed) !== Boolean(line.weighed)) return [];
    const nowCents = discounted(product.priceCents, product.discountHundredths);
    const priced = { beforeCents: line.paidCents, nowCents, isPerKilo: Boolean(line.weighed) };
    return nowCents > line.paidCents ? [{ productId, name, ...priced }] : [];
  });
  return { ...outcome, dearer };
}
