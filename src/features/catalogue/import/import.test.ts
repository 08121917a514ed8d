import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type pg from "pg";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { watchInvalidations } from "#server/cache/watch-invalidations.ts";
import { misreadUnits } from "../../../../tests/support/goods.ts";
import { runImport, type Outcome } from "../../../../tests/support/run-import.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { untilBlocked } from "../../../../tests/support/until-blocked.ts";
import { listCategories, listProducts, listSubCategories, productDetails, type Product } from "../contract.ts";
import type { Problem } from "./contract.ts";
import { checkRows, Stopped } from "./check-import.ts";
import { MOST_OF_FILE } from "./contract.ts";
import { importCatalogue, type ImportOptions, type CommandReport } from "./import-catalogue.ts";
import { receiveFile } from "./receive-file.ts";
import { beginOwnWrite } from "./run-import.ts";
import { readStored } from "./store.ts";
import { takeOverStalled } from "./take-over.ts";
import { fileTooLarge } from "./words.ts";
import { BATCH } from "./write-import.ts";

const { shop, call, connection, doJobs } = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "despensa-import-"));
afterAll(() => rmSync(folder, { recursive: true }));

const COLUMNS = "sku,name,brand,category,sub_category,type,unit,stock,price,discount,rating,description,images";

beforeEach(async () => {
  await shop.database.transact(async ({ tx, invalidate }) => {
    await tx.execute("truncate product, category, sub_category, catalogue_import, catalogue_import_columns cascade");
    invalidate("*");
  });
});

async function importFile(content: string | Buffer, options: Partial<ImportOptions> = {}): Promise<CommandReport & { bad: string[] }> {
  const path = join(folder, "catalogue.csv");
  writeFileSync(path, content);
  const bad: string[] = [];
  const onRefused = (line: number, reason: string) => void bad.push(`${line}: ${reason}`);
  const report = await importCatalogue(connection, path, { timeZone: "UTC", strict: false, onRefused, onProgress: () => {}, ...options });
  shop.invalidations.publish(["*"]);
  return { ...report, bad };
}

const file = (...lines: string[]) => [COLUMNS, ...lines, ""].join("\n");

/** A valid product row, with some cells overridden. */
function line(sku: string, cells: Partial<Record<string, string>> = {}): string {
  const usual: Record<string, string> = { sku, name: `Product ${sku}`, category: "Fruit", sub_category: "Apples", price: "1.50" };
  return COLUMNS.split(",")
    .map((column) => cells[column] ?? usual[column] ?? "")
    .join(",");
}

const batchOfLines = (from: number, cells: Partial<Record<string, string>>) =>
  Array.from({ length: BATCH }, (_, n) => line(`B${from + n}`, cells));

async function products(): Promise<Map<string | null, Product>> {
  const { body } = await call(listProducts, { limit: 50 });
  return new Map((body.data as Product[]).map((product) => [product.sku, product]));
}

const countProducts = async () => (await call(listProducts)).body.totalCount;

async function product(sku: string): Promise<Product> {
  const found = (await products()).get(sku);
  if (!found) throw new Error(`no product ${sku}`);
  return found;
}

/** A product's price and its shelves. */
async function shelvesNow(sku: string): Promise<(string | number)[]> {
  const { category, subCategory, price } = await product(sku);
  return [price, ...[...category, ...subCategory].map(({ name }) => name)];
}

/** Entries of the products' indexes read so far. Connections report theirs only when they end. */
async function entriesRead(): Promise<number> {
  const { rows } = await shop.database.pool.query<{ entries: number }>(
    "select sum(idx_tup_read)::int as entries from pg_stat_user_indexes where relname in ('product', 'product_category', 'search_posting')",
  );
  return rows[0]!.entries;
}

test("in an empty shop, what it reads for a row does not grow with the file", async () => {
  const before = await entriesRead();
  await importFile(file(...Array.from({ length: 1500 }, (_, n) => line(`A${n}`))));
  await vi.waitFor(
    async () => {
      const some = await entriesRead();
      await delay(500);
      expect([some > before, await entriesRead()]).toEqual([true, some]);
    },
    { timeout: 40_000 },
  );
  expect((await entriesRead()) - before).toBeLessThan(100 * 1500);
});

