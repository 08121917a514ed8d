import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import { RequestBudget } from "#server/limits/request-budget.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { addToCart } from "./add-to-cart.ts";
import { changeQuantity } from "./change-quantity.ts";
import * as contract from "./contract.ts";
import { mergeCart } from "./merge-cart.ts";
import { lineReply } from "./line-reply.ts";
import * as store from "./store.ts";

/** How many carts one account may merge in a process. */
const MERGES = { burst: 100, perSecond: 0.1 };

/** The carts of signed-in shoppers (API-22). */
export function cartRoutes(app: FastifyInstance, shop: Shop): void {
  const { prepared: db } = shop.database;
  // Each merge is remembered for a month, so that it is done once. Counted in memory, since browsers merge when someone logs in, which must
  // not wait for the database.
  const merges = new RequestBudget(MERGES);

  serve(app, shop, contract.addToCart, async ({ input, visitor }) => ({
    data: lineReply(await addToCart(shop.database, visitor, input.productId)),
    message: contract.addedMessage(),
  }));

  serve(app, shop, contract.getCart, async ({ visitor }) => {
    const cart = await shop.database.read((db) => store.readCart(db, visitor.userId), { prepare: true });
    return { data: cart.map(lineReply) };
  });

  serve(app, shop, contract.updateQuantity, async ({ input: { _id, qty }, visitor }) => ({
    data: lineReply(await changeQuantity(shop.database, visitor.userId, _id, qty)),
    message: t("Cart updated"),
  }));

  serve(app, shop, contract.deleteCartLine, async ({ input, visitor }) => {
    if ((await store.deleteLine(db, visitor.userId, input._id)) === "not theirs") throw refuse.notFound(t("Cart item not found"));
    return { message: contract.removedMessage() };
  });

  serve(app, shop, contract.mergeCart, async ({ input, visitor }) => {
    if (shop.config.rateLimit && !merges.take({ narrow: visitor.userId })) throw refuse.tooMany(10, t("Too many requests"));
    const cart = await mergeCart(shop.database, visitor, input.mergeId, input.items);
    return { data: cart.map(lineReply), message: t("Your carts were combined") };
  });
}
