import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { toCents, toDollars, toPercent } from "#shared/money.ts";
import { newCashBuyer, one, stockAndSold } from "../../../tests/support/cash-buyer.ts";
import { addAddress, addProduct, addShelf } from "../../../tests/support/goods.ts";
import { randomNumbers } from "../../../tests/support/random-numbers.ts";
import { makeAdmin } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { addresses } from "../addresses/tables.ts";
import { addToCart, mergeCart } from "../cart/contract.ts";
import { billOf } from "../cart/pages/bill.ts";
import { productDetails, productsOfCategory } from "../catalogue/contract.ts";
import { products } from "../catalogue/tables.ts";
import { searchProducts } from "../search/contract.ts";
import { listAllOrders } from "./admin/contract.ts";
import * as contract from "./contract.ts";
import { writeOrder } from "./placing/place-order.ts";
import { orders } from "./tables.ts";

const shop = await openTestShop();
const { call } = shop;
const { db } = shop.shop.database;

const shopper = (name?: string) => newCashBuyer(shop, name);

describe("API-24 CHK-10 a cash on delivery order", () => {
  test("API-31 ORD-1 keeps what was bought in both languages, and shows that of the request", async () => {
    const ana = await shopper();
    const texts = { unit: "1 piece", nameEs: "Higos", unitEs: "1 unidad" };
    const figs = await addProduct(shop, { name: "Figs", ...texts, stock: 5 });
    const soap = await addProduct(shop, { name: "Soap", unit: "1 bar", stock: 5 });
    const placed = await ana.order([...one(figs), ...one(soap)]);
    await db.update(products).set({ nameEs: "Brevas", unitEs: "" }).where(eq(products.id, figs));
    const named = async (spoken: "en" | "es") => {
      const { body } = await call(contract.listOrders, {}, { token: ana.token, spoken });
      return body.data[0].products.map(({ product_details: { name, unit } }: contract.OrderLine) => `${name}, ${unit}`);
    };
    expect(await named("en")).toEqual(["Figs, 1 piece", "Soap, 1 bar"]);
    expect(await named("es")).toEqual(["Higos, 1 unidad", "Soap, 1 bar"]);
    const admin = await makeAdmin(shop);
    const { body } = await call(listAllOrders, { orderId: placed.body.data.orderId }, { token: admin.token, spoken: "es" });
    expect(body.data[0].products[0].product_details).toMatchObject({ name: "Higos", unit: "1 unidad" });
  });

  test("API-31 CARD-6 is stored with every field at the discounted price, and takes the stock", async () => {
    const ana = await shopper("Ana Soto");
    const apples = await addProduct(shop, { name: "Red Apples", price: 3.49, discount: 15, stock: 10 });
    const figs = await addProduct(shop, { name: "Figs", price: 10, discount: 0, stock: 5, image: [] });
    await addShelf(shop, [apples, figs]);
    const placed = await ana.order([...one(apples, 2), ...one(figs)], { expectedTotal: 15.94 });

    expect(placed).toMatchObject({ status: 200, body: { success: true, error: false, message: "Order placed successfully" } });
    const order = contract.order.parse(placed.body.data);
    expect(order).toEqual(placed.body.data);
    expect(order).toMatchObject({
      userId: { _id: ana.userId, name: "Ana Soto" },
      status: "PENDING",
      payment_status: "CASH ON DELIVERY",
      metodoDePago: "Cash on delivery",
      totalAmt: 15.94,
      subTotalAmt: 16.98,
      delivery_address: {
        address_line: "12 Market Street",
        city: "Lima",
        state: "Lima",
        pincode: "15001",
        country: "Peru",
        mobile: "+51 999 999 999",
      },
      products: [
        {
          productId: { _id: apples },
          quantity: 2,
          product_details: {
            name: "Red Apples",
            image: ["/demo/apple.webp"],
            unit_price: 3.49,
            discount: 15,
            paid_price: 2.97,
            quantity: 2,
          },
        },
        // Without a picture of its own, it gets its subcategory's.
        { productId: { _id: figs }, product_details: { image: ["/demo/shelf.webp"], unit_price: 10, discount: 0, paid_price: 10 } },
      ],
    });
    expect(order.orderId).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(Math.abs(Date.now() - Date.parse(order.createdAt))).toBeLessThan(60_000);
    expect(await stockAndSold(shop, apples, figs)).toEqual([
      [8, 2],
      [4, 1],
    ]);
    expect(await ana.orders()).toEqual([order]);
  });

  test("CHK-2 ORD-6 charges what the cart shows, and its receipt adds up, for random baskets", async () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 5; round++) {
      const ana = await shopper();
      for (let n = 0; n < 20; n++) {
        const discount = random(3) === 0 ? 0 : toPercent(random(10_000));
        const id = await addProduct(shop, { price: toDollars(random(9_999_999) + 1), discount, stock: 999 });
        await call(mergeCart, { items: one(id, random(999) + 1), mergeId: id }, { token: ana.token });
      }
      const cart = await ana.cart();
      const bill = billOf(cart.map(({ productId, quantity }) => ({ id: "", product: productId, quantity })));
      const order: contract.Order = (await ana.order(cart, { expectedTotal: toDollars(bill.totalCents) })).body.data;
      expect([toCents(order.totalAmt), toCents(order.subTotalAmt)]).toEqual([bill.totalCents, bill.subtotalCents]);
      expect(order.products.reduce((sum, line) => sum + line.quantity * toCents(line.product_details.paid_price), 0)).toBe(bill.totalCents);
    }
  });

  test("keeps its own copy of the products and the address", async () => {
    const ana = await shopper();
    const id = await addProduct(shop, { name: "Figs", price: 4, discount: 25 });
    const before = (await ana.order(one(id))).body.data;
    await db
      .update(products)
      .set({ name: "Dates", priceCents: 1, discountHundredths: 0, image: [], deletedAt: new Date() })
      .where(eq(products.id, id));
    await db.update(addresses).set({ city: "Cusco", isListed: false }).where(eq(addresses.id, ana.addressId));
    expect(await ana.orders()).toEqual([before]);
  });

  test("removes only the ordered items from the cart", async () => {
    const ana = await shopper();
    const [all, some, none] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
    const items = [...one(all, 2), ...one(some, 5), ...one(none, 1)];
    await call(mergeCart, { items, mergeId: "m" }, { token: ana.token });
    await ana.order([...one(all, 3), ...one(some, 2)]);
    expect((await ana.cart()).map((line) => [line.productId._id, line.quantity])).toEqual([
      [some, 3],
      [none, 1],
    ]);
  });

  test("accepts cart lines as the API returns them", async () => {
    const ana = await shopper();
    const id = await addProduct(shop, { price: 2 });
    await call(addToCart, { productId: id }, { token: ana.token });
    const lines = await ana.cart();
    const placed = await call(contract.cashOnDelivery, { list_items: lines, addressId: ana.addressId }, { token: ana.token });
    expect(placed).toMatchObject({ status: 200, body: { data: { totalAmt: 2 } } });
    expect(await ana.cart()).toEqual([]);
  });

  test("accepts a full cart with long descriptions", async () => {
    const ana = await shopper();
    const ids = await Promise.all(Array.from({ length: 100 }, () => addProduct(shop, { description: "x".repeat(5000) })));
    await call(mergeCart, { items: ids.map((productId) => ({ productId, quantity: 1 })), mergeId: "m" }, { token: ana.token });
    const lines = await ana.cart();
    const placed = await call(contract.cashOnDelivery, { list_items: lines, addressId: ana.addressId }, { token: ana.token });
    expect([placed.status, placed.body.data?.products.length]).toEqual([200, 100]);
  });

  test("adds up two lines of one product before checking the stock", async () => {
    const ana = await shopper();
    const id = await addProduct(shop, { stock: 5 });
    expect(await ana.order([...one(id, 3), ...one(id, 3)])).toMatchObject({ status: 409, body: { data: { reason: "stock" } } });
    expect(await ana.order([...one(id, 3), ...one(id, 2)])).toMatchObject({ status: 200, body: { data: { products: [{ quantity: 5 }] } } });
    expect(await stockAndSold(shop, id)).toEqual([[0, 5]]);
  });

  test("remembers the address", async () => {
    const ana = await shopper();
    const second = await addAddress(shop, ana.userId);
    await ana.order(one(await addProduct(shop)), { addressId: second });
    const [row] = await db.select().from(addresses).where(eq(addresses.id, second));
    expect(Math.abs(Date.now() - row!.usedAt!.getTime())).toBeLessThan(60_000);
  });

  test("gets another number if its number is taken", async () => {
    const ana = await shopper();
    const id = await addProduct(shop);
    const { orderId: taken, delivery_address: address } = (await ana.order(one(id))).body.data;
    const numbers = [taken, taken, "ZZZZZZZZZZZZ"];
    const lines = [
      { productId: id, name: "Figs", image: [], listCents: 100, discountHundredths: 0, paidCents: 100, stock: 1, quantity: 1 },
    ];
    const quote = { lines, couponCents: 0, couponCode: "", deliveryFeeCents: 0, delivery: null };
    const payment = { status: "CASH ON DELIVERY", method: "Cash on delivery" } as const;
    await shop.shop.database.transact(({ tx, invalidate }) =>
      writeOrder(tx, invalidate, { id: newId(), userId: ana.userId, address, quote, payment }, () => numbers.shift()!),
    );
    expect((await ana.orders()).map((order) => order.orderId)).toEqual(["ZZZZZZZZZZZZ", taken]);
  });
});

