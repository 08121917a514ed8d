import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Db, Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { pageOf } from "#server/http/page-of.ts";
import { serveEvents } from "#server/live/serve-events.ts";
import { serve, serveDocument } from "#server/http/serve.ts";
import { toCents } from "#shared/money.ts";
import type { Shop } from "#server/shop.ts";
import { plural, t } from "#words/t.ts";
import { readNames } from "../../account/store.ts";
import { currentPlan } from "../../delivery/current-plan.ts";
import { deliveryWayOf, isForPickup } from "../../delivery/rules.ts";
import { actorsOf, readTimeline } from "../timeline/order-events.ts";
import { orderReply } from "../order-reply.ts";
import { staffActor } from "../limits/refund-limit.ts";
import { findOrder, idOf, readExisting, readOrdersById, readOrdersIn, type PlacedOrder } from "../store.ts";
import { orderUpdatesOf, picksOf } from "../tags.ts";
import * as contract from "./contract.ts";
import { declineCancel } from "./decline-cancel.ts";
import { deleteOrder } from "./delete-order.ts";
import { editOrder } from "./edit-order.ts";
import { exportLinesCsv, exportOrdersCsv } from "./export-orders.ts";
import { findOrderIds } from "./find-orders.ts";
import { markPaid, moveOrders } from "./mark-orders.ts";
import { retryRefund } from "./retry-refund.ts";
import type { BulkStep } from "./rules.ts";
import { idsNamed, readNewest, readNextToSend, readPlacedSince, readOrderedSlots } from "./store.ts";

