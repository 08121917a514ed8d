import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { spreadsheetTime } from "#server/http/csv-report.ts";
import { importing } from "../../../../tests/support/imports.ts";
import { importByCommand } from "../../../../tests/support/import-both-ways.ts";
import { settingsOf } from "../../../../tests/support/settings.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { workbook } from "../../../../tests/support/workbook.ts";
import { listProducts, listSubCategories, productDetails, type Product, type SubCategory } from "../contract.ts";
import { unclearPrices } from "./columns/decimals.ts";
import { checkImport, type Field, type ProductImport } from "./contract.ts";
import { readPrices } from "./row/read-figures.ts";
import { doubtInWords, problemInWords } from "./words.ts";

const shop = await openTestShop();
const { token } = await makeAdmin(shop);
const door = importing(shop, token);
const change = await settingsOf(shop);

const FILES = join(import.meta.dirname, "../../../../tests/fixtures/catalogue");
const fileOf = (name: string) => readFileSync(join(FILES, name), "utf8");

beforeEach(async () => {
  await shop.shop.database.transact(async ({ tx, invalidate }) => {
    await tx.execute("truncate product, category, sub_category, catalogue_import, catalogue_import_columns cascade");
    invalidate("*");
  });
});

/** The field of each mapped column, by the column's name. */
const fieldsOf = ({ columns, mapping }: ProductImport) =>
  Object.fromEntries(columns.flatMap(({ name }, place) => (mapping[place] ? [[name, mapping[place]]] : [])));

const counts = ({ report }: ProductImport) => {
  const { added, changed, same, refused, joined } = report!; // checked
  return { added, changed, same, refused, joined };
};

async function bring(
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
): Promise<{ one: ProductImport; products: Map<string, Product> }> {
  const one = await door.check(await door.send(content, name));
  await door.apply(one);
  const { body } = await shop.call(listProducts, { limit: 50 });
  return {
    one,
    products: new Map((body.data as Product[]).map((product) => [product.name + (product.unit && `, ${product.unit}`), product])),
  };
}

const shelvesOf = ({ category, subCategory }: Product) => [...category, ...subCategory].map(({ name }) => name);
const problems = ({ report }: ProductImport) => report!.problems.map(({ text, rows, line }) => `${rows}, ${line}: ${text}`);
const warnings = ({ report }: ProductImport) => report!.warnings.map(({ text, rows, line }) => `${rows}, ${line}: ${text}`);

const oats = (more = "", cell = "") => `Handle,Title,Type,Variant SKU,Variant Price,Status${more}\na,Oats,Food,A,1.50,active${cell}\n`;
const HIDDEN = "hidden, because it is not published in the other shop";
const STAYS_HIDDEN = "stays hidden, although it is published in the other shop. To sell it, show it under Product";

