import { beforeAll, describe, expect, test } from "vitest";
import { listAdminChanges } from "#features/audit/contract.ts";
import { demoAddress } from "#features/files/demo-pictures.ts";
import { cashOnDelivery } from "#features/orders/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { newId } from "#server/new-id.ts";
import { addAddress, addProduct, addShelf } from "../../../../../tests/support/goods.ts";
import { importing } from "../../../../../tests/support/imports.ts";
import { makeAdmin, signUp } from "../../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../../tests/support/test-shop.ts";
import { indexProducts } from "../../../search/engine/index-products.ts";
import { listing, manyProducts, type Product } from "../../contract.ts";
import * as admin from "../contract.ts";
import * as shelves from "../shelves/contract.ts";
import { findProducts, productToEdit } from "../find/contract.ts";
import * as bulk from "./contract.ts";

const shop = await openTestShop();
const { token, user } = await makeAdmin(shop);
const IMAGE = demoAddress({ icon: "red-apple", kind: "single", tint: "rose" });

const call: typeof shop.call = (endpoint, input) => shop.call(endpoint, input, { token });
const read = async (ids: string[]) => (await shop.call(manyProducts, { ids })).body.data as Product[];
const change = (changes: Partial<bulk.BulkChange>[], preview = false) =>
  call(bulk.changeProducts, { changes: changes as bulk.BulkChange[], preview });

const found = (filter: object, count: number, set: bulk.FoundChange, preview = false) =>
  call(bulk.changeFound, { filter, count, set, preview });

let home: { categoryId: string; subCategoryId: string };
let attic: { _id: string; name: string };
beforeAll(async () => {
  home = await addShelf(shop, [await addProduct(shop)]);
  const { body } = await call(shelves.createSubCategory, { name: "Attic", image: IMAGE, category: [home.categoryId] });
  attic = body.data;
});

async function newProducts(count: number, name = "Lantern"): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await addProduct(shop, { name: `${name} ${n}`, price: 5, stock: 10 }));
  const { pool } = shop.shop.database;
  await pool.query("insert into product_category select $1, unnest($2::text[])", [home.categoryId, ids]);
  await pool.query("insert into product_sub_category select $1, unnest($2::text[])", [home.subCategoryId, ids]);
  await shop.shop.database.transact(({ tx }) => indexProducts(tx, ids));
  return ids;
}

const toEdit = async (productId: string) => (await call(productToEdit, { productId })).body.data;