test("API-24 prices, discounts, totals and names sent by the browser are ignored", async () => {
  const ana = await shopper();
  const eve = await shopper();
  const id = await addProduct(shop, { name: "Figs", price: 10, discount: 10 });
  const forged = { _id: id, name: "Free figs", price: 0.01, discount: 99, stock: 1e9, image: [] };
  const line = { productId: forged, quantity: 1, price: 0.01, unit_price: 0.01, discount: 99, product_details: { unit_price: 0 } };
  const placed = await ana.order([line], {
    totalAmt: 0.01,
    subTotalAmt: 0.01,
    total: 0,
    discount: 99,
    userId: eve.userId,
    status: "DELIVERED",
    payment_status: "PAID",
    orderId: "MINE00000000",
    metodoDePago: "gift",
    delivery_address: { city: "Elsewhere" },
  });
  expect(placed).toMatchObject({
    status: 200,
    body: {
      data: {
        userId: { _id: ana.userId },
        totalAmt: 9,
        subTotalAmt: 10,
        status: "PENDING",
        payment_status: "CASH ON DELIVERY",
        metodoDePago: "Cash on delivery",
        delivery_address: { city: "Lima" },
        products: [{ product_details: { name: "Figs", unit_price: 10, discount: 10, paid_price: 9, image: ["/demo/apple.webp"] } }],
      },
    },
  });
  expect(placed.body.data.orderId).not.toBe("MINE00000000");
});