describe("Shopify", () => {
  test("columns, variants, pictures, HTML, compare-at prices and drafts", async () => {
    const { one, products } = await bring(fileOf("shopify.csv"), "products_export.csv");
    expect(fieldsOf(one)).toEqual({
      Handle: "group",
      Title: "name",
      "Cost per item": "cost_price",
      "Body (HTML)": "description",
      Vendor: "brand",
      Type: "category",
      "Option1 Value": "option",
      "Option2 Value": "option_2",
      "Variant SKU": "sku",
      "Variant Inventory Tracker": "stock_tracker",
      "Variant Inventory Qty": "stock",
      "Variant Price": "price",
      "Variant Compare At Price": "compare_at_price",
      "Image Src": "images",
      Published: "published",
      Status: "status",
    });
    expect(one).toMatchObject({ makeSkus: true, remembered: false });
    expect(counts(one)).toEqual({ added: 6, changed: 0, same: 0, refused: 1, joined: 1 });
    expect(problems(one)).toEqual(["1, 10: price is empty"]);
    expect(warnings(one)).toEqual(["1, 3: stock was read as 0", `1, 9: ${HIDDEN}`]);
    expect([...products.keys()].toSorted()).toEqual([
      "Greek Yogurt, Honey, 150 g",
      "Greek Yogurt, Natural, 150 g",
      "Oat Drink, 1 l",
      "Oat Drink, 500 ml",
      "Sourdough Loaf",
    ]);
    const oats = products.get("Oat Drink, 500 ml")!;
    expect(oats).toMatchObject({ sku: "OAT-500", brand: "Hafermann", price: 1.49, discount: 0, stock: 24 });
    expect(oats.description).toBe("Creamy oats & water.\n\n- Vegan\n- No sugar added");
    expect(oats.image).toEqual([1, 2, 3].map((n) => `https://cdn.shop.example/oat-${n}.jpg`));
    expect(shelvesOf(oats)).toEqual(["Milk & Cream", "Milk & Cream"]);
    expect(products.get("Oat Drink, 1 l")).toMatchObject({
      price: 2.99,
      discount: 16.72,
      stock: 0,
      image: ["https://cdn.shop.example/oat-2.jpg"],
    });
    expect(products.get("Greek Yogurt, Natural, 150 g")!.description).toBe("Thick\nand creamy");
    expect(products.get("Greek Yogurt, Natural, 150 g")!.sku).toMatch(/^AUTO-[0-9A-F]{12}$/);

    expect(products.get("Sourdough Loaf")!.sku).toBe("0042");

    const { body } = await shop.call(productDetails, { productId: oats._id });
    expect(body.sizes).toEqual([
      { _id: oats._id, name: "Oat Drink", label: "500 ml" },
      { _id: products.get("Oat Drink, 1 l")!._id, name: "Oat Drink", label: "1 l" },
    ]);
    const alone = await shop.call(productDetails, { productId: products.get("Sourdough Loaf")!._id });
    expect(alone.body).not.toHaveProperty("sizes");

    const again = await door.check(await door.send(fileOf("shopify.csv").replace("1.49", "1.59")));
    expect(counts(again)).toEqual({ added: 0, changed: 1, same: 5, refused: 1, joined: 1 });
    expect(again.remembered).toBe(true);
  });

  test("of an export with markets: drafts, archived and unpublished products are hidden, also their variants", async () => {
    const { one, products } = await bring(fileOf("shopify-markets.csv"), "products_export_1.csv");
    expect(fieldsOf(one)).toEqual({
      Handle: "group",
      Title: "name",
      "Body (HTML)": "description",
      Vendor: "brand",
      "Product Category": "category",
      Type: "type",
      Published: "published",
      "Option1 Value": "option",
      "Option2 Value": "option_2",
      "Option3 Value": "option_3",
      "Variant SKU": "sku",
      "Variant Inventory Tracker": "stock_tracker",
      "Variant Inventory Qty": "stock",
      "Variant Price": "price",
      "Variant Compare At Price": "compare_at_price",
      "Unit Price Total Measure": "measure",
      "Unit Price Total Measure Unit": "measure_unit",
      "Variant Barcode": "barcode",
      "Image Src": "images",
      "Variant Image": "variant_image",
      "Cost per item": "cost_price",
      Status: "status",
    });
    expect(counts(one)).toEqual({ added: 8, changed: 0, same: 0, refused: 1, joined: 1 });
    expect(problems(one)).toEqual(["1, 11: price is empty"]);
    expect(warnings(one)).toEqual([`4, 7: ${HIDDEN}`]);
    expect([...products.keys()].toSorted()).toEqual([
      "Forest Honey, 350 g",
      "House Coffee, Ground, 250 g",
      "House Coffee, Whole, 1 kg",
      "House Coffee, Whole, 250 g",
    ]);
    expect(products.get("House Coffee, Whole, 250 g")).toMatchObject({ price: 7.9, discount: 12.66, stock: 14 });
    const pictures = (name: string) => products.get(`House Coffee, ${name}`)!.image.map((address) => /coffee-.\b/.exec(address)?.[0]);
    expect(pictures("Whole, 250 g")).toEqual(["coffee-w", "coffee-1", "coffee-2", "coffee-3"]);
    expect(pictures("Ground, 250 g")).toEqual(["coffee-2"]);
    expect(shelvesOf(products.get("Forest Honey, 350 g")!)).toEqual(["Food Items", "Honey"]);

    const [head, ...rows] = fileOf("shopify-markets.csv").split("\n");
    const changed = rows.map((row) => row.replace(/^(jam,Fig.*)draft$/, "$1active").replace(/^(honey.*)active$/, "$1archived"));
    const again = await door.check(await door.send([head, ...changed].join("\n")));
    expect(counts(again)).toEqual({ added: 0, changed: 1, same: 7, refused: 1, joined: 1 });
    expect((await door.rows(again, "changed")).map(({ sku, after }) => [sku, after])).toEqual([["HONEY-1", { hidden: true }]]);
    expect(warnings(again)).toEqual([`3, 6: ${HIDDEN}`, `2, 8: ${STAYS_HIDDEN}`]);
  });

  test("what was hidden here stays hidden when the file is imported again, unless the file has the shop's own column", async () => {
    await bring(oats(), "products_export.csv");
    await shop.shop.database.pool.query("update product set hidden = true");
    const again = await door.check(await door.send(oats()));
    expect(counts(again)).toMatchObject({ changed: 0, same: 1 });
    expect(warnings(again)).toEqual([`1, 2: ${STAYS_HIDDEN}`]);
    const shown = await door.check(await door.send(oats(",hidden", ",no")));
    expect((await door.rows(shown, "changed")).map(({ after }) => after)).toEqual([{ hidden: false }]);
    expect(warnings(shown)).toEqual([]);
  });
});

test.each([
  ["Estado", ["Activo", "activa", "Publicado"], ["Inactivo", "inactiva", "Borrador", "archivado", "descontinuado", "No publicado"]],
  ["Publicado", ["sí", "Si", "VERDADERO"], ["no", "FALSO"]],
  ["Status", ["aktiv", "Veröffentlicht", "enabled"], ["Inactive", "inaktiv", "Entwurf", "archiviert", "disabled", "unpublished"]],
])("%s: what is not published is hidden, and what is not understood is said", async (name, shown, hidden) => {
  const states = [...shown, ...hidden, "Maybe", ""];
  const rows = states.map((state, n) => `S${n};Product ${n};1.50;Food;${state}`);
  const one = await door.check(await door.send([`sku;name;price;category;${name}`, ...rows].join("\n")));
  const added = await door.rows(one, "added");
  expect(added.filter(({ after }) => after["hidden"]).map(({ sku }) => states[Number(sku.slice(1))])).toEqual(hidden);
  const field = name === "Publicado" ? "published" : "status";
  expect(warnings(one)).toEqual([
    `${hidden.length}, ${shown.length + 2}: ${HIDDEN}`,
    `1, ${states.length}: ${field} does not say whether the product is published, so it was left out`,
  ]);
});

