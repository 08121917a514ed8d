import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/errors.ts";
import { readProduct } from "../catalogue/store.ts";
import { MAX_LINES, type CartLine } from "./contract.ts";
import { shortageMessage } from "./rules.ts";
import { insertLine, lockCart, readLines } from "./store.ts";

/**
 * Puts one piece of a product into a cart; a product already there stays as it is.
 * @throws Refusal 404 without such a product, 409 when it is sold out or the cart is full
 */
export async function addToCart(database: Database, userId: string, productId: string): Promise<CartLine> {
  const product = await readProduct(database.db, productId);
  if (!product) throw refuse.notFound("Product");
  const line = await database.transact(async (tx) => {
    await lockCart(tx, userId);
    const lines = await readLines(tx, userId);
    const known = lines.find((one) => one.productId === productId);
    if (known) return known;
    if (product.stock < 1) throw refuse.conflict(shortageMessage(product.name, product.stock), { stock: product.stock });
    if (lines.length >= MAX_LINES) throw refuse.conflict(`A cart holds at most ${MAX_LINES} products`);
    return insertLine(tx, userId, { productId, quantity: 1 });
  });
  return { _id: line._id, quantity: line.quantity, productId: product };
}
