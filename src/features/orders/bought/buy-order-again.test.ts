import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { addToCart, getCart, MAX_LINES, type CartLine } from "../../cart/contract.ts";
import { setLines } from "../../cart/store.ts";
import { buyOrderAgain, cashOnDelivery } from "../contract.ts";

const shop = await openTestShop();
const { call } = shop;
const { db } = shop.shop.database;

async function ordered(items: Record<string, number>) {
  const { user, token } = await signUp(shop);
  const addressId = await addAddress(shop, user._id);
  const list_items = Object.entries(items).map(([productId, quantity]) => ({ productId, quantity }));
  const { body } = await call(cashOnDelivery, { list_items, addressId }, { token });
  const orderId: string = body.data.orderId;
  return {
    user,
    token,
    orderId,
    again: (key?: string) => call(buyOrderAgain, { orderId }, { token, ...(key && { headers: { "idempotency-key": key } }) }),
    cart: async () =>
      ((await call(getCart, {}, { token })).body.data as CartLine[]).map(({ productId, quantity }) => [productId._id, quantity]),
  };
}

test("adds everything to what is already in the cart", async () => {
  const [figs, nuts] = [await addProduct(shop, { name: "Figs" }), await addProduct(shop, { name: "Nuts" })];
  const ana = await ordered({ [figs]: 2, [nuts]: 1 });
  await call(addToCart, { productId: figs }, { token: ana.token });
  expect(await ana.again()).toMatchObject({
    status: 200,
    body: {
      message: "3 items added to your cart",
      data: {
        added: [
          { productId: figs, name: "Figs", quantity: 2 },
          { productId: nuts, name: "Nuts", quantity: 1 },
        ],
        missing: [],
        dearer: [],
      },
    },
  });
  expect(await ana.cart()).toEqual([
    [figs, 3],
    [nuts, 1],
  ]);
});

test("adds nothing twice under one Idempotency-Key, even concurrently, and tells what the cart holds", async () => {
  const [figs, nuts, out] = [await addProduct(shop, { name: "Figs" }), await addProduct(shop, { stock: 4 }), await addProduct(shop)];
  const ana = await ordered({ [figs]: 2, [nuts]: 3, [out]: 1 });
  await db.execute(sql`update product set stock = 0 where id = ${out}`);
  const answers = await Promise.all(Array.from({ length: 5 }, () => ana.again("once")));
  expect(answers.map(({ body }) => body.message)).toEqual(Array(5).fill("3 items added to your cart"));
  for (const { body } of answers) {
    expect(body.data).toMatchObject({
      added: [
        { productId: figs, quantity: 2 },
        { productId: nuts, quantity: 1 },
      ],
      missing: [
        { productId: nuts, quantity: 2, reason: "few left" },
        { productId: out, quantity: 1, reason: "sold out" },
      ],
    });
  }
  expect(await ana.cart()).toEqual([
    [figs, 2],
    [nuts, 1],
  ]);
  expect((await ana.again("another")).body.data.added).toMatchObject([{ productId: figs, quantity: 2 }]);
});

test("is limited to 100 in 10 minutes for an account, since each key is remembered", async () => {
  const limited = await openTestShop({ RATE_LIMIT: "on" });
  const { token } = await signUp(limited);
  const again = async () => (await limited.call(buyOrderAgain, { orderId: "0".repeat(12) }, { token })).status;
  for (let n = 0; n < 100; n++) expect(await again()).toBe(404);
  expect(await again()).toBe(429);
});

test("reports what is gone, sold out, short or more expensive now, but not what is cheaper", async () => {
  const [gone, out, few, dearer, cheaper] = await Promise.all(
    ["Gone", "Out", "Few", "Dearer", "Cheaper"].map((name) => addProduct(shop, { name, price: 4, discount: 50, stock: 5 })),
  );
  const ana = await ordered({ [gone!]: 1, [out!]: 1, [few!]: 3, [dearer!]: 1, [cheaper!]: 1 });
  await db.execute(sql`update product set deleted_at = now() where id = ${gone}`);
  await db.execute(sql`update product set stock = 0 where id = ${out}`);
  await db.execute(sql`update product set discount_hundredths = 2500 where id = ${dearer}`);
  await db.execute(sql`update product set price_cents = 300 where id = ${cheaper}`);
  const { data } = (await ana.again()).body;
  expect(data).toEqual({
    added: [
      { productId: few, name: "Few", quantity: 2 },
      { productId: dearer, name: "Dearer", quantity: 1 },
      { productId: cheaper, name: "Cheaper", quantity: 1 },
    ],
    missing: [
      { productId: gone, name: "Gone", quantity: 1, reason: "gone" },
      { productId: out, name: "Out", quantity: 1, reason: "sold out" },
      { productId: few, name: "Few", quantity: 1, reason: "few left" },
    ],
    dearer: [{ productId: dearer, name: "Dearer", before: 2, now: 3 }],
  });
  expect(await ana.cart()).toEqual([
    [few, 2],
    [dearer, 1],
    [cheaper, 1],
  ]);
});

test("a full cart takes no new products, but more of those already in it", async () => {
  const [held, other] = [await addProduct(shop, { stock: 50 }), await addProduct(shop, { stock: 50 })];
  const ana = await ordered({ [held]: 2, [other]: 1 });
  const fill = await Promise.all(Array.from({ length: MAX_LINES - 1 }, () => addProduct(shop)));
  await setLines(
    db,
    ana.user._id,
    [held, ...fill].map((productId) => ({ productId, quantity: 1 })),
  );
  expect((await ana.again()).body.data).toMatchObject({
    added: [{ productId: held, quantity: 2 }],
    missing: [{ productId: other, reason: "cart full" }],
  });
  expect(await ana.cart()).toHaveLength(MAX_LINES);
});

test("says so if nothing is available; someone else's order is not found", async () => {
  const figs = await addProduct(shop, { stock: 1 });
  const [ana, berta] = [await ordered({ [figs]: 1 }), await signUp(shop)];
  expect((await ana.again()).body).toMatchObject({ message: "None of these items are available right now", data: { added: [] } });
  expect((await call(buyOrderAgain, { orderId: ana.orderId }, { token: berta.token })).status).toBe(404);
  expect(await ana.cart()).toEqual([]);
});
