import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { addProduct, addShelf } from "../../../tests/support/goods.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { product } from "../catalogue/contract.ts";
import { products } from "../catalogue/tables.ts";
import * as contract from "./contract.ts";
import { cartLine } from "./contract.ts";
import { deleteOldMerges } from "./store.ts";
import { cartMerges } from "./tables.ts";

const shop = await openTestShop();
const { call } = shop;

/** A shopper with the calls of a cart. */
async function shopper() {
  const { token } = await signUp(shop);
  return {
    token,
    add: (productId: string) => call(contract.addToCart, { productId }, { token }),
    set: (_id: string, qty: number) => call(contract.updateQuantity, { _id, qty }, { token }),
    remove: (_id: string) => call(contract.deleteCartLine, { _id }, { token }),
    merge: (items: { productId: string; quantity: number }[], mergeId: string) => call(contract.mergeCart, { items, mergeId }, { token }),
    /** Product ids with their quantities. */
    async cart(): Promise<[string, number][]> {
      const { body } = await call(contract.getCart, {}, { token });
      return body.data.map((line: contract.CartLine) => [line.productId._id, line.quantity]);
    },
  };
}

const setStock = (id: string, stock: number) => shop.shop.database.db.update(products).set({ stock }).where(eq(products.id, id));
const deleteProduct = (id: string) => shop.shop.database.db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, id));

test("API-22 API-31 adding a product makes a line with the whole product", async () => {
  const ana = await shopper();
  const id = await addProduct(shop, { name: "Red Apples", price: 3.49, discount: 15, stock: 4 });
  await addShelf(shop, [id]);

  const added = await ana.add(id);
  expect(added).toMatchObject({ status: 200, body: { success: true, error: false, message: "Item added to cart" } });
  expect(cartLine.parse(added.body.data)).toEqual(added.body.data);
  expect(added.body.data).toMatchObject({ quantity: 1, productId: { _id: id, name: "Red Apples", price: 3.49, discount: 15, stock: 4 } });

  const { body } = await call(contract.getCart, {}, { token: ana.token });
  expect(body.data).toEqual([added.body.data]);
  const { no_longer_sold: _onlyIfSo, weighed: _onlyIfWeighed, ...shape } = product.shape;
  expect(Object.keys(body.data[0].productId).sort()).toEqual(Object.keys(shape).sort());
});

test("API-22 adding a product again changes nothing", async () => {
  const ana = await shopper();
  const id = await addProduct(shop);
  const line = (await ana.add(id)).body.data;
  await ana.set(line._id, 7);
  expect(await ana.add(id)).toMatchObject({ status: 200, body: { data: { _id: line._id, quantity: 7 } } });
  await setStock(id, 0);
  expect(await ana.add(id)).toMatchObject({ status: 200, body: { data: { _id: line._id, quantity: 7 } } });
});