test("Shopify's measure for the unit price is the unit of products without a size, and changes no number made from it", async () => {
  const head = "Handle,Title,Type,Option1 Value,Variant Price,Unit Price Total Measure,Unit Price Total Measure Unit";
  const rows = [
    ["salt", "Salt", "Food", "Default Title", "1.10", "500.0", "g"],
    ["oil", "Oil", "Food", "750 ml", "5.10", "0.75", "l"],
    ["foil", "Foil", "Home", "Default Title", "2.10", "10", "m2"],
    ["tea", "Tea", "Food", "Default Title", "3.10", "", ""],
  ];
  const plain = rows.map((row) => [...row.slice(0, 5), "", ""]);
  const { products: before } = await bring([head, ...plain].join("\n"), "products_export.csv");
  const { one, products } = await bring([head, ...rows].join("\n"), "products_export.csv");
  expect(counts(one)).toMatchObject({ added: 0, changed: 1, same: 3 });
  expect([...products.keys()].toSorted()).toEqual(["Foil", "Oil, 750 ml", "Salt, 500 g", "Tea"]);
  expect(products.get("Salt, 500 g")!.sku).toBe(before.get("Salt")!.sku);
});

test("Shopify's type is the shelf of rows without a product category, and stock that it does not track is not 0", async () => {
  const head = "Handle,Title,Product Category,Type,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty";
  const rows = ["a,Oats,Food > Cereals,Breakfast,A,1.50,shopify,0", "b,Milk,,Dairy,B,1.20,,0", "c,Tea,,Drinks > Hot,C,2.20,,7"];
  const { one, products } = await bring([head, ...rows].join("\n"), "products_export.csv");
  expect(problems(one)).toEqual([]);
  expect(new Set([...products.values()].map((product) => [product.name, product.stock, ...shelvesOf(product)]))).toEqual(
    new Set([
      ["Milk", 100, "Dairy", "Dairy"],
      ["Oats", 0, "Food", "Cereals"],
      ["Tea", 7, "Drinks", "Hot"],
    ]),
  );
  expect(warnings(one)).toEqual(["1, 3: stock is not tracked in the other shop, so it was left out"]);
});

const priced = async (prices: string[], decimals?: "," | ".", [name = "weight", ...cells]: string[] = []) => {
  const rows = prices.map((price, n) => `S${n};Product ${n};${price};${cells[n] ?? ""}`);
  const sent = await door.send([`sku;name;price;${name}`, ...rows].join("\n"));
  const { body } = await shop.call(
    checkImport,
    { mapping: sent.mapping, shelf: "Food", ...(decimals && { decimals }) },
    { token, params: { importId: sent._id } },
  );
  await shop.doJobs();
  const after = (await door.rows(body.data, "added")).map((row) => row.after["price"]);
  const one = await door.read(sent._id);
  return { after, isUnclear: unclearPrices(sent.columns, sent.mapping).length > 0, said: [...warnings(one), ...problems(one)] };
};

const list = (price: string) => `sku,name,category,price\nA1,Rice,Food,${price}\n`;

describe("prices without decimals", () => {
  test("other whole numbers in the column show that three digits are thousands", async () => {
    expect(await priced(["1.200", "2.500", "12.990", "990"])).toEqual({ after: [1200, 2500, 12_990, 990], isUnclear: false, said: [] });
    expect(await priced(["1.200", "2,50"])).toEqual({ after: [1200, 2.5], isUnclear: false, said: [] });
  });

  test("where nothing shows it, a person is asked, and nothing is read without an answer", async () => {
    expect(await priced(["1.200", "2.500"])).toEqual({ after: [], isUnclear: true, said: ["2, 2: price may be … or …"] });
    expect(await priced(["1,205 €/kg", "2,500 €/kg"])).toMatchObject({ after: [], isUnclear: true });
    expect(await priced(["1.200", "2.500"], ".")).toEqual({ after: [1.2, 2.5], isUnclear: true, said: [] });
    expect(await priced(["1.200", "2.500"], ",")).toEqual({ after: [1200, 2500], isUnclear: true, said: [] });
    expect(await priced(["1,205", "2,500"], ",")).toEqual({
      after: [1.21, 2.5],
      isUnclear: true,
      said: ["1, 2: price was rounded to …"],
    });
  });

  test("prices of less than one, and other numbers of the file, show that three digits are decimals", async () => {
    expect(await priced(["0.990", "12.500", "1.25"])).toEqual({ after: [0.99, 12.5, 1.25], isUnclear: false, said: [] });
    expect(await priced(["0,990 €", "12,500 €", "1,250 €"])).toEqual({ after: [0.99, 12.5, 1.25], isUnclear: false, said: [] });
    expect(await priced(["12.500 €/kg", "0.990 €/kg"])).toMatchObject({ after: [12.5, 0.99], isUnclear: false });
    expect(await priced(["1.200", "12.500"], undefined, ["weight", "0.500", "1.250"])).toMatchObject({ after: [1.2, 12.5] });
    expect(await priced(["1.200", "12.500"], undefined, ["weight", "0,500", "1,250"])).toMatchObject({ after: [1200, 12_500] });
  });

  test.each([
    ["dates", "05.11.2024", "15.11.2024"],
    ["customs codes", "0406.90", "1905.31"],
    ["article codes", "1905.31", "903.045.12"],
    ["numbers of sections", "1.1", "12.4"],
    ["numbers among notes", "0.5", "see 1.2"],
    ["numbers of both signs", "0.5", "1,25"],
  ])("a column of %s says nothing about prices", async (_, ...cells) => {
    const said = ["2, 2: price may be … or …"];
    expect(await priced(["1.200", "2.500"], undefined, ["extra", ...cells])).toEqual({ after: [], isUnclear: true, said });
  });

  test("among prices of two decimals, they are decimals, and that is said", async () => {
    expect(await priced(["12.500", "1.25"])).toEqual({
      after: [12.5, 1.25],
      isUnclear: false,
      said: ["1, 2: price was read as …"],
    });
    expect(await priced(["1,299.500", "12.500"])).toEqual({ after: [1299.5, 12.5], isUnclear: false, said: [] });
  });

  test("what a person says is remembered for files with the same columns", async () => {
    const answered = await door.send(list("1.200"));
    const how = { mapping: answered.mapping, decimals: "." as const };
    await shop.call(checkImport, how, { token, params: { importId: answered._id } });
    await shop.doJobs();
    await door.apply(await door.read(answered._id));
    const next = await door.check(await door.send(list("1.300")));
    expect((await door.rows(next, "changed")).map(({ after }) => after)).toEqual([{ price: 1.3 }]);
    expect(next.columns.at(-1)).toMatchObject({ decimals: ".", isSettled: true });
    await importByCommand(shop, list("1.40"), "list.csv");
    expect(await importByCommand(shop, list("1.500"), "list.csv")).toMatchObject({ updated: 1, refused: 0 });
  });

  test("the command says how to answer", async () => {
    const { notes, reasons } = await importByCommand(shop, list("1.200"), "list.csv");
    expect(notes).toContain(
      "1.200 in price may be 1200 or 1.20. Say which sign stands before the decimals with --decimals , or --decimals .",
    );
    expect(reasons).toEqual(['2: price "1.200" may be $1,200.00 or $1.20']);
    expect(await importByCommand(shop, list("1.200"), "list.csv", { decimals: "," })).toMatchObject({ added: 1 });
    const { body } = await shop.call(listProducts, {});
    expect((body.data as Product[])[0]!.price).toBe(1200);
  });
});

