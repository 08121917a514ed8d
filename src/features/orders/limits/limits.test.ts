import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { MAX_QUANTITY } from "../../cart/contract.ts";
import { cartLines } from "../../cart/tables.ts";
import { LIMITS } from "../../catalogue/fields/rules.ts";
import { products } from "../../catalogue/tables.ts";
import { checkout, createCulqiOrder, createPayPalOrder } from "../../payments/contract.ts";
import { cashOnDelivery, orderInvoice } from "../contract.ts";
import { orderLines, orders } from "../tables.ts";

const shop = await openTestShop();
const { db } = shop.shop.database;
const { user, token } = await signUp(shop);
const addressId = await addAddress(shop, user._id);

async function placeOrder(productId: string, ...quantities: number[]) {
  const list_items = quantities.map((quantity) => ({ productId, quantity }));
  return shop.call(cashOnDelivery, { list_items, addressId }, { token });
}

const refusedBy = (constraint: string) => ({ cause: expect.objectContaining({ constraint }) });

async function putIntoCart(quantity: number) {
  await db.insert(cartLines).values({ id: newId(), userId: user._id, productId: await addProduct(shop), quantity });
}

describe("the tables enforce the limits of the rules", () => {
  test.each([
    ["price", "priceCents", LIMITS.priceCents.least, LIMITS.priceCents.most],
    ["discount", "discountHundredths", LIMITS.discountHundredths.least, LIMITS.discountHundredths.most],
    ["stock", "stock", LIMITS.stock.least, undefined],
  ])("the %s of a product", async (name, field, least, most) => {
    const id = await addProduct(shop);
    const set = async (value: number) => {
      await db
        .update(products)
        .set({ [field]: value })
        .where(eq(products.id, id));
    };
    await set(least);
    await expect(set(least - 1)).rejects.toMatchObject(refusedBy(`product_${name}`));
    if (most === undefined) return;
    await set(most);
    await expect(set(most + 1)).rejects.toMatchObject(refusedBy(`product_${name}`));
  });

  test("the quantity of a cart line", async () => {
    await putIntoCart(1);
    await putIntoCart(MAX_QUANTITY);
    await expect(putIntoCart(0)).rejects.toMatchObject(refusedBy("cart_line_quantity"));
    await expect(putIntoCart(MAX_QUANTITY + 1)).rejects.toMatchObject(refusedBy("cart_line_quantity"));
  });

  test("the lines and totals of an order", async () => {
    const order = (await placeOrder(await addProduct(shop, { price: 10, discount: 50 }), 2)).body.data;
    const line = (values: Partial<typeof orderLines.$inferInsert>) =>
      db.update(orderLines).set(values).where(eq(orderLines.orderId, order._id));
    await expect(line({ quantity: 0 })).rejects.toMatchObject(refusedBy("order_line_quantity"));
    await expect(line({ quantity: MAX_QUANTITY + 1 })).rejects.toMatchObject(refusedBy("order_line_quantity"));
    await expect(line({ listCents: LIMITS.priceCents.most + 1 })).rejects.toMatchObject(refusedBy("order_line_price"));
    await expect(line({ discountHundredths: 10_000 })).rejects.toMatchObject(refusedBy("order_line_discount"));
    await expect(line({ paidCents: -1 })).rejects.toMatchObject(refusedBy("order_line_paid"));
    await expect(line({ paidCents: 1001 })).rejects.toMatchObject(refusedBy("order_line_paid"));
    const sum = (values: Partial<typeof orders.$inferInsert>) => db.update(orders).set(values).where(eq(orders.id, order._id));
    await expect(sum({ subtotalCents: -1 })).rejects.toMatchObject(refusedBy("customer_order_subtotal"));
    await expect(sum({ totalCents: -1 })).rejects.toMatchObject(refusedBy("customer_order_total"));
  });
});

test("API-24 an order has at most 999 of a product, however many lines name it", async () => {
  const id = await addProduct(shop, { stock: 5000 });
  expect(await placeOrder(id, 999, 1)).toMatchObject({
    status: 400,
    body: { message: "list_items has more than 999 pieces of one product" },
  });
  expect(await placeOrder(id, 500, 499)).toMatchObject({ status: 200, body: { data: { products: [{ quantity: 999 }] } } });
});

