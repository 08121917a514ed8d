import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { newCashBuyer } from "../../../../../tests/support/cash-buyer.ts";
import { importing, readDocument } from "../../../../../tests/support/imports.ts";
import { makeAdmin } from "../../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../../tests/support/test-shop.ts";
import { listAdminChanges } from "../../../audit/contract.ts";
import { deleteOldAdminChanges } from "../../../audit/store.ts";
import { searchProducts } from "../../../search/contract.ts";
import { updateProduct } from "../../admin/contract.ts";
import { updateCategory } from "../../admin/shelves/contract.ts";
import { home, listCategories, listProducts, type Product } from "../../contract.ts";
import * as contract from "../contract.ts";
import { refusedRows } from "../row/contract.ts";
import * as undoing from "./contract.ts";
import { importCatalogue } from "../import-catalogue.ts";
import { deleteOldImports } from "../store.ts";
import { takeOverStalled } from "../take-over.ts";
import { BATCH } from "../write-import.ts";

const shop = await openTestShop();
const { call, doJobs } = shop;
const { pool } = shop.shop.database;
const { token } = await makeAdmin(shop);
const door = importing(shop, token);

const file = (...lines: string[]) => ["sku,name,category,sub_category,price,stock", ...lines, ""].join("\n");

beforeEach(async () => {
  await shop.shop.database.transact(async ({ tx, invalidate }) => {
    await tx.execute("truncate product, category, sub_category, catalogue_import, catalogue_import_columns cascade");
    invalidate("*");
  });
});

async function bring(content: string) {
  const { now } = await door.apply(await door.check(await door.send(content)));
  expect(now).toMatchObject({ state: "applied", problem: "" });
  return now;
}
const params = ({ _id }: { _id: string }) => ({ token, params: { importId: _id } });
async function undo(one: contract.ProductImport) {
  const answer = await call(undoing.undoImport, undefined, params(one));
  await doJobs();
  return { answer, now: await door.read(one._id) };
}
const products = async (): Promise<Product[]> => (await call(listProducts, { limit: 50 })).body.data;
const product = async (sku: string) => (await products()).find((one) => one.sku === sku);
const own = async () =>
  (
    await pool.query(
      "select sku, barcode, cost_cents, hidden, weighed_by, weighed_grams, unit_measure, unit_amount from product order by sku",
    )
  ).rows;
const found = async (search: string) => (await call(searchProducts, { search })).body.data.map(({ name }: Product) => name);
const shelves = async () => (await call(home, {})).body.data.map(({ category }: { category: { name: string } }) => category.name);

test("added products leave, changed ones get their former values, and search and pages follow", async () => {
  await bring(file("A1,Red apples,Fruit,Apples,2.00,10", "A2,Green apples,Fruit,Apples,3.00,10"));
  const before = await product("A1");
  expect(await found("pears")).toEqual([]);
  const one = await bring(
    file("A1,Gala apples,Orchard,Apples,2.50,4", "A2,Green apples,Fruit,Apples,3.00,10", "P1,Pears,Fruit,Pears,4.00,5"),
  );
  expect(one.undoUntil).toMatch(/^\d{4}-/);
  expect([await found("pears"), await found("gala"), await shelves()]).toEqual([["Pears"], ["Gala apples"], ["Fruit", "Orchard"]]);

  const { answer, now } = await undo(one);
  expect(answer.status).toBe(200);
  expect(now).toMatchObject({ state: "undone", undone: 2, skipped: 0, problem: "" });
  expect(await product("A1")).toEqual({ ...before, version: 3 });
  expect([await found("pears"), await found("gala"), await found("red"), await shelves()]).toEqual([[], [], ["Red apples"], ["Fruit"]]);
  const [line] = (await call(listAdminChanges, { kind: "import", id: one._id }, { token })).body.data;
  expect(line).toMatchObject({ action: "undone", after: { undone: 2, skipped: 0 } });
  expect((await call(undoing.undoImport, undefined, params(one))).status).toBe(409);
});

const shelvesLeft = async (table: string) =>
  (await pool.query(`select name from ${table} where deleted_at is null order by name`)).rows.map(({ name }) => name);

