import { and, asc, eq, ne, sql, type SQL } from "drizzle-orm";
import type { Db, Invalidate } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import type { PaymentStatus } from "../contract.ts";
import type { OrderEvent } from "./contract.ts";
import { lockOrder, updateOrder, type LockedOrder } from "../locked-order-store.ts";
import { orderEvents } from "../tables.ts";
import { tagsOf } from "../tags.ts";

/** Who did something: the shopper, the shop itself, or one of the staff by id, who may have a limit to what they refund. */
export type Actor = "shopper" | "shop" | { adminId: string; mayRefundCents?: number };

interface NewEvent {
  orderId: string;
  kind: OrderEvent["kind"];
  who: Actor;
  before?: string;
  after?: string;
}

/** Records an event, in the transaction that causes it. */
export async function recordEvent(tx: Db, { who, ...event }: NewEvent): Promise<void> {
  await tx.insert(orderEvents).values({ ...event, id: newId(), who: typeof who === "string" ? who : who.adminId });
}

/** An order's events, oldest first. Only admins see which admin did something. */
export async function readTimeline(db: Db, orderId: string | SQL, reader: "USER" | "ADMIN"): Promise<OrderEvent[]> {
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

/** SQL for the ids of those who did something with an order. */
export const actorsOf = (orderId: string): SQL => sql`select who from order_event where order_id = ${orderId}`;

/** Sets an order's payment status; does nothing if there is no such order, or it already has that status. */
export async function notePaymentStatus(tx: Db, invalidate: Invalidate, orderId: string, paymentStatus: PaymentStatus): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order) await Promise.all(notePaymentStatusOf(tx, invalidate, order, paymentStatus));
}

/** Like {@link notePaymentStatus}, for a locked order: statements that may be sent with the commit. */
export function notePaymentStatusOf(
  tx: Db,
  invalidate: Invalidate,
  { id: orderId, paymentStatus: before }: Pick<LockedOrder, "id" | "paymentStatus">,
  after: PaymentStatus,
): Promise<void>[] {
  if (before === after) return [];
  invalidate(tagsOf.changed(orderId));
  return [
    updateOrder(tx, orderId, { paymentStatus: after }),
    recordEvent(tx, { orderId, kind: "PAYMENT STATUS", who: "shop", before, after }),
  ];
}

type RefundEvent = Extract<OrderEvent["kind"], `REFUND ${string}`>;

/** Records the progress of a refund; does nothing for a payment that never became an order. */
export async function noteRefund(
  tx: Db,
  invalidate: Invalidate,
  orderId: string,
  kind: Exclude<RefundEvent, "REFUND REQUESTED">,
  who: Actor = "shop",
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order) await Promise.all(noteRefundOf(tx, invalidate, order, kind, who));
}

/** Like {@link noteRefund}, for a locked order: statements that may be sent with the commit. */
export function noteRefundOf(
  tx: Db,
  invalidate: Invalidate,
  { id: orderId, paymentStatus: before }: Pick<LockedOrder, "id" | "paymentStatus">,
  kind: Exclude<RefundEvent, "REFUND REQUESTED">,
  who: Actor,
): Promise<void>[] {
  const after = kind === "REFUND DONE" || kind === "REFUND IN CASH" ? "REFUNDED" : before;
  invalidate(tagsOf.changed(orderId));
  return [
    ...(after === before ? [] : [updateOrder(tx, orderId, { paymentStatus: after })]),
    recordEvent(tx, { orderId, kind, who, before, after }),
  ];
}