describe("changing many products", () => {
  test("API-20 changes price, discount, stock and shelves of several products together, effective immediately", async () => {
    const ids = await newProducts(3);
    const shelf = { categoryId: home.categoryId, subCategoryId: attic._id };
    expect((await shop.call(listing, shelf)).body.data).toEqual([]);
    const { body } = await change([
      { _id: ids[0]!, version: 1, price: 7.5, discount: 12.34 },
      { _id: ids[1]!, version: 1, stock: 3, subCategory: [attic._id, attic._id] },
      { _id: ids[2]!, version: 1, price: 5, stock: 10, category: [home.categoryId] },
    ]);
    expect(body).toMatchObject({ message: "2 products changed", data: { changed: 2, same: 1, refused: 0, changeId: expect.any(String) } });
    expect(body.data.rows[0]).toEqual({
      _id: ids[0],
      name: "Lantern 0",
      outcome: "changed",
      reason: "",
      before: { price: 5, discount: 0 },
      after: { price: 7.5, discount: 12.34 },
    });
    expect(body.data.rows[1].after).toEqual({ stock: 3, subCategory: [{ _id: attic._id, name: "Attic" }] });
    expect(await read(ids)).toMatchObject([
      { price: 7.5, discount: 12.34, stock: 10, version: 2 },
      { price: 5, stock: 3, version: 2, subCategory: [{ _id: attic._id }] },
      { version: 1 },
    ]);
    expect((await shop.call(listing, shelf)).body.data).toMatchObject([{ _id: ids[1] }]);
    expect((await shop.call(searchProducts, { search: "attic" })).body.data).toMatchObject([{ _id: ids[1] }]);
    const [noted] = (await call(listAdminChanges, { kind: "product", id: ids[0]! })).body.data;
    expect(noted).toMatchObject({ action: "changed", before: { price: 5 }, after: { price: 7.5 }, changeId: body.data.changeId });
    await undo(body.data.changeId);
    expect((await shop.call(searchProducts, { search: "attic" })).body.data).toEqual([]);
  });

  test("API-20 changes Spanish names, units and descriptions, and undoes them", async () => {
    const ids = await newProducts(2);
    const names = ids.map((_id, n) => ({
      _id,
      version: 1,
      name_es: ` Farol ${n} `,
      unit_es: "1 unidad",
      description_es: "De papel\nrojo",
    }));
    const { body } = await change(names);
    const after = { unit_es: "1 unidad", description_es: "De papel\nrojo" };
    expect(body.data.rows[0]).toMatchObject({ before: { name_es: "", unit_es: "" }, after: { name_es: "Farol 0", ...after } });
    expect(await toEdit(ids[1]!)).toMatchObject({ name: "Lantern 1", name_es: "Farol 1", ...after });
    await undo(body.data.changeId);
    expect(await toEdit(ids[1]!)).toMatchObject({ name_es: "", unit_es: "", description_es: "" });
  });

  test("on Spanish pages, products are named in Spanish where they have a Spanish name", async () => {
    const ids = await newProducts(2);
    await change([{ _id: ids[0]!, version: 1, name_es: "Farol" }]);
    const changes = ids.map((_id, n) => ({ _id, version: n === 0 ? 2 : 9, stock: 3 }));
    const { body } = await shop.call(bulk.changeProducts, { changes, preview: true }, { token, spoken: "es" });
    expect(body.data.rows.map(({ name, outcome }: bulk.BulkRow) => [name, outcome])).toEqual([
      ["Farol", "changed"],
      ["Lantern 1", "refused"],
    ]);
  });

  test("API-20 a preview lists what would change and what is refused, and changes nothing", async () => {
    const ids = await newProducts(2);
    const gone = (await newProducts(1))[0]!;
    await call(admin.deleteProduct, { _id: gone });
    const { status, body } = await change(
      [
        { _id: ids[0]!, version: 1, price: 6 },
        { _id: ids[1]!, version: 1, price: 0, discount: 100, stock: -1, category: ["0".repeat(32)] },
        { _id: ids[0]!, version: 1, price: 8 },
        { _id: ids[1]!, version: 7, price: 8 },
        { _id: gone, version: 2, price: 8 },
        { _id: "f".repeat(32), version: 1 },
        { _id: ids[1]!, version: 1 },
      ],
      true,
    );
    expect([status, body.data.changed, body.data.same, body.data.refused, body.data.changeId]).toEqual([200, 1, 0, 6, null]);
    const reasons = body.data.rows.map(({ reason }: bulk.BulkRow) => reason);
    expect(reasons).toEqual([
      "",
      "price must be 0.01 to 99999.99 with at most two decimals; discount must be 0 to 99.99 with at most two decimals; " +
        "stock must be a whole number from 0 to 1000000; category is no longer in the shop",
      "is named twice",
      "is named twice",
      "is no longer in the shop",
      "is no longer in the shop",
      "is named twice",
    ]);
    expect(await read(ids)).toMatchObject([
      { price: 5, version: 1 },
      { price: 5, version: 1 },
    ]);
  });

  test("API-20 if one change is refused, none is made, and the response says which and why", async () => {
    const ids = await newProducts(2);
    await change([{ _id: ids[1]!, version: 1, stock: 9 }]);
    const { status, body } = await change(ids.map((_id) => ({ _id, version: 1, price: 6 })));
    expect([status, body.message]).toEqual([409, "1 of 2 products cannot be changed this way"]);
    expect(body.data.rows).toMatchObject([{ outcome: "changed" }, { outcome: "refused", reason: "has been changed since" }]);
    expect((await read(ids)).map(({ price }) => price)).toEqual([5, 5]);
  });

  test("API-20 no products, or more than 1,000, is a 400", async () => {
    const many = Array.from({ length: 1001 }, () => ({ _id: "0".repeat(32), version: 1 }));
    expect((await change(many)).body.message).toBe("changes is wrong: expected array to have <=1000 items");
    expect((await change([])).body.message).toBe("changes is empty");
    expect((await change([{ _id: "0".repeat(32) }])).body.message).toBe("changes.0.version is required");
  });
});

