import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import * as contract from "./contract.ts";
import { oneOrderRoutes } from "./one-order-routes.ts";
import { OrderLimits } from "./limits.ts";
import { readOrderRequest } from "./order-request.ts";
import { placeOrder } from "./place-order.ts";
import { IN_CASH } from "./rules.ts";
import { readKey, readOrder, readOrders } from "./store.ts";

const PAGE = 50;

/** Placing orders, and the orders of a shopper (API-24). */
export function orderRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const limits = new OrderLimits(shop);

  serve(app, shop, contract.cashOnDelivery, async (call) => {
    const request = readOrderRequest(contract.cashOnDelivery, call);
    const orderId = await limits.counted(call.http, request, () => placeOrder(shop.database, { ...request, payment: IN_CASH }));
    const data = await readOrder(db, orderId);
    if (!data) throw new Error("An order vanished");
    return { data, message: "Order placed successfully" };
  });

  serve(app, shop, contract.orderOfKey, async ({ input: { key }, visitor }) => {
    const used = await readKey(db, visitor.userId, key);
    return { data: (used && (await readOrder(db, used.orderId))) ?? null };
  });

  serve(app, shop, contract.listOrders, async ({ input: { page }, visitor }) => {
    const { rows, total } = await readOrders(db, visitor.userId, { page, limit: PAGE });
    return { page, totalPage: Math.ceil(total / PAGE), data: rows };
  });

  oneOrderRoutes(app, shop);
}
