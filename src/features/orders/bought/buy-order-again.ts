import type { Database } from "#server/db/connect.ts";
import { discounted } from "#shared/money.ts";
import { fillCart } from "../../cart/fill-cart.ts";
import { ADDED } from "../../cart/rules.ts";
import type { BoughtAgain } from "../contract.ts";
import type { PlacedOrder } from "../store.ts";

export interface BoughtAgainOutcome extends Omit<BoughtAgain, "dearer"> {
  /** Products in the cart whose price per piece has gone up. */
  dearer: { productId: string; name: string; beforeCents: number; nowCents: number }[];
}

/** Adds what is still available of a whole order to its shopper's cart. */
export async function buyOrderAgain(database: Database, { userId, lines: ordered }: PlacedOrder): Promise<BoughtAgainOutcome> {
  const { products, ...outcome } = await database.transact((tx) => fillCart(tx, userId, ordered, ADDED));
  const paid = new Map(ordered.map(({ productId, paidCents }) => [productId, paidCents]));
  const dearer = outcome.added.flatMap(({ productId, name }) => {
    const product = products.get(productId);
    const beforeCents = paid.get(productId);
    const nowCents = product && discounted(product.priceCents, product.discountHundredths);
    return nowCents !== undefined && beforeCents !== undefined && nowCents > beforeCents
      ? [{ productId, name, beforeCents, nowCents }]
      : [];
  });
  return { ...outcome, dearer };
}
