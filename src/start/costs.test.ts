import { expect, test } from "vitest";
import { listAdminChanges } from "#features/audit/contract.ts";
import * as bulk from "#features/catalogue/admin/bulk/contract.ts";
import * as admin from "#features/catalogue/admin/contract.ts";
import { findProducts, productToEdit } from "#features/catalogue/admin/find/contract.ts";
import * as imports from "#features/catalogue/import/contract.ts";
import { listImportRows, refusedRows } from "#features/catalogue/import/row/contract.ts";
import { undoImport } from "#features/catalogue/import/undo/contract.ts";
import { addProduct } from "../../tests/support/goods.ts";
import { importing, readDocument } from "../../tests/support/imports.ts";
import { sampleOf } from "../../tests/support/sample-input.ts";
import { makeAdmin, signUp } from "../../tests/support/sign-up.ts";
import { openTestShop } from "../../tests/support/test-shop.ts";

/** What the apples cost the shop, and where replies have such a value. A file's column may be called like it. */
const COST = /\b43[.,]?2[12](?!\d)|"cost_price":(?!null)|costCents/;

const shop = await openTestShop();
const { call } = shop;
const { pool } = shop.shop.database;
const owner = await makeAdmin(shop);
const manager = await signUp(shop, { role: "MANAGER" });
const door = importing(shop, owner.token);
const ofManager = importing(shop, manager.token);

const file = (cost: string, extra = "") =>
  `sku,name,category,sub_category,price,stock,cost_price\nA1,Apples,Fruit,Apples,50,10,${cost}\n${extra}`;
const apply = async (content: string) => (await door.apply(await door.check(await door.send(content)))).now;
const costs = async () => (await pool.query("select sku, cost_cents as cost from product where sku like 'A%' order by sku")).rows;
const idOf = async (sku: string) => (await pool.query("select id from product where sku = $1", [sku])).rows[0].id as string;

await apply(file("43.21"));
const second = await apply(file("43.22"));
// One that waits, with rows that are refused, also for their number of cells, and a cost that cannot be read.
const waiting = await door.check(
  await door.send(
    file(
      "43.21",
      "A2,,Fruit,Apples,5,1,43.21\nA3,Figs,Fruit,Figs,5,1,43.22\nA5,Plums,Fruit,Plums,5,1,43.22x\nA4,Dates,Fruit,Dates,5,43.21\n,43.22,Fruit,Dates\n43.21,x\n",
    ),
  ),
);
// Its last column is not named like a cost, but an admin has said so.
const named = await door.send("sku,name,category,sub_category,price,stock,Paid\nA1,Apples,Fruit,Apples,50,10,43.21\n");
await door.check(named, [...named.mapping.slice(0, -1), "cost_price"]);
const apples = await idOf("A1");
const shelfIds = (
  await pool.query("select category_id, sub_category_id from product_category join product_sub_category using (product_id)")
).rows[0];
const fields = {
  ...{ name: "Apples", image: [], category: [shelfIds.category_id], subCategory: [shelfIds.sub_category_id], unit: "1 kg", stock: 10 },
  ...{ price: 50, discount: 0, description: "Crisp", more_details: {} },
};
const asManager = { token: manager.token };
const asOwner = { token: owner.token };

/** Calls whose filters would leave nothing. */
const UNFILTERED = [listAdminChanges, findProducts, refusedRows].map(({ path }) => path);

