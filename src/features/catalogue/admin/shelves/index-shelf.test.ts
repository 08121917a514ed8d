import { expect, test } from "vitest";
import { addShelf } from "../../../../../tests/support/goods.ts";
import { makeAdmin } from "../../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../../tests/support/test-shop.ts";
import { untilBlocked } from "../../../../../tests/support/until-blocked.ts";
import { indexTheRest } from "../../../search/engine/index-products.ts";
import { searchProducts } from "../../../search/contract.ts";
import { updateProduct } from "../contract.ts";
import { updateCategory } from "./contract.ts";

const PRODUCTS = 1200;
const IMAGE = "https://example.com/shelf.webp";

const shop = await openTestShop();
const { database } = shop.shop;
const { pool } = database;
const { token } = await makeAdmin(shop);
const { rows: products } = await pool.query<{ id: string }>(
  `insert into product (id, name, stock, price_cents) select lpad(to_hex(n), 32, '0'), 'Jar no ' || n, 5, 100 from generate_series(1, $1) n returning id`,
  [PRODUCTS],
);
const ids = products.map(({ id }) => id);
const { categoryId, subCategoryId } = await addShelf(shop, ids);
await indexTheRest(database);

const rename = (name: string) => shop.call(updateCategory, { _id: categoryId, name, image: IMAGE }, { token });
const indexedAs = async (name: string) => {
  const { rows } = await pool.query<{ count: number }>("select count(*)::int as count from search_posting where word = $1", [name]);
  return rows[0]!.count;
};

test("API-12 a large shelf is renamed at once, and its products are found by the new name once a job has indexed them", async () => {
  const found = async () => (await shop.call(searchProducts, { search: "zubora" })).body.totalCount;
  expect(await rename("Zubora")).toMatchObject({ status: 200, body: { data: { name: "Zubora" } } });
  expect(await indexedAs("zubora")).toBe(0);
  expect(await found()).toBe(0);
  await shop.doJobs();
  expect(await indexedAs("zubora")).toBe(PRODUCTS);
  expect(await found()).toBeGreaterThan(0);
});

test("API-12 a job that ended half-way is finished by the next attempt", async () => {
  await pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'the process was killed'; end $$;
    create trigger fail before update on search_product for each row when (old.product_id = '${ids.at(-1)!}') execute function fail()`);
  await rename("Pikola");
  await shop.doJobs();
  expect(await indexedAs("pikola")).toBe(PRODUCTS - (PRODUCTS % 250 || 250));
  await pool.query("drop function fail cascade");
  await shop.doJobs("early");
  expect(await indexedAs("pikola")).toBe(PRODUCTS);
});

test("API-12 neither orders nor changes of other products wait for the job", async () => {
  const blocker = await pool.connect();
  try {
    await blocker.query("begin");
    await blocker.query("select from search_product where product_id = $1 for update", [ids.at(-1)]);
    await rename("Chutano");
    const jobs = shop.doJobs();
    await expect.poll(() => indexedAs("chutano")).toBeGreaterThan(PRODUCTS / 2);
    await untilBlocked(shop);
    // What an order locks: the very products that are being indexed.
    expect((await pool.query("select from product where id = any($1) for update nowait", [ids])).rowCount).toBe(PRODUCTS);
    const shelves = { category: [categoryId], subCategory: [subCategoryId] };
    const saved = { _id: ids[0]!, name: "Jam", image: [IMAGE], unit: "", stock: 5, price: 1, discount: 0, description: "", ...shelves };
    expect((await shop.call(updateProduct, saved, { token })).status).toBe(200);
    await blocker.query("commit");
    await jobs;
    expect(await indexedAs("chutano")).toBe(PRODUCTS);
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
});