test("a file of more than 1 GB is refused in the words of the browser before it is read", async () => {
  const path = join(folder, "large.csv");
  writeFileSync(path, "sku,name\n");
  truncateSync(path, MOST_OF_FILE.bytes + 1);
  const options = { timeZone: "UTC", strict: false, onRefused: () => {}, onProgress: () => {} };
  await expect(importCatalogue(connection, path, options)).rejects.toThrow(fileTooLarge());
});

test("a row becomes a product with all its fields", async () => {
  const cells = { brand: "Orchard", type: "Fruit", unit: "1 kg", stock: "7", price: "3.49", discount: "12.5", rating: "4.1" };
  const text = '"Crisp, ""sweet"" and\nred."';
  const images = "https://example.com/a.jpg | /images/red-apple-single-rose/640.webp https://example.com/a.jpg";
  const report = await importFile(file(line("A1", { ...cells, name: '"Äpfel, süß"', description: text, images })));
  expect(report).toMatchObject({ added: 1, updated: 0, unchanged: 0, refused: 0, imported: true });
  expect(report.notes).toEqual([
    "Not imported, since the shop has no such field: rating.",
    "No column more_details: products keep what they have there.",
    "Prices are read as 1,234.50.",
  ]);
  expect(await product("A1")).toMatchObject({
    name: "Äpfel, süß",
    brand: "Orchard",
    unit: "1 kg",
    stock: 7,
    price: 3.49,
    discount: 12.5,
    description: 'Crisp, "sweet" and\nred.',
    image: ["https://example.com/a.jpg", "/images/red-apple-single-rose/640.webp"],
    category: [{ name: "Fruit" }],
    subCategory: [{ name: "Apples" }],
  });
  const { rows } = await shop.database.pool.query("select type from product");
  expect(rows).toEqual([{ type: "Fruit" }]);
});

test("importing a file again changes nothing; a changed row changes only its product", async () => {
  const lines = ["A1", "A2", "A3"].map((sku) => line(sku));
  await importFile(file(...lines));
  const before = await products();
  expect(await importFile(file(...lines))).toMatchObject({ added: 0, updated: 0, unchanged: 3 });
  expect(await products()).toEqual(before);

  lines[1] = line("A2", { name: "Renamed", unit: "12 oz", price: "2.00", category: "Pantry", sub_category: "Jars" });
  expect(await importFile(file(...lines, line("A4")))).toMatchObject({ added: 1, updated: 1, unchanged: 2 });
  const { _id, version } = before.get("A2")!;
  expect(await product("A2")).toMatchObject({
    _id,
    version: version + 1,
    name: "Renamed",
    price: 2,
    category: [{ name: "Pantry" }],
    subCategory: [{ name: "Jars" }],
  });
  expect(await product("A1")).toEqual(before.get("A1"));
  expect(await misreadUnits({ shop })).toEqual([]);
});

test("an empty stock cell means the default for a new product, and no change for a known one", async () => {
  await importFile(file(line("A1"), line("A2", { stock: "0" })), { defaultStock: 30 });
  expect(await product("A1")).toMatchObject({ stock: 30 });
  await shop.database.pool.query("update product set stock = 12 where sku = 'A1'");
  await importFile(file(line("A1", { price: "9.99" }), line("A2", { stock: "5" })));
  expect(await product("A1")).toMatchObject({ stock: 12, price: 9.99 });
  expect(await product("A2")).toMatchObject({ stock: 5 });
});

test("what it takes from the last import of such a file is said, unless the command names it", async () => {
  const list = "Product,Size,Price\nApples,1 kg,2.50\n";
  const says = { defaultStock: 30, shelf: "Food > Fruit" };
  const kept = [
    "New products without a stock get 30, as in your last import of such a file.",
    "Products without a category go to Food > Fruit, as in your last import of such a file.",
  ];
  expect((await importFile(list, says)).notes).not.toEqual(expect.arrayContaining([kept[0]]));
  expect((await importFile(list)).notes).toEqual(expect.arrayContaining(kept));
  expect((await importFile(list, says)).notes.filter((note) => kept.includes(note))).toEqual([]);
});

