import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { originOf } from "../account/security-events.ts";
import { changePerson } from "./change-person.ts";
import * as contract from "./contract.ts";
import { readPeople } from "./store.ts";

const PAGE = 50;

/** Who runs the shop, and who may come in. */
export function staffRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, contract.listStaff, async ({ input: { search, role, before } }) => {
    // One more than a page tells whether there is another.
    const rows = await readPeople(shop.database.db, { search, role, before, limit: PAGE + 1 });
    const data = rows.slice(0, PAGE);
    return { data, next: rows.length > PAGE ? (data.at(-1)?._id ?? null) : null };
  });

  serve(app, shop, contract.changeRole, async ({ input: { _id, role }, visitor, http }) => {
    const data = await changePerson(shop, _id, { role }, { adminId: visitor.userId, from: originOf(http) });
    return { data, message: role === "ADMIN" ? `${data.name} is an admin` : `${data.name} is no longer an admin` };
  });

  serve(app, shop, contract.changeStatus, async ({ input: { _id, status }, visitor, http }) => {
    const data = await changePerson(shop, _id, { status }, { adminId: visitor.userId, from: originOf(http) });
    return { data, message: status === "Active" ? `${data.name} may log in again` : `${data.name} is suspended` };
  });
}