describe("WooCommerce", () => {
  test("paths of shelves, variations, sale prices and lists of pictures", async () => {
    const { one, products } = await bring(fileOf("woocommerce.csv"), "wc-product-export.csv");
    expect(fieldsOf(one)).toEqual({
      SKU: "sku",
      Name: "name",
      "GTIN, UPC, EAN, or ISBN": "barcode",
      Published: "published",
      Description: "description",
      "In stock?": "in_stock",
      Stock: "stock",
      "Sale price": "sale_price",
      "Regular price": "price",
      Categories: "category_paths",
      Images: "images",
      Parent: "parent",
      "Attribute 1 value(s)": "option",
      Brands: "brand",
    });
    expect(counts(one)).toEqual({ added: 6, changed: 0, same: 0, refused: 1, joined: 1 });
    expect(problems(one)).toEqual(["1, 8: price must be 0.01 to 99999.99 with at most two decimals"]);
    const cheese = products.get("Manchego, cured")!;
    expect(cheese).toMatchObject({ description: "Sheep milk\n12 months", image: ["https://wp.example/a.jpg", "https://wp.example/b.jpg"] });
    expect(shelvesOf(cheese)).toEqual(["Dairy", "Cheese"]);
    expect(products.get("Still water")).toMatchObject({ price: 0.5, discount: 10, stock: 0 });
    expect(shelvesOf(products.get("Still water")!)).toEqual(["Drinks", "Drinks"]);
    expect(products.get("Olive oil, 500 ml")).toMatchObject({
      price: 5.99,
      stock: 12,
      brand: "Oliva",
      image: ["https://wp.example/oil.jpg"],
    });
    expect(shelvesOf(products.get("Olive oil, 1 l")!)).toEqual(["Food", "Oils"]);
    expect(products.get("Olive oil, 1 l")).toMatchObject({
      price: 10.99,
      discount: 18.2,
      stock: 0,
      image: ["https://wp.example/oil-1l.jpg"],
    });
    expect(warnings(one)).toEqual([
      "1, 4: stock was read as 0",
      `1, 5: ${HIDDEN}`,
      "1, 9: images is neither an https address nor one of the shop's own, so it was left out",
      "1, 9: stock must be a whole number from 0 to 1000000, so it was left out",
    ]);
  });
});