const undo = (changeId: string) => call(bulk.undoBulk, { changeId });

describe("undoing a bulk change", () => {
  test("API-20 1,000 products are changed and changed back", async () => {
    const ids = await newProducts(1000);
    const before = await read(ids.slice(0, 100));
    const { body } = await change(ids.map((_id) => ({ _id, version: 1, price: 4.99, discount: 10, stock: 7, subCategory: [attic._id] })));
    expect([
      body.data.changed,
      (await shop.call(listing, { categoryId: home.categoryId, subCategoryId: attic._id })).body.totalCount >= 1000,
    ]).toEqual([1000, true]);
    const undone = await undo(body.data.changeId);
    expect(undone.body).toMatchObject({ message: "1,000 products changed back", data: { changed: 1000, refused: 0 } });
    expect(await read(ids.slice(0, 100))).toEqual(before.map((product) => ({ ...product, version: 3 })));
  });

  test("API-20 skips and names products changed or deleted since; pieces sold since stay sold", async () => {
    const ids = await newProducts(4);
    const { changeId } = (await change(ids.map((_id) => ({ _id, version: 1, stock: 20, price: 6 })))).body.data;
    await change([{ _id: ids[0]!, version: 2, price: 9 }]);
    await call(admin.deleteProduct, { _id: ids[1]! });
    const buyer = await signUp(shop);
    const addressId = await addAddress(shop, buyer.user._id);
    const list_items = [
      { productId: ids[2]!, quantity: 3 },
      { productId: ids[3]!, quantity: 12 },
    ];
    await shop.call(cashOnDelivery, { list_items, addressId }, { token: buyer.token });

    const { status, body } = await undo(changeId);
    expect([status, body.message]).toEqual([200, "1 product changed back"]);
    const reasons = Object.fromEntries(body.data.rows.map(({ _id, reason }: bulk.BulkRow) => [_id, reason]));
    expect(ids.map((id) => reasons[id])).toEqual([
      "has been changed since",
      "is no longer in the shop",
      "",
      "stock cannot fall by 10: 8 are left",
    ]);
    expect(await read([ids[0]!, ids[2]!, ids[3]!])).toMatchObject([
      { price: 9, stock: 20 },
      { price: 5, stock: 7 },
      { price: 6, stock: 8 },
    ]);
  });

  test("API-20 an undo can itself be undone; an unknown or outdated change is refused", async () => {
    const ids = await newProducts(1);
    const { changeId } = (await change([{ _id: ids[0]!, version: 1, price: 6 }])).body.data;
    const undone = await undo(changeId);
    expect(await undo(changeId)).toMatchObject({ status: 409, body: { message: "All of these products have been changed since" } });
    await undo(undone.body.data.changeId);
    expect(await read(ids)).toMatchObject([{ price: 6, version: 4 }]);
    expect(await undo("0".repeat(32))).toMatchObject({ status: 404, body: { message: "Change not found" } });
  });
});

