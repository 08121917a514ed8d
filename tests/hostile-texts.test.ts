import { expect, test } from "vitest";
import { logout } from "#features/account/contract.ts";
import { createProduct, updateProduct } from "#features/catalogue/admin/contract.ts";
import { updateCategory } from "#features/catalogue/admin/shelves/contract.ts";
import { findProducts } from "#features/catalogue/admin/find/contract.ts";
import { listCategories, productDetails } from "#features/catalogue/contract.ts";
import { importTemplate, sendImport } from "#features/catalogue/import/contract.ts";
import { undoImport } from "#features/catalogue/import/undo/contract.ts";
import { fileComplaint, listComplaints, sheetPdf } from "#features/complaints/contract.ts";
import { cashOnDelivery, orderInvoice } from "#features/orders/contract.ts";
import { inLanguage } from "#server/http/request-language.ts";
import type { Endpoint, InputOf, ReplyOf } from "#shared/endpoint.ts";
import { createAddress } from "#features/addresses/contract.ts";
import { LANGUAGES, type Language } from "#words/language.ts";
import { addCounts } from "#features/search/report/store.ts";
import { COMPLAINT, COMPLAINTS_BOOK } from "./support/complaint.ts";
import { addHostileCatalogue, BROKEN_OUT, HOSTILE_TEXTS, inOneLine, spanishBeside } from "./support/hostile-texts.ts";
import { importing } from "./support/imports.ts";
import { textOf } from "./support/pdf-text.ts";
import { sampleOf } from "./support/sample-input.ts";
import { settingsOf } from "./support/settings.ts";
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
const productId = hostile.products[0]!._id;

/** A file of products. @param key begins their SKUs */
function csvOf(key: string, price: string): string {
  const cells = HOSTILE_TEXTS.map((text, n) => [`${key}-${n}`, text, text.slice(0, 100), "Fruit", "Figs", price]);
  return [["sku", "name", "brand", "category", "sub_category", "price"], ...cells]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\n");
}
const imports = importing(shop, admin.token);

/** An order of all products. */
async function order(): Promise<string> {
  const [text] = HOSTILE_TEXTS;
  const place = { address_line: text, city: text, state: text, country: text, pincode: "1", mobile: "+51 999 999 999" };
  const { body: address } = await shop.call(createAddress, place, { token: buyer.token });
  const list_items = hostile.products.map(({ _id }) => ({ productId: _id, quantity: 1 }));
  const { body, status } = await shop.call(cashOnDelivery, { list_items, addressId: address.data._id }, { token: buyer.token });
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  return body.data.orderId;
}
const buyer = await signUp(shop, { name: `Ana ${HOSTILE_TEXTS[0]}`, isConfirmed: true });
const orderId = await order();

/** A sheet of the complaints book with all texts. */
async function complain(): Promise<string> {
  const [name, address] = [HOSTILE_TEXTS[10], HOSTILE_TEXTS[0]];
  await (
    await settingsOf(shop)
  )({ ...COMPLAINTS_BOOK, legalName: HOSTILE_TEXTS[4] });
  const text = HOSTILE_TEXTS.join("\n\n");
  const { body, status } = await shop.call(fileComplaint, { ...COMPLAINT, name, address, parentName: name, detail: text, request: text });
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  return body.data.key;
}
const sheetKey = await complain();
const complaintId = (await callAsAdmin(listComplaints, {})).data[0]!._id;

/** An import with refused rows that was undone, but for a product changed since. */
async function importSome(): Promise<string> {
  const rows = `${csvOf("good", "1.00")}\n${csvOf("bad", "free").split("\n").slice(1).join("\n")}`;
  const checked = await imports.check(await imports.send(rows));
  expect(checked.report).toMatchObject({ added: HOSTILE_TEXTS.length, refused: HOSTILE_TEXTS.length });
  const { now } = await imports.apply(checked);
  const { data } = await callAsAdmin(findProducts, { search: "good-10" });
  const [{ unit_price: _, ...product }] = data as [(typeof data)[0]];
  const shelves = { category: product.category.map(({ _id }) => _id), subCategory: product.subCategory.map(({ _id }) => _id) };
  await callAsAdmin(updateProduct, { ...product, ...shelves, unit: "1", description: "x", brand: HOSTILE_TEXTS[10] });
  expect((await shop.call(undoImport, undefined, { token: admin.token, params: { importId: now._id } })).status).toBe(200);
  await shop.doJobs();
  return now._id;
}
const importId = await importSome();

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

