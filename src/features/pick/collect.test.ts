import { expect, test } from "vitest";
import { addProduct } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop } from "../../../tests/support/paying-shop.ts";
import { makeAdmin } from "../../../tests/support/sign-up.ts";
import { orderPapers, updateOrderStatus } from "../orders/admin/contract.ts";
import { cancelOrder, getOrder } from "../orders/contract.ts";
import { bagLabels, markPicked, packOrder } from "./contract.ts";

const shop = await openPayingShop();
const { call } = shop;
const { token } = await makeAdmin(shop);

const update = (orderId: string, change: object) => call(updateOrderStatus, { orderId, ...change }, { token });

test("an order that was refunded and reopened is paid at the door, and labels, packing slips and the email say so", async () => {
  const productId = await addProduct(shop, { price: 5 });
  const payer = await newPayer(shop);
  const { orderId } = (await payer.confirm(await payer.approve({ [productId]: 2 }))).body.data;
  const { _id } = (await call(getOrder, { orderId }, { token: payer.token })).body.data;
  const label = async () => (await call(bagLabels, { orderIds: orderId }, { token })).body.data[0];
  const pack = async () => {
    await call(markPicked, { lines: [{ orderId: _id, position: 0, productId, mark: { found: 2, noneLeft: false } }] }, { token });
    expect((await call(packOrder, { orderId }, { token })).status).toBe(200);
  };
  await pack();
  expect((await label()).collect).toBe(0);

  await call(cancelOrder, { orderId }, { token: payer.token });
  await shop.doJobs();
  await update(orderId, { status: "PENDING", note: "Ring twice" });
  await pack();
  expect(await label()).toMatchObject({ collect: 10, note: "Ring twice" });
  expect((await call(orderPapers, { orderIds: orderId }, { token })).body.data.orders).toMatchObject([
    { payment_status: "PENDING", totalAmt: 10, note: "Ring twice" },
  ]);
  await update(orderId, { status: "SHIPPED" });
  const sent = (await shop.emailsTo(payer.user.email)).find(({ subject }) => subject?.endsWith("is on its way"));
  expect(sent?.text).toContain("Please have $10.00 ready in cash.");
});