test("the shelves that it created leave when they are empty, unless an admin has touched them", async () => {
  await bring(file("A1,Apples,Fruit,Apples,2.00,10"));
  const one = await bring(
    file(
      "A2,Soap,House,Soap,2.00,10",
      "A3,Figs,Dried,Dried figs,2.00,10",
      "A4,Pears,Fruit,Pears,2.00,10",
      "A5,Rice,Pantry,Rice,2.00,10",
      "A6,Tea,Drinks,Tea,2.00,10",
    ),
  );
  const shelf = async (name: string) =>
    (await call(listCategories, {})).body.data.find((category: { name: string }) => category.name === name);
  const dried = await shelf("Dried");
  await call(updateCategory, { _id: dried._id, name: "Dried", name_es: "Secos", image: dried.image }, { token });
  // Changed since, so it stays on its shelves.
  const rice = (await product("A5"))!;
  expect((await call(updateProduct, { ...rice, unit: "1 kg", description: "Long grains" }, { token })).status).toBe(200);
  // Another import's product.
  await bring(file("B1,Coffee,Drinks,Coffee,2.00,10"));
  await undo(one);
  expect(await shelvesLeft("category")).toEqual(["Dried", "Drinks", "Fruit", "Pantry"]);
  expect(await shelvesLeft("sub_category")).toEqual(["Apples", "Coffee", "Rice"]);
  const [removed] = (await call(listAdminChanges, { kind: "category" }, { token })).body.data;
  expect(removed).toMatchObject({ action: "deleted", thingName: "House" });
});

test("what changed since is left alone and listed with the reason, and pieces sold since stay sold", async () => {
  await bring(file("A1,Apples,Fruit,Apples,2.00,10", "A2,Pears,Fruit,Pears,3.00,10", "A3,Plums,Fruit,Plums,3.00,1"));
  const one = await bring(
    file("A1,Apples,Fruit,Apples,2.50,20", "A2,Pears,Fruit,Pears,3.50,10", "A3,Plums,Fruit,Plums,3.00,6", "A4,Figs,Fruit,Figs,5.00,5"),
  );
  const pears = (await product("A2"))!;
  const { _id, name, image, unit, stock, price, discount, description, more_details } = pears;
  const more = { category: pears.category, subCategory: pears.subCategory };
  const edited = {
    _id,
    name,
    image,
    unit: unit || "1 kg",
    stock,
    price: price + 1,
    discount,
    description: description || "Ripe",
    more_details,
    ...more,
  };
  expect((await call(updateProduct, edited as never, { token })).status).toBe(200);
  const buyer = await newCashBuyer(shop);
  expect((await buyer.order([{ productId: (await product("A1"))!._id, quantity: 3 }])).status).toBe(200);
  expect((await buyer.order([{ productId: (await product("A3"))!._id, quantity: 6 }])).status).toBe(200);

  const { now } = await undo(one);
  expect(now).toMatchObject({ state: "undone", undone: 2, skipped: 2 });
  expect(await product("A1")).toMatchObject({ price: 2, stock: 7 });
  expect(await product("A2")).toMatchObject({ price: 4.5 });
  expect(await product("A3")).toMatchObject({ stock: 0 });
  expect(await product("A4")).toBeUndefined();
  const skipped = (await call(undoing.listSkipped, undefined, params(one))).body.data as undoing.SkippedProduct[];
  expect(skipped.map((skip) => `${skip.name} ${skip.reason}`).toSorted()).toEqual([
    "Pears has been changed since",
    "Plums has too little stock left to undo",
  ]);
  const csv = await readDocument(shop, undoing.skippedProducts.path.replace(":importId", one._id), token);
  expect(csv).toContain(`${_id},Pears,has been changed since`);
});

test("a product whose stock would exceed the limit is left alone", async () => {
  await bring(file("A1,Apples,Fruit,Apples,2.00,900000"));
  const one = await bring(file("A1,Apples,Fruit,Apples,2.00,0"));
  await shop.shop.database.pool.query("update product set stock = 900000 where sku = 'A1'");
  expect((await undo(one)).now).toMatchObject({ undone: 0, skipped: 1 });
  const skipped = (await call(undoing.listSkipped, undefined, params(one))).body.data as undoing.SkippedProduct[];
  expect(skipped.map(({ reason }) => reason)).toEqual(["has too much stock now to undo"]);
});

test("a product whose former SKU or shelf is taken is left alone, unlike the others of its batch", async () => {
  await bring(file("A1,Apples,Fruit,Apples,2.00,10", "A2,Pears,Fruit,Pears,3.00,10"));
  const { _id } = (await product("A1"))!;
  const renamed = `id,sku,name,category,sub_category,price,stock\n${_id},B1,Apples,Fruit,Apples,2.00,10\n,A2,Pears,Fruit,Pears,9.00,10\n`;
  const one = await bring(renamed);
  await bring(file("A1,Other apples,Fruit,Apples,1.00,1"));
  const { now } = await undo(one);
  expect(now).toMatchObject({ undone: 1, skipped: 1 });
  expect(await product("A2")).toMatchObject({ price: 3 });
  const [skip] = (await call(undoing.listSkipped, undefined, params(one))).body.data;
  expect(skip).toEqual({ productId: _id, name: "Apples", reason: "its former SKU or barcode belongs to another product" });
});