test("pieces sold while a known product is being imported stay sold", async () => {
  await importFile(file(line("A1", { stock: "10" })));
  const buyer = await shop.database.pool.connect();
  await buyer.query("begin");
  await buyer.query("update product set stock = stock - 4 where sku = 'A1'");
  const importing = importFile(file(line("A1", { price: "9.99" })));
  await untilBlocked({ shop });
  await buyer.query("commit");
  buyer.release();
  expect(await importing).toMatchObject({ updated: 1 });
  expect(await product("A1")).toMatchObject({ stock: 6, price: 9.99 });
});

test("a category without a sub category gets one of its name", async () => {
  const report = await importFile(file(line("A1", { sub_category: "" }), line("A2", { category: "Fruit | Pantry", sub_category: "" })));
  expect(report).toMatchObject({ added: 2, refused: 0 });
  const [one, several] = [await product("A1"), await product("A2")];
  expect(one.subCategory).toMatchObject([{ name: "Fruit" }]);
  expect(several.subCategory.map(({ name }) => name).toSorted()).toEqual(["Fruit", "Pantry"]);
});

test("an empty shelf cell leaves a known product where it is, and a default shelf is for new products", async () => {
  await importFile(file(line("A1"), line("A2"), line("A3"), line("A4")));
  const list = file(
    line("A1", { price: "2.00", sub_category: "" }),
    line("A2", { price: "2.00", category: "", sub_category: "" }),
    line("A3", { price: "2.00", category: "", sub_category: "Pears" }),
    line("A4", { price: "2.00", category: "Pantry", sub_category: "" }),
  );
  expect(await importFile(list)).toMatchObject({ updated: 4, refused: 0 });
  expect(await shelvesNow("A1")).toEqual([2, "Fruit", "Apples"]);
  expect(await shelvesNow("A2")).toEqual([2, "Fruit", "Apples"]);
  expect(await shelvesNow("A3")).toEqual([2, "Fruit", "Pears"]);
  expect(await shelvesNow("A4")).toEqual([2, "Pantry", "Pantry"]);

  // Nor does a path of one level, or a file without shelves.
  await importFile("sku,category,price\nA1,Fruit,3.00\n");
  expect(await shelvesNow("A1")).toEqual([3, "Fruit", "Apples"]);
  await importFile("sku,name,price\nA1,Product A1,4.00\nA5,Product A5,4.00\n", { shelf: "New > Unsorted" });
  expect(await shelvesNow("A1")).toEqual([4, "Fruit", "Apples"]);
  expect(await shelvesNow("A5")).toEqual([4, "New", "Unsorted"]);
});

test("columns may be reordered; fields without a column are left alone", async () => {
  await importFile(file(line("A1", { brand: "Orchard", stock: "3", description: "Red" })));
  const report = await importFile("price,SKU,sub_category,Category,name\n5.00,A1,Apples,Fruit,Apple\n");
  expect(report.notes).toEqual([
    "No column brand, type, unit, stock, discount, description, images, more_details: products keep what they have there.",
    "Prices are read as 1,234.50.",
  ]);
  expect(await product("A1")).toMatchObject({ name: "Apple", price: 5, brand: "Orchard", stock: 3, description: "Red" });
});

test("a price list without the columns a new product needs changes known products and refuses new ones", async () => {
  await importFile(file(line("A1")));
  const report = await importFile("sku;price\nA1;2,50\nA2;3,00\n");
  const reason = "name, category, sub_category: required for new products, but the file has no column for them";
  expect(report).toMatchObject({ added: 0, updated: 1, refused: 1, bad: [`3: ${reason}`] });
  expect(await product("A1")).toMatchObject({ name: "Product A1", price: 2.5 });
});

test("shelves are matched by name in any case, created once, and given a picture", async () => {
  await importFile(
    file(line("A1"), line("A2", { category: "FRUIT", sub_category: "aPPLES" }), line("A3", { category: "Bakery", sub_category: "Apples" })),
  );
  const { body: shelves } = await call(listCategories);
  expect(shelves.data.map(({ name }: { name: string }) => name)).toEqual(["Bakery", "Fruit"]);
  const { body } = await call(listSubCategories);
  expect(body.data).toMatchObject([{ name: "Apples", category: [{ name: "Bakery" }, { name: "Fruit" }] }]);
  expect(body.data[0].image).toMatch(/^\/images\/[a-z-]+\/640\.webp$/);
});

