import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { products } from "#features/catalogue/tables.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";
import { startProxy } from "../../../tests/support/database-proxy.ts";
import { openDatabase, type Db } from "./connect.ts";

const shop = await openTestShop();
const { database } = shop.shop;
const seen: string[] = [];
database.onInvalidate((tags) => void seen.push(...tags));
beforeEach(() => void seen.splice(0));

const setStock = (tx: Db, id: string, stock: number) => tx.update(products).set({ stock }).where(eq(products.id, id));
const stockOf = async (id: string) => (await database.db.select().from(products).where(eq(products.id, id)))[0]?.stock;

test("a transaction that throws changes and publishes nothing", async () => {
  const id = await addProduct(shop, { stock: 5 });
  const failing = database.transact(async ({ tx, invalidate }) => {
    await setStock(tx, id, 1);
    invalidate("stock");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect([await stockOf(id), seen]).toEqual([5, []]);
});

test("a change is published once committed, not before", async () => {
  const id = await addProduct(shop, { stock: 5 });
  await database.transact(async ({ tx, invalidate }) => {
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
    database.transact(async ({ tx, invalidate }) => {
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
  const unlucky = database.transact(async ({ tx }) => {
    attempts++;
    await tx.execute(sql`do $$ begin raise exception using errcode = '40001'; end $$`);
  });
  await expect(unlucky).rejects.toMatchObject({ status: 503 });
  expect(attempts).toBe(5);
});

test("a transaction that continues after a failed statement does not count as committed", async () => {
  const id = await addProduct(shop, { stock: 5 });
  const careless = database.transact(async ({ tx, invalidate }) => {
    await setStock(tx, id, 1);
    invalidate();
    await tx.execute(sql`select 1 / 0`).catch(() => {});
  });
  await expect(careless).rejects.toThrow("went on after a failed statement");
  expect(await stockOf(id)).toBe(5);
});

test("connections that die in a transaction are replaced, however many", async () => {
  for (let n = 0; n < 15; n++) {
    const dying = database.transact(async ({ tx }) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    const error = await dying.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
  }
  expect(await database.transact(async ({ tx }) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([{ one: 1 }]);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

test("statements started together are sent in that order, on one connection and in one round trip", async () => {
  const proxy = await startProxy(shop.connection);
  const far = openDatabase(proxy.connection, () => {});
  const note = sql`create temporary table noted (n serial, kind text)`;
  await far.pool.query("select 1");
  const before = proxy.trips();
  const rows = await far.transact(async ({ tx }) => {
    await tx.execute(note);
    const write = (kind: string) => tx.execute(sql`insert into noted (kind) values (${kind})`);
    await Promise.all([
      write("first"),
      tx.select({ id: products.id }).from(products).limit(1),
      write("second"),
      tx.$count(products),
      write("third"),
    ]);
    return (await tx.execute<{ kind: string }>(sql`select kind from noted order by n`)).rows;
  });
  expect(rows.map(({ kind }) => kind)).toEqual(["first", "second", "third"]);
  // begin and create; the inserts; the select; commit.
  expect(proxy.trips() - before).toBe(4);
  await far.close();
  await proxy.close();
});

test("a statement sent with the commit is committed with it, and one that fails undoes everything", async () => {
  const id = await addProduct(shop, { stock: 5 });
  await database.transact(async ({ tx, withCommit }) => withCommit(setStock(tx, id, 4)));
  expect(await stockOf(id)).toBe(4);
  const failing = database.transact(async ({ tx, invalidate, withCommit }) => {
    invalidate("stock");
    await setStock(tx, id, 3);
    withCommit(setStock(tx, id, 2), tx.execute(sql`select 1 / 0`));
  });
  await expect(failing).rejects.toThrow();
  expect([await stockOf(id), seen]).toEqual([4, []]);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

test("a transaction can return what the last statement sent with the commit results in", async () => {
  const id = await addProduct(shop, { stock: 5 });
  const read = (tx: Db) => tx.execute<{ stock: number }>(sql`select stock from product where id = ${id}`);
  const { rows } = await database.transact(async ({ tx, withCommit }) => withCommit(setStock(tx, id, 4), read(tx)));
  expect(rows).toEqual([{ stock: 4 }]);
});

test("a statement that comes after the end of its transaction is refused", async () => {
  const id = await addProduct(shop, { stock: 5 });
  const oneByOne = async (tx: Db) => {
    await setStock(tx, id, 4);
    await setStock(tx, id, 3);
  };
  const refused = { cause: { message: "A statement came after the end of its transaction" } };
  await expect(database.transact(async ({ tx, withCommit }) => withCommit(oneByOne(tx)))).rejects.toMatchObject(refused);
  expect(await stockOf(id)).toBe(4);
  let kept: Db | undefined;
  await database.transact(async ({ tx }) => void (kept = tx));
  await expect(setStock(kept!, id, 2)).rejects.toMatchObject(refused);
  expect(await stockOf(id)).toBe(4);
});

test("reads of one connection share a round trip", async () => {
  const proxy = await startProxy(shop.connection);
  const far = openDatabase(proxy.connection, () => {});
  await far.pool.query("select 1");
  const before = proxy.trips();
  const [one, two] = await far.read((db) => Promise.all([db.execute(sql`select 1 as n`), db.execute(sql`select 2 as n`)]));
  expect([...one.rows, ...two.rows]).toEqual([{ n: 1 }, { n: 2 }]);
  expect(proxy.trips() - before).toBe(1);
  await far.close();
  await proxy.close();
});

const readTwice = () => database.transact(async ({ tx }) => Promise.all([tx.execute(sql`select 1`), database.pool.query("select 1")]));
test("transactions that wait for another query never take all connections", async () => {
  await Promise.all(Array.from({ length: 30 }, readTwice));
});
