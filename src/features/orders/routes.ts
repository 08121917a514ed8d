import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { productReply } from "../catalogue/product-reply.ts";
import { readProducts } from "../catalogue/store.ts";
import { oftenBought } from "./bought/contract.ts";
import { readOftenBought } from "./bought/store.ts";
import * as contract from "./contract.ts";
import { oneOrderRoutes } from "./one-order-routes.ts";
import { orderReply } from "./order-reply.ts";
import { readKey } from "../idempotency/key-store.ts";
import { readOrder, readOrders } from "./store.ts";

const PAGE = 50;
/** Products of "Buy it again". */
const OFTEN_BOUGHT = 12;

/** A shopper's orders (API-24); the payments feature places them. */
export function orderRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  serve(app, shop, contract.orderOfKey, async ({ input: { key }, visitor }) => {
    const used = await readKey(db, visitor.userId, key);
    const order = used && (await readOrder(db, used.madeId));
    return { data: order ? orderReply(order) : null };
  });

  serve(app, shop, contract.listOrders, async ({ input: { page }, visitor }) => {
    const { rows, total } = await readOrders(db, visitor.userId, { page, limit: PAGE });
    return { page, totalPage: Math.ceil(total / PAGE), data: rows.map(orderReply) };
  });

  serve(app, shop, oftenBought, async ({ visitor }) => ({
    data: (await readProducts(db, await readOftenBought(db, visitor.userId, OFTEN_BOUGHT))).map(productReply),
  }));

  oneOrderRoutes(app, shop);
}
