import { expect, test } from "vitest";
import { logout, register } from "#features/account/contract.ts";
import { createProduct } from "#features/catalogue/admin/contract.ts";
import { updateCategory } from "#features/catalogue/admin/shelves/contract.ts";
import { listCategories, productDetails } from "#features/catalogue/contract.ts";
import { sendImport } from "#features/catalogue/import/contract.ts";
import { cashOnDelivery, orderInvoice } from "#features/orders/contract.ts";
import { inLanguage } from "#server/http/request-language.ts";
import type { Endpoint, InputOf, ReplyOf } from "#shared/endpoint.ts";
import { createAddress } from "#features/addresses/contract.ts";
import { addHostileCatalogue, HOSTILE_TEXTS, inOneLine, spanishBeside } from "./support/hostile-texts.ts";
import { importing } from "./support/imports.ts";
import { textOf } from "./support/pdf-text.ts";
import { makeAdmin, signUp } from "./support/sign-up.ts";
import { openTestShop } from "./support/test-shop.ts";

const shop = await openTestShop({ SHOP_NAME: `Bodega <script>globalThis.attacked=1</script>` });
const IMAGE = "https://pictures.example/apple.webp";
const admin = await makeAdmin(shop);

async function callAsAdmin<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> {
  const { status, body } = await shop.call(endpoint, input, { token: admin.token });
  if (status !== 200) throw new Error(`${endpoint.path}: ${status} ${body.message}`);
  return body;
}
const hostile = await addHostileCatalogue(callAsAdmin, IMAGE);

/** HTML in which a hostile text became an element or escaped its attribute. */
const BROKEN_OUT = /<script>globalThis|<img src=x|<svg\/onload|<base href|<iframe srcdoc|<meta http-equiv=refresh/i;

/** What can be compared with a PDF: its lines are broken, and its fonts lack some characters. */
const inAscii = (text: string) => text.replaceAll(/[^\x21-\x7e]/g, "");

/** A cell that a spreadsheet would run. */
const FORMULA = /(^|[,;\t\n"])[=+@-]cmd/m;

test("hostile texts are accepted and returned as typed", async () => {
  for (const [place, { _id }] of hostile.products.entries()) {
    const { body } = await shop.call(productDetails, { productId: _id });
    const text = HOSTILE_TEXTS[place]!;
    expect(body.data).toMatchObject({ name: inOneLine(text), description: text, brand: text.slice(0, 100) });
    if (text !== "__proto__") expect(body.data.more_details).toEqual({ [inOneLine(text).slice(0, 100)]: text });
    const spanish = await shop.call(productDetails, { productId: _id }, { spoken: "es" });
    const translated = spanishBeside(place);
    expect(spanish.body.data).toMatchObject({ name: inOneLine(translated), description: translated });
    if (translated !== "__proto__") expect(spanish.body.data.more_details).toEqual({ [inOneLine(translated).slice(0, 100)]: translated });
  }
});

test("responses with them are JSON that no browser takes for anything else", async () => {
  for (const { method, path, access, media } of shop.shop.inProcess.endpoints()) {
    if (method !== "GET" || media || path.includes(":") || path === logout.path) continue;
    const token = access === "user" ? (await signUp(shop)).token : admin.token;
    const answer = await shop.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });
    expect([path, answer.headers["content-type"]]).toEqual([path, "application/json; charset=utf-8"]);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  }
});

test("server-rendered pages and files contain them as text", async () => {
  const parts = [...(await shop.app.inject("/sitemap.xml")).body.matchAll(/\/sitemap-[\w-]+\.xml/g)].map(([path]) => path);
  expect(parts.length).toBeGreaterThan(1);
  for (const url of ["/sitemap.xml", ...parts, "/api/docs", "/sandbox"]) {
    const answer = await shop.app.inject(url);
    expect([url, answer.statusCode]).toEqual([url, 200]);
    expect(answer.body).not.toMatch(BROKEN_OUT);
    expect(answer.body).not.toContain("]]>");
  }
});

