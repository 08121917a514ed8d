import { expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { drawingsOf, textOf } from "../../../../tests/support/pdf-text.ts";
import { settingsOf } from "../../../../tests/support/settings.ts";
import { signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { spanish } from "#words/spanish.ts";
import { cashOnDelivery, orderInvoice } from "../contract.ts";
import { MARGIN, Paper } from "./paper.ts";

const shop = await openTestShop({ SHOP_NAME: "Bodega <Sur>", SHOP_TIMEZONE: "Pacific/Kiritimati" });

const invoice = (orderId: string, token?: string) =>
  shop.app.inject({ url: orderInvoice.path, query: { orderId }, ...(token && { headers: { authorization: `Bearer ${token}` } }) });

async function order(productIds: string[]) {
  const { user, token } = await signUp(shop);
  const addressId = await addAddress(shop, user._id, { addressLine: "1 Кайı Street 東京" });
  const list_items = productIds.map((productId) => ({ productId, quantity: 2 }));
  const { body } = await shop.call(cashOnDelivery, { list_items, addressId }, { token });
  return { user, token, number: body.data.orderId as string };
}

const pagesOf = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length;

test("ORD-5 the invoice is a PDF for the shopper and admins only", async () => {
  const product = await addProduct(shop, { name: "Ñame phở 米粉 🍎 <b>", price: 3.49, discount: 15 });
  const { token, number } = await order([product]);
  const answer = await invoice(number, token);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="invoice-${number}.pdf"`,
    "cache-control": "no-store",
  });
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect(answer.rawPayload.toString("latin1").trimEnd()).toMatch(/%%EOF$/);
  expect(pagesOf(answer.rawPayload)).toBe(1);

  const other = await signUp(shop);
  expect((await invoice(number, other.token)).statusCode).toBe(404);
  expect((await invoice(number)).statusCode).toBe(401);
  expect((await invoice("x", token)).json()).toMatchObject({ success: false, message: "orderId is not an order number" });
  await shop.shop.database.pool.query("update user_account set role = 'ADMIN' where id = $1", [other.user._id]);
  expect((await invoice(number, other.token)).statusCode).toBe(200);
});

test("ORD-5 the invoice says who sends it, with which number, and to whom", async () => {
  const change = await settingsOf(shop);
  await change({ legalName: "Bodega Sur S.A.C.", taxId: "20123456789", address: "Calle 1\nLima", invoiceNumber: "F001-{order}" });
  const { token, number } = await order([await addProduct(shop, { brand: "Acme", unit: "500 g", sku: "FIG-500" })]);
  const said = textOf((await invoice(number, token)).rawPayload).split("\n");
  await change({ legalName: "", taxId: "", address: "", invoiceNumber: "" });
  expect(said).toEqual(
    expect.arrayContaining([
      "Bodega Sur S.A.C.",
      "Calle 1",
      "Lima",
      "Tax number 20123456789",
      `F001-${number}`,
      "Ana Shopper",
      "Acme · 500 g · SKU FIG-500",
    ]),
  );
});

test("a hundred lines span several pages, complete, in a file of limited size", async () => {
  const long = "A name as long as the shop allows, and then some more, ".repeat(3).trim();
  const products = await Promise.all(Array.from({ length: 100 }, (_, n) => addProduct(shop, { name: `${n} ${long}`, price: 1 + n })));
  const { token, number } = await order(products);
  const { rawPayload } = await invoice(number, token);
  const pages = drawingsOf(rawPayload);
  expect(pages.length).toBe(pagesOf(rawPayload));
  expect(pages.length).toBeGreaterThan(3);
  // There is a rule below each line, each column head and the totals.
  expect(pages.join("").match(/^S$/gm)).toHaveLength(100 + pages.length + 1);
  expect(rawPayload.length).toBeLessThan(200_000);
});

const LABELS = ["Invoice", "Order number", "Payment method", "Delivery address", "Unit price", "Quantity", "Line total"] as const;

test("a Spanish invoice says everything in Spanish, with its accents and signs", async () => {
  const { token, number } = await order([await addProduct(shop, { name: "¿Ají? ¡Cigüeña!", price: 3.49 })]);
  const { rawPayload, statusCode, headers } = await inLanguage("es", async () => await invoice(number, token));
  expect(statusCode).toBe(200);
  expect(headers["content-disposition"]).toBe(`attachment; filename="nota-de-venta-${number}.pdf"`);
  const said = textOf(rawPayload);
  expect(said).toContain("¿Ají? ¡Cigüeña!");
  expect(LABELS.filter((label) => !said.includes(spanish[label]))).toEqual([]);
  expect(LABELS.filter((label) => said.includes(label))).toEqual([]);
  expect(rawPayload.toString("latin1")).toContain("/Lang (es)");
});

test("no value of an invoice begins within its label", async () => {
  const change = await settingsOf(shop);
  await change({ invoiceNumber: "NV-{year}-{order}" });
  const { token, number } = await order([await addProduct(shop)]);
  const { rawPayload } = await inLanguage("es", async () => await invoice(number, token));
  await change({ invoiceNumber: "" });
  const label = spanish["Invoice number"];
  expect(textOf(rawPayload)).toContain(label);
  const labelEnd = MARGIN + new Paper({ title: "", author: "", made: new Date() }).width(label);
  const starts = [...drawingsOf(rawPayload)[0]!.matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm/g)].map(([, x]) => Number(x));
  expect(starts).toContain(MARGIN);
  expect(starts.filter((x) => x > MARGIN && x < labelEnd)).toEqual([]);
});
