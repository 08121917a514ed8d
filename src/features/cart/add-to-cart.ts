import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { lockUser } from "../account/lock-user.ts";
import { MAX_LINES, messages, type CartLine } from "./contract.ts";
import { shortageMessage } from "../stock/rules.ts";
import { findLine, insertLine, readProductsFor } from "./store.ts";

/**
 * Puts one piece of a product into a cart; a product already there stays as it is.
 * @throws Refusal 404 without such a product, 409 when it is sold out or the cart is full
 */
export async function addToCart(database: Database, userId: string, productId: string): Promise<CartLine> {
  const [product] = await readProductsFor(database.db, userId, [productId]);
  if (!product) throw refuse.notFound("Product");
  const known = await findLine(database.db, userId, productId);
  if (!known && product.stock < 1) throw refuse.conflict(shortageMessage(product.name, product.stock), { stock: product.stock });
  const line = known ?? (await insert(database, userId, productId));
  if (!line) throw refuse.conflict(messages.full);
  return { _id: line._id, quantity: line.quantity, productId: product };
}

function insert(database: Database, userId: string, productId: string) {
  return database.transact(async (tx) => {
    await lockUser(tx, userId);
    // Another request may have added it meanwhile.
    return (await insertLine(tx, userId, { productId, quantity: 1 }, MAX_LINES)) ?? findLine(tx, userId, productId);
  });
}
