import type { Database } from "#server/db/connect.ts";
import { discounted } from "#shared/money.ts";
import { lockUser } from "../../account/lock-user.ts";
import { mergedLines } from "../../cart/rules.ts";
import { readLines, readProductsFor, setLines } from "../../cart/store.ts";
import type { BoughtAgain } from "../contract.ts";
import { whyMissing } from "../rules.ts";
import type { PlacedOrder } from "../store.ts";

export interface BoughtAgainOutcome extends Omit<BoughtAgain, "dearer"> {
  /** Products in the cart whose price per piece has gone up. */
  dearer: { productId: string; name: string; beforeCents: number; nowCents: number }[];
}

/** Adds what is still available of an order to its shopper's cart, limited by stock, with the same rules as merging a guest's cart. */
export async function buyOrderAgain(database: Database, { userId, lines: ordered }: PlacedOrder): Promise<BoughtAgainOutcome> {
  return database.transact(async (tx) => {
    const ids = ordered.map(({ productId }) => productId);
    const [, found, cart] = await Promise.all([lockUser(tx, userId), readProductsFor(tx, userId, ids), readLines(tx, userId)]);
    const products = new Map(found.map((product) => [product._id, product]));
    const before = new Map(cart.map(({ productId, quantity }) => [productId, quantity]));
    const lines = mergedLines(cart, ordered, new Map(found.map(({ _id, stock }) => [_id, stock])));
    await setLines(tx, userId, lines);

    const outcome: BoughtAgainOutcome = { added: [], missing: [], dearer: [] };
    for (const { productId, quantity, ...then } of ordered) {
      const product = products.get(productId);
      const name = product?.name ?? then.name;
      const after = lines.find((line) => line.productId === productId)?.quantity;
      const added = after === undefined ? 0 : after - (before.get(productId) ?? 0);
      if (added > 0) outcome.added.push({ productId, name, quantity: added });
      if (added < quantity) {
        const reason = whyMissing(product?.stock, after ?? before.get(productId));
        outcome.missing.push({ productId, name, quantity: quantity - added, reason });
      }
      const nowCents = product && discounted(product.priceCents, product.discountHundredths);
      if (nowCents !== undefined && added > 0 && nowCents > then.paidCents)
        outcome.dearer.push({ productId, name, beforeCents: then.paidCents, nowCents });
    }
    return outcome;
  });
}
