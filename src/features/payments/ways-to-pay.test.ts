import { expect, test } from "vitest";
import { formatGrouped, toCents } from "#shared/money.ts";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { settingsOf } from "../../../tests/support/settings.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { cashOnDelivery } from "../orders/contract.ts";
import { changeSettings } from "../shop/settings/contract.ts";
import { checkout, createCulqiOrder, openPayment, waysToPay, type WayToPay } from "./contract.ts";

const shop = await openTestShop();
const change = await settingsOf(shop);
const { user, token } = await signUp(shop);
const addressId = await addAddress(shop, user._id);
const request = { list_items: [{ productId: await addProduct(shop, { price: 10, stock: 50 }), quantity: 1 }], addressId };
const offered = async () => (await shop.call(waysToPay, undefined)).body.data.map(({ provider }: { provider: string }) => provider);

test("a way that is switched off is neither offered nor accepted, and comes back", async () => {
  const all = await offered();
  expect(all).toEqual(["paypal", "culqi", "cash"]);
  await change({ ways: ["culqi"] });
  expect(await offered()).toEqual(["culqi"]);
  for (const answer of [
    await shop.call(cashOnDelivery, request, { token }),
    await shop.call(checkout, { ...request, provider: "cash" }, { token }),
    await shop.call(checkout, { ...request, provider: "paypal" }, { token }),
  ])
    expect(answer).toMatchObject({ status: 409, body: { message: "This way to pay isn't offered right now. Please choose another one." } });
  await change({ ways: ["paypal", "culqi", "cash"] });
  expect(await offered()).toEqual(all);
  expect((await shop.call(cashOnDelivery, request, { token })).status).toBe(200);
});

test("a repeated order still gets the first one as its response, and a payment under way stays open", async () => {
  const headers = { "idempotency-key": "before" };
  const first = await shop.call(cashOnDelivery, request, { token, headers });
  expect((await shop.call(createCulqiOrder, request, { token })).status).toBe(200);
  await change({ ways: ["paypal"] });
  const again = await shop.call(cashOnDelivery, request, { token, headers });
  expect([again.status, again.body.data.orderId]).toEqual([200, first.body.data.orderId]);
  expect((await shop.call(openPayment, undefined, { token })).body.data).toMatchObject({ provider: "culqi", status: "OPEN" });
  await change({ ways: ["paypal", "culqi", "cash"] });
});

test("the documentation says how much can be paid by card", async () => {
  const offers = (await shop.call(waysToPay, undefined)).body.data as WayToPay[];
  const { least, most } = offers.find(({ provider }) => provider === "culqi")!; // checked above
  expect(createCulqiOrder.summary).toContain(`from ${formatGrouped(toCents(least))} to ${formatGrouped(toCents(most))}`);
});

const asked = async () => (await shop.call(waysToPay, undefined)).body.ifMissing;

test("the checkout asks what to do when something is missing only once that is switched on", async () => {
  expect(await asked()).toBeUndefined();
  await change({ askIfMissing: true, lowStock: 4 });
  expect(await asked()).toEqual({ lowStock: 4 });
  await change({ askIfMissing: false });
  expect(await asked()).toBeUndefined();
});

test("at least one way that the shop can take stays on", async () => {
  const own = await openTestShop({ SANDBOX: "off" });
  const admin = await makeAdmin(own);
  const was = { ways: ["paypal", "culqi", "cash"] };
  for (const ways of [[], ["paypal", "culqi"]] as ("paypal" | "culqi")[][]) {
    const { status, body } = await own.call(changeSettings, { changes: { ways }, was }, { token: admin.token });
    expect([status, body.message]).toEqual([400, expect.stringMatching(/ways must (keep|include)/)]);
  }
});

test("a key of another request, or an old one, doesn't order in a way that is switched off", async () => {
  const order = (key: string, quantity = 1) => {
    const list_items = request.list_items.map((item) => ({ ...item, quantity }));
    return shop.call(cashOnDelivery, { ...request, list_items }, { token, headers: { "idempotency-key": key } });
  };
  await change({ ways: ["paypal", "culqi", "cash"] });
  for (const key of ["new", "old"]) expect((await order(key)).status).toBe(200);
  await shop.shop.database.pool.query("update order_key set created_at = now() - interval '25 hours' where key = 'old'");
  await change({ ways: ["paypal"] });
  expect((await order("new")).status).toBe(200);
  for (const answer of [await order("old"), await order("old", 2), await order("new", 2)]) {
    expect(answer).toMatchObject({ status: 409, body: { message: "This way to pay isn't offered right now. Please choose another one." } });
  }
});