test("an order of them is confirmed by an email and an invoice that contain them as text", async () => {
  const name = `Ana ${HOSTILE_TEXTS[0]}`;
  const buyer = await signUp(shop, { name, email: "ana@shop.example" });
  const [text] = HOSTILE_TEXTS;
  const place = { address_line: text, city: text, state: text, country: text, pincode: "1", mobile: "+51 999 999 999" };
  const { body: address } = await shop.call(createAddress, place, { token: buyer.token });
  const list_items = hostile.products.map(({ _id }) => ({ productId: _id, quantity: 1 }));
  const { body, status } = await shop.call(cashOnDelivery, { list_items, addressId: address.data._id }, { token: buyer.token });
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  const [email] = await shop.emailsTo("ana@shop.example");
  expect(email?.html).toContain("&lt;script&gt;");
  expect(email?.html).not.toMatch(BROKEN_OUT);
  for (const [spoken, nameOf] of [
    ["en", (place: number) => HOSTILE_TEXTS[place]!],
    ["es", spanishBeside],
  ] as const) {
    const request = { url: orderInvoice.path, query: { orderId: body.data.orderId }, headers: { authorization: `Bearer ${buyer.token}` } };
    const { statusCode, headers, rawPayload } = await inLanguage(spoken, async () => await shop.app.inject(request));
    expect([statusCode, headers["content-type"]]).toEqual([200, "application/pdf"]);
    const said = inAscii(textOf(rawPayload));
    const names = [...hostile.products.keys()].map((place) => inAscii(inOneLine(nameOf(place))));
    expect(names.filter((one) => !said.includes(one))).toEqual([]);
    // Nothing in it acts when it is opened.
    expect(rawPayload.toString("latin1")).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|Launch|URI|SubmitForm)\b/);
  }
});

test("no cell of an exported file starts a formula", async () => {
  const files = shop.shop.inProcess.endpoints().filter(({ media, path }) => media?.startsWith("text/csv") && !path.includes(":"));
  expect(files.length).toBeGreaterThan(3);
  const headers = { authorization: `Bearer ${admin.token}` };
  const written = await Promise.all(files.map(async ({ path }) => (await shop.app.inject({ url: path, headers })).body));
  for (const [n, body] of written.entries())
    expect([files[n]!.path, body]).not.toMatchObject([expect.any(String), expect.stringMatching(FORMULA)]);
  // Products, and lines of orders.
  expect(written.filter((body) => body.includes("cmd|")).length).toBeGreaterThan(1);
});

test("a hostile personal name is plain text in emails", async () => {
  const password = "a pantry of one's own";
  const person = { name: HOSTILE_TEXTS[4], email: "bea@shop.example", password, confirmPassword: password };
  expect((await shop.call(register, person)).status).toBe(200);
  const emails = await shop.emailsTo(person.email);
  expect(emails).not.toEqual([]);
  for (const { html } of emails) expect(html).not.toMatch(BROKEN_OUT);
});

test("a file with a hostile name and cells is received and shown as it is", async () => {
  const imports = importing(shop, admin.token);
  const cells = HOSTILE_TEXTS.map((text, n) => [`h-${n}`, text, text.slice(0, 100), "Fruit", "Figs", "1.00"]);
  const csv = [["sku", "name", "brand", "category", "sub_category", "price"], ...cells]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\n");
  const sent = await imports.send(csv, `<img src=x onerror=1>=cmd.csv`);
  expect(sent.fileName).toBe("<img src=x onerror=1>=cmd.csv");
  const checked = await imports.check(sent);
  expect(checked.report).toMatchObject({ added: HOSTILE_TEXTS.length, refused: 0 });
  expect((await imports.rows(checked, "added")).map(({ name }) => name)).toEqual(HOSTILE_TEXTS.map(inOneLine));
});

test("a file name with characters that cannot be stored is received without them", async () => {
  const form = [
    "--x",
    'content-disposition: form-data; name="file"; filename="a\0b.csv"',
    "content-type: text/csv",
    "",
    "sku,name\n1,Fig",
    "--x--",
    "",
  ];
  const answer = await shop.app.inject({
    method: "POST",
    url: sendImport.path,
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "multipart/form-data; boundary=x" },
    payload: form.join("\r\n"),
  });
  expect([answer.statusCode, answer.json().data?.fileName]).toEqual([200, "ab.csv"]);
  const url = `${sendImport.path}/${answer.json().data._id}/rows?outcome=added&after=4294967296`;
  expect((await shop.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })).statusCode).toBe(400);
});

test("the address of a picture serves a picture and runs nothing", async () => {
  const wrong = ["javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "//elsewhere.example/a.png", "http://127.0.0.1/a.png"];
  const { data } = await callAsAdmin(listCategories, undefined);
  const [product] = hostile.products;
  for (const image of wrong) {
    const category = await shop.call(updateCategory, { _id: data[0]!._id, name: "A", image }, { token: admin.token });
    expect([image, category.status]).toEqual([image, 400]);
    const changed = await shop.call(createProduct, { ...product!, image: [image] }, { token: admin.token });
    expect([image, changed.status]).toEqual([image, 400]);
  }
});