test("a shelf that an earlier batch has put in one of a row's categories is put in no other", async () => {
  await importFile(
    file(
      ...batchOfLines(0, {}),
      ...batchOfLines(BATCH, { category: "Bakery", sub_category: "Cakes" }),
      ...batchOfLines(2 * BATCH, { category: "Fruit | Bakery", sub_category: "Cakes" }),
    ),
  );
  const { body } = await call(listSubCategories);
  expect(body.data).toMatchObject([
    { name: "Apples", category: [{ name: "Fruit" }] },
    { name: "Cakes", category: [{ name: "Bakery" }] },
  ]);
});

test("a deleted product is added as a new one", async () => {
  await importFile(file(line("A1")));
  const { _id } = await product("A1");
  await shop.database.pool.query("update product set deleted_at = now()");
  expect(await importFile(file(line("A1")))).toMatchObject({ added: 1, updated: 0 });
  expect((await product("A1"))._id).not.toBe(_id);
});

describe("a cell that is not needed is left out, or read as what it must mean, and its row imported", () => {
  test.each([
    [{ discount: "100" }, { discount: 0 }, "discount must be 0 to 99.99 with at most two decimals, so it was left out"],
    [{ discount: "No Discount" }, { discount: 0 }, "discount must be 0 to 99.99 with at most two decimals, so it was left out"],
    [{ stock: "-3" }, { stock: 0 }, "stock was read as 0"],
    [{ stock: "1.5" }, { stock: 1 }, "stock was rounded down to …"],
    [{ stock: "plenty" }, { stock: 100 }, "stock must be a whole number from 0 to 1000000, so it was left out"],
    [{ images: "http://example.com/a.jpg" }, {}, "images is neither an https address nor one of the shop's own, so it was left out"],
    [{ description: "x".repeat(20_001) }, { description: "" }, "description is longer than 20000 characters, so it was left out"],
  ])("%o", async (cells, wanted, text) => {
    const told: unknown[] = [];
    const report = await importFile(file(line("A1", cells)), { onProblem: (problem) => told.push(problem) });
    expect(report).toMatchObject({ added: 1, refused: 0 });
    expect(told).toMatchObject([{ text, rows: 1, line: 2 }]);
    expect(await product("A1")).toMatchObject(wanted);
  });
});

const ownRows = (...lines: string[]) =>
  ["sku,name,category,sub_category,price,Barcode,Cost per item,hidden,sold_by", ...lines, ""].join("\n");
const ownFields = async () =>
  (
    await shop.database.pool.query(
      "select sku, barcode, cost_cents as cost, hidden, weighed_by as by, weighed_grams as grams from product order by sku",
    )
  ).rows;

test("barcode, cost, hidden and sold by are read, an empty cell leaves them alone, and a barcode belongs to one product", async () => {
  const told: Problem[] = [];
  const report = await importFile(
    ownRows(
      "A1,Fig,Fruit,Figs,2.00,4006381333931,1.25,no,Weight",
      "A2,Date,Fruit,Figs,2.00,36000291452,1,yes,300 g",
      "A3,Plum,Fruit,Figs,2.00,04006381333931,x,perhaps,20001 g",
    ),
    { onProblem: (problem) => told.push(problem) },
  );
  expect(report).toMatchObject({ added: 3, refused: 0 });
  expect(told.map(({ text }) => text).toSorted()).toEqual([
    "barcode belongs to …, so it was left out",
    "cost_price must be 0 to 99999.99 with at most two decimals, so it was left out",
    "hidden is neither yes nor no, so it was left out",
    expect.stringMatching(/^sold_by is neither/),
  ]);
  const first = { sku: "A1", barcode: "4006381333931", cost: 125, hidden: false, by: "weight", grams: 100 };
  const bare = { sku: "A3", barcode: null, cost: null, hidden: false, by: null, grams: null };
  expect(await ownFields()).toEqual([
    first,
    { sku: "A2", barcode: "036000291452", cost: 100, hidden: true, by: "piece", grams: 300 },
    bare,
  ]);
  expect((await products()).has("A2")).toBe(false);

  await importFile(ownRows("A1,Fig,Fruit,Figs,2.00,,,,", "A2,Date,Fruit,Figs,2.00,4006381333931,,no,piece"));
  expect(await ownFields()).toEqual([first, { sku: "A2", barcode: "036000291452", cost: 100, hidden: false, by: null, grams: null }, bare]);
  expect((await products()).has("A2")).toBe(true);
});

