import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changingShop } from "../../../tests/support/changing-shop.ts";
import { openCallCounter } from "../../../tests/support/counted-calls.ts";
import { addCoupon } from "../../../tests/support/coupons.ts";
import { daily, slotsOf, zone } from "../../../tests/support/delivery.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { newPayer } from "../../../tests/support/paying-shop.ts";
import { makeAdmin } from "../../../tests/support/sign-up.ts";
import { changePlan } from "../delivery/contract.ts";
import * as admin from "../orders/admin/contract.ts";
import { oftenBought } from "../orders/bought/contract.ts";
import * as orders from "../orders/contract.ts";
import * as items from "../orders/refunds/contract.ts";
import * as pick from "../pick/contract.ts";
import * as missing from "../pick/missing/contract.ts";
import * as back from "../pick/put-back/contract.ts";
import * as changes from "./changes/contract.ts";
import * as payments from "./contract.ts";
import * as refunds from "./refunds/contract.ts";
import { readAttemptByRef } from "./store.ts";

const { near, call, count, check } = await openCallCounter();
const { cashOrder, paidOrder } = changingShop(near);
const figs = await addProduct(near, { stock: 1000, price: 5 });
const plums = await addProduct(near, { stock: 1000, price: 5 });
const staff = (await makeAdmin(near)).token;
// By the process that counts, which has it at once.
const plan = {
  on: true,
  zones: [zone({ fee: 3 })],
  collection: { address: "1 Shop Street", times: [daily(100)] },
  exceptions: [],
};
await call(changePlan, { plan, version: 0 }, { token: staff });
const wants = (productId: string, quantity: number) => ({ list_items: [{ productId, quantity }] });

test("ordering, and changing orders", { timeout: 300_000 }, async () => {
  const payer = await newPayer(near);
  const { token, addressId } = payer;
  const order = { ...wants(figs, 2), addressId };
  // Opens what the first call of its kind opens.
  await call(payments.checkout, { ...order, provider: "cash" }, { token });
  await count(payments.waysToPay, {});
  await count(payments.checkout, { ...order, provider: "cash" }, { token });
  await count(payments.checkout, { ...order, provider: "paypal" }, { token });
  // Each replaces the payment before.
  const { code: coupon } = await addCoupon(near);
  await count(payments.checkout, { ...order, coupon, provider: "paypal" }, { token });
  await count(payments.checkout, { ...order, coupon, provider: "paypal" }, { token });
  await count(payments.checkout, { ...order, coupon, provider: "cash" }, { token });
  await count(orders.orderOfKey, { key: "none" }, { token });
  await count(oftenBought, {}, { token });

  const cash = await cashOrder({ [figs]: 2 });
  const { orderId } = cash;
  await count(changes.quoteChange, { orderId, ...wants(figs, 3) }, { token: cash.payer.token });
  await count(changes.changeOrder, { orderId, ...wants(figs, 3) }, { token: cash.payer.token });
  await count(changes.changeOrder, { orderId, ...wants(plums, 1), addressId: cash.payer.addressId }, { token: cash.payer.token });

  const paid = await paidOrder({ [figs]: 3 });
  const more = { orderId: paid.orderId, ...wants(figs, 5) };
  await count(changes.quoteChange, more, { token: paid.payer.token });
  await count(changes.payChange, more, { token: paid.payer.token });
  // Replaces the first.
  await count(changes.payChange, more, { token: paid.payer.token });
  const open = (await call(payments.openPayment, {}, { token: paid.payer.token })).body.data.orderId;
  await near.sandbox.payer(open, "approve");
  await count(payments.confirmPayPalPayment, { orderId: open }, { token: paid.payer.token });
  await count(changes.changeOrder, { orderId: paid.orderId, ...wants(figs, 1) }, { token: paid.payer.token });
});

