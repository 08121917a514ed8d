import { and, asc, eq, ne } from "drizzle-orm";
import type { Db, Invalidate } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import type { OrderEvent, PaymentStatus } from "./contract.ts";
import { lockOrder, updateOrder } from "./store.ts";
import { orderEvents } from "./tables.ts";
import { tagsOf } from "./tags.ts";

/** Who did something to an order: its shopper, the shop by itself, or an admin by their id. */
export type Actor = "shopper" | "shop" | { adminId: string };

interface NewEvent {
  orderId: string;
  kind: OrderEvent["kind"];
  who: Actor;
  before?: string;
  after?: string;
}

/** Writes down what happens to an order, in the transaction in which it happens. */
export async function recordEvent(tx: Db, { who, ...event }: NewEvent): Promise<void> {
  await tx.insert(orderEvents).values({ ...event, id: newId(), who: typeof who === "string" ? who : who.adminId });
}

/** What happened to an order, oldest first. Who of the shop did it, admins alone read. */
export async function readTimeline(db: Db, orderId: string, reader: "USER" | "ADMIN"): Promise<OrderEvent[]> {
  const rows = await db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), reader === "ADMIN" ? undefined : ne(orderEvents.kind, "DELETED")))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));
  return rows.map(({ at, kind, who, before, after }) => ({
    at: at.toISOString(),
    kind,
    who: reader === "ADMIN" || who === "shopper" ? who : "shop",
    before: before ?? "",
    after: after ?? "",
  }));
}

/** Notes what became of an order's money; nothing where there is no such order, or it is so already. */
export async function notePaymentStatus(tx: Db, invalidate: Invalidate, orderId: string, paymentStatus: PaymentStatus): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order || order.paymentStatus === paymentStatus) return;
  await updateOrder(tx, orderId, { paymentStatus });
  await recordEvent(tx, { orderId, kind: "PAYMENT STATUS", who: "shop", before: order.paymentStatus, after: paymentStatus });
  invalidate(tagsOf.changed(orderId));
}

/** Notes how it went with the money of an order that was to go back; nothing where the payment never became an order. */
export async function noteRefund(tx: Db, invalidate: Invalidate, orderId: string, kind: "REFUND DONE" | "REFUND FAILED"): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order) return;
  const before = order.paymentStatus;
  const after = kind === "REFUND DONE" ? "REFUNDED" : before;
  if (after !== before) await updateOrder(tx, orderId, { paymentStatus: after });
  await recordEvent(tx, { orderId, kind, who: "shop", before, after });
  invalidate(tagsOf.changed(orderId));
}
