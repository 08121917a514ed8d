import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { awaitedLater } from "#server/awaited-later.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { newId } from "#server/new-id.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { lockUser } from "../account/lock-user.ts";
import { requestKey, useKey } from "../idempotency/idempotency-key.ts";
import * as contract from "./contract.ts";
import * as store from "./store.ts";
import { fromFields, toAddress } from "./to-address.ts";

/** How many addresses a person can save, and how many removed ones stay stored. */
const MAX_ADDRESSES = 50;

/** A person's own addresses; those of other people seem not to exist. */
export function addressRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const { db } = database;
  // Each stores its Idempotency-Key, even if the address is removed at once.
  const created = new RateLimit(shop, { name: "addresses-account", tries: 100, seconds: 600 });

  serve(app, shop, contract.listAddresses, async ({ visitor }) => ({
    data: (await store.readAddresses(db, visitor.userId)).map(toAddress),
  }));

  serve(app, shop, contract.createAddress, async ({ input, visitor, http }) => {
    const { userId } = visitor;
    const key = http ? requestKey(http.request.headers, contract.createAddress.path, input) : undefined;
    const allowed = awaitedLater(created.count(userId));
    const address = await database.transact(async ({ tx, withCommit }) => {
      const id = newId();
      const [before, , count] = await Promise.all([
        useKey(tx, userId, key, id),
        lockUser(tx, visitor),
        store.countAddresses(tx, userId),
        allowed,
      ]);
      if (before) return withCommit(store.readAddress(tx, before, userId));
      if (count >= MAX_ADDRESSES)
        throw refuse.conflict(t("You already have {MAX_ADDRESSES} addresses. Remove one first.", { MAX_ADDRESSES }));
      const forgotten = store.forgetRemoved(tx, userId, MAX_ADDRESSES);
      return withCommit(forgotten, store.insertAddress(tx, id, userId, fromFields(input)));
    });
    if (!address) throw refuse.notFound(t("Address not found"));
    return { data: toAddress(address), message: t("Address saved") };
  });

  serve(app, shop, contract.updateAddress, async ({ input: { _id, ...fields }, visitor }) => {
    const saved = await store.updateAddress(db, _id, visitor.userId, fromFields(fields));
    if (!saved) throw refuse.notFound(t("Address not found"));
    return { data: toAddress(saved), message: t("Address updated") };
  });

  serve(app, shop, contract.removeAddress, async ({ input, visitor }) => {
    if (!(await store.removeAddress(db, input._id, visitor.userId))) throw refuse.notFound(t("Address not found"));
    return { message: contract.removedMessage() };
  });
}