const lines = (price: number) => Array.from({ length: BATCH * 2 + 20 }, (_, n) => `A${n},Apple ${n},Fruit,Apples,${price}.00,10`);

test("barcode, cost, visibility and how it is sold are as they were, also where there was none", async () => {
  const head = "sku,name,category,sub_category,price,stock,barcode,cost_price,hidden,sold_by\n";
  await bring(`${head}A1,Apples,Fruit,Apples,2.00,10,96385074,1.10,no,weight\nA2,Pears,Fruit,Pears,2.00,10,,,yes,\n`);
  const before = await own();
  const one = await bring(
    `${head}A1,Apples,Fruit,Apples,2.00,10,73513537,1.20,yes,piece\nA2,Pears,Fruit,Pears,2.00,10,96385074,0.90,no,300 g\n`,
  );
  expect(await own()).not.toEqual(before);
  expect((await undo(one)).now).toMatchObject({ undone: 2, skipped: 0 });
  expect(await own()).toEqual(before);
});

const spanish = async () => (await pool.query("select name_es, unit_es, description_es, more_details_es from product order by sku")).rows;

test("Spanish texts are as they were, also where there were none", async () => {
  const head = "sku,name,category,sub_category,price,stock,name_es,unit_es,description_es,more_details_es\n";
  await bring(`${head}A1,Apples,Fruit,Apples,2.00,10,Manzanas,1 kilo,Dulces,Origen: Perú\nA2,Pears,Fruit,Pears,2.00,10,,,,\n`);
  const before = await spanish();
  expect(before[0]).toEqual({ name_es: "Manzanas", unit_es: "1 kilo", description_es: "Dulces", more_details_es: { Origen: "Perú" } });
  const one = await bring(
    `${head}A1,Apples,Fruit,Apples,2.00,10,Pomas,,,\nA2,Pears,Fruit,Pears,2.00,10,Peras,1 kilo,Ricas,Origen: Chile\n`,
  );
  expect(await spanish()).not.toEqual(before);
  expect((await undo(one)).now).toMatchObject({ undone: 2, skipped: 0 });
  expect(await spanish()).toEqual(before);
});

const offer = async (sku: string, percent: number, from: string, until: string) =>
  pool.query(
    `update product set offer_hundredths = $2, offer_from = now() + $3::interval, offer_until = now() + $4::interval,
       discount_hundredths = case when $3::interval < '0' then $2 else 0 end where sku = $1`,
    [sku, percent * 100, from, until],
  );
const offers = async () =>
  (await pool.query("select discount_hundredths, offer_hundredths, offer_from, offer_until from product order by sku")).rows;

test("an offer with dates comes back with the discount that it has by now", async () => {
  const head = "sku,name,category,sub_category,price,stock,discount\n";
  await bring(`${head}A1,Apples,Fruit,Apples,2.00,10,0\nA2,Pears,Fruit,Pears,2.00,10,0\nA3,Plums,Fruit,Plums,2.00,10,5\n`);
  await offer("A1", 20, "-1 day", "2 days");
  await offer("A2", 30, "1 day", "2 days");
  const before = await offers();
  const one = await bring(`${head}A1,Apples,Fruit,Apples,2.00,10,10\nA2,Pears,Fruit,Pears,2.00,10,10\nA3,Plums,Fruit,Plums,2.00,10,10\n`);
  expect(await offers()).toEqual(
    before.map(() => ({ discount_hundredths: 1000, offer_hundredths: null, offer_from: null, offer_until: null })),
  );
  expect((await undo(one)).now).toMatchObject({ undone: 3, skipped: 0 });
  expect(await offers()).toEqual(before);
});

test("works in batches, and continues after the last one if it failed halfway", async () => {
  await bring(file(...lines(2)));
  const one = await bring(file(...lines(3)));
  await pool.query(`
    create function refuse_last() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse_last before update on product for each row when (old.sku = 'A${BATCH + 5}') execute function refuse_last()`);
  const failed = await undo(one);
  await pool.query("drop trigger refuse_last on product; drop function refuse_last()");
  expect(failed.now).toMatchObject({
    state: "undoing",
    undone: BATCH,
    stalled: true,
    problem: expect.stringContaining("Continue to undo"),
  });
  const { now } = await undo(one);
  expect(now).toMatchObject({ state: "undone", undone: BATCH * 2 + 20, skipped: 0 });
  const { rows } = await pool.query(
    "select xmin::text as tx, count(*)::int as rows, min(price_cents) as low, max(price_cents) as high from product group by xmin",
  );
  // An order for one of them waits for one batch at most.
  for (const row of rows) expect(row).toMatchObject({ low: 200, high: 200, rows: expect.toSatisfy((n: number) => n <= BATCH) });
});

