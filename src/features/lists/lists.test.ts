import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openCountedShop } from "../../../tests/support/counted-shop.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { PASSWORD, signUp, type SignedUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { getCart, type CartLine } from "../cart/contract.ts";
import { deleteAccount, downloadData } from "../security/contract.ts";
import * as lists from "./contract.ts";
import type { SavedList } from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const { db } = shop.shop.database;
const { near, tripsOf } = await openCountedShop();
const newListId = () => crypto.randomUUID().replaceAll("-", "");

const listsOf = async ({ token }: SignedUp) => (await call(lists.getLists, undefined, { token })).body.data as SavedList[];
const line = (productId: string, quantity = 1) => ({ productId, quantity });

async function withList(products: readonly { productId: string; quantity: number }[] = []) {
  const ana = await signUp(shop);
  const _id = newListId();
  expect((await call(lists.createList, { _id, name: "Weekly", lines: [...products] }, ana)).status).toBe(200);
  return { ana, _id };
}

test("favorites are there from the start, oldest first; saving twice is saving once, and products that left the shop disappear", async () => {
  const ana = await signUp(shop);
  const [figs, nuts, gone] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
  expect(await listsOf(ana)).toEqual([{ _id: "favorites", name: "Favorites", lines: [] }]);
  for (const productId of [figs, nuts, figs, gone])
    expect((await call(lists.setListLine, { _id: "favorites", ...line(productId) }, ana)).status).toBe(200);
  await db.execute(sql`update product set deleted_at = now() where id = ${gone}`);
  expect((await listsOf(ana))[0]?.lines).toEqual([line(figs), line(nuts)]);
  await call(lists.setListLine, { _id: "favorites", ...line(figs, 0) }, ana);
  expect((await listsOf(ana))[0]?.lines).toEqual([line(nuts)]);
  expect((await call(lists.setListLine, { _id: "favorites", ...line(gone) }, ana)).status).toBe(404);
});

test("a list is made once however often the request is repeated; deleting it can be undone", async () => {
  const figs = await addProduct(shop);
  const { ana, _id } = await withList();
  await call(lists.createList, { _id, name: "Weekly" }, ana);
  await call(lists.renameList, { _id, name: " Every week " }, ana);
  await call(lists.setListLine, { _id, ...line(figs, 3) }, ana);
  const made = (await listsOf(ana))[1]!;
  expect(made).toEqual({ _id, name: "Every week", lines: [line(figs, 3)] });
  expect((await call(lists.deleteList, { _id }, ana)).status).toBe(200);
  expect((await call(lists.deleteList, { _id }, ana)).status).toBe(404);
  expect(await listsOf(ana)).toHaveLength(1);
  await call(lists.createList, made, ana);
  expect((await listsOf(ana))[1]).toEqual(made);
});

test("two people may use the same id, and none sees the other's list", async () => {
  const figs = await addProduct(shop);
  const { ana, _id } = await withList([line(figs, 2)]);
  const ben = await signUp(shop);
  expect((await call(lists.addListToCart, { _id }, ben)).status).toBe(404);
  expect((await call(lists.createList, { _id, name: "Ben's" }, ben)).status).toBe(200);
  await call(lists.deleteList, { _id }, ben);
  expect((await listsOf(ana))[1]?.lines).toEqual([line(figs, 2)]);
});

test("names are taken once per person, ignoring case, and lists are limited", async () => {
  const { ana } = await withList();
  const create = (name: string) => call(lists.createList, { _id: newListId(), name }, ana);
  expect(await create("WEEKLY")).toMatchObject({ status: 409, body: { message: "You already have a list called “WEEKLY”" } });
  expect((await create("  ")).status).toBe(400);
  for (let n = 2; n <= lists.MAX_LISTS; n++) expect((await create(`List ${n}`)).status).toBe(200);
  expect(await create("One more")).toMatchObject({ status: 409, body: { message: expect.stringContaining("up to 20 lists") } });
});

test("a list takes at most 200 products, also when two requests come at once", async () => {
  await db.execute(sql`insert into product (id, name, stock, price_cents) select md5(n::text), 'P', 1, 100 from generate_series(1, 201) n`);
  const { rows } = await db.execute<{ id: string }>(sql`select md5(n::text) as id from generate_series(1, 201) n`);
  const { ana, _id } = await withList(rows.slice(0, 199).map(({ id }) => line(id)));
  const last = rows.slice(199).map(({ id }) => call(lists.setListLine, { _id, ...line(id) }, ana));
  expect((await Promise.all(last)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await listsOf(ana))[1]?.lines).toHaveLength(200);
});

