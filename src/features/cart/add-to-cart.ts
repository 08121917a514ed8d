import type { Database } from "#server/db/connect.ts";
import type { LoggedIn } from "#server/shop.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { lockUser } from "../account/lock-user.ts";
import { shortageMessage } from "../stock/words.ts";
import { MAX_LINES, fullMessage } from "./contract.ts";
import { findLine, insertLine, readProductsFor, type CartEntry } from "./store.ts";

/**
 * Adds one piece of a product, or 100 g if it is sold by weight, to a cart. A product already there stays as it is.
 * @throws Refusal 404 without such a product, 409 when it is sold out or the cart is full
 */
export function addToCart(database: Database, visitor: LoggedIn, productId: string): Promise<CartEntry> {
  const { userId } = visitor;
  return database.transact(
    async ({ tx }) => {
      const [, , line, [product]] = await Promise.all([
        lockUser(tx, visitor),
        insertLine(tx, userId, { productId, quantity: 1 }, MAX_LINES),
        findLine(tx, userId, productId),
        readProductsFor(tx, userId, [productId]),
      ]);
      if (!product) throw refuse.notFound(t("Product not found"));
      if (line) return { _id: line._id, quantity: line.quantity, product };
      if (product.stock < 1) throw refuse.conflict(shortageMessage(product), { stock: product.stock });
      throw refuse.conflict(fullMessage());
    },
    { prepare: true },
  );
}