describe("changing all that a filter finds", () => {
  test("ADM-9 hides, shows and deletes them together, and each is undone, also from another page", async () => {
    const ids = await newProducts(3, "Parasol");
    const filter = { ids, search: "parasol" };
    const shown = async () => (await read(ids)).length;
    expect((await found(filter, 3, { hidden: true })).body.message).toBe("3 products hidden");
    expect([await shown(), (await shop.call(searchProducts, { search: "parasol" })).body.data]).toEqual([0, []]);
    const { body: last } = await call(bulk.lastBulk);
    expect(last.data).toMatchObject({ count: 3, action: "changed", by: user.name });
    expect((await call(bulk.undoBulk, { changeId: last.data.changeId })).body.message).toBe("3 products changed back");
    expect(await shown()).toBe(3);

    expect((await found(filter, 3, { deleted: true })).body.message).toBe("3 products deleted");
    expect(await shown()).toBe(0);
    expect((await call(admin.listDeleted, { kind: "product" })).body.data[0]).toMatchObject({ by: user.name });
    const { body: deleted } = await call(bulk.lastBulk);
    expect(deleted.data).toMatchObject({ count: 3, action: "deleted" });
    await call(bulk.undoBulk, { changeId: deleted.data.changeId });
    expect(await shown()).toBe(3);
    expect((await shop.call(searchProducts, { search: "parasol" })).body.totalCount).toBe(3);
    expect((await call(bulk.lastBulk)).body.data).toMatchObject({ action: "restored" });
  });

  test("API-20 reads prices and stock as the grid does, and a preview changes nothing", async () => {
    const ids = await newProducts(2);
    await change([{ _id: ids[0]!, version: 1, price: 8 }]);
    const set = { price: "+10%", stock: "-4", discount: "5,5", subCategory: [attic._id] };
    const { body } = await found({ ids }, 2, set, true);
    expect(body.data).toMatchObject({ changed: 2, refused: 0, changeId: null });
    expect((await found({ ids }, 2, set)).status).toBe(200);
    expect(await read(ids)).toMatchObject([
      { price: 8.8, stock: 6, discount: 5.5, subCategory: [{ _id: attic._id }] },
      { price: 5.5, stock: 6, discount: 5.5, subCategory: [{ _id: attic._id }] },
    ]);
    // If one cannot be changed, none is.
    await call(bulk.changeProducts, { changes: [{ _id: ids[1]!, version: 2, stock: 2 }] });
    const refused = await found({ ids }, 2, { stock: "-3" });
    expect(refused).toMatchObject({ status: 409, body: { message: "1 of 2 products cannot be changed this way", data: { refused: 1 } } });
    expect(refused.body.data.rows[0]).toMatchObject({ _id: ids[1], outcome: "refused", reason: expect.stringMatching(/^stock must be/) });
    expect(await read(ids)).toMatchObject([{ stock: 6 }, { stock: 2 }]);
  });

  test("is refused if the filter finds more or fewer than the admin chose, or too many", async () => {
    const ids = await newProducts(2);
    const answer = await found({ ids }, 3, { hidden: true });
    expect(answer).toMatchObject({
      status: 409,
      body: { message: "The list has 2 products now, not 3. Look at it again.", data: { count: 2 } },
    });
    await shop.shop.database.pool.query(
      `insert into product (id, name, stock, price_cents) select md5('many' || n), 'Many ' || n, 1, 100 from generate_series(1, ${bulk.MAX_FOUND + 1}) n`,
    );
    expect((await found({ stock: "in" }, bulk.MAX_FOUND + 9, { hidden: true })).body.message).toMatch(/^At most 5000 products/);
    await shop.shop.database.pool.query("delete from product where name like 'Many %'");
  });

  test("is made to all that a search finds, beyond what shoppers are shown", async () => {
    const { database } = shop.shop;
    const { rows } = await database.pool.query<{ id: string }>(
      "insert into product (id, name, stock, price_cents) select md5('gasket' || n), 'Gasket ' || n, 1, 100 from generate_series(1, 650) n returning id",
    );
    await database.transact(({ tx }) =>
      indexProducts(
        tx,
        rows.map(({ id }) => id),
      ),
    );
    expect((await call(findProducts, { search: "gasket" })).body.totalCount).toBe(650);
    expect((await found({ search: "gasket" }, 650, { hidden: true })).body.message).toBe("650 products hidden");
    expect((await found({ search: "gasket" }, 650, { deleted: true })).body.message).toBe("650 products deleted");
  });

  test("reaches all products whose SKU begins like the search", async () => {
    await shop.shop.database.pool.query(
      "insert into product (id, name, stock, price_cents, sku) select md5('bolt' || n), 'Bolt ' || n, 1, 100, 'BLT-' || n from generate_series(1, 150) n",
    );
    expect((await call(findProducts, { search: "blt-" })).body).toMatchObject({ totalCount: 150, isCut: false });
    expect((await found({ search: "blt-" }, 150, { hidden: true })).body.message).toBe("150 products hidden");
  });

  test.each(["hidden products", "products by their SKU"])(
    "is refused if a search finds too many %s, also if only a few fit",
    async (kind) => {
      const { pool } = shop.shop.database;
      await pool.query(
        `insert into product (id, name, stock, price_cents, hidden, sku)
      select md5('sprocket' || n), 'Sprocket ' || n, case when n % 1000 = 0 then 0 else 1 end, 100, $1, 'SPR-' || n from generate_series(1, ${bulk.MAX_FOUND + 1000}) n`,
        [kind === "hidden products"],
      );
      const filter = { search: kind === "hidden products" ? "sprocket" : "SPR-", stock: "out" as const };
      const { totalCount, isCut } = (await call(findProducts, filter)).body;
      expect([totalCount < bulk.MAX_FOUND, isCut]).toEqual([true, true]);
      expect((await call(findProducts, { search: "lantern" })).body.isCut).toBe(false);
      const refused = await found(filter, totalCount, { price: "9" });
      expect([refused.status, refused.body.message]).toEqual([400, "At most 5000 products can be changed at once: narrow the list"]);
      await pool.query("delete from product where name like 'Sprocket %'");
    },
  );

  test("is still the last one after an import, which is undone elsewhere", async () => {
    const { body } = await found({ ids: await newProducts(1) }, 1, { price: "7" });
    const door = importing(shop, token);
    for (const price of ["1.00", "2.00"])
      await door.apply(await door.check(await door.send(`sku,name,category,price\nFERRULE,Ferrule,Attic,${price}\n`)));
    expect((await call(bulk.lastBulk)).body.data).toMatchObject({ changeId: body.data.changeId, action: "changed", count: 1 });
  });

  test("is the last one also if it was made while an import was written", async () => {
    const door = importing(shop, token);
    const rows = ["GROMMET,Grommet,Attic,1.00", "SPIGOT,Spigot,Attic,1.00"].join("\n");
    await door.apply(await door.check(await door.send(`sku,name,category,price\n${rows}\n`)));
    const { body } = await found({ ids: await newProducts(1) }, 1, { price: "8" });
    // As if only then its last row had been written.
    await shop.shop.database.pool.query("update admin_change set id = $1 where thing_name = 'Spigot'", [newId()]);
    expect((await call(bulk.lastBulk)).body.data).toMatchObject({ changeId: body.data.changeId, action: "changed", count: 1 });
  });

  test("a discount replaces an offer with dates, and undo puts the offer back", async () => {
    const [id] = (await newProducts(1)) as [string];
    const { pool } = shop.shop.database;
    await pool.query(
      "update product set offer_hundredths = 2500, offer_until = date_trunc('day', now()) + interval '2 days' where id = $1",
      [id],
    );
    const offer = async () => (await call(productToEdit, { productId: id })).body.data.offer;
    const was = await offer();
    expect(was).toMatchObject({ discount: 25, from: null });
    const { body } = await found({ ids: [id] }, 1, { discount: "10" });
    expect([await offer(), (await read([id]))[0]!.discount]).toEqual([null, 10]);
    await call(bulk.undoBulk, { changeId: body.data.changeId });
    expect([await offer(), (await read([id]))[0]!.discount]).toEqual([was, 25]);
  });

  test("what was deleted together comes back, except if its sku was taken since", async () => {
    const ids = await newProducts(2);
    const { pool } = shop.shop.database;
    await pool.query("update product set sku = 'LANTERN-1' where id = $1", [ids[0]]);
    const { body } = await found({ ids }, 2, { deleted: true });
    await pool.query("update product set sku = 'LANTERN-1', name = 'Heir' where id = $1", [(await newProducts(1))[0]]);
    const undone = await call(bulk.undoBulk, { changeId: body.data.changeId });
    expect(undone.body.data).toMatchObject({ changed: 1, refused: 1 });
    expect(undone.body.data.rows[0]).toMatchObject({ _id: ids[0], reason: "cannot be restored: its sku now belongs to Heir" });
    expect((await read(ids)).map(({ _id }) => _id)).toEqual([ids[1]]);
  });
});