/** The date some days from today. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("WooCommerce: of a product in several categories, each subcategory is only in the category before it", async () => {
  const file =
    'SKU,Name,Regular price,Categories\nA,Manchego,6.50,"Food > Dairy > Cheese, Offers"\nB,Gouda,5.50,"Dairy > Cheese, Organic"\n';
  await bring(file, "wc-product-export.csv");
  const { body } = await shop.call(listSubCategories, {});
  const placed = (body.data as SubCategory[]).map(({ name, category }) => [name, category.map((one) => one.name)]);
  expect(Object.fromEntries(placed)).toEqual({ Cheese: ["Dairy"], Offers: ["Offers"], Organic: ["Organic"] });
});

test("WooCommerce: a sale price counts from its first day to its last", async () => {
  const head = 'SKU,Name,"Date sale price starts","Date sale price ends","Sale price","Regular price",Categories';
  const dates = [
    [`${day(3)} 00:00:00`, `${day(9)} 23:59:59`],
    ["", `${day(-2)} 23:59:59`],
    [`${day(-2)} 00:00:00`, day(2)],
    [day(-2), ""],
  ];
  const rows = dates.map(([from, until], n) => `S${n},Product ${n},${from},${until},4.00,5.00,Food`);
  const one = await door.check(await door.send([head, ...rows].join("\n")));
  expect((await door.rows(one, "added")).map(({ after }) => [after["price"], after["discount"]])).toEqual([
    [5, 0],
    [5, 0],
    [5, 20],
    [5, 20],
  ]);
  expect(warnings(one)).toEqual([
    "1, 2: sale_price has not begun, so it was left out",
    "1, 3: sale_price is over, so it was left out",
    "1, 4: sale_price ends in the other shop, but not here",
  ]);
});

const discounts = async () => {
  const { rows } = await shop.shop.database.pool.query<{ name: string }>(
    "select name from product where discount_hundredths > 0 order by sku",
  );
  return rows.map(({ name }) => name);
};

describe("WooCommerce: the dates of a sale are in the shop's time zone", () => {
  const HOUR = 3_600_000;
  const clock = (timeZone: string, hours: number) => spreadsheetTime(timeZone).format(Date.now() + hours * HOUR);
  const file = (timeZone: string) =>
    [
      'SKU,Name,"Date sale price starts","Date sale price ends","Sale price","Regular price",Categories',
      `S1,Begun,${clock(timeZone, -1)},,4.00,5.00,Food`,
      `S2,Not begun,${clock(timeZone, 1)},,4.00,5.00,Food`,
      `S3,Not over,,${clock(timeZone, 1)},4.00,5.00,Food`,
      `S4,Over,,${clock(timeZone, -1)},4.00,5.00,Food`,
    ].join("\n");
  test.each(["America/Lima", "Asia/Tokyo"])("in the browser, in %s", async (timeZone) => {
    await change({ timeZone });
    await door.apply(await door.check(await door.send(file(timeZone))));
    expect(await discounts()).toEqual(["Begun", "Not over"]);
  });

  test("by the command", async () => {
    await importByCommand(shop, file("America/Lima"), "woo.csv", { timeZone: "America/Lima" });
    expect(await discounts()).toEqual(["Begun", "Not over"]);
  });

  test.each([
    ["2026-07-01T21:59:58Z", 400],
    ["2026-07-01T22:00:00Z", null],
    ["2026-12-01T22:59:58Z", 400],
    ["2026-12-01T23:00:00Z", null],
  ])("whose days end two hours before those of UTC in summer, one in winter: %s", (now, saleCents) => {
    const cells: Partial<Record<Field, string>> = { sale_price: "4.00", sale_until: now < "2026-08" ? "2026-07-01" : "2026-12-01" };
    const how = { mapping: [], numbers: [], perKilo: [], shelf: "", makeSku: null, now: Date.parse(now), timeZone: "Europe/Madrid" };
    expect(
      readPrices(
        how,
        (field) => cells[field] ?? null,
        () => {},
        [],
      ).saleCents,
    ).toBe(saleCents);
  });
});

test.each([
  ["24/12/2026", true],
  ["12/24/2026", true],
  ["24.12.2026", true],
  ["12-12-2026", true],
  ["1.12.2026", false],
  ["12/01/2026", undefined],
  ["24/12/2026 18:30", true],
  ["12/24/2026 9:05:30", true],
  ["24/12/26", true],
  ["24.12.26 18:30", true],
  ["11/12/24 18:30", undefined],
  ["24/12/2026 25:30", undefined],
  ["24/12/2026 6:30 PM", undefined],
  ["24/12/206", undefined],
  ["26-12-24", undefined],
  ["24/12-2026", undefined],
  ["24/24/2026", undefined],
  ["31/11/2026", undefined],
  ["2027-02-30", undefined],
  ["2027-02-30T10:00Z", undefined],
])("whether a sale until %s counts on 12 December 2026: %s", (until, counts) => {
  const cells: Partial<Record<Field, string>> = { sale_price: "4.00", sale_until: until };
  const how = { mapping: [], numbers: [], perKilo: [], shelf: "", makeSku: null, now: Date.parse("2026-12-12T12:00Z"), timeZone: "UTC" };
  const left: string[] = [];
  const read = readPrices(
    how,
    (field) => cells[field] ?? null,
    (_, why) => left.push(why),
    [],
  );
  expect([read.saleCents, left.some((why) => why.includes("isn't written"))]).toEqual([counts ? 400 : null, counts === undefined]);
});

test("a sale price whose dates could be read in two ways is left out", async () => {
  const dates = [
    ["05/12/2020", ""],
    ["", "05/12/2099"],
    ["", "12/25/2099"],
    ["Sale 5", ""],
    ["2020-13-01", ""],
    ["2020-02-01T08:00Z", "2099-12-05 23:59"],
  ];
  const rows = dates.map(([from, until], n) => `S${n},Product ${n},${from},${until},4.00,5.00,Food`);
  const one = await door.check(
    await door.send(["SKU,Name,Sale start date,Sale end date,Sale price,Regular price,Categories", ...rows].join("\n")),
  );
  expect((await door.rows(one, "added")).map(({ after }) => after["discount"])).toEqual([0, 0, 20, 0, 0, 20]);
  expect(warnings(one)).toEqual([
    "4, 2: sale_price has a date that isn't written like 2026-12-24, so it was left out",
    "2, 4: sale_price ends in the other shop, but not here",
  ]);
});

test("WooCommerce: what is hidden from its catalogue is hidden here", async () => {
  const head = 'SKU,Name,Published,"Visibility in catalog","Regular price",Categories';
  const rows = ["visible", "catalog", "search", "hidden"].map((seen) => `${seen},${seen},1,${seen},1.50,Food`);
  const one = await door.check(await door.send([head, ...rows].join("\n")));
  expect((await door.rows(one, "added")).filter(({ after }) => after["hidden"]).map(({ sku }) => sku)).toEqual(["hidden"]);
  expect(warnings(one)).toEqual([`1, 5: ${HIDDEN}`]);
});

describe("WooCommerce in other languages", () => {
  test.each([
    ["Spanish", "."],
    ["German", ","],
  ])("%s: the translated columns are known, also where two names say stock", async (language, decimals) => {
    const { one, products } = await bring(fileOf(`woocommerce-${language.toLowerCase()}.csv`), "wc-product-export.csv");
    expect(Object.values(fieldsOf(one))).toEqual([
      ...["sku", "barcode", "name", "published", "description", "in_stock", "stock", "sale_price", "price", "category_paths"],
      ...["images", "parent", "option"],
    ]);
    expect(one.columns.find((_, place) => one.mapping[place] === "price")?.decimals).toBe(decimals);
    expect(counts(one)).toEqual({ added: 5, changed: 0, same: 0, refused: 0, joined: 1 });
    expect(warnings(one)).toEqual([`1, 7: ${HIDDEN}`]);
    expect(products.get("Queso curado")).toMatchObject({ sku: "QUESO-1", price: 12.5, stock: 14 });
    expect(products.get("Queso curado")!.description).toBe(String.raw`Leche cruda

Curado 12 meses\n`);
    expect(shelvesOf(products.get("Queso curado")!)).toEqual(["Lácteos", "Quesos"]);
    expect(products.get("Aceite de oliva, 500 ml")).toMatchObject({ price: 5.99, discount: 8.35, stock: 9 });
    expect(products.get("Aceite de oliva, 1 l")).toMatchObject({ price: 10.99, stock: 0, image: ["https://wp.example/aceite.jpg"] });
    expect(shelvesOf(products.get("Agua")!)).toEqual(["Bebidas", "Bebidas"]);
  });
});

describe("a supplier's price list", () => {
  const FIELDS = {
    "Item code": "sku",
    Description: "name",
    Brand: "brand",
    Pack: "unit",
    "On hand": "stock",
    "Trade price": "cost_price",
    RRP: "price",
    "Was price": "compare_at_price",
    Discount: "discount",
    Department: "category",
  };

  test("neither the trade price nor a pack size becomes what shoppers pay or find", async () => {
    const sent = await door.send(fileOf("supplier.csv"), "prices.csv");
    expect(fieldsOf(sent)).toEqual(FIELDS);
    const one = await door.check(sent);
    expect(counts(one)).toEqual({ added: 5, changed: 0, same: 0, refused: 3, joined: 0 });
    expect((await door.rows(one, "refused")).map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '5: price "$1.10 - $1.40" must be 0.01 to 99999.99 with at most two decimals',
      "7: has a quotation mark that is never closed, or not where a cell ends",
      "9: sku is empty",
    ]);
    expect(warnings(one)).toEqual([
      "1, 2: discount must be 0 to 99.99 with at most two decimals, so it was left out",
      "1, 3: price … becomes …, the closest price a percent discount can give",
    ]);
    const after = (await door.rows(one, "added")).map((row) => row.after);
    expect(after.map(({ sku, price, discount, stock, unit }) => [sku, price, discount, stock, unit])).toEqual([
      ["1001", 1.05, 0, 120, "415 g"],
      ["1002", 1499, 13.34, 3, "each"],
      ["1003", 0.95, 10, 1200, "400 g"],
      ["1005", 1.1, 0, 40, "1 kg"],
      ["1007", 2.35, 0, 15, "50 g"],
    ]);
  });

  test("its own price stands beside the recommended one: nobody pays it unless a person says so", async () => {
    const list = "Item code,Description,Department,Price,RRP\n1,Baked beans,Tins,0.70,1.05\n";
    const left = "Price may be what you pay your supplier, so it is not imported.";
    expect((await importByCommand(shop, list.replaceAll("1,", "2,"), "list.csv")).notes).toContain(left);
    await shop.shop.database.pool.query("truncate catalogue_import_columns");
    const sent = await door.send(list);
    expect(doubtInWords(sent.columns, sent.mapping)).toBe(left);
    const [row] = await door.rows(await door.check(sent), "added");
    expect(row!.after).toMatchObject({ price: 1.05, discount: 0 });
    const chosen: ProductImport["mapping"] = ["sku", "name", "category", "price", "compare_at_price"];
    expect(doubtInWords(sent.columns, chosen)).toMatch(/^Shoppers will pay what Price says\./);
    expect(doubtInWords(sent.columns, ["sku", "name", "category", "cost_price", "price"])).toBe("");
  });

  test("as an Excel workbook, it is read the same", async () => {
    const rows = [
      ["Item code", "Name", "On hand", "RRP", "Discount"],
      [{ code: 42 }, "Baked beans", 120, 1.05, { percent: 0.1 }],
      [{ code: 43 }, "Lentils", -4, 2.1, "No Discount"],
    ];
    const sent = await door.send(workbook(rows), "prices.xlsx");
    const one = await door.check({ ...sent, shelf: "Pantry > Tins" });
    expect(counts(one)).toEqual({ added: 2, changed: 0, same: 0, refused: 0, joined: 0 });
    expect((await door.rows(one, "added")).map(({ after }) => [after["sku"], after["price"], after["discount"], after["stock"]])).toEqual([
      ["000042", 1.05, 10, 120],
      ["000043", 2.1, 0, 0],
    ]);
    expect((await door.rows(one, "added"))[0]!.after).toMatchObject({ category: ["Pantry"], subCategory: ["Tins"] });
  });
});

test.each([
  [[12, 1.299, 5], "price was rounded to …"],
  [[9.9, 8.375, 1299.5], "price was rounded to …"],
  [["1.200", 12, 5], undefined],
])("three decimals of a number in a workbook are no thousands, unlike those of a text: %j", async (prices, warning) => {
  const rows = prices.map((price, n) => [n, `Product ${n}`, "Food", price]);
  const one = await door.check(await door.send(workbook([["sku", "name", "category", "price"], ...rows]), "prices.xlsx"));
  const rounded = prices.map((price) => (price === "1.200" ? 1200 : Math.round(Number(price) * 100) / 100));
  expect((await door.rows(one, "added")).map(({ after }) => after["price"])).toEqual(rounded);
  expect(one.report!.warnings.map(({ text }) => text)).toEqual(warning ? [warning] : []);
});

test("currencies of other countries and prices per kilogram are read, cents as cents", async () => {
  const rows = ["1,Rice,din. 12,", "2,Oil,Q12.50,", "3,Cheese,Q8.90/kg,", "4,Gum,99¢,", "5,Ham,Q9.90/kg,300 g", "6,Tea,¢99,"];
  const one = await door.check({ ...(await door.send(["sku,name,price,sold_by", ...rows].join("\n"))), shelf: "Food" });
  expect((await door.rows(one, "added")).map(({ after }) => [after["price"], after["sold_by"]])).toEqual([
    [12, undefined],
    [12.5, undefined],
    [8.9, "weight"],
    [0.99, undefined],
    [9.9, "300 g"],
  ]);
  expect(problems(one)).toEqual(["1, 7: price must be 0.01 to 99999.99 with at most two decimals"]);
  expect(warnings(one)).toEqual(["1, 4: the price is per kilogram, so the product is sold by weight, and its stock counts steps of 100 g"]);
});

test("a price per kilogram of a product that is sold by the piece is said, wherever the file says it", async () => {
  const said = "the price is per kilogram, but the product is sold by the piece";
  const rows = ["1,Cheese,8.90/kg,piece", "2,Ham,9.90/kg,weight", "3,Bread,2.50,piece", "4,Olives,7.90/kg,bucket"];
  const cells = await door.check({ ...(await door.send(["sku,name,price,sold_by", ...rows].join("\n"))), shelf: "Food" });
  expect((await door.rows(cells, "added")).map(({ after, warnings: all }) => [after["sold_by"], all[0]])).toEqual([
    [undefined, said],
    ["weight", undefined],
    [undefined, undefined],
    ["weight", expect.stringMatching(/^sold_by /)],
  ]);
  const column = await door.send("sku,name,Precio por kg,sold_by\n5,Queso,8.90,piece\n6,Jamón,9.90,\n");
  const one = await door.check({ ...column, shelf: "Food" }, ["sku", "name", "price", "sold_by"]);
  expect((await door.rows(one, "added")).map(({ after }) => after["sold_by"])).toEqual([undefined, "weight"]);
  expect(warnings(one)).toEqual([
    `1, 2: ${said}`,
    "1, 3: the price is per kilogram, so the product is sold by weight, and its stock counts steps of 100 g",
  ]);
});

describe("Excel's own text files", () => {
  test("German: Windows-1252, semicolons, decimal commas", async () => {
    const bytes = new Uint8Array(Buffer.from(fileOf("german.csv").replaceAll("€", "\u0080").replaceAll("\n", "\r\n"), "latin1"));
    const { one, products } = await bring(bytes, "preise.csv");
    expect(counts(one)).toEqual({ added: 3, changed: 0, same: 0, refused: 1, joined: 0 });
    expect(one.columns.find(({ name }) => name === "Preis (€)")?.decimals).toBe(",");
    expect(products.get('Käse "Bergkäse", 200 g')).toMatchObject({ price: 3.49, discount: 14.33, stock: 12 });
    expect(products.get("Brötchen, 6 Stück")).toMatchObject({ price: 2.4, stock: 1250, description: "Frisch\r\ngebacken" });
    expect(products.get("Kaviar, 50 g")).toMatchObject({ price: 1234.5 });
  });

  test("Spanish: UTF-16 with tabs, and a row that is cut short", async () => {
    const bytes = new Uint8Array(Buffer.from(`\uFEFF${fileOf("spanish.txt")}`, "utf16le"));
    const { one, products } = await bring(bytes, "precios.txt");
    expect(counts(one)).toEqual({ added: 2, changed: 0, same: 0, refused: 1, joined: 0 });
    expect(problems(one)).toEqual(["1, 3: has 8 cells instead of 9"]);
    expect(products.get("Jamón ibérico, 100 g")).toMatchObject({ price: 8.95, discount: 11.17 });
    expect(shelvesOf(products.get("Leche, 1 l")!)).toEqual(["Lácteos", "Leche"]);
  });
});

describe("what a file leaves open", () => {
  test("numbers made from name and unit stay the same, and shelves from a default", async () => {
    const list = "Product,Size,Price\nApples,1 kg,2.50\nApples,500 g,1.50\nApples,1 kg,9.99\n";
    const sent = await door.send(list);
    expect(sent).toMatchObject({ makeSkus: true, mapping: ["name", "unit", "price"] });
    const none = await door.check(sent);
    expect(problems(none)).toEqual(["3, 2: category, sub_category: required for new products, but the file has no column for them"]);
    const one = await door.check({ ...sent, shelf: "Fruit" });
    expect(counts(one)).toEqual({ added: 2, changed: 0, same: 0, refused: 1, joined: 0 });
    expect(problems(one)).toEqual(["1, 4: name and unit are the same as in …"]);
    await door.apply(one);
    const again = await door.send(list);
    expect(again).toMatchObject({ remembered: true, shelf: "Fruit" });
    expect(counts(await door.check(again))).toEqual({ added: 0, changed: 0, same: 2, refused: 1, joined: 0 });
  });

  test("a sale price above the price is left out with a warning, counted in one line", async () => {
    const head = "sku,name,category,sub_category,price";
    await bring(`${head},discount\nA1,Apple,Fruit,Apples,5.00,10\nA2,Pear,Fruit,Pears,3.00,10\n`, "a.csv");
    const alone = await door.check(await door.send("sku,Sale price\nA1,6.00\nA2,3.50\n"));
    expect(counts(alone)).toEqual({ added: 0, changed: 0, same: 2, refused: 0, joined: 0 });
    expect(warnings(alone)).toEqual(["2, 2: sale_price … is above the price of …, so it was left out"]);
    const rows = ["A1,Apple,Fruit,Apples,4.00,4.50", "A2,Pear,Fruit,Pears,3.00,2.40", ""];
    const { one, products } = await bring([`${head},Sale price`, ...rows].join("\n"), "both.csv");
    expect(problemInWords(one.report!.warnings[0]!)).toBe("Line 2: sale_price $4.50 is above the price of $4.00, so it was left out.");
    expect(warnings(one)).toHaveLength(1);
    expect([...products.values()].map(({ price, discount }) => [price, discount])).toEqual(
      expect.arrayContaining([
        [4, 0],
        [3, 20],
      ]),
    );
  });

  test("problems that differ only in a value are one line, and a single one names its value", async () => {
    await bring("sku,name,category,sub_category,price,stock\nA1,Apple,Fruit,Apples,1.00,1\nA2,Pear,Fruit,Pears,1.00,1\n", "a.csv");
    const ids = await shop.shop.database.pool.query<{ id: string }>("select id from product order by sku");
    const [a, b] = ids.rows.map(({ id }) => id);
    const rows = [`${a},A2,Apple,1.00,1.5,`, `${b},A1,Pear,1.00,2.75,`, ",C1,Fig,1.00,0.5,4000000000001", ",C2,Date,1.00,-3,4000000000012"];
    const one = await door.check({
      ...(await door.send(["id,sku,name,price,stock,barcode", ...rows, ",C3,Plum,1.00,7.5,4000000000023", ""].join("\n"))),
      shelf: "Fruit",
    });
    expect(problems(one)).toEqual(["2, 2: sku belongs to another product"]);
    expect(warnings(one)).toEqual([
      "3, 4: barcode ends in … instead of …: one of its digits is wrong, so it was left out",
      "2, 4: stock was rounded down to …",
      "1, 5: stock was read as 0",
    ]);
    expect(problemInWords(one.report!.warnings[2]!)).toBe('Line 5: stock "-3" was read as 0.');
  });

  test("thousands of like problems are one line with a count", async () => {
    const rows = Array.from({ length: 5200 }, (_, n) => `S${n},Product "${n}",Food,Food,${n < 6 ? "1.00" : ""}`);
    const one = await door.check(await door.send(["sku,name,category,sub_category,price", ...rows, "X,,Food,Food,free"].join("\n")));
    expect(one.report!.problems).toEqual([
      {
        text: "price is empty",
        rows: 5194,
        line: 8,
        examples: [8, 9, 10].map((line) => ({ line, text: "price is empty" })),
      },
      { text: "name is empty", rows: 1, line: 5202, examples: [expect.objectContaining({ line: 5202 })] },
      {
        text: "price must be 0.01 to 99999.99 with at most two decimals",
        rows: 1,
        line: 5202,
        examples: [{ line: 5202, text: 'name is empty; price "free" must be 0.01 to 99999.99 with at most two decimals' }],
      },
    ]);
  });

  test("a known product keeps its price if the file has a price range", async () => {
    await bring("sku,name,category,sub_category,price,brand\nA1,Apple,Fruit,Apples,1.00,Old\n", "a.csv");
    const one = await door.check(await door.send("sku,price,brand\nA1,1.00 - 2.00,New\n"));
    expect(counts(one)).toEqual({ added: 0, changed: 1, same: 0, refused: 0, joined: 0 });
    expect(await door.rows(one, "changed")).toMatchObject([
      { after: { brand: "New" }, warnings: [expect.stringMatching(/^price "1.00 - 2.00" must be .*, so it was left out$/)] },
    ]);
  });
});