test("a file that changes the discount replaces an offer with dates, any other leaves it alone", async () => {
  await importFile(file(line("A1"), line("A2")));
  await shop.database.pool.query("update product set offer_hundredths = 3000, offer_until = now() + interval '1 day'");
  await importFile(file(line("A1", { discount: "30", name: "Renamed" }), line("A2", { discount: "5" })));
  const { rows } = await shop.database.pool.query(
    "select sku, offer_hundredths as offer, discount_hundredths as discount from product order by sku",
  );
  expect(rows).toEqual([
    { sku: "A1", offer: 3000, discount: 0 },
    { sku: "A2", offer: null, discount: 500 },
  ]);
  expect((await product("A1")).discount).toBe(30);
});

describe("bad rows are reported with line and reason, the others are imported", () => {
  test.each([
    [{ sku: "" }, "sku is empty"],
    [{ name: " " }, "name is empty"],
    [{ name: "\u200B\u202E" }, "name is empty"],
    [{ category: "\u200B" }, "category is empty"],
    [{ category: "" }, "category is empty"],
    [{ category: "", sub_category: "" }, "category is empty; sub_category is empty"],
    [{ price: "" }, "price is empty"],
    [{ price: "abc" }, 'price "abc" must be 0.01 to 99999.99 with at most two decimals'],
    [{ price: "0" }, 'price "0" must be 0.01 to 99999.99 with at most two decimals'],
    [{ price: "-1" }, 'price "-1" must be 0.01 to 99999.99 with at most two decimals'],
    [{ price: "1.999" }, 'price "1.999" must be 0.01 to 99999.99 with at most two decimals'],
    [{ price: "100000" }, 'price "100000" must be 0.01 to 99999.99 with at most two decimals'],
    [{ name: "x".repeat(300) }, "name is longer than 250 characters"],
    [{ name: "a\u0000b" }, "name contains a NUL character"],
    [{ sku: "", price: "x" }, 'sku is empty; price "x" must be 0.01 to 99999.99 with at most two decimals'],
  ])("%o", async (cells, reason) => {
    const report = await importFile(file(line("A1"), line("A2", cells), line("A3")));
    expect(report).toMatchObject({ added: 2, refused: 1, bad: [`3: ${reason}`] });
  });

  test("a row with too few or too many cells", async () => {
    const report = await importFile(file(line("A1"), "A2,Short", `${line("A3")},`, line("A4")));
    expect(report).toMatchObject({ added: 2, bad: ["3: has 2 cells instead of 13", "4: has 14 cells instead of 13"] });
  });

  test("a sku that appears twice", async () => {
    const report = await importFile(file(line("A1"), line("A2"), line("A1", { name: "Other" })));
    expect(report).toMatchObject({ added: 2, refused: 1, bad: ['4: sku "A1" is also in line 2'] });
    expect(await product("A1")).toMatchObject({ name: "Product A1" });
  });

  test("bytes that are not UTF-8, in a file that otherwise is", async () => {
    const [before, after] = file(line("A1", { name: "Äpfel" }), line("A2", { name: "B?r" }), line("A3")).split("?");
    const report = await importFile(Buffer.concat([Buffer.from(before!), Buffer.from([0xff]), Buffer.from(after!)]));
    expect(report).toMatchObject({ added: 2, bad: ["3: name is not UTF-8 text"] });
  });

  test("a quote that is never closed: only its row is left out", async () => {
    const report = await importFile(file(line("A1"), line("A2", { description: '"open' }), line("A3")));
    expect(report).toMatchObject({
      added: 2,
      bad: ["3: has a quotation mark that is never closed, or not where a cell ends"],
    });
  });

  test("line numbers count breaks inside cells, empty lines and CRLF as an editor does", async () => {
    const text = [
      COLUMNS,
      line("A1", { description: '"one\r\ntwo\r\n\r\nfour"' }),
      "",
      line("", {}),
      ",,,,,,,,,,,,",
      line("A2", { description: '"one\ntwo"' }),
      line("A3", { price: "" }),
    ].join("\r\n");
    const report = await importFile(text);
    expect(report).toMatchObject({ added: 2, bad: ["7: sku is empty", "11: price is empty"] });
    expect(await product("A1")).toMatchObject({ description: "one\r\ntwo\r\n\r\nfour" });
  });
});

