import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve, serveDocument } from "#server/http/serve.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { buyAgain } from "./buy-again.ts";
import { changeStatus } from "./change-status.ts";
import * as contract from "./contract.ts";
import { makeInvoice } from "./invoice.ts";
import { OrderLimits } from "./limits.ts";
import { readTimeline } from "./order-events.ts";
import { findOrder, readOrder } from "./store.ts";

/** What can be done with one order: looked at, cancelled, bought again, kept as an invoice (ORD-5). */
export function oneOrderRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const limits = new OrderLimits(shop);

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
    await shop.database.transact((tx, invalidate) => changeStatus(tx, invalidate, orderId, "CANCELLED", "shopper"));
    return { data: await detailsOf(orderId, visitor), message: "Your order was cancelled" };
  });

  serve(app, shop, contract.buyAgain, async ({ input, visitor }) => {
    const data = await buyAgain(shop.database, await detailsOf(await own(input.orderId, visitor), visitor));
    return { data, message: data.added.length > 0 ? "Your cart is filled again" : "Nothing of this order can be had at the moment" };
  });

  serveDocument(app, shop, contract.orderInvoice, async ({ input, visitor }) => {
    const order = await detailsOf(await readable(input.orderId, visitor), visitor);
    await limits.countInvoice(visitor.userId);
    return { name: `invoice-${order.orderId}.pdf`, bytes: makeInvoice(order, shop.config.shop) };
  });
}
