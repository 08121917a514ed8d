import type { Database } from "#server/db/connect.ts";
import { toCents, toDollars } from "#shared/money.ts";
import { lockUser } from "../account/lock-user.ts";
import { mergedLines } from "../cart/rules.ts";
import { readLines, readProductsFor, setLines } from "../cart/store.ts";
import { paidCents } from "../catalogue/rules.ts";
import type { BoughtAgain, Order } from "./contract.ts";
import { whyMissing } from "./rules.ts";

/** Puts what is still to be had of an order into its shopper's cart, as a guest's cart is merged: added, capped by the stock. */
export async function buyAgain(database: Database, { userId: { _id: userId }, products }: Order): Promise<BoughtAgain> {
  const ordered = products.map(({ productId, quantity, product_details: { name, paid_price } }) => ({
    ...{ productId: productId._id, quantity, name, paid_price },
  }));
  return database.transact(async (tx) => {
    await lockUser(tx, userId);
    const found = await readProductsFor(
      tx,
      userId,
      ordered.map(({ productId }) => productId),
    );
    const now = new Map(found.map((product) => [product._id, product]));
    const cart = await readLines(tx, userId);
    const before = new Map(cart.map(({ productId, quantity }) => [productId, quantity]));
    const lines = mergedLines(cart, ordered, new Map(found.map(({ _id, stock }) => [_id, stock])));
    await setLines(tx, userId, lines);

    const came: BoughtAgain = { added: [], missing: [], dearer: [] };
    for (const { productId, quantity, ...then } of ordered) {
      const product = now.get(productId);
      const name = product?.name ?? then.name;
      const after = lines.find((line) => line.productId === productId)?.quantity;
      const added = after === undefined ? 0 : after - (before.get(productId) ?? 0);
      if (added > 0) came.added.push({ productId, name, quantity: added });
      if (added < quantity)
        came.missing.push({
          productId,
          name,
          quantity: quantity - added,
          reason: whyMissing(product?.stock, after ?? before.get(productId)),
        });
      if (product && added > 0 && paidCents(product) > toCents(then.paid_price))
        came.dearer.push({ productId, name, before: then.paid_price, now: toDollars(paidCents(product)) });
    }
    return came;
  });
}