test("Add all to cart has at least what the list says, says what is sold out or only partly available, and adds nothing twice", async () => {
  const [plenty, few, out, had] = await Promise.all([100, 2, 0, 50].map((stock) => addProduct(shop, { stock, name: `Stock ${stock}` })));
  const { ana, _id } = await withList([line(plenty!, 4), line(few!, 5), line(out!, 1), line(had!, 1)]);
  await call(lists.createList, { _id: newListId(), name: "First", lines: [line(had!, 3)] }, ana);
  await call(lists.addListToCart, { _id: (await listsOf(ana))[2]!._id }, ana);
  const expected = {
    added: [
      { productId: plenty, name: "Stock 100", quantity: 4 },
      { productId: few, name: "Stock 2", quantity: 2 },
    ],
    missing: [
      { productId: few, name: "Stock 2", quantity: 3, reason: "few left" },
      { productId: out, name: "Stock 0", quantity: 1, reason: "sold out" },
    ],
  };
  expect((await call(lists.addListToCart, { _id }, ana)).body).toMatchObject({ data: expected, message: "6 items added to your cart" });
  const again = await call(lists.addListToCart, { _id }, ana);
  expect(again.body.data).toEqual({ added: [], missing: expected.missing });
  const cart = (await call(getCart, undefined, ana)).body.data as CartLine[];
  expect(new Map(cart.map(({ productId, quantity }) => [productId._id, quantity]))).toEqual(
    new Map([
      [had, 3],
      [plenty, 4],
      [few, 2],
    ]),
  );
});

test("merging many lists takes as many round trips as merging one", async () => {
  const figs = await addProduct(near);
  const guest = (count: number) => Array.from({ length: count }, (_, n) => ({ _id: newListId(), name: `List ${n}`, lines: [line(figs)] }));
  const trips = async (count: number) => tripsOf(lists.mergeLists, { lists: guest(count) }, await signUp(near));
  expect(await trips(8)).toBe(await trips(1));
});

test("a guest's lists are merged, by name, without losing or doubling anything", async () => {
  const [figs, nuts, gone] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
  await db.execute(sql`update product set deleted_at = now() where id = ${gone}`);
  const { ana, _id } = await withList([line(figs, 2)]);
  await call(lists.setListLine, { _id: "favorites", ...line(nuts) }, ana);
  const other = newListId();
  const guest = [
    { _id: "favorites", name: "Favorites", lines: [line(figs), line(gone)] },
    { _id: newListId(), name: "weekly", lines: [line(figs), line(nuts, 4)] },
    { _id: other, name: "Party", lines: [line(nuts, 9)] },
  ];
  const merged = [
    { _id: "favorites", name: "Favorites", lines: [line(nuts), line(figs)] },
    { _id, name: "Weekly", lines: [line(figs, 2), line(nuts, 4)] },
    { _id: other, name: "Party", lines: [line(nuts, 9)] },
  ];
  // Like two tabs at once, or a retry after a lost response.
  const tries = await Promise.all([call(lists.mergeLists, { lists: guest }, ana), call(lists.mergeLists, { lists: guest }, ana)]);
  for (const { body } of [...tries, await call(lists.mergeLists, { lists: guest }, ana)]) expect(body.data).toEqual(merged);
  expect(await listsOf(ana)).toEqual(merged);
});

test("what does not fit is left out, and the response says so", async () => {
  const { ana } = await withList();
  const guest = Array.from({ length: lists.MAX_LISTS }, (_, n) => ({ _id: newListId(), name: `Guest ${n}`, lines: [] }));
  const { body } = await call(lists.mergeLists, { lists: guest }, ana);
  expect(body.data).toHaveLength(lists.MAX_LISTS + 1);
  expect(body).toMatchObject({ left_out: 1, message: "Your lists are full, so some of what you saved was left out" });
  expect((await call(lists.mergeLists, { lists: body.data }, ana)).body).toMatchObject({
    left_out: 0,
    message: "Your lists were combined",
  });
});

test("the data download has the lists, and deleting the account deletes them", async () => {
  const figs = await addProduct(shop);
  const { ana, _id } = await withList([line(figs)]);
  expect((await call(downloadData, undefined, ana)).body.data.lists[1]).toEqual({ _id, name: "Weekly", lines: [line(figs)] });
  expect((await call(deleteAccount, { password: PASSWORD }, ana)).status).toBe(200);
  const { rows } = await db.execute(sql`
    select from saved_list where user_id = ${ana.user._id} union all select from saved_list_line where user_id = ${ana.user._id}`);
  expect(rows).toEqual([]);
});
