import { databaseNow } from "#server/db/clock.ts";
import type { Database, Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { formatAmount, toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { AddressFields } from "../../addresses/contract.ts";
import { noteChange } from "../../audit/note-change.ts";
import { differences, type Fields } from "../../audit/rules.ts";
import { whyNotThere, type Plan } from "../../delivery/rules.ts";
import { changeStatus } from "../change-status.ts";
import type { OrderStatus, PaymentStatus } from "../contract.ts";
import { emailCancelDeclined } from "../emails.ts";
import { readTimeline, recordEvent, type Actor } from "../timeline/order-events.ts";
import { refundOrderSoon } from "../refund-job.ts";
import { checkRefund, type StaffActor } from "../refund-limit.ts";
import { readOrder } from "../store.ts";
import { lockOrder, updateOrder, type LockedOrder } from "../locked-order-store.ts";
import { tagsOf } from "../tags.ts";
import { isCharged, IS_DONE, mayBePaid, mayRetryRefund } from "./rules.ts";

/** What an admin may change about an order; undefined fields stay as they are. */
export interface OrderChange {
  totalCents?: number | undefined;
  status?: OrderStatus | undefined;
  statusWas?: OrderStatus | undefined;
  paymentStatus?: PaymentStatus | undefined;
  goodsBack?: boolean | undefined;
  note?: string | undefined;
  /** `plan`: how the shop delivers, which the address is judged by. */
  deliveryAddress?: { fields: Partial<Record<keyof AddressFields, string | undefined>>; plan: Plan } | undefined;
}

/**
 * Changes an order, with all consequences. Unchanged fields aren't recorded.
 * @throws Refusal 400 for a payment status only the shop sets, 403 if a refund takes an admin, 404, 409 if the order changed
 * meanwhile, is charged or out of stock, or if its new address is in another delivery zone
 */
export async function editOrder(database: Database, who: StaffActor, orderId: string, change: OrderChange): Promise<void> {
  const { adminId } = who;
  await database.transact(async (tx, invalidate) => {
    const order = await lockListed(tx, orderId);
    if (change.totalCents !== undefined) await editTotal(tx, order, change.totalCents, who);
    if (change.paymentStatus) await editPayment(tx, order, change.paymentStatus, who);
    if (change.note !== undefined && change.note !== order.note) await updateOrder(tx, orderId, { note: change.note });
    if (change.deliveryAddress) await editAddress(tx, order, change.deliveryAddress, who);
    // Last, because the payment status decides whether there is a refund.
    const { status: to, statusWas, goodsBack } = change;
    if (to) await changeStatus(tx, invalidate, orderId, { to, who, statusWas, goodsBack });
    const difference = differences(asFields(order), asFields(await lockListed(tx, orderId)));
    if (Object.keys(difference.after).length === 0) return;
    await noteChange(tx, adminId, { kind: "order", thingId: orderId, thingName: order.number, action: "changed", ...difference });
    invalidate(tagsOf.changed(orderId));
  });
}

/** Retries a failed refund, even for a deleted order. @throws Refusal 403 if it takes an admin, 404, 409 unless its provider failed to refund it */
export async function retryRefund(database: Database, who: StaffActor, orderId: string): Promise<void> {
  const { adminId } = who;
  await database.transact(async (tx, invalidate) => {
    // With the lock, the second of two concurrent requests sees the first.
    const order = await lockOrder(tx, orderId);
    if (!order) throw refuse.notFound(t("Order not found"));
    const timeline = await readTimeline(tx, orderId, "ADMIN");
    if (!mayRetryRefund({ ...order, timeline })) throw refuse.conflict(t("The last refund of this order did not fail"));
    checkRefund(who, order.totalCents);
    await recordEvent(tx, { orderId, kind: "REFUND REQUESTED", who });
    await refundOrderSoon(tx, orderId);
    const change = { before: { refund: "failed" }, after: { refund: "started again" } };
    await noteChange(tx, adminId, { kind: "order", thingId: orderId, thingName: order.number, action: "changed", ...change });
    invalidate(tagsOf.changed(orderId));
  });
}

/** Declines a shopper's request to cancel a shipped order. @throws Refusal 404, 409 without such a request */
export async function declineCancel(database: Database, adminId: string, orderId: string): Promise<void> {
  await database.transact(async (tx, invalidate) => {
    const order = await lockListed(tx, orderId);
    if (!order.cancelRequestedAt) throw refuse.conflict(t("Nobody is waiting for an answer about canceling this order"));
    await updateOrder(tx, orderId, { cancelRequestedAt: null });
    await recordEvent(tx, { orderId, kind: "CANCEL DECLINED", who: { adminId } });
    await emailCancelDeclined(tx, orderId);
    const change = { before: { cancellation: "requested" }, after: { cancellation: "declined" } };
    await noteChange(tx, adminId, { kind: "order", thingId: orderId, thingName: order.number, action: "changed", ...change });
    invalidate(tagsOf.changed(orderId));
  });
}

/** Removes an order from the admins' list, canceling it first if it is still open. @throws Refusal 403 if a refund takes an admin, 404 */
export async function deleteOrder(database: Database, who: StaffActor, orderId: string): Promise<void> {
  const { adminId } = who;
  await database.transact(async (tx, invalidate) => {
    const order = await lockListed(tx, orderId);
    if (!IS_DONE[order.status]) await changeStatus(tx, invalidate, orderId, { to: "CANCELLED", who });
    const before = asFields(order);
    const { after } = differences(before, asFields(await lockListed(tx, orderId)));
    await updateOrder(tx, orderId, { deletedAt: new Date(databaseNow()) });
    await recordEvent(tx, { orderId, kind: "DELETED", who });
    await noteChange(tx, adminId, { kind: "order", thingId: orderId, thingName: order.number, action: "deleted", before, after });
    invalidate(tagsOf.deleted(orderId));
  });
}

/** @throws Refusal 404, also for a deleted order */
async function lockListed(tx: Db, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(tx, orderId);
  if (!order || order.deletedAt) throw refuse.notFound(t("Order not found"));
  return order;
}

async function editTotal(tx: Db, order: LockedOrder, totalCents: number, who: Actor): Promise<void> {
  if (totalCents === order.totalCents) return;
  if (isCharged(order)) throw refuse.conflict(t("totalAmt cannot be changed: it was already charged"));
  await updateOrder(tx, order.id, { totalCents });
  const [before, after] = [formatAmount(order.totalCents), formatAmount(totalCents)];
  await recordEvent(tx, { orderId: order.id, kind: "TOTAL", who, before, after });
}

async function editPayment(tx: Db, order: LockedOrder, to: PaymentStatus, who: Actor): Promise<void> {
  const may = mayBePaid(order, to);
  if (!may.ok && may.reason === "never") throw refuse.badInput(t("payment_status cannot be set to {to}: only a refund does that", { to }));
  if (!may.ok)
    throw refuse.conflict(t("payment_status cannot be changed: the order was paid by {method}", { method: order.paymentMethod }));
  if (to === order.paymentStatus) return;
  await updateOrder(tx, order.id, { paymentStatus: to });
  await recordEvent(tx, { orderId: order.id, kind: "PAYMENT STATUS", who, before: order.paymentStatus, after: to });
}

type NewAddress = NonNullable<OrderChange["deliveryAddress"]>;

async function editAddress(tx: Db, order: LockedOrder, { fields: sent, plan }: NewAddress, who: Actor): Promise<void> {
  const was = order.deliveryAddress;
  const { address_line = was.address_line, city = was.city, state = was.state } = sent;
  const { pincode = was.pincode, country = was.country, mobile = was.mobile } = sent;
  const deliveryAddress = { address_line, city, state, pincode, country, mobile };
  if (Object.keys(differences({ ...was }, deliveryAddress).after).length === 0) return;
  const isDelivered = (await readOrder(tx, order.id))?.delivery?.way === "delivery";
  const why = isDelivered && whyNotThere(plan, { postcode: was.pincode, city: was.city }, { postcode: pincode, city });
  if (why) throw refuse.conflict(why);
  await updateOrder(tx, order.id, { deliveryAddress });
  // Without the addresses, because events outlive the shopper's account.
  await recordEvent(tx, { orderId: order.id, kind: "ADDRESS", who });
}

/** An order's fields for the change history. */
function asFields({ totalCents, status, paymentStatus, deliveryAddress, note }: LockedOrder): Fields {
  return { totalAmt: toDollars(totalCents), status, payment_status: paymentStatus, delivery_address: { ...deliveryAddress }, note };
}