test("--strict imports everything or nothing", async () => {
  const refused = await importFile(file(line("A1"), line("A2", { price: "x" }), line("A3", { price: "y" })), { strict: true });
  expect(refused).toMatchObject({ imported: false, added: 0, refused: 2 });
  expect((await shop.database.pool.query("select from catalogue_import")).rowCount).toBe(0);
  expect((await products()).size).toBe(0);
  expect((await call(listCategories)).body.data).toEqual([]);
  expect(await importFile(file(line("A1"), line("A2")), { strict: true })).toMatchObject({ imported: true, added: 2 });
});

test("after a failure while writing, earlier batches stay and the next import adds the rest", async () => {
  await shop.database.pool.query("alter table product add constraint no_a3 check (sku <> 'A3')");
  const content = file(...Array.from({ length: 700 }, (_, n) => line(n === 600 ? "A3" : `B${n}`)));
  await expect(importFile(content)).rejects.toThrow();
  expect(await countProducts()).toBe(500);
  await shop.database.pool.query("alter table product drop constraint no_a3");
  expect(await importFile(content)).toMatchObject({ added: 200, unchanged: 500 });
});

test("a stopped import keeps what is written, which can be undone, and leaves nothing else behind", async () => {
  const lines = Array.from({ length: 600 }, (_, n) => line(`B${n}`));
  const stopping = new AbortController();
  const onProgress: ImportOptions["onProgress"] = (step, part) => void (step === "Writing" && part > 0.5 && stopping.abort());
  await expect(importFile(file(...lines), { signal: stopping.signal, onProgress })).rejects.toThrow(Stopped);
  expect(await countProducts()).toBe(500);
  const { rows } = await shop.database.pool.query("select state, problem, bytes, report -> 'added' as added from catalogue_import");
  const problem = "500 of 600 rows are done. Import the file again for the rest.";
  expect(rows).toEqual([{ state: "applied", problem, bytes: "0", added: 500 }]);
  expect((await shop.database.pool.query("select from catalogue_import_row")).rowCount).toBe(0);
});

test("a running shop finishes an import whose command was killed", async () => {
  const id = await receiveFile(shop.database.db, Readable.from([file(line("A1"))], { objectMode: false }), {
    byId: null,
    fileName: "goods.csv",
    onRows: () => {},
  });
  const stored = (await readStored(shop.database.db, id))!; // received above
  await beginOwnWrite(shop.database, stored, await checkRows(shop.database.db, stored, "UTC", async () => {}));
  await doJobs("early");
  await takeOverStalled(shop);
  await doJobs();
  expect((await products()).size).toBe(0);
  await shop.database.pool.query("update catalogue_import set alive_at = now() - interval '9 seconds'");
  await takeOverStalled(shop);
  await doJobs();
  expect((await products()).size).toBe(1);
});

test("a gzipped file, and one with a byte order mark", async () => {
  expect(await importFile(gzipSync(file(line("A1"))))).toMatchObject({ added: 1 });
  expect(await importFile(`\uFEFF${file(line("A2"))}`)).toMatchObject({ added: 1 });
  expect(await importFile(Buffer.from(`\uFEFF${file(line("A3"))}`, "utf16le"))).toMatchObject({ added: 1 });
});

