import { expect, test } from "vitest";
import { CURRENCIES, hasTwoDecimals, isCurrency, readCurrency, takesCurrency } from "#shared/currencies.ts";
import { formatCents, setCurrency, US_DOLLARS } from "#shared/money.ts";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop } from "../../../../tests/support/paying-shop.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { untilBlocked } from "../../../../tests/support/until-blocked.ts";
import { readPrice } from "../../catalogue/fields/rules.ts";
import { cashOnDelivery } from "../../orders/contract.ts";
import { confirmCulqiPayment, createCulqiOrder, createPayPalOrder, waysToPay } from "../../payments/contract.ts";
import { makeProviders } from "../../payments/providers/providers.ts";
import { readAttemptByRef } from "../../payments/store.ts";
import { shopFace } from "../contract.ts";
import { shopText } from "../texts/contract.ts";
import { changeSettings, readSettings } from "./contract.ts";

/** A shop without orders, and what an admin does to its currency. */
async function openNew() {
  const shop = await openPayingShop();
  const { token } = await makeAdmin(shop);
  const read = async () => (await shop.call(readSettings, undefined, { token })).body.data;
  const choose = async (currency: string, more: object = {}) =>
    shop.call(changeSettings, { changes: { currency, ...more }, was: (await read()).settings }, { token });
  const offered = async () => (await shop.call(waysToPay, undefined)).body.data.map(({ provider }: { provider: string }) => provider);
  return { shop, token, read, choose, offered };
}

test("only currencies of the list can be chosen, and a way to pay must take them", async () => {
  const { read, choose, offered } = await openNew();
  for (const [currency, why] of [
    ["JPY", "two decimals"],
    ["KWD", "two decimals"],
    // They have two by ISO 4217, and prices above 99,999.99.
    ["COP", "from the list"],
    ["IDR", "from the list"],
    ["XAU", "such as EUR"],
    ["XYZ", "such as EUR"],
    ["eur", "such as EUR"],
  ] as const) {
    const { status, body } = await choose(currency);
    expect([currency, status, body.message]).toEqual([currency, 400, expect.stringContaining(why)]);
  }
  expect(await choose("EUR", { ways: ["culqi"] })).toMatchObject({ status: 400, body: { field: "ways" } });
  expect((await read()).settings.currency).toBe("USD");
  expect(await offered()).toEqual(["paypal", "culqi", "cash"]);
  expect((await choose("EUR")).status).toBe(200);
  expect(await offered()).toEqual(["paypal", "cash"]);
  expect((await choose("PEN")).status).toBe(200);
  expect(await offered()).toEqual(["culqi", "cash"]);
  for (const currency of ["UYU", "HUF", "PKR", "RSD"]) {
    expect([currency, (await choose(currency)).status]).toEqual([currency, 200]);
    expect(await offered()).toEqual(["cash"]);
  }
});

test("pages, texts, providers, emails and messages follow the currency at once; with the first order it is fixed, and says why", async () => {
  const { shop, read, choose } = await openNew();
  expect((await shop.call(shopFace, undefined)).body.data.currency).toEqual(US_DOLLARS);
  const rice = await addProduct(shop, { name: "Rice", price: 4, stock: 9 });
  const payer = await newPayer(shop);
  const asked = { list_items: [{ productId: rice, quantity: 2 }], addressId: await addAddress(shop, payer.user._id) };

  expect((await choose("EUR")).status).toBe(200);
  expect((await shop.call(shopFace, undefined)).body.data.currency).toEqual({ code: "EUR", symbol: "€", name: "euros" });
  const terms = await shop.call(shopText, undefined, { params: { name: "terms" } });
  expect(terms.body.data.html).toContain("All prices are in euros.");
  expect(formatCents(123_450)).toBe("€1,234.50");

  expect((await choose("PEN")).status).toBe(200);
  expect(formatCents(123_450)).toBe("S/\u00a01,234.50");
  expect(readPrice("S/ 4.50")).toEqual({ ok: true, value: 450 });
  expect((await read()).currencyFixed).toBe("");
  const refused = await shop.call(createPayPalOrder, asked, { token: payer.token });
  expect([refused.status, refused.body.message]).toEqual([422, "This payment method isn't available"]);
  const begun = await shop.call(createCulqiOrder, asked, { token: payer.token });
  expect(begun.body.data).toMatchObject({ amount: 800, currency: "PEN" });

  const { currencyFixed } = await read();
  expect(currencyFixed).toContain("can't be changed");
  expect(await choose("USD")).toMatchObject({ status: 409, body: { message: currencyFixed, data: { field: "currency", value: "PEN" } } });
  // Everything else still can.
  expect((await choose("PEN", { phone: "1" })).status).toBe(200);

  const token = await shop.sandbox.cardToken();
  const paid = await shop.call(confirmCulqiPayment, { orderId: begun.body.data.orderId, token }, { token: payer.token });
  expect(paid.body.message).toBe("Payment confirmed and order successfully registered.");
  const [email] = (await shop.emailsTo(payer.user.email)).filter(({ subject }) => subject?.startsWith("Your order"));
  expect(email?.text).toContain("Total Amount: S/\u00a08.00");
  expect(email?.text).not.toContain("$");
});

test("PayPal is asked in the shop's currency", async () => {
  const { shop, choose } = await openNew();
  expect((await choose("EUR")).status).toBe(200);
  const bread = await addProduct(shop, { price: 3, stock: 5 });
  const payer = await newPayer(shop);
  const orderId = await payer.approve({ [bread]: 1 });
  expect((await payer.confirm(orderId)).body.message).toBe("Payment confirmed and order successfully registered.");
  const attempt = await readAttemptByRef(shop.shop.database.db, "paypal", orderId);
  const provider = await makeProviders(shop.shop)("paypal");
  expect(await provider!.read(attempt!)).toMatchObject({ kind: "captured", cents: 300, currency: "EUR" });
});

test("while an order is being placed, a change of currency waits for it, and is refused", async () => {
  const { shop, choose, read } = await openNew();
  const { pool } = shop.shop.database;
  const payer = await newPayer(shop);
  const rice = await addProduct(shop, { price: 4, stock: 9 });
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("lock table customer_order in row exclusive mode");
    const change = choose("EUR");
    await untilBlocked(shop);
    await client.query("rollback");
    expect((await change).status).toBe(200);
  } finally {
    client.release();
  }
  const asked = { list_items: [{ productId: rice, quantity: 1 }], addressId: payer.addressId };
  expect((await shop.call(cashOnDelivery, asked, { token: payer.token })).status).toBe(200);
  expect((await choose("USD")).status).toBe(409);
  expect((await read()).settings.currency).toBe("EUR");
});

test("every currency that can be chosen has two decimals and a symbol", () => {
  for (const code of CURRENCIES) {
    expect([code, isCurrency(code), hasTwoDecimals(code)]).toEqual([code, true, true]);
    expect(readCurrency(code).symbol).toMatch(/^\S+$/);
    expect(takesCurrency("cash", code)).toBe(true);
  }
  expect(readCurrency("USD")).toBe(US_DOLLARS);
  expect(readCurrency("PEN")).toEqual({ code: "PEN", symbol: "S/", name: "Peruvian soles" });
});

test("LAY-8 amounts in US dollars are written as before, negative ones too", () => {
  setCurrency(US_DOLLARS);
  expect([0, 5, 123_450, -150].map(formatCents)).toEqual(["$0.00", "$0.05", "$1,234.50", "-$1.50"]);
});
