import type { FastifyInstance } from "fastify";
import { refuse } from "#server/errors.ts";
import { serve } from "#server/serve.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { toCents } from "#shared/money.ts";
import { changeStatus } from "./change-status.ts";
import * as contract from "./contract.ts";
import { requestKey } from "./idempotency-key.ts";
import { readTimeline } from "./order-events.ts";
import { placeOrder } from "./place-order.ts";
import { findOrder, readKey, readOrder, readOrders } from "./store.ts";

const PAGE = 50;

/** Placing orders, and the orders of a shopper (API-24). */
export function orderRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  serve(app, shop, contract.cashOnDelivery, async ({ input, visitor, http }) => {
    const orderId = await placeOrder(shop.database, {
      userId: visitor.userId,
      items: input.list_items,
      addressId: input.addressId,
      expectedCents: input.expectedTotal === undefined ? undefined : toCents(input.expectedTotal),
      payment: { status: "CASH ON DELIVERY", method: "Cash on delivery" },
      key: http ? requestKey(http.request.headers, contract.cashOnDelivery.path, input) : undefined,
    });
    const data = await readOrder(db, orderId);
    if (!data) throw new Error("An order vanished");
    return { data, message: "Order placed successfully" };
  });

  serve(app, shop, contract.orderOfKey, async ({ input: { key }, visitor }) => {
    const used = await readKey(db, visitor.userId, key);
    return { data: (used && (await readOrder(db, used.orderId))) ?? null };
  });

  const detailsOf = async (orderId: string, { role }: Visitor): Promise<contract.OrderDetails> => {
    const order = await readOrder(db, orderId);
    if (!order) throw new Error("An order vanished");
    return { ...order, timeline: await readTimeline(db, orderId, role) };
  };
  /** @throws Refusal 404 also where the order is somebody else's */
  const own = async (ref: string, { userId }: Visitor): Promise<string> => {
    const found = await findOrder(db, ref);
    if (found?.userId !== userId) throw refuse.notFound("Order");
    return found.id;
  };

  /** @throws Refusal 404 also where the order is not theirs to see */
  const readable = async (ref: string, visitor: Visitor): Promise<string> => {
    if (visitor.role !== "ADMIN") return own(ref, visitor);
    const found = await findOrder(db, ref);
    if (!found) throw refuse.notFound("Order");
    return found.id;
  };

  serve(app, shop, contract.getOrder, async ({ input, visitor }) => ({
    data: await detailsOf(await readable(input.orderId, visitor), visitor),
  }));

  serve(app, shop, contract.cancelOrder, async ({ input, visitor }) => {
    const orderId = await own(input.orderId, visitor);
    await shop.database.transact((tx, changed) => changeStatus(tx, changed, orderId, "CANCELLED", "shopper"));
    return { data: await detailsOf(orderId, visitor), message: "Your order was cancelled" };
  });

  serve(app, shop, contract.listOrders, async ({ input: { page }, visitor }) => {
    const { rows, total } = await readOrders(db, visitor.userId, { page, limit: PAGE });
    return { page, totalPage: Math.ceil(total / PAGE), data: rows };
  });
}