test("no call answers a manager with a cost, whatever it is about", async () => {
  const told: string[] = [];
  const endpoints = shop.shop.inProcess.endpoints();
  // Their answers are about the person, or never end.
  const others = /stream|live|events$|register|login|logout|password|two-step|user\/|account/;
  for (const importId of [waiting._id, named._id, second._id])
    for (const endpoint of importId === waiting._id ? endpoints : endpoints.filter(({ path }) => path.includes(":importId"))) {
      const { method, path, file: sendsFile, access } = endpoint;
      const changes = /(delete|apply|stop|undo)$|imports\/:importId\/check/.test(path);
      if (sendsFile || changes || access === "admin" || others.test(path)) continue;
      const known = { productId: apples, categoryId: shelfIds.category_id, subCategoryId: shelfIds.sub_category_id, search: "apples" };
      const { input } = sampleOf(endpoint, { known, idOf: () => apples, text: "apples" });
      const { cost_price: _, ...rest } = input;
      const sent = UNFILTERED.includes(path) ? {} : { ...rest, limit: 12, page: 1 };
      for (const outcome of path === listImportRows.path ? imports.OUTCOMES : [undefined]) {
        const { body, statusCode } = await shop.app.inject({
          method,
          url: path.replace(":importId", importId).replaceAll(/:\w+/g, apples),
          headers: { authorization: `Bearer ${manager.token}` },
          ...(method === "GET" ? { query: outcome ? { outcome } : stringsOf(sent) } : { payload: sent }),
        });
        if (path !== "/api/openapi.json") expect([path, body.match(COST)?.[0]]).toEqual([path, undefined]);
        if (statusCode === 200 && body.includes("Apples")) told.push(path);
      }
    }
  expect(told).toEqual(
    expect.arrayContaining([listAdminChanges, findProducts, productToEdit, imports.exportProducts].map(({ path }) => path)),
  );
  expect(told).toEqual(expect.arrayContaining([listImportRows.path]));
});

const stringsOf = (sent: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]));

test("an admin gets the costs where a manager does not", async () => {
  const paths = [
    ...[imports.listImports, imports.exportProducts].map(({ path }) => path),
    ...[imports.getImport, refusedRows].map(({ path }) => path.replace(":importId", waiting._id)),
    ...["refused", "added"].map((outcome) => `${listImportRows.path.replace(":importId", waiting._id)}?outcome=${outcome}`),
    `${listAdminChanges.path}?kind=product&id=${apples}`,
  ];
  for (const path of paths) {
    const [whole, part] = await Promise.all([readDocument(shop, path, owner.token), readDocument(shop, path, manager.token)]);
    expect([path, COST.test(whole), COST.test(part)]).toEqual([path, true, false]);
  }
  for (const { path } of [imports.exportProducts, imports.importTemplate]) {
    const heads = await Promise.all(
      [owner, manager].map(async ({ token }) => (await readDocument(shop, path, token)).split("\n")[0]!.split(",")),
    );
    expect(heads[0]!.filter((name) => !heads[1]!.includes(name))).toEqual(["cost_price"]);
  }
  for (const endpoint of [findProducts, productToEdit])
    expect(JSON.stringify((await call(endpoint as never, { productId: apples } as never, asOwner)).body)).toMatch(COST);
});

test("a manager cannot set a cost, and leaves it alone when changing the rest", async () => {
  const before = await costs();
  const refused = { status: 403, body: { message: "cost_price is for admins only" } };
  expect(await call(admin.createProduct, { ...fields, name: "Pears", cost_price: 1 }, asManager)).toMatchObject(refused);
  expect(await call(admin.updateProduct, { ...fields, _id: apples, cost_price: 1 }, asManager)).toMatchObject(refused);
  expect((await call(admin.updateProduct, { ...fields, _id: apples, price: 51 }, asManager)).status).toBe(200);
  // As they get it.
  expect((await call(admin.updateProduct, { ...fields, _id: apples, price: 50, cost_price: null }, asManager)).status).toBe(200);
  expect(await costs()).toEqual(before);
  const stale = await call(admin.updateProduct, { ...fields, _id: apples, version: 1 }, asManager);
  expect([stale.status, JSON.stringify(stale.body).match(COST)]).toEqual([409, null]);
});

