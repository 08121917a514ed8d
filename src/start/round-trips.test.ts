import { expect, test } from "vitest";
import * as allOrders from "#features/orders/admin/contract.ts";
import * as orders from "#features/orders/contract.ts";
import * as payments from "#features/payments/contract.ts";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { openCountedShop } from "../../tests/support/counted-shop.ts";
import { addProduct } from "../../tests/support/goods.ts";
import { newPayer } from "../../tests/support/paying-shop.ts";
import { makeAdmin } from "../../tests/support/sign-up.ts";

const { near, call, tripsOf } = await openCountedShop();
/** Calls that take more round trips, and how many. */
const LONGER: Readonly<Record<string, number>> = {
  // Like an order. A payment is confirmed in 3 before the provider is asked, and 2 after it.
  "starting a payment with PayPal": 5,
  "confirming a payment with PayPal": 5,
  "paying by card": 5,
};

test("paying, canceling and what the staff do with orders take at most 3, except those listed", { timeout: 60_000 }, async () => {
  const counts: Record<string, number> = {};
  const count = async <E extends Endpoint>(
    what: string,
    endpoint: E,
    input?: InputOf<E>,
    as?: string,
    params: Record<string, string> = {},
  ) => void (counts[what] = await tripsOf(endpoint, input, { token: as, params }));

  const figs = await addProduct(near, { stock: 100, price: 5 });
  const payer = await newPayer(near);
  const { token } = payer;
  const order = { list_items: [{ productId: figs, quantity: 1 }], addressId: payer.addressId };
  await call(payments.createPayPalOrder, order, { token: (await newPayer(near)).token });
  await count("starting a payment with PayPal", payments.createPayPalOrder, order, token);
  const open = (await call(payments.openPayment, {}, { token })).body.data.orderId;
  await count("a payment's state", payments.getPayPalOrderDetails, { orderId: open }, token);
  await count("canceling a payment", payments.cancelPayment, { orderId: open }, token);
  const approved = await payer.approve({ [figs]: 1 });
  await count("confirming a payment with PayPal", payments.confirmPayPalPayment, { orderId: approved }, token);
  const paid = (await call(payments.confirmPayPalPayment, { orderId: approved }, { token })).body.data.orderId;
  await count("confirming it again", payments.confirmPayPalPayment, { orderId: approved }, token);
  const card = (await call(payments.createCulqiOrder, order, { token })).body.data.orderId;
  await count("paying by card", payments.confirmCulqiPayment, { orderId: card, token: await near.sandbox.cardToken() }, token);

  const placed = (await call(orders.cashOnDelivery, order, { token })).body.data.orderId;
  await count("an order", orders.getOrder, { orderId: placed }, token);
  await count("an invoice", orders.orderInvoice, { orderId: placed }, token);
  await count("buying an order again", orders.buyOrderAgain, { orderId: placed }, token);
  await count("canceling an order", orders.cancelOrder, { orderId: placed }, token);
  await count("canceling a paid order", orders.cancelOrder, { orderId: paid }, token);

  const later = (await call(orders.cashOnDelivery, order, { token })).body.data.orderId;
  const admin = (await makeAdmin(near)).token;
  await count("all orders", allOrders.listAllOrders, {}, admin);
  await count("an order for the staff", allOrders.getAdminOrder, undefined, admin, { orderId: later });
  await count("sending an order", allOrders.updateOrderStatus, { orderId: later, status: "SHIPPED" }, admin);
  await count("noting something on an order", allOrders.updateOrderStatus, { orderId: later, note: "Ring twice" }, admin);
  expect(Object.entries(counts).filter(([what, trips]) => trips > (LONGER[what] ?? 3))).toEqual([]);
});