test("API-22 ten concurrent adds make one line", async () => {
  const ana = await shopper();
  const id = await addProduct(shop);
  const answers = await Promise.all(Array.from({ length: 10 }, () => ana.add(id)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.data._id}`)).size).toBe(1);
  expect(await ana.cart()).toEqual([[id, 1]]);
});

test("API-22 the quantity is absolute, 1 to 999", async () => {
  const ana = await shopper();
  const id = await addProduct(shop, { stock: 5000 });
  const line = (await ana.add(id)).body.data;
  expect(await ana.set(line._id, 999)).toMatchObject({ status: 200, body: { data: { _id: line._id, quantity: 999 } } });
  for (const qty of [0, -1, 1000, 1e9, 1.5, "2", null, undefined]) {
    const answer = await call(contract.updateQuantity, { _id: line._id, qty: qty as number }, { token: ana.token });
    expect(answer, String(qty)).toMatchObject({ status: 400, body: { success: false, error: true } });
    expect(answer.body.message).toMatch(/^qty /);
  }
  expect(await ana.cart()).toEqual([[id, 999]]);
});

test("API-22 a quantity above the stock is refused, naming how many are left", async () => {
  const ana = await shopper();
  const id = await addProduct(shop, { name: "Figs", stock: 3 });
  const line = (await ana.add(id)).body.data;
  expect(await ana.set(line._id, 4)).toMatchObject({
    status: 409,
    body: { success: false, message: "Only 3 of Figs left", data: { stock: 3 } },
  });
  expect(await ana.set(line._id, 3)).toMatchObject({ status: 200 });
});

test("API-22 a sold-out product cannot be added, and stays visible in carts that have it", async () => {
  const [ana, ben] = await Promise.all([shopper(), shopper()]);
  const id = await addProduct(shop, { name: "Figs", stock: 1 });
  const line = (await ana.add(id)).body.data;
  await setStock(id, 0);
  expect(await ben.add(id)).toMatchObject({ status: 409, body: { message: "Figs is sold out", data: { stock: 0 } } });
  const { body } = await call(contract.getCart, {}, { token: ana.token });
  expect(body.data).toMatchObject([{ _id: line._id, quantity: 1, productId: { stock: 0 } }]);
});

test("API-22 a deleted product leaves carts immediately and cannot be added", async () => {
  const ana = await shopper();
  const [kept, gone] = [await addProduct(shop), await addProduct(shop)];
  await ana.add(kept);
  const line = (await ana.add(gone)).body.data;
  await deleteProduct(gone);
  expect(await ana.cart()).toEqual([[kept, 1]]);
  expect(await ana.set(line._id, 2)).toMatchObject({ status: 404 });
  expect(await ana.add(gone)).toMatchObject({ status: 404, body: { message: "Product not found" } });
  expect(await ana.add(newId())).toMatchObject({ status: 404 });
});

test("API-22 a line is deleted by its owner only, and deleting it again says the same", async () => {
  const [ana, eve] = await Promise.all([shopper(), shopper()]);
  const line = (await ana.add(await addProduct(shop))).body.data;
  expect(await eve.remove(line._id)).toMatchObject({ status: 404, body: { message: "Cart item not found" } });
  expect(await eve.set(line._id, 2)).toMatchObject({ status: 404 });
  for (let n = 0; n < 2; n++)
    expect(await ana.remove(line._id)).toMatchObject({ status: 200, body: { success: true, message: "Item removed from cart" } });
  expect(await ana.cart()).toEqual([]);
  expect(await ana.remove("x")).toMatchObject({ status: 400, body: { message: "_id is not an id" } });
});

test("API-22 a cart holds at most 100 lines, even with concurrent adds", async () => {
  const ana = await shopper();
  const ids = await Promise.all(Array.from({ length: 106 }, () => addProduct(shop)));
  await ana.merge(
    ids.slice(0, 95).map((productId) => ({ productId, quantity: 1 })),
    "first",
  );
  const answers = await Promise.all(ids.slice(95).map((id) => ana.add(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
  expect(await ana.cart()).toHaveLength(100);
});

test("API-32 the cart needs a login, checked before the body", async () => {
  for (const endpoint of [contract.addToCart, contract.getCart, contract.updateQuantity, contract.deleteCartLine, contract.mergeCart]) {
    expect(await call(endpoint, { _id: "x" })).toMatchObject({ status: 401, body: { message: "Please Login" } });
  }
});

describe("CART-6 merging a guest's cart into the account's", () => {
  test("adds the quantities, capped by the stock, and returns the whole cart", async () => {
    const ana = await shopper();
    const [apples, figs, gone] = [await addProduct(shop), await addProduct(shop, { stock: 3 }), await addProduct(shop)];
    await deleteProduct(gone);
    await ana.add(apples);
    const guest = [
      { productId: figs, quantity: 9 },
      { productId: apples, quantity: 2 },
      { productId: gone, quantity: 1 },
      { productId: newId(), quantity: 1 },
    ];
    const { status, body } = await ana.merge(guest, "m1");
    expect(status).toBe(200);
    expect(body.data.map((line: contract.CartLine) => [line.productId._id, line.quantity])).toEqual([
      [apples, 3],
      [figs, 3],
    ]);
    expect(body.data).toEqual((await call(contract.getCart, {}, { token: ana.token })).body.data);
  });

  test("happens once per mergeId, even when sent ten times concurrently", async () => {
    const [ana, ben] = await Promise.all([shopper(), shopper()]);
    const id = await addProduct(shop);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ana.merge([{ productId: id, quantity: 2 }], "same")));
    expect(answers.map(({ body }) => body.data[0].quantity)).toEqual(Array(10).fill(2));
    await ana.merge([{ productId: id, quantity: 2 }], "another");
    expect(await ana.cart()).toEqual([[id, 4]]);
    await ben.merge([{ productId: id, quantity: 1 }], "same");
    expect(await ben.cart()).toEqual([[id, 1]]);
  });

  test("is limited to 100 at once for an account, since each is remembered", async () => {
    const limited = await openTestShop({ RATE_LIMIT: "on" });
    const [ana, ben] = [await signUp(limited), await signUp(limited)];
    const merge = async (mergeId: string, { token }: { token: string }) =>
      (await limited.call(contract.mergeCart, { items: [], mergeId }, { token })).status;
    let merged = 0;
    while ((await merge(`m${merged}`, ana)) === 200) merged++;
    // One more every 10 seconds, and a busy machine takes some.
    expect(merged).toBeGreaterThanOrEqual(100);
    expect(await merge("m", ben)).toBe(200);
  });

  test("remembers a mergeId for 30 days", async () => {
    const ana = await shopper();
    const id = await addProduct(shop);
    const { db } = shop.shop.database;
    const mergeAt = async (days: number) => {
      await db.update(cartMerges).set({ createdAt: sql`now() - make_interval(days => ${days})` });
      await deleteOldMerges(db);
      return (await ana.merge([{ productId: id, quantity: 1 }], "m")).body.data[0].quantity;
    };
    expect([await mergeAt(0), await mergeAt(29), await mergeAt(31)]).toEqual([1, 1, 2]);
  });

  test("two carts merged concurrently in opposite orders are both merged", async () => {
    const ana = await shopper();
    const ids = await Promise.all(Array.from({ length: 20 }, () => addProduct(shop)));
    const items = ids.map((productId) => ({ productId, quantity: 1 }));
    const answers = await Promise.all([ana.merge(items, "there"), ana.merge(items.toReversed(), "back")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ana.cart()).map(([, quantity]) => quantity)).toEqual(Array(20).fill(2));
  });

  test("invalid quantities or more than 100 lines refuse the whole merge", async () => {
    const ana = await shopper();
    const id = await addProduct(shop);
    for (const quantity of [0, -1, 1000, 1.5, "2"]) {
      expect(await ana.merge([{ productId: id, quantity: quantity as number }], "bad")).toMatchObject({ status: 400 });
    }
    expect(
      await ana.merge(
        Array.from({ length: 101 }, () => ({ productId: id, quantity: 1 })),
        "bad",
      ),
    ).toMatchObject({ status: 400 });
    expect(await ana.merge([], "")).toMatchObject({ status: 400 });
    expect(await ana.cart()).toEqual([]);
  });
});