test("of an import that was stopped, the part that was written can be undone, which leaves the old catalogue", async () => {
  await bring(file(...lines(2)));
  const before = await products();
  const added = Array.from({ length: 30 }, (_, n) => `B${n},Berry ${n},Fruit,Berries,1.00,10`);
  const one = await door.check(await door.send(file(...added, ...lines(3))));
  expect(one.undoUntil).toBeNull();
  // The second batch fails.
  await pool.query(`alter table product add constraint no_a400 check (sku <> 'A400' or price_cents = 200)`);
  const { now: stopped } = await door.apply(one);
  expect(stopped).toMatchObject({ state: "checked", report: { added: 0, changed: 2 * BATCH + 20 - (BATCH - 30) } });
  await pool.query("alter table product drop constraint no_a400");
  expect(stopped.undoUntil).toMatch(/^\d{4}-/);
  expect((await call(listProducts)).body.totalCount).toBe(2 * BATCH + 20 + 30);

  const { answer, now } = await undo(stopped);
  expect(answer.body.data.report).toMatchObject({ added: 30, changed: BATCH - 30 });
  expect(now).toMatchObject({ state: "undone", undone: BATCH, skipped: 0, problem: "" });
  expect((await products()).map(({ sku, price }) => [sku, price])).toEqual(before.map(({ sku, price }) => [sku, price]));
  const { rows } = await pool.query(
    "select min(price_cents) as low, max(price_cents) as high, count(*)::int as count from product where deleted_at is null",
  );
  expect(rows).toEqual([{ low: 200, high: 200, count: 2 * BATCH + 20 }]);
});

test("undoing a part is continued after a failure or a dead process, and never counts as a finished import", async () => {
  await bring(file(...lines(2)));
  const one = await door.check(await door.send(file(...lines(3))));
  await pool.query(`alter table product add constraint no_a510 check (sku <> 'A510' or price_cents = 200)`);
  const { now: stopped } = await door.apply(one);
  expect(stopped).toMatchObject({ state: "checked", undoUntil: expect.any(String) });
  await pool.query("alter table product drop constraint no_a510");
  await pool.query(`alter table product add constraint no_a255 check (sku <> 'A255' or price_cents = 300)`);
  expect((await undo(stopped)).now).toMatchObject({ state: "undoing", undone: BATCH, stalled: true });

  // Continued by a process that dies, and then fails again.
  await call(undoing.undoImport, undefined, params(one));
  expect(await door.read(one._id)).toMatchObject({ state: "undoing", stalled: false, problem: "" });
  await pool.query("update graphile_worker._private_jobs set run_at = now() + interval '1 hour'");
  await pool.query("update catalogue_import set alive_at = now() - interval '9 seconds'");
  await takeOverStalled(shop.shop);
  await doJobs();
  expect(await door.read(one._id)).toMatchObject({ state: "undoing", undone: BATCH, stalled: true });
  await pool.query("alter table product drop constraint no_a255");
  expect((await undo(stopped)).now).toMatchObject({ state: "undone", undone: 2 * BATCH, skipped: 0 });
  const { rows } = await pool.query("select distinct price_cents as cents from product");
  expect(rows).toEqual([{ cents: 200 }]);
  await pool.query("delete from graphile_worker._private_jobs");
});

const byCommand = (content: string, signal?: AbortSignal) => {
  const path = join(shop.shop.config.dataDir, "command.csv");
  writeFileSync(path, content);
  return importCatalogue(shop.connection, path, {
    timeZone: "UTC",
    defaultStock: 1,
    strict: false,
    onRefused() {},
    onProgress() {},
    ...(signal && { signal }),
  });
};
const listed = async (): Promise<contract.ProductImport[]> => (await call(contract.listImports, undefined, { token })).body.data;