test.each([
  ["", "The file is empty."],
  ["\n\n", "The file is empty."],
  ["number,category\nA1,Fruit\n", "The file has no column with a sku, an id or a name. Its first line must name the columns."],
])("%j cannot be imported", async (content, message) => {
  await expect(importFile(content)).rejects.toThrow(message);
});

test("a damaged gzip file changes nothing", async () => {
  const packed = gzipSync(file(...Array.from({ length: 3000 }, (_, n) => line(`A${n}`, { description: String(Math.sin(n)) }))));
  await expect(importFile(packed.subarray(0, packed.length - 2000))).rejects.toThrow("The file is damaged: unexpected end of file.");
  expect((await products()).size).toBe(0);
});

test("a file with only a header imports nothing", async () => {
  expect(await importFile(file())).toMatchObject({ added: 0, refused: 0, imported: true });
});

describe("the command", { timeout: 60_000 }, () => {
  test("imports into a running shop, which shows it within a second", async () => {
    const unwatch = watchInvalidations(
      shop.database.pool,
      (tags) => shop.invalidations.publish(tags),
      (error) => expect.unreachable(String(error)),
    );
    try {
      await importFile(file(line("A1")));
      const { _id: productId } = await product("A1");
      expect((await call(productDetails, { productId })).body.data.name).toBe("Product A1");

      writeFileSync(join(folder, "next.csv"), file(line("A1", { name: "Renamed", sub_category: "Pears" }), line("A2", { price: "free" })));
      const { code, text } = await run("next.csv");
      expect(text).toMatch(
        /^Line 3: price "free" must be .*\nThe columns are read as in your last import of such a file\.\nNot imported, .*: rating\.\nNo column more_details.*\nPrices are read as 1,234\.50\.\n0 added, 1 updated, 0 unchanged, 1 refused, in \d+\.\d s\.\n1 new sub category: Pears\n$/,
      );
      expect(code).toBe(0);
      await expect.poll(async () => (await call(productDetails, { productId })).body.data.name, { timeout: 1000 }).toBe("Renamed");
    } finally {
      unwatch();
    }
  });

  test("reports an error in one line and exits with 1", async () => {
    expect(await run("none.csv")).toMatchObject({ code: 1, text: expect.stringMatching(/^The file cannot be read: ENOENT.*\n$/) });
    expect(await run()).toMatchObject({ code: 1, text: expect.stringMatching(/^Which file\?\n\nUsage: npm run catalogue:import/) });
    expect(await run("x.csv", "--default-stock", "many")).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^--default-stock must be a whole number from 0 to 1000000\./),
    });
    writeFileSync(join(folder, "bad.csv"), file(line("A1", { price: "free" })));
    expect(await run("bad.csv", "--strict")).toMatchObject({
      code: 1,
      text: expect.stringContaining("Nothing was imported: 1 row was refused"),
    });
  });

  test("shows amounts in the shop's currency", async () => {
    const { pool } = shop.database;
    await pool.query(`insert into shop_setting (name, value) values ('currency', '"PEN"')`);
    try {
      writeFileSync(join(folder, "soles.csv"), file(line("A1", { price: "12.50" }), line("A2", { price: "0.375" })));
      expect((await run("soles.csv")).text).toContain("was rounded to S/\u00a00.38");
    } finally {
      await pool.query("delete from shop_setting where name = 'currency'");
    }
  });

  test("exits with 1 when every row was refused", async () => {
    writeFileSync(join(folder, "bad.csv"), file(line("A1", { price: "free" }), line("A2", { price: "" })));
    expect(await run("bad.csv")).toMatchObject({ code: 1, text: expect.stringContaining("0 added, 0 updated, 0 unchanged, 2 refused") });
  });
});

function urlOf({ connectionString, user, password, host, database }: pg.ClientConfig): string {
  return connectionString ?? `postgres://${user}:${String(password)}@localhost/${database}?host=${encodeURIComponent(host ?? "")}`;
}

/** Runs the command in the folder with the files, against this shop's database. */
function run(...words: string[]): Promise<Outcome> {
  return runImport(words, { INIT_CWD: folder, DATA_DIR: shop.config.dataDir, DATABASE_URL: urlOf(connection) });
}
