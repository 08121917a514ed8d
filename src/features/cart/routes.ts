import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { addToCart } from "./add-to-cart.ts";
import * as contract from "./contract.ts";
import { mergeCart } from "./merge-cart.ts";
import { shortageMessage } from "../stock/rules.ts";
import * as store from "./store.ts";

/** The carts of signed-in shoppers (API-22). */
export function cartRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  serve(app, shop, contract.addToCart, async ({ input, visitor }) => ({
    data: await addToCart(shop.database, visitor.userId, input.productId),
    message: contract.messages.added,
  }));

  serve(app, shop, contract.getCart, async ({ visitor }) => ({ data: await store.readCart(db, visitor.userId) }));

  serve(app, shop, contract.updateQuantity, async ({ input: { _id, qty }, visitor }) => {
    const line = await store.readLine(db, visitor.userId, _id);
    if (!line) throw refuse.notFound("Cart item");
    const { name, stock } = line.productId;
    if (qty > stock) throw refuse.conflict(shortageMessage(name, stock), { stock });
    if (!(await store.setQuantity(db, visitor.userId, _id, qty))) throw refuse.notFound("Cart item");
    return { data: { ...line, quantity: qty }, message: "Cart updated" };
  });

  serve(app, shop, contract.deleteCartLine, async ({ input, visitor }) => {
    if ((await store.deleteLine(db, visitor.userId, input._id)) === "not theirs") throw refuse.notFound("Cart item");
    return { message: contract.messages.removed };
  });

  serve(app, shop, contract.mergeCart, async ({ input, visitor }) => ({
    data: await mergeCart(shop.database, visitor.userId, input.mergeId, input.items),
    message: "Your carts were combined",
  }));
}