test("a manager cannot find out a cost by what price is odd", async () => {
  const _id = await addProduct(shop, { name: "Quinces", price: 5, costCents: 501 });
  const filter = { search: "", ids: [_id], price: "odd" as const };
  expect((await call(findProducts, filter, asOwner)).body.totalCount).toBe(1);
  expect((await call(findProducts, filter, asManager)).body.totalCount).toBe(0);
  const change = { filter, count: 1, set: { hidden: true }, preview: true };
  expect((await call(bulk.changeFound, change, asOwner)).status).toBe(200);
  expect((await call(bulk.changeFound, change, asManager)).status).toBe(409);
});

test("a manager's file is refused for its cost column, which can be left out, and admins' next file is read as before", async () => {
  const before = await costs();
  const content = "sku,name,category,sub_category,price,stock,Cost per item\nA1,Apples,Fruit,Apples,52,10,9.99\n";
  const one = await ofManager.send(content);
  expect(one.mapping.at(-1)).toBeNull();
  const params = { importId: one._id };
  const check = (mapping: imports.Mapping) => call(imports.checkImport, { mapping }, { ...asManager, params });
  for (const field of ["cost_price", "brand"] as const)
    expect(await check([...one.mapping.slice(0, -1), field])).toMatchObject({
      status: 403,
      body: { message: "The column Cost per item holds cost prices, which only admins import. Leave it out." },
    });
  const { now } = await ofManager.apply(await ofManager.check(one));
  expect(now).toMatchObject({ state: "applied", report: { changed: 1 } });
  expect(await costs()).toEqual(before);
  expect((await door.send(content)).mapping.at(-1)).toBe("cost_price");
});

test("a manager neither imports an admin's costs nor reads them as something else", async () => {
  const before = await costs();
  for (const [{ _id }, column] of [
    [waiting, "cost_price"],
    [named, "Paid"],
  ] as const) {
    const { checkId, mapping } = await door.read(_id);
    const message = `The column ${column} holds cost prices, which only admins import. Leave it out.`;
    expect(await call(imports.applyImport, { checkId: checkId! }, { ...asManager, params: { importId: _id } })).toMatchObject({
      status: 403,
      body: { message },
    });
    // Also after someone has left the column out.
    await ofManager.check(await ofManager.read(_id));
    const renamed: imports.Mapping = [...mapping.slice(0, -1), "brand"];
    const answer = await call(imports.checkImport, { mapping: renamed }, { ...asManager, params: { importId: _id } });
    expect(answer).toMatchObject({ status: 403, body: { message } });
    expect(JSON.stringify(await ofManager.read(_id))).not.toMatch(/43\.2/);
  }
  expect(await costs()).toEqual(before);
});

test("a manager's undo of an import brings back the costs, and shows none", async () => {
  const third = await apply("sku,cost_price\nA1,43.21\n");
  expect(await costs()).toEqual([{ sku: "A1", cost: 4321 }]);
  const answer = await call(undoImport, undefined, { ...asManager, params: { importId: third._id } });
  await shop.doJobs();
  expect(await costs()).toEqual([{ sku: "A1", cost: 4322 }]);
  const now = await ofManager.read(third._id);
  expect(now).toMatchObject({ state: "undone", undone: 1, skipped: 0 });
  const { body } = await call(listAdminChanges, { kind: "product", id: apples }, asManager);
  expect(body.data[0]).toMatchObject({ action: "taken back", before: {}, after: {} });
  expect(JSON.stringify([answer.body, now, body])).not.toMatch(COST);
});

test("a manager's undo of many changes at once leaves the costs as an admin has set them", async () => {
  const { version } = (await call(productToEdit, { productId: apples }, asOwner)).body.data;
  const { changeId } = (await call(bulk.changeProducts, { changes: [{ _id: apples, version, hidden: true }] }, asOwner)).body.data;
  const undone = await call(bulk.undoBulk, { changeId }, asManager);
  expect(undone).toMatchObject({ status: 200, body: { data: { changed: 1 } } });
  expect(JSON.stringify(undone.body)).not.toMatch(COST);
  expect(await costs()).toEqual([{ sku: "A1", cost: 4322 }]);
});
