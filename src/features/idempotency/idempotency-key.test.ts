import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newCashBuyer, one, stockAndSold } from "../../../tests/support/cash-buyer.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { addresses } from "../addresses/tables.ts";
import { products } from "../catalogue/tables.ts";
import * as contract from "../orders/contract.ts";
import { deleteOldKeys } from "./key-store.ts";
import { requestKeys } from "./tables.ts";

const shop = await openTestShop();
const { call } = shop;
const { db } = shop.shop.database;
const shopper = () => newCashBuyer(shop);

const ofKey = async ({ token }: { token: string }) => (await call(contract.orderOfKey, { key: "k & ?" }, { token })).body.data;

describe("API-24 Idempotency-Key", () => {
  test("the same key and body return the same order, even concurrently", async () => {
    const ana = await shopper();
    const id = await addProduct(shop);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ana.order(one(id, 2), {}, "again")));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await stockAndSold(shop, id)).toEqual([[98, 2]]);
    expect(await ana.orders()).toHaveLength(1);
  });

  test("a repeated request returns the order even if its items could no longer be ordered", async () => {
    const ana = await shopper();
    const id = await addProduct(shop, { stock: 1 });
    const first = await ana.order(one(id), {}, "k");
    await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, id));
    await db.update(addresses).set({ isListed: false }).where(eq(addresses.id, ana.addressId));
    expect((await ana.order(one(id), {}, "k")).body).toEqual(first.body);
  });

  test("another body is refused, except for fields that are ignored anyway", async () => {
    const ana = await shopper();
    const id = await addProduct(shop, { price: 1 });
    const first = await ana.order(one(id), {}, "k");
    expect(await ana.order(one(id, 2), {}, "k")).toMatchObject({ status: 422, body: { success: false } });
    expect(await ana.order(one(id), { expectedTotal: 1 }, "k")).toMatchObject({ status: 422 });
    expect((await ana.order(one(id), { totalAmt: 5 }, "k")).body).toEqual(first.body);
    expect(await stockAndSold(shop, id)).toEqual([[99, 1]]);
  });

  test("its order can be looked up by its shopper only, without placing one", async () => {
    const [ana, ben] = await Promise.all([shopper(), shopper()]);
    const id = await addProduct(shop);
    expect(await ofKey(ana)).toBeNull();
    const placed = await ana.order(one(id), {}, "k & ?");
    expect(await ofKey(ana)).toEqual(placed.body.data);
    expect(await ofKey(ben)).toBeNull();
    expect(await stockAndSold(shop, id)).toEqual([[99, 1]]);
  });

  test("of two different requests with one key, at most one is placed, even concurrently", async () => {
    const ana = await shopper();
    const id = await addProduct(shop);
    const answers = await Promise.all([1, 2, 1, 2].map((quantity) => ana.order(one(id, quantity), {}, "k")));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 422, 422]);
    expect(await ana.orders()).toHaveLength(1);
  });

  test("a key belongs to its shopper", async () => {
    const [ana, ben] = await Promise.all([shopper(), shopper()]);
    const id = await addProduct(shop);
    const [a, b] = [await ana.order(one(id), {}, "k"), await ben.order(one(id), {}, "k")];
    expect([a.status, b.status]).toEqual([200, 200]);
    expect(a.body.data.orderId).not.toBe(b.body.data.orderId);
  });

  test("a refused order does not use up its key", async () => {
    const ana = await shopper();
    const id = await addProduct(shop, { stock: 1 });
    expect(await ana.order(one(id, 2), {}, "k")).toMatchObject({ status: 409 });
    expect(await ana.order(one(id, 1), {}, "k")).toMatchObject({ status: 200 });
  });

  test("1 to 128 printable characters, otherwise a 400", async () => {
    const ana = await shopper();
    const id = await addProduct(shop);
    const send = (key: string) =>
      call(
        contract.cashOnDelivery,
        { list_items: one(id), addressId: ana.addressId },
        { token: ana.token, headers: { "idempotency-key": key } },
      );
    for (const key of ["", "x".repeat(129), "a\tb", "ключ", "é"]) {
      expect(await send(key), key).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^Idempotency-Key /) } });
    }
    for (const key of ["x", "~ !".padEnd(128, "z")]) expect(await send(key), key).toMatchObject({ status: 200 });
    expect(await ana.orders()).toHaveLength(2);
  });

  test("is deleted after 24 hours", async () => {
    const ana = await shopper();
    const id = await addProduct(shop);
    const age = (hours: number) =>
      db
        .update(requestKeys)
        .set({ createdAt: sql`now() - make_interval(hours => ${hours})` })
        .where(eq(requestKeys.userId, ana.userId));
    const keys = () => db.$count(requestKeys, eq(requestKeys.userId, ana.userId));
    const first = await ana.order(one(id), {}, "k");
    await age(23);
    await deleteOldKeys(db);
    expect((await ana.order(one(id), {}, "k")).body).toEqual(first.body);
    await age(25);
    expect((await ana.order(one(id, 2), {}, "k")).body.data._id).not.toBe(first.body.data._id);
    await age(25);
    await deleteOldKeys(db);
    expect(await keys()).toBe(0);
  });
});
