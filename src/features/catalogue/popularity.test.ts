import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addProduct, addShelf } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { listing, type Product } from "./contract.ts";
import { rankProducts } from "./popularity.ts";

const testShop = await openTestShop();
const { shop, call } = testShop;

test("a list is sorted by what sold until last night, even if it was cached", async () => {
  const ids = [await addProduct(testShop), await addProduct(testShop), await addProduct(testShop)];
  const where = await addShelf(testShop, ids);
  const order = async () => ((await call(listing, where)).body.data as Product[]).map(({ _id }) => ids.indexOf(_id));
  expect(await order()).toEqual([0, 1, 2]);
  await shop.database.db.execute(sql`update product set sold = 5 where id = ${ids[2]}`);
  await shop.database.db.execute(sql`update product set sold = 2 where id = ${ids[1]}`);
  expect(await order()).toEqual([0, 1, 2]);
  await rankProducts(shop);
  expect(await order()).toEqual([2, 1, 0]);
});

test("many products are ranked in batches", async () => {
  const { db } = shop.database;
  await db.execute(
    sql`insert into product (id, name, stock, price_cents, sold) select md5(n::text), 'P', 1, 100, n from generate_series(1, 1200) n`,
  );
  await rankProducts(shop);
  const { rows } = await db.execute<{ left: number }>(sql`select count(*)::int as left from product where popularity <> sold`);
  expect(rows[0]!.left).toBe(0);
});