test("what the command imported is listed, recorded and undone as what an admin did", async () => {
  await byCommand(file("A1,Red apples,Fruit,Apples,2.00,10"));
  const before = await product("A1");
  await byCommand(file("A1,Gala apples,Orchard,Apples,2.50,4", "P1,Pears,Fruit,Pears,4.00,5"));
  // Nothing changed, so there is nothing to undo.
  await byCommand(file("P1,Pears,Fruit,Pears,4.00,5"));
  const [one, first, ...others] = await listed();
  expect(others).toEqual([]);
  expect(first).toMatchObject({ report: { added: 1, changed: 0 } });
  expect(one).toMatchObject({ fileName: "command.csv", by: "catalogue:import", state: "applied", problem: "", hasRows: false });
  expect(one).toMatchObject({ report: { added: 1, changed: 1 }, undoUntil: expect.any(String) });
  expect((await call(listAdminChanges, { kind: "product", id: before!._id }, { token })).body.data[0]).toMatchObject({
    by: { _id: null, name: "catalogue:import" },
    before: { name: "Red apples" },
    after: { name: "Gala apples" },
  });
  expect((await undo(one!)).now).toMatchObject({ state: "undone", undone: 2, skipped: 0 });
  expect(await product("A1")).toEqual({ ...before, version: 3 });
  expect(await products()).toHaveLength(1);
});

test("a command's change of each product is recorded for as long as it can be undone", async () => {
  await byCommand(file("A1,Apples,Fruit,Apples,2.00,10"));
  const [one] = await listed();
  const kinds = async () =>
    (await pool.query("select kind from admin_change where by_id is null and $1 in (thing_id, change_id) order by 1", [one!._id])).rows.map(
      ({ kind }) => kind,
    );
  await deleteOldAdminChanges(shop.shop.database.db);
  expect(await kinds()).toEqual(["import", "product"]);
  const old = (Date.now() - 31 * 86_400_000).toString(16).padStart(12, "0");
  await pool.query("update admin_change set id = $1 || substr(id, 13) where by_id is null", [old]);
  await deleteOldAdminChanges(shop.shop.database.db);
  expect(await kinds()).toEqual(["import"]);
});

test("a command that is stopped in the back office leaves the rest to the admin", async () => {
  await byCommand(file(...lines(2)));
  // The last batch waits.
  const other = await pool.connect();
  await other.query("begin; select from product where sku = 'A510' for update");
  const running = byCommand(file(...lines(3))).catch(() => "stopped");
  await expect.poll(async () => (await listed())[0], { timeout: 30_000 }).toMatchObject({ state: "applying", done: 2 * BATCH });
  const one = (await listed())[0]!;
  expect((await call(contract.stopImport, undefined, params(one))).status).toBe(200);
  await other.query("rollback");
  other.release();
  expect(await running).toBe("stopped");
  await doJobs();
  const now = await door.read(one._id);
  expect(now).toMatchObject({ state: "checked", problem: expect.stringContaining("rows are done"), undoUntil: expect.any(String) });
  expect((await undo(now)).now).toMatchObject({ state: "undone", skipped: 0 });
  expect((await pool.query("select distinct price_cents as cents from product")).rows).toEqual([{ cents: 200 }]);
});

/** Lets time pass, and deletes what has expired. @returns the rows of files that are left */
const age = async (days: number) => {
  await pool.query(
    `update catalogue_import set created_at = now() - interval '${days} days', applied_at = now() - interval '${days} days'`,
  );
  await deleteOldImports(shop.shop.database.db);
  return (await pool.query("select count(*)::int as rows from catalogue_import_row")).rows[0].rows as number;
};

test("after a day the file is gone and the import can still be undone; after 30 days nothing is left of it", async () => {
  const one = await bring(file("A1,Apples,Fruit,Apples,2.00,10"));
  expect(await age(0)).toBe(1);
  expect(await age(29)).toBe(0);
  expect(await door.read(one._id)).toMatchObject({ state: "applied", hasRows: false, undoUntil: expect.any(String) });
  expect((await undo(one)).now).toMatchObject({ state: "undone", undone: 1 });
  await age(31);
  expect((await call(contract.getImport, undefined, params(one))).status).toBe(404);
});

test("the rows with one problem can be downloaded alone", async () => {
  const one = await door.check(
    await door.send(
      file("A1,Apples,Fruit,Apples,free,10", "A2,Pears,Fruit,Pears,3.00,1", "A3,,Fruit,Plums,3.00,1", "A4,Figs,Fruit,Figs,nothing,1"),
    ),
  );
  expect(one.report?.problems.map(({ rows }) => rows)).toEqual([2, 1]);
  const csvOf = (problem: string) =>
    readDocument(shop, `${refusedRows.path.replace(":importId", one._id)}?problem=${encodeURIComponent(problem)}`, token);
  const [price, name] = one.report!.problems;
  expect((await csvOf(price!.text)).match(/^A\d/gm)).toEqual(["A1", "A4"]);
  expect((await csvOf(name!.text)).match(/^A\d/gm)).toEqual(["A3"]);
});