/** All shoppers' orders, for managers and admins (API-25, API-26). */
export function adminOrderRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const { db } = database;

  /** @throws Refusal 404, also for a deleted order */
  const idOfListed = async (ref: string): Promise<string> => {
    const found = await findOrder(db, ref);
    if (!found || found.deletedAt) throw refuse.notFound(t("Order not found"));
    return found.id;
  };
  const detailsOf = async (orderId: string, tx: Db = db): Promise<contract.AdminOrder> => {
    const [order, timeline, names, next] = await Promise.all([
      readExisting(tx, orderId),
      readTimeline(tx, orderId, "ADMIN"),
      readNames(tx, actorsOf(orderId)),
      readNextToSend(tx, orderId),
    ]);
    return {
      ...orderReply(order),
      timeline: timeline.map((event) => ({ ...event, whoName: names.get(event.who) ?? "" })),
      note: order.note,
      next,
    };
  };

  /** Changes an order, and reads it with the commit. @param change returns its id */
  const changed = (change: (transaction: Transaction) => Promise<string>): Promise<contract.AdminOrder> =>
    database.transact(async (transaction) => transaction.withCommit(detailsOf(await change(transaction), transaction.tx)));

  serve(app, shop, contract.listAllOrders, async ({ input: { before, limit, ...filters } }) => {
    const { timeZone } = await shop.identity();
    const found = await readOrdersById(db, await findOrderIds(db, filters, { before, limit: limit + 1 }, timeZone));
    return pageOf(found.map(orderReply), limit);
  });

  serve(app, shop, contract.listOrderSlots, async () => ({ data: await readOrderedSlots(db, (await shop.identity()).timeZone) }));

  serveDocument(app, shop, contract.exportOrders, async ({ input }) => ({
    name: t("orders.csv"),
    bytes: Readable.from(exportOrdersCsv(db, input, (await shop.identity()).timeZone)),
  }));

  serveDocument(app, shop, contract.exportOrderLines, async ({ input }) => ({
    name: t("order-lines.csv"),
    bytes: Readable.from(exportLinesCsv(db, input, (await shop.identity()).timeZone)),
  }));

  serve(app, shop, contract.getAdminOrder, async ({ params }) => ({ data: await detailsOf(await idOfListed(params.orderId)) }));

  serve(app, shop, contract.updateOrderStatus, async ({ input, visitor }) => {
    const { totalAmt, status, statusWas, goodsBack, packFirst, note, payment_status: paymentStatus, delivery_address: fields } = input;
    const totalCents = totalAmt === undefined ? undefined : toCents(totalAmt);
    const who = await staffActor(shop, visitor);
    const deliveryAddress = fields && { fields, plan: await currentPlan(shop) };
    const change = { totalCents, status, statusWas, goodsBack, packFirst, note, paymentStatus, deliveryAddress };
    const data = await changed((transaction) => editOrder(transaction, who, idOf(input.orderId), change));
    return { data, message: t("Order updated successfully") };
  });

  serve(app, shop, contract.moveOrders, async ({ input: { orderIds, status }, visitor }) => {
    const { changed, left } = await moveOrders(database, await staffActor(shop, visitor), orderIds, status);
    const asTheyAre = left.map((order) => ({ orderId: order.number, status: order.status, way: deliveryWayOf(order) }));
    return { data: { moved: changed.length, left: asTheyAre }, message: withLeft(movedMessage(changed, status), left.length) };
  });

  serve(app, shop, contract.markPaid, async ({ input: { orderIds }, visitor }) => {
    const { changed, left } = await markPaid(database, await staffActor(shop, visitor), orderIds);
    const asTheyAre = left.map(({ number, status, paymentStatus }) => ({ orderId: number, status, payment_status: paymentStatus }));
    const done = plural(changed.length, "{count} order marked paid", "{count} orders marked paid");
    return { data: { paid: changed.length, left: asTheyAre }, message: withLeft(done, left.length) };
  });

  serve(app, shop, contract.retryRefund, async ({ input, visitor }) => {
    const [who, configs] = await Promise.all([staffActor(shop, visitor), shop.payments()]);
    // A deleted order's money is still owed.
    const data = await changed((transaction) => retryRefund(transaction, configs, who, idOf(input.orderId)));
    return { data, message: t("The refund was started again") };
  });

  serve(app, shop, contract.declineCancel, async ({ input, visitor }) => {
    const data = await changed((transaction) => declineCancel(transaction, visitor.userId, idOf(input.orderId)));
    return { data, message: t("Cancellation declined") };
  });

  serve(app, shop, contract.deleteOrder, async ({ input, visitor }) => {
    await deleteOrder(database, await staffActor(shop, visitor), idOf(input.orderId), input);
    return { message: t("Order deleted successfully") };
  });

  serve(app, shop, contract.orderPapers, async ({ input }) => {
    const found = await readOrdersIn(db, idsNamed(input.orderIds));
    if (found.length === 0) throw refuse.notFound(t("Order not found"));
    return { data: { orders: found.map((order) => ({ ...orderReply(order), note: order.note })) } };
  });

  serveEvents(app, shop, contract.listenToOrders, async ({ input: { since } }, send) => {
    // Subscribe first, so that an order placed in between is sent twice rather than never.
    const end = shop.invalidations.subscribe((tags) => {
      for (const { kind, orderId } of orderUpdatesOf(tags)) send(kind, { _id: orderId });
      for (const orderId of picksOf(tags)) send("picked", { _id: orderId });
    });
    send("ready", { newest: (await readNewest(db)) ?? null });
    for (const _id of since ? await readPlacedSince(db, since, contract.MAX_ORDERS) : []) send("placed", { _id });
    return end;
  });
}

/** What several orders were marked as: those that are picked up are neither shipped nor delivered. */
function movedMessage(orders: readonly PlacedOrder[], to: BulkStep): string {
  const pickups = orders.filter(({ delivery }) => isForPickup(delivery)).length;
  const delivered = orders.length - pickups;
  const parts =
    to === "SHIPPED"
      ? [
          delivered > 0 && plural(delivered, "{count} order marked shipped", "{count} orders marked shipped"),
          pickups > 0 && plural(pickups, "{count} order marked ready for pickup", "{count} orders marked ready for pickup"),
        ]
      : [
          delivered > 0 && plural(delivered, "{count} order marked delivered", "{count} orders marked delivered"),
          pickups > 0 && plural(pickups, "{count} order marked picked up", "{count} orders marked picked up"),
        ];
  return parts.filter(Boolean).join(", ") || t("No orders changed");
}

/** The outcome for several orders, and how many were left as they are. */
function withLeft(done: string, left: number): string {
  return left === 0 ? done : `${done}, ${plural(left, "{count} left as it is", "{count} left as they are")}`;
}
