import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { products } from "#features/catalogue/tables.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { isDatabaseAway } from "../http/errors.ts";
import type { Db } from "./connect.ts";

const shop = await openTestShop();
const { database } = shop.shop;
const seen: string[] = [];
database.onInvalidate((tags) => seen.push(...tags));
beforeEach(() => void seen.splice(0));

const setStock = (tx: Db, id: string, stock: number) => tx.update(products).set({ stock }).where(eq(products.id, id));
const stockOf = async (id: string) => (await database.db.select().from(products).where(eq(products.id, id)))[0]?.stock;

test("a transaction that throws changes and publishes nothing", async () => {
  const id = await addProduct(shop, { stock: 5 });
  const failing = database.transact(async (tx, invalidate) => {
    await setStock(tx, id, 1);
    invalidate("stock");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect([await stockOf(id), seen]).toEqual([5, []]);
});

test("a change is published once committed, not before", async () => {
  const id = await addProduct(shop, { stock: 5 });
  await database.transact(async (tx, invalidate) => {
    invalidate("stock");
    await setStock(tx, id, 1);
    expect(seen).toEqual([]);
  });
  expect([await stockOf(id), seen]).toEqual([1, ["stock"]]);
});

test("two deadlocked transactions both succeed, and only the successful attempt is published", async () => {
  const [a, b] = [await addProduct(shop), await addProduct(shop)];
  const bothWait = Promise.withResolvers<void>();
  let attempts = 0;
  const swap = (first: string, second: string) =>
    database.transact(async (tx, invalidate) => {
      attempts++;
      invalidate(`attempt of ${first}`);
      await setStock(tx, first, 1);
      if (attempts === 2) bothWait.resolve();
      await bothWait.promise;
      await setStock(tx, second, 2);
    });
  await Promise.all([swap(a, b), swap(b, a)]);
  expect(attempts).toBe(3);
  expect(seen.toSorted()).toEqual([`attempt of ${a}`, `attempt of ${b}`].toSorted());
});

test("after five deadlocks a request is asked to retry", async () => {
  let attempts = 0;
  const unlucky = database.transact(async (tx) => {
    attempts++;
    await tx.execute(sql`do $$ begin raise exception using errcode = '40001'; end $$`);
  });
  await expect(unlucky).rejects.toMatchObject({ status: 503 });
  expect(attempts).toBe(5);
});

test("a transaction that continues after a failed statement does not count as committed", async () => {
  const id = await addProduct(shop, { stock: 5 });
  const careless = database.transact(async (tx, invalidate) => {
    await setStock(tx, id, 1);
    invalidate();
    await tx.execute(sql`select 1 / 0`).catch(() => {});
  });
  await expect(careless).rejects.toThrow("went on after a failed statement");
  expect(await stockOf(id)).toBe(5);
});

test("connections that die in a transaction are replaced, any number of them", async () => {
  for (let n = 0; n < 15; n++) {
    const dying = database.transact(async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    const error = await dying.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isDatabaseAway(error)).toBe(true);
  }
  expect(await database.transact(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([{ one: 1 }]);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});