/** Calls that read, and so must be answered, except some: payments must be known to a provider, and filters of orders are no free text. */
const READS = /^GET|\/(get[\w-]*|search-product|complete-search|related|find[\w-]*|preview)$/;
const NEEDS_MORE = /paypal|\/allorders\/get$/;
const isReading = ({ method, path }: Endpoint) => READS.test(`${method} ${path}`);

test("responses with them are JSON that no browser takes for anything else", async () => {
  const values = {
    known: {
      ...{ productId, orderId, importId, complaintId, customerId: buyer.user._id, image: IMAGE, key: sheetKey },
      ...{ categoryId: hostile.category._id, subCategoryId: hostile.subCategory._id, id: hostile.category._id },
      ...{
        days: 7,
        startDate: "2026-01-01",
        endDate: "2026-12-31",
        orderIds: orderId,
        price: "1-9",
        detail: "Origin:Peru",
      },
    },
    idOf: () => productId,
    text: HOSTILE_TEXTS[4],
  };
  const calls = shop.shop.inProcess.endpoints().filter(({ media, file, path }) => !media && !file && path !== logout.path);
  const failed: unknown[] = [];
  // Reading first, since the others delete.
  for (const endpoint of calls.toSorted((a, b) => Number(isReading(b)) - Number(isReading(a)))) {
    const { method, path, access } = endpoint;
    const { token } = access === "user" ? buyer : await makeAdmin(shop);
    const { input, params } = sampleOf(endpoint, values);
    const answer = await shop.app.inject({
      method,
      url: path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name])),
      headers: { authorization: `Bearer ${token}` },
      ...(method === "GET"
        ? { query: Object.fromEntries(Object.entries(input).map(([name, one]) => [name, String(one)])) }
        : { payload: input }),
    });
    const { headers, statusCode, body } = answer;
    const isSafe = headers["content-type"] === "application/json; charset=utf-8" && headers["x-content-type-options"] === "nosniff";
    const isRead = statusCode === 200 || !isReading(endpoint) || NEEDS_MORE.test(path);
    if (!isSafe || !isRead) failed.push([method, path, statusCode, headers, body]);
  }
  expect(failed).toEqual([]);
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

/** The names of the products. */
const names = (spoken: Language) =>
  [...hostile.products.keys()].map((place) => inOneLine(spoken === "en" ? HOSTILE_TEXTS[place]! : spanishBeside(place)));

test("documents contain them as text, and nothing in them acts when they are opened", async () => {
  const documents: Record<string, { query: Record<string, string>; says: (spoken: Language) => readonly string[] }> = {
    [orderInvoice.path]: { query: { orderId }, says: names },
    [sheetPdf.path]: { query: { key: sheetKey }, says: () => HOSTILE_TEXTS.map(inOneLine) },
  };
  const all = shop.shop.inProcess.endpoints().filter(({ media }) => media === "application/pdf");
  expect(all.map(({ path }) => path).toSorted()).toEqual(Object.keys(documents).toSorted());
  for (const [path, { query, says }] of Object.entries(documents))
    for (const spoken of LANGUAGES) {
      const request = { url: path, query, headers: { authorization: `Bearer ${buyer.token}` } };
      const { statusCode, headers, rawPayload } = await inLanguage(spoken, async () => await shop.app.inject(request));
      expect([path, statusCode, headers["content-type"]]).toEqual([path, 200, "application/pdf"]);
      const said = inAscii(textOf(rawPayload));
      expect([path, says(spoken).filter((one) => !said.includes(inAscii(one)))]).toEqual([path, []]);
      expect(rawPayload.toString("latin1")).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|Launch|URI|SubmitForm)\b/);
    }
});

test("no cell of an exported file starts a formula", async () => {
  const files = shop.shop.inProcess.endpoints().filter(({ media }) => media?.startsWith("text/csv"));
  const headers = { authorization: `Bearer ${admin.token}` };
  const counts = { found: 3, missed: 0, clicked: 0, added: 0, bought: 0 };
  await addCounts(shop.shop.database.db, new Map([[HOSTILE_TEXTS[10], counts]]), "UTC");
  const says: string[] = [];
  for (const { path } of files) {
    const { statusCode, body } = await shop.app.inject({ url: path.replace(":importId", importId), headers });
    expect([path, statusCode, body]).not.toMatchObject([path, 200, expect.stringMatching(FORMULA)]);
    if (body.includes("cmd|")) says.push(path);
  }
  expect(files.map(({ path }) => path).filter((path) => !says.includes(path))).toEqual([importTemplate.path]);
});

test("a file with a hostile name and cells is received and shown as it is", async () => {
  const sent = await imports.send(csvOf("h", "1.00"), `<img src=x onerror=1>=cmd.csv`);
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