test("picking, packing, and what the staff do with orders and refunds", { timeout: 300_000 }, async () => {
  const picked = await paidOrder({ [figs]: 3, [plums]: 1 });
  const { _id, products } = await picked.details();
  const marks = products.map(({ productId: { _id: productId }, quantity }, position) => ({
    orderId: _id,
    position,
    productId,
    mark: { found: productId === figs ? 2 : quantity, noneLeft: false },
  }));
  const orderIds = [picked.orderId];
  const inOneText = orderIds.join();
  await call(pick.listWaiting, undefined, { token: staff });
  await count(pick.listWaiting, {}, { token: staff });
  await count(pick.findByCode, { code: "4006381333931" }, { token: staff });
  await count(pick.pickList, { orderIds: inOneText }, { token: staff });
  await count(pick.markPicked, { lines: marks }, { token: staff });
  await count(pick.packOrder, { orderId: picked.orderId }, { token: staff });
  await count(pick.bagLabels, { orderIds: inOneText }, { token: staff });

  const payer = await newPayer(near);
  const ask = { ...wants(figs, 2), addressId: payer.addressId, ifMissing: { choice: "ask" as const, except: [] } };
  const asked = (await call(orders.cashOnDelivery, ask, { token: payer.token })).body.data;
  const short = { orderId: asked._id, position: 0, productId: figs, mark: { found: 1, noneLeft: false } };
  await call(pick.markPicked, { lines: [short] }, { token: staff });
  await count(missing.listMissing, { orderId: asked.orderId }, { token: payer.token });
  const answer = { orderId: asked.orderId, position: 0, productId: figs, choice: "refund" as const };
  await count(missing.answerMissing, answer, { token: payer.token });

  await count(admin.listOrderSlots, {}, { token: staff });
  await count(admin.exportOrders, {}, { token: staff });
  await count(admin.exportOrderLines, {}, { token: staff });
  await count(admin.orderPapers, { orderIds: inOneText }, { token: staff });
  const [moved, also] = [await cashOrder({ [figs]: 1 }), await cashOrder({ [figs]: 2 })];
  const [slot] = await slotsOf(near, "collection");
  const delivery = { way: "collection" as const, slot: slot!.id };
  await count(changes.quoteDelivery, { orderId: moved.orderId, delivery }, { token: staff });
  await count(changes.changeDelivery, { orderId: moved.orderId, delivery }, { token: staff });
  await count(admin.moveOrders, { orderIds: [moved.orderId, also.orderId], status: "SHIPPED" }, { token: staff });
  await count(admin.markPaid, { orderIds: [moved.orderId, also.orderId] }, { token: staff });
  await call(admin.updateOrderStatus, { orderId: also.orderId, status: "DELIVERED" }, { token: staff });
  const part = { orderId: also.orderId, items: [{ position: 0, productId: figs, amount: 1 }] };
  await count(items.quoteItemsRefund, part, { token: staff });
  const { totalAmt } = (await call(items.quoteItemsRefund, part, { token: staff })).body.data;
  await count(items.refundItems, { ...part, totalAmt, reason: "Rotten" }, { token: staff });
  await moved.cancel();
  await count(admin.declineCancel, { orderId: moved.orderId }, { token: staff });
  await call(admin.updateOrderStatus, { orderId: moved.orderId, status: "CANCELLED" }, { token: staff });
  await count(refunds.refundByHand, { orderId: moved.orderId, how: "cash" }, { token: staff });
  await count(admin.deleteOrder, { orderId: moved.orderId }, { token: staff });
  await count(admin.deleteOrder, { orderId: asked.orderId }, { token: staff });
  await count(back.listPutBack, {}, { token: staff });
  await count(back.putBack, { orderId: asked.orderId, canceled: true }, { token: staff });

  await near.doJobs();
  const late = await latePayment();
  await near.sandbox.fault("paypal", { operation: "refund", effect: "refuse", issue: "REFUND_NOT_ALLOWED", times: 0 });
  const [failing, another, cheaper] = [await paidOrder({ [figs]: 1 }), await paidOrder({ [figs]: 2 }), await paidOrder({ [figs]: 3 })];
  await failing.cancel();
  await another.cancel();
  await cheaper.change({ [figs]: 1 });
  await near.doJobs();
  await near.sandbox.clearFaults();
  await count(refunds.unsettledPayments, {}, { token: staff });
  await count(admin.retryRefund, { orderId: failing.orderId }, { token: staff });
  const unsettled = (await call(refunds.unsettledPayments, undefined, { token: staff })).body.data as {
    _id: string;
    refund: { amount: number } | null;
  }[];
  // Two pieces; of the canceled orders, one or two, and their delivery.
  const difference = unsettled.find(({ refund }) => refund?.amount === 10)!;
  await count(refunds.retryPaymentRefund, { _id: difference._id }, { token: staff, when: "a difference" });
  await count(refunds.retryPaymentRefund, { _id: (await another.details())._id }, { token: staff, when: "of an order" });
  await count(refunds.retryPaymentRefund, { _id: late }, { token: staff, when: "of a late payment" });
});

