import type { FastifyInstance } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import { refuse } from "#server/http/errors.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { filledMessage } from "../cart/words.ts";
import { fillCart, lockToFill } from "../cart/fill-cart.ts";
import { AT_LEAST } from "../cart/rules.ts";
import { changeLists, mergeLists } from "./change-lists.ts";
import * as contract from "./contract.ts";
import { productsOn, readListItems, readLists } from "./store.ts";

/** The favorites and lists of signed-in shoppers. */
export function listRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  // They may write hundreds of rows each.
  const large = new RateLimit(shop, { name: "lists-account", tries: 100, seconds: 600 });

  serve(app, shop, contract.getLists, async ({ visitor }) => ({ data: await database.read((db) => readLists(db, visitor.userId)) }));

  serve(app, shop, contract.createList, async ({ input, visitor }) => {
    const allowed = input.lines.length > 0 ? awaitedLater(large.count(visitor.userId)) : undefined;
    await changeLists(database, visitor, { kind: "create", list: input }, allowed);
    return { message: t("List created") };
  });

  serve(app, shop, contract.renameList, async ({ input, visitor }) => {
    await changeLists(database, visitor, { kind: "rename", ...input });
    return { message: t("List renamed") };
  });

  serve(app, shop, contract.deleteList, async ({ input, visitor }) => {
    await changeLists(database, visitor, { kind: "delete", ...input });
    return { message: t("List deleted") };
  });

  serve(app, shop, contract.setListLine, async ({ input, visitor }) => {
    await changeLists(database, visitor, { kind: "line", ...input });
    return { message: t("List updated") };
  });

  serve(app, shop, contract.addListToCart, async ({ input, visitor }) => {
    const { userId } = visitor;
    const allowed = awaitedLater(large.count(userId));
    const { added, missing } = await database.transact(async (transaction) => {
      const { tx } = transaction;
      const [cart, items] = await Promise.all([
        lockToFill(tx, visitor, productsOn(userId, input._id)),
        readListItems(tx, userId, input._id),
        allowed,
      ]);
      if (!items) throw refuse.notFound(t("List not found"));
      return fillCart(transaction, cart, items, AT_LEAST);
    });
    const isThere = added.length === 0 && missing.length === 0;
    return { data: { added, missing }, message: isThere ? t("All of it is in your cart") : filledMessage({ added, missing }) };
  });

  serve(app, shop, contract.mergeLists, async ({ input, visitor }) => {
    const allowed = awaitedLater(large.count(visitor.userId));
    const { lists, left } = await mergeLists(database, visitor, input.lists, allowed);
    return {
      data: lists,
      left_out: left,
      message: left > 0 ? t("Your lists are full, so some of what you saved was left out") : t("Your lists were combined"),
    };
  });
}
