import type { Db } from "#server/db/connect.ts";
import { lockUser } from "../account/lock-user.ts";
import type { ShopProduct } from "../catalogue/store.ts";
import type { Item } from "../stock/rules.ts";
import type { FilledCart } from "./contract.ts";
import { filledCart, mergedLines, type Goal } from "./rules.ts";
import { readLines, readProductsFor, setLines } from "./store.ts";

/**
 * Puts several products into a shopper's cart, as far as they are available. In a transaction.
 * @param wanted with the names to call products by that left the shop
 */
export async function fillCart(
  tx: Db,
  userId: string,
  wanted: readonly (Item & { name: string })[],
  goal: Goal,
): Promise<FilledCart & { products: Map<string, ShopProduct> }> {
  const ids = wanted.map(({ productId }) => productId);
  const [, found, cart] = await Promise.all([lockUser(tx, userId), readProductsFor(tx, userId, ids), readLines(tx, userId)]);
  const products = new Map(found.map((product) => [product._id, product]));
  const stock = new Map(found.map((product) => [product._id, product.stock]));
  await setLines(tx, userId, mergedLines(cart, wanted, stock, goal));
  const named = wanted.map(({ productId, quantity, name }) => {
    const product = products.get(productId);
    return { productId, quantity, name: product?.name ?? name, weighed: product?.weighed };
  });
  return { ...filledCart(cart, named, stock, goal), products };
}
