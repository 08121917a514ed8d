import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newCashBuyer, one } from "../../../../tests/support/cash-buyer.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf } from "../../../../tests/support/paying-shop.ts";
import { changeOrder } from "../../payments/changes/contract.ts";
import { checkout } from "../../payments/contract.ts";
import { cancelOrder } from "../contract.ts";

const shop = await openPayingShop({ RATE_LIMIT: "on" });
const { db } = shop.shop.database;
const confirm = (userId: string) => db.execute(sql`update user_account set verify_email = true where id = ${userId}`);
const products = (count: number, stock: number) => Promise.all(Array.from({ length: count }, () => addProduct(shop, { stock })));
const refused = (message: string) => ({ status: 403, body: { success: false, message } });

beforeEach(() => db.execute(sql`delete from rate_limit`));

describe("API-24 an account with an unconfirmed email address, paying cash", () => {
  test("can order an ordinary cart", async () => {
    const ana = await newCashBuyer(shop);
    const items = (await products(30, 100)).map((productId, n) => ({ productId, quantity: (n % 3) + 1 }));
    expect((await ana.order(items)).status).toBe(200);
  });

  test("can have 80 items in its unpaid orders", async () => {
    const ana = await newCashBuyer(shop);
    const ids = await products(17, 100);
    expect((await ana.order(ids.slice(0, 16).map((productId) => ({ productId, quantity: 5 })))).status).toBe(200);
    const more = () => ana.order(one(ids[16]!));
    expect(await more()).toMatchObject(refused("Confirm your email address to order more than 80 items with cash on delivery"));
    await confirm(ana.userId);
    expect((await more()).status).toBe(200);
  });

  test("can always order 5 of a product, and beyond that up to half of its stock, across all of its orders", async () => {
    const [ana, ben] = [await newCashBuyer(shop), await newCashBuyer(shop)];
    const [few, many] = [await addProduct(shop, { stock: 6 }), await addProduct(shop, { stock: 40, name: "Figs" })];
    expect((await ana.order(one(few, 5))).status).toBe(200);
    expect(await ben.order(one(many, 21))).toMatchObject(refused("Confirm your email address to order more than 20 of Figs"));
    expect((await ben.order(one(many, 15))).status).toBe(200);
    expect(await ben.order(one(many, 6))).toMatchObject(refused("Confirm your email address to order more than 5 of Figs"));
    expect((await ben.order(one(many, 5))).status).toBe(200);
    expect(await ben.order(one(many, 1))).toMatchObject(refused("Confirm your email address to order more of Figs"));
    expect(await piecesOf(shop, many)).toEqual({ stock: 20, sold: 20, reserved: 0 });
  });

  test("can have 5 unpaid orders, even if sent concurrently; canceled ones do not count", async () => {
    const ana = await newCashBuyer(shop);
    const [rice] = await products(1, 100);
    const answers = await Promise.all(Array.from({ length: 9 }, () => ana.order(one(rice!))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const sixth = await shop.call(checkout, { list_items: one(rice!), addressId: ana.addressId, provider: "cash" }, ana);
    expect(sixth).toMatchObject(refused("You have 5 unpaid orders. Confirm your email address to place more."));
    await shop.call(cancelOrder, { orderId: (await ana.orders())[0]!._id }, ana);
    expect((await ana.order(one(rice!))).status).toBe(200);
  });

  test("can place 20 orders an hour from one network, whichever accounts it uses", async () => {
    const [rice] = await products(1, 1000);
    const orders = async () => (await newCashBuyer(shop)).order(one(rice!));
    for (let n = 0; n < 20; n++) expect((await orders()).status).toBe(200);
    expect(await orders()).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Too many orders from your network\. Confirm your email/) },
    });
    const ana = await newCashBuyer(shop);
    await confirm(ana.userId);
    expect((await ana.order(one(rice!))).status).toBe(200);
  });

  test("can place 60 a day, so that they don't add up hour by hour", async () => {
    const [rice] = await products(1, 1000);
    const orders = async () => (await newCashBuyer(shop)).order(one(rice!));
    expect((await orders()).status).toBe(200);
    await db.execute(sql`update rate_limit set points = points + 58 where key like 'unconfirmed-address-day:%'`);
    expect((await orders()).status).toBe(200);
    expect((await orders()).headers["retry-after"]).toMatch(/^8\d{4}$/);
  });
});

test("three new accounts cannot sell out more than a few products, whatever they try", async () => {
  const ids = await products(60, 3);
  const soldOut = async () => (await Promise.all(ids.map((id) => piecesOf(shop, id)))).filter(({ stock }) => stock === 0).length;
  for (let account = 1; account <= 3; account++) {
    const ana = await newPayer(shop);
    for (let from = 0; from < ids.length; from += 4) {
      const basket = Object.fromEntries(ids.slice(from, from + 4).map((id) => [id, 3]));
      await ana.orderInCash(basket);
      await ana.create(basket);
    }
    await ana.create(Object.fromEntries(ids.map((id) => [id, 3])));
    expect(await soldOut()).toBeLessThanOrEqual(account * 5);
  }
  expect(await soldOut()).toBeGreaterThan(0);
});

test("an account can place and change 200 orders an hour, even if it cancels them", async () => {
  const ana = await newCashBuyer(shop);
  await confirm(ana.userId);
  const list_items = one(await addProduct(shop));
  const { orderId } = (await ana.order(list_items)).body.data;
  await db.execute(sql`update rate_limit set points = 199 where key = ${`orders-account:${ana.userId}`}`);
  const change = () => shop.call(changeOrder, { orderId, list_items }, ana);
  expect((await change()).status).toBe(200);
  await shop.call(cancelOrder, { orderId }, ana);
  for (const answer of [await ana.order(list_items), await change()])
    expect(answer).toMatchObject({ status: 429, body: { message: expect.stringMatching(/^Too many orders at once/) } });
});

test("a confirmed account can have 20 unpaid orders", async () => {
  const ana = await newCashBuyer(shop);
  await confirm(ana.userId);
  const rice = await addProduct(shop);
  for (let n = 0; n < 20; n++) expect((await ana.order(one(rice))).status).toBe(200);
  expect(await ana.order(one(rice))).toMatchObject(
    refused("You have 20 unpaid orders. Pay this one now, or order again once some have been sent."),
  );
});