test("unpaid orders are limited by account and network; refused ones do not count", async () => {
  const limited = await openTestShop({ RATE_LIMIT: "on" });
  const productIds = await Promise.all(Array.from({ length: 6 }, () => addProduct(limited, { stock: 20_000 })));
  const someone = async () => {
    const { user, token } = await signUp(limited, { isConfirmed: true });
    const addressId = await addAddress(limited, user._id);
    const asked = (lines: number, quantity: number) => ({
      list_items: productIds.slice(0, lines).map((productId) => ({ productId, quantity })),
      addressId,
    });
    const order = async (lines: number, quantity: number, wanted = {}) =>
      (await limited.call(cashOnDelivery, { ...asked(lines, quantity), ...wanted }, { token })).status;
    return { token, asked, order };
  };
  const [first, second, third] = [await someone(), await someone(), await someone()];

  expect(await first.order(6, 999)).toBe(429);
  expect(await first.order(5, 999, { expectedTotal: 1 })).toBe(409);
  expect(await first.order(5, 999)).toBe(200);
  for (const answer of [
    await limited.call(checkout, { ...first.asked(1, 6), provider: "cash" }, first),
    await limited.call(createPayPalOrder, first.asked(1, 6), first),
    await limited.call(createCulqiOrder, first.asked(1, 6), first),
  ])
    expect(answer).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Too many items at once\. Please try again in /) },
    });

  expect(await second.order(5, 999)).toBe(200);
  expect(await third.order(1, 11)).toBe(429);
  expect(await third.order(1, 10)).toBe(200);
});

test("whoever has an IPv6 /48 takes no more pieces from all its networks than four networks may", async () => {
  const limited = await openTestShop({ RATE_LIMIT: "on", TRUST_PROXY: "127.0.0.1" });
  const { user, token } = await signUp(limited, { isConfirmed: true });
  const asked = { list_items: [{ productId: await addProduct(limited), quantity: 2 }], addressId: await addAddress(limited, user._id) };
  const orderFrom = async (ip: string) => (await limited.call(cashOnDelivery, asked, { token, headers: { "x-forwarded-for": ip } })).status;
  await new RateLimit(limited.shop, { name: "pieces-address-48", tries: 40_000, seconds: 3600 }).count("2001:db8:1", 39_999);
  expect(await orderFrom("2001:db8:1:7::1")).toBe(429);
  expect(await orderFrom("2001:db8:2:7::1")).toBe(200);
});

test("invoices are limited to 100 per account in 10 minutes", async () => {
  const limited = await openTestShop({ RATE_LIMIT: "on" });
  const { user, token } = await signUp(limited);
  const list_items = [{ productId: await addProduct(limited), quantity: 1 }];
  const order = await limited.call(cashOnDelivery, { list_items, addressId: await addAddress(limited, user._id) }, { token });
  const url = `${orderInvoice.path}?orderId=${order.body.data.orderId}`;
  const ask = async () => (await limited.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
  expect(await ask()).toBe(200);
  await new RateLimit(limited.shop, { name: "invoice-account", tries: 100, seconds: 600 }).count(user._id, 99);
  expect(await ask()).toBe(429);
});

test("invoices are limited to 300 per network in 10 minutes, whoever asks", async () => {
  const limited = await openTestShop({ RATE_LIMIT: "on", TRUST_PROXY: "127.0.0.1" });
  const { user, token } = await signUp(limited);
  const list_items = [{ productId: await addProduct(limited), quantity: 1 }];
  const order = await limited.call(cashOnDelivery, { list_items, addressId: await addAddress(limited, user._id) }, { token });
  const url = `${orderInvoice.path}?orderId=${order.body.data.orderId}`;
  const askFrom = async (ip: string) =>
    (await limited.app.inject({ url, headers: { authorization: `Bearer ${token}`, "x-forwarded-for": ip } })).statusCode;
  await new RateLimit(limited.shop, { name: "invoice-address", tries: 300, seconds: 600 }).count("203.0.113.7", 300);
  expect([await askFrom("203.0.113.7"), await askFrom("203.0.113.8")]).toEqual([429, 200]);
});
