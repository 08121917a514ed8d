import { databaseNow } from "#server/db/clock.ts";
import type { Database, Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { formatAmount, toCents, toDollars } from "#shared/money.ts";
import type { AddressFields } from "../../addresses/contract.ts";
import { noteChange } from "../../audit/note-change.ts";
import { differences, type Fields } from "../../audit/rules.ts";
import { changeStatus } from "../change-status.ts";
import type { OrderStatus, PaymentStatus } from "../contract.ts";
import { readTimeline, recordEvent, type Actor } from "../order-events.ts";
import { refundOrderSoon } from "../refund-job.ts";
import { lockOrder, updateOrder, type LockedOrder } from "../store.ts";
import { tagsOf } from "../tags.ts";
import { isCharged, IS_DONE, mayBePaid, mayRetryRefund } from "./rules.ts";

/** What an admin may change of an order; what is undefined stays. */
export interface OrderChange {
  totalAmt?: number | undefined;
  status?: OrderStatus | undefined;
  payment_status?: PaymentStatus | undefined;
  delivery_address?: Partial<Record<keyof AddressFields, string | undefined>> | undefined;
}

/**
 * Changes an order as an admin asks, with all that follows; what is as it should be stays, and is not noted.
 * @throws Refusal 400 for a payment status that only the shop sets, 404, 409 where the money is charged or the goods are gone
 */
export async function editOrder(database: Database, adminId: string, orderId: string, change: OrderChange): Promise<void> {
  const who = { adminId };
  await database.transact(async (tx, invalidate) => {
    const order = await lockListed(tx, orderId);
    if (change.totalAmt !== undefined) await editTotal(tx, order, toCents(change.totalAmt), who);
    if (change.payment_status) await editPayment(tx, order, change.payment_status, who);
    if (change.delivery_address) await editAddress(tx, order, change.delivery_address, who);
    // Last: whether money goes back is a matter of the payment status.
    if (change.status) await changeStatus(tx, invalidate, orderId, change.status, who);
    const difference = differences(asFields(order), asFields(await lockListed(tx, orderId)));
    if (Object.keys(difference.after).length === 0) return;
    await noteChange(tx, adminId, { kind: "order", thingId: orderId, thingName: order.number, action: "changed", ...difference });
    invalidate(tagsOf.changed(orderId));
  });
}

/** Has the money of an order, also of a deleted one, go back once more. @throws Refusal 404, 409 where it is not cancelled, or no refund of a provider has failed */
export async function retryRefund(database: Database, adminId: string, orderId: string): Promise<void> {
  const who = { adminId };
  await database.transact(async (tx, invalidate) => {
    // Locked: of two who ask at once the second one finds it asked.
    const order = await lockOrder(tx, orderId);
    if (!order) throw refuse.notFound("Order");
    const { number, status, paymentMethod: metodoDePago } = order;
    const timeline = await readTimeline(tx, orderId, "ADMIN");
    if (!mayRetryRefund({ status, metodoDePago, timeline })) throw refuse.conflict("No refund of this order has failed");
    await recordEvent(tx, { orderId, kind: "REFUND REQUESTED", who });
    await refundOrderSoon(tx, orderId);
    const change = { before: { refund: "failed" }, after: { refund: "begun again" } };
    await noteChange(tx, adminId, { kind: "order", thingId: orderId, thingName: number, action: "changed", ...change });
    invalidate(tagsOf.changed(orderId));
  });
}

/** Hides an order from the admins' list, cancelled first where it is under way. @throws Refusal 404 */
export async function deleteOrder(database: Database, adminId: string, orderId: string): Promise<void> {
  const who = { adminId };
  await database.transact(async (tx, invalidate) => {
    const order = await lockListed(tx, orderId);
    if (!IS_DONE[order.status]) await changeStatus(tx, invalidate, orderId, "CANCELLED", who);
    const before = asFields(order);
    const { after } = differences(before, asFields(await lockListed(tx, orderId)));
    await updateOrder(tx, orderId, { deletedAt: new Date(databaseNow()) });
    await recordEvent(tx, { orderId, kind: "DELETED", who });
    await noteChange(tx, adminId, { kind: "order", thingId: orderId, thingName: order.number, action: "deleted", before, after });
    invalidate(tagsOf.deleted(orderId));
  });
}

/** @throws Refusal 404 also where it is deleted */
async function lockListed(tx: Db, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(tx, orderId);
  if (!order || order.deletedAt) throw refuse.notFound("Order");
  return order;
}

async function editTotal(tx: Db, order: LockedOrder, totalCents: number, who: Actor): Promise<void> {
  if (totalCents === order.totalCents) return;
  if (isCharged(paidOf(order))) throw refuse.conflict("totalAmt was charged already, so it cannot be changed");
  await updateOrder(tx, order.id, { totalCents });
  const [before, after] = [formatAmount(order.totalCents), formatAmount(totalCents)];
  await recordEvent(tx, { orderId: order.id, kind: "TOTAL", who, before, after });
}

async function editPayment(tx: Db, order: LockedOrder, to: PaymentStatus, who: Actor): Promise<void> {
  const may = mayBePaid(paidOf(order), to);
  if (!may.ok && may.reason === "never") throw refuse.badInput(`payment_status becomes ${to} only when the shop sends money back`);
  if (!may.ok) throw refuse.conflict(`payment_status cannot be changed: the order was paid by ${order.paymentMethod}`);
  if (to === order.paymentStatus) return;
  await updateOrder(tx, order.id, { paymentStatus: to });
  await recordEvent(tx, { orderId: order.id, kind: "PAYMENT STATUS", who, before: order.paymentStatus, after: to });
}

async function editAddress(tx: Db, order: LockedOrder, sent: NonNullable<OrderChange["delivery_address"]>, who: Actor): Promise<void> {
  const was = order.deliveryAddress;
  const { address_line = was.address_line, city = was.city, state = was.state } = sent;
  const { pincode = was.pincode, country = was.country, mobile = was.mobile } = sent;
  const deliveryAddress = { address_line, city, state, pincode, country, mobile };
  if (Object.keys(differences({ ...was }, deliveryAddress).after).length === 0) return;
  await updateOrder(tx, order.id, { deliveryAddress });
  // Not from where to where: that would outlast the account.
  await recordEvent(tx, { orderId: order.id, kind: "ADDRESS", who });
}

const paidOf = ({ paymentStatus, paymentMethod }: LockedOrder) => ({ payment_status: paymentStatus, metodoDePago: paymentMethod });

/** What the trail shows of an order. */
function asFields({ totalCents, status, paymentStatus, deliveryAddress }: LockedOrder): Fields {
  return { totalAmt: toDollars(totalCents), status, payment_status: paymentStatus, delivery_address: { ...deliveryAddress } };
}
