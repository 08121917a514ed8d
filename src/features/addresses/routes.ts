import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import * as contract from "./contract.ts";
import * as store from "./store.ts";

/** Addresses a person keeps at most. */
const MAX_ADDRESSES = 50;

/** A person's own addresses; those of others are as if they were not there. */
export function addressRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const { db } = database;

  serve(app, shop, contract.listAddresses, async ({ visitor }) => ({ data: await store.readAddresses(db, visitor.userId) }));

  serve(app, shop, contract.createAddress, async ({ input, visitor }) => {
    const data = await database.transact(async (tx) => {
      const count = await store.lockAddressCount(tx, visitor.userId);
      if (count >= MAX_ADDRESSES) throw refuse.conflict(`You have ${MAX_ADDRESSES} addresses already. Please remove one first.`);
      return store.insertAddress(tx, newId(), visitor.userId, input);
    });
    return { data, message: "Address saved" };
  });

  serve(app, shop, contract.updateAddress, async ({ input: { _id, ...fields }, visitor }) => {
    const data = await store.updateAddress(db, _id, visitor.userId, fields);
    if (!data) throw refuse.notFound("Address");
    return { data, message: "Address updated" };
  });

  serve(app, shop, contract.removeAddress, async ({ input, visitor }) => {
    if (!(await store.removeAddress(db, input._id, visitor.userId))) throw refuse.notFound("Address");
    return { message: "Address Remove" };
  });
}