/** Takes a payment whose answer is lost, until its goods are sold. */
async function latePayment(): Promise<string> {
  const { db } = near.shop.database;
  const last = await addProduct(near, { stock: 1 });
  const payer = await newPayer(near);
  const ref = await payer.approve({ [last]: 1 });
  const { id } = (await readAttemptByRef(db, "paypal", ref))!;
  await near.sandbox.fault("paypal", { operation: "capture", effect: "cut-after", times: 3 });
  await payer.confirm(ref);
  await near.sandbox.clearFaults();
  await db.execute(sql`update reservation set state = 'RELEASED' where order_id = ${id}`);
  await db.execute(sql`update payment_attempt set status = 'EXPIRED' where id = ${id}`);
  expect((await payer.confirm(ref)).status).toBe(409);
  return id;
}

test("paying, canceling, and the staff's view of orders", { timeout: 60_000 }, async () => {
  const payer = await newPayer(near);
  const { token } = payer;
  const order = { list_items: [{ productId: figs, quantity: 1 }], addressId: payer.addressId };
  await call(payments.createPayPalOrder, order, { token: (await newPayer(near)).token });
  await count(payments.createPayPalOrder, order, { token });
  const open = (await call(payments.openPayment, {}, { token })).body.data.orderId;
  await count(payments.getPayPalOrderDetails, { orderId: open }, { token });
  await count(payments.cancelPayment, { orderId: open }, { token });
  const approved = await payer.approve({ [figs]: 1 });
  await count(payments.confirmPayPalPayment, { orderId: approved }, { token });
  const paid = (await call(payments.confirmPayPalPayment, { orderId: approved }, { token })).body.data.orderId;
  await count(payments.confirmPayPalPayment, { orderId: approved }, { token });
  await count(payments.createCulqiOrder, order, { token });
  await count(payments.openPayment, {}, { token });
  const card = (await call(payments.openPayment, {}, { token })).body.data.orderId;
  await count(payments.confirmCulqiPayment, { orderId: card, token: await near.sandbox.cardToken() }, { token });

  const placed = (await call(orders.cashOnDelivery, order, { token })).body.data.orderId;
  await count(orders.cashOnDelivery, order, { token });
  await count(orders.listOrders, {}, { token });
  await count(orders.getOrder, { orderId: placed }, { token });
  await count(orders.quoteRefund, { orderId: placed }, { token });
  await count(orders.orderInvoice, { orderId: placed }, { token });
  await count(orders.buyOrderAgain, { orderId: placed }, { token });
  await count(orders.cancelOrder, { orderId: placed }, { token });
  await count(orders.cancelOrder, { orderId: paid }, { token });

  const later = (await call(orders.cashOnDelivery, order, { token })).body.data.orderId;
  await count(admin.listAllOrders, {}, { token: staff });
  await count(admin.getAdminOrder, undefined, { token: staff, params: { orderId: later } });
  await count(admin.updateOrderStatus, { orderId: later, status: "SHIPPED" }, { token: staff });
  await count(admin.updateOrderStatus, { orderId: later, note: "Ring twice" }, { token: staff });
});

test("each takes at most 3 round trips, except those listed", () => check(import.meta.filename));
