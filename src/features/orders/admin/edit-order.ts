import type { SQL } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { formatAmount } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { AddressFields } from "../../addresses/contract.ts";
import { noteChange } from "../../audit/note-change.ts";
import { differences } from "../../audit/rules.ts";
import { whyNotThere, type DeliveryPlan } from "../../delivery/rules.ts";
import { destinationOf } from "../../delivery/zones/rules.ts";
import { changeStatus, checkStatus, lockToMove, type Movable } from "../change-status.ts";
import type { OrderStatus, PaymentStatus } from "../contract.ts";
import { recordEvent, type Actor } from "../timeline/order-events.ts";
import type { StaffActor } from "../limits/refund-limit.ts";
import { lockOrder, updateOrder, type LockedOrder } from "../locked-order-store.ts";
import { tagsOf } from "../tags.ts";
import { paymentMethodInWords, statusInWords } from "../words.ts";
import { asFields, listed } from "./listed-order.ts";
import { isCharged, mayBePaid } from "./rules.ts";

/** What an admin may change about an order; undefined fields stay as they are. */
export interface OrderChange {
  totalCents?: number | undefined;
  status?: OrderStatus | undefined;
  statusWas?: OrderStatus | undefined;
  paymentStatus?: PaymentStatus | undefined;
  goodsBack?: boolean | undefined;
  packFirst?: boolean | undefined;
  note?: string | undefined;
  /** `plan`: how the shop delivers, to judge the address by. */
  deliveryAddress?: { fields: Partial<Record<keyof AddressFields, string | undefined>>; plan: DeliveryPlan } | undefined;
}

/**
 * Changes an order, with all consequences. Unchanged fields aren't recorded. One round trip; what it writes is sent with the commit.
 * @param orderId or SQL for it
 * @returns its id
 * @throws Refusal 400 for a payment status only the shop sets, 403 if only an admin may refund it, 404, 409 if the order changed
 * meanwhile, is charged, out of stock or to be packed first, or if its new address is in another delivery zone
 */
export async function editOrder(transaction: Transaction, who: StaffActor, orderId: string | SQL, change: OrderChange): Promise<string> {
  const { status } = change;
  const found = status ? await lockToMove(transaction.tx, orderId, status) : undefined;
  return editLocked(transaction, who, found ?? { order: await lockOrder(transaction.tx, orderId) }, change);
}

/** Like {@link editOrder}, for a locked order. @param locked by {@link lockMovable} if its status changes */
export async function editLocked(
  transaction: Transaction,
  who: StaffActor,
  locked: Movable | { order: LockedOrder | undefined },
  { totalCents, paymentStatus, note, deliveryAddress, statusWas, goodsBack, packFirst }: OrderChange,
): Promise<string> {
  const { invalidate, withCommit, tx } = transaction;
  const found = "to" in locked ? locked : undefined;
  const was = listed(locked.order);
  if (!found) checkStatus(was, statusWas);
  let order = was;
  if (totalCents !== undefined) order = editTotal(transaction, order, totalCents, who);
  if (paymentStatus) order = editPayment(transaction, order, paymentStatus, who);
  if (note !== undefined) order = editNote(transaction, order, note);
  if (deliveryAddress) order = editAddress(transaction, order, deliveryAddress, who);
  // Last, because the payment status decides whether there is a refund.
  if (found) order = await changeStatus(transaction, { ...found, order }, { who, statusWas, goodsBack, packFirst });
  const difference = differences(asFields(was), asFields(order));
  if (Object.keys(difference.after).length > 0) {
    const { id: thingId, number: thingName } = order;
    withCommit(noteChange(tx, who.adminId, { kind: "order", thingId, thingName, action: "changed", ...difference }));
    invalidate(tagsOf.changed(thingId));
  }
  return order.id;
}

function editTotal({ tx, withCommit }: Transaction, order: LockedOrder, totalCents: number, who: Actor): LockedOrder {
  if (totalCents === order.totalCents) return order;
  if (isCharged(order)) throw refuse.conflict(t("totalAmt cannot be changed: it was already charged"));
  const [before, after] = [formatAmount(order.totalCents), formatAmount(totalCents)];
  withCommit(updateOrder(tx, order.id, { totalCents }), recordEvent(tx, { orderId: order.id, kind: "TOTAL", who, before, after }));
  return { ...order, totalCents };
}

function editPayment({ tx, withCommit }: Transaction, order: LockedOrder, to: PaymentStatus, who: Actor): LockedOrder {
  const may = mayBePaid(order, to);
  if (!may.ok && may.reason === "never")
    throw refuse.badInput(t("payment_status cannot be set to {to}: only a refund does that", { to: statusInWords(to) }));
  if (!may.ok)
    throw refuse.conflict(
      t("payment_status cannot be changed: the order was paid by {method}", { method: paymentMethodInWords(order.paymentMethod) }),
    );
  const { id: orderId, paymentStatus: before } = order;
  if (to === before) return order;
  withCommit(updateOrder(tx, orderId, { paymentStatus: to }), recordEvent(tx, { orderId, kind: "PAYMENT STATUS", who, before, after: to }));
  return { ...order, paymentStatus: to };
}

function editNote({ tx, withCommit }: Transaction, order: LockedOrder, note: string): LockedOrder {
  if (note === order.note) return order;
  withCommit(updateOrder(tx, order.id, { note }));
  return { ...order, note };
}

type NewAddress = NonNullable<OrderChange["deliveryAddress"]>;

function editAddress({ tx, withCommit }: Transaction, order: LockedOrder, { fields: sent, plan }: NewAddress, who: Actor): LockedOrder {
  const was = order.deliveryAddress;
  const { address_line = was.address_line, city = was.city, state = was.state } = sent;
  const { pincode = was.pincode, country = was.country, mobile = was.mobile } = sent;
  const deliveryAddress = { address_line, city, state, pincode, country, mobile };
  if (Object.keys(differences({ ...was }, deliveryAddress).after).length === 0) return order;
  const isDelivered = order.delivery?.way === "delivery";
  const why = isDelivered && whyNotThere(plan, destinationOf(was), destinationOf(deliveryAddress));
  if (why) throw refuse.conflict(why);
  // The event is without the addresses, because events outlive the shopper's account.
  withCommit(updateOrder(tx, order.id, { deliveryAddress }), recordEvent(tx, { orderId: order.id, kind: "ADDRESS", who }));
  return { ...order, deliveryAddress };
}