describe("API-24 a shopper's order list", () => {
  test("has only their own orders, newest first, 50 a page", async () => {
    const [ana, eve] = await Promise.all([shopper(), shopper()]);
    const id = await addProduct(shop, { stock: 1000 });
    await eve.order(one(id));
    const numbers: string[] = [];
    for (let n = 0; n < 51; n++) numbers.unshift((await ana.order(one(id))).body.data.orderId);
    const page = (n: number) => call(contract.listOrders, { page: n }, { token: ana.token });
    const [first, second, third] = [await page(1), await page(2), await page(3)];
    expect(first.body).toMatchObject({ success: true, page: 1, totalPage: 2 });
    expect(first.body.data.map((order: contract.Order) => order.orderId)).toEqual(numbers.slice(0, 50));
    expect(second.body.data.map((order: contract.Order) => order.orderId)).toEqual(numbers.slice(50));
    expect(third.body).toMatchObject({ page: 3, totalPage: 2, data: [] });
  });

  test("still has an order deleted from the admin's list", async () => {
    const ana = await shopper();
    const { _id } = (await ana.order(one(await addProduct(shop)))).body.data;
    await db.update(orders).set({ deletedAt: new Date() }).where(eq(orders.id, _id));
    expect(await ana.orders()).toMatchObject([{ _id }]);
  });

  test("refuses invalid pages with a 400", async () => {
    const { token } = await shopper();
    for (const page of [0, -1, 1.5, "x", 1e12]) {
      expect(await call(contract.listOrders, { page }, { token })).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^page /) },
      });
    }
    expect(await call(contract.listOrders, {}, { token })).toMatchObject({ status: 200, body: { page: 1, totalPage: 0, data: [] } });
  });
});

const mostPopular = async () => (await call(searchProducts, {})).body.data[0]._id;

describe("an order updates cached responses immediately", () => {
  test("exact stock with every sale, lists when the last piece is sold", async () => {
    const ana = await shopper();
    const [last, plenty] = [await addProduct(shop, { stock: 2 }), await addProduct(shop)];
    const { categoryId } = await addShelf(shop, [last, plenty]);
    const stock = async () => (await call(productDetails, { productId: last })).body.data.stock;
    const shelf = async () => (await call(productsOfCategory, { id: categoryId })).body.data.map((p: { _id: string }) => p._id);
    expect([await stock(), await shelf()]).toEqual([2, [last, plenty]]);
    await ana.order(one(last));
    expect([await stock(), await shelf()]).toEqual([1, [last, plenty]]);
    await ana.order(one(last));
    expect([await stock(), await shelf()]).toEqual([0, [plenty, last]]);
  });

  test("pages are invalidated only when a product sells out or comes back", async () => {
    const ana = await shopper();
    const id = await addProduct(shop, { stock: 2 });
    const { categoryId } = await addShelf(shop, [id]);
    const seen: string[][] = [];
    shop.shop.database.onInvalidate((tags) => void seen.push(tags.filter((tag) => !tag.startsWith("order-")).sort()));
    await ana.order(one(id));
    await ana.order(one(id));
    expect(seen).toEqual([
      ["popular", `stock:${id}`],
      ["availability", `category:${categoryId}`, "popular", `product:${id}`, `stock:${id}`],
    ]);
  });

  test("API-21 bestsellers rank first among popular products", async () => {
    const ana = await shopper();
    await db.update(products).set({ sold: 0 });
    const [before, now] = [await addProduct(shop), await addProduct(shop)];
    await ana.order(one(before));
    expect(await mostPopular()).toBe(before);
    await ana.order(one(now, 2));
    expect(await mostPopular()).toBe(now);
  });
});
