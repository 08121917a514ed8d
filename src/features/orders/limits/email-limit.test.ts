import { expect, test, vi } from "vitest";
import { changingShop } from "../../../../tests/support/changing-shop.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop } from "../../../../tests/support/paying-shop.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { markPicked, packOrder } from "../../pick/contract.ts";
import { cancelOrder } from "../contract.ts";

const shop = await openPayingShop({ RATE_LIMIT: "on" });
const { call, doJobs } = shop;

/** How many emails the limit has counted so far. */
async function counted(): Promise<number> {
  const { rows } = await shop.shop.database.pool.query<{ points: number }>(
    "select coalesce(sum(points), 0)::int as points from rate_limit where key like 'unconfirmed-email:%'",
  );
  return rows[0]!.points;
}

test("an order's emails to an unconfirmed address survive an outage of the mail server that is longer than their limit", async () => {
  const payer = await newPayer(shop);
  await doJobs();
  const before = await counted();
  await payer.orderInCash({ [await addProduct(shop, { stock: 5 })]: 1 });
  const down = vi.spyOn(shop.shop.mailer, "send").mockRejectedValue(new Error("The mail server is down"));
  for (let tries = 0; tries < 12; tries++) await doJobs("early");
  expect(down.mock.calls.length).toBeGreaterThanOrEqual(12);
  down.mockRestore();
  await doJobs("early");
  expect((await shop.emailsTo(payer.user.email)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Your order \w+$/)]);
  expect(await counted()).toBe(before + 1);
});

test("emails about packing and refunds count like all others about orders", async () => {
  const { token } = await makeAdmin(shop);
  const figs = await addProduct(shop, { price: 4, stock: 10 });
  const order = await changingShop(shop).paidOrder({ [figs]: 3 });
  const { _id } = await order.details();
  await doJobs();
  let before = await counted();
  await call(markPicked, { lines: [{ orderId: _id, position: 0, productId: figs, mark: { found: 2, noneLeft: false } }] }, { token });
  expect((await call(packOrder, { orderId: _id }, { token })).status).toBe(200);
  await doJobs();
  expect((await shop.emailsTo(order.payer.user.email))[0]?.subject).toMatch(/some items were missing$/);
  expect(await counted()).toBe(before + 1);

  before = await counted();
  await call(cancelOrder, { orderId: _id }, { token: order.payer.token });
  await doJobs();
  expect((await shop.emailsTo(order.payer.user.email))[0]?.subject).toMatch(/^Your refund for order/);
  expect(await counted()).toBe(before + 2);
});
