import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { excelFile } from "../../../../tests/support/excel-file.ts";
import { bothWays, type Content, type Imported } from "../../../../tests/support/import-both-ways.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { listProducts, type Product } from "../contract.ts";
import { USUAL_STOCK } from "./contract.ts";

const shop = await openTestShop();
const { token } = await makeAdmin(shop);

beforeEach(async () => {
  await shop.shop.database.transact(async ({ tx, invalidate }) => {
    await tx.execute("truncate product, category, sub_category, catalogue_import, catalogue_import_columns cascade");
    invalidate("*");
  });
});

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../../../../tests/fixtures/catalogue", name), "utf8");
const inWindows1252 = (text: string) => new Uint8Array(Buffer.from(text.replaceAll("€", "\u0080").replaceAll("\n", "\r\n"), "latin1"));
const inUtf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));

interface File {
  name: string;
  write: (text: string) => Content;
  text: string;
  /** A price, and what it becomes. */
  edit: [from: string, to: string];
  counts: Pick<Imported, "added" | "refused" | "joined">;
}
const plain = { write: (text: string): Content => text };

/** A file of each system. */
const FILES: File[] = [
  { ...plain, name: "shopify.csv", edit: ["1.49", "1.59"], counts: { added: 6, refused: 1, joined: 1 } },
  { ...plain, name: "shopify-markets.csv", edit: ["24.00", "25.00"], counts: { added: 8, refused: 1, joined: 1 } },
  { ...plain, name: "woocommerce.csv", edit: ["12.50", "12.75"], counts: { added: 6, refused: 1, joined: 1 } },
  { ...plain, name: "woocommerce-spanish.csv", edit: ["12.50", "12.75"], counts: { added: 5, refused: 0, joined: 1 } },
  { ...plain, name: "woocommerce-german.csv", edit: ["12,50", "12,75"], counts: { added: 5, refused: 0, joined: 1 } },
  { ...plain, name: "supplier.csv", edit: ["$0.95", "$0.85"], counts: { added: 5, refused: 3, joined: 0 } },
  { name: "german.csv", write: inWindows1252, edit: ["2,40", "2,50"], counts: { added: 3, refused: 1, joined: 0 } },
  { name: "spanish.txt", write: inUtf16, edit: ["1,05", "1,15"], counts: { added: 2, refused: 1, joined: 0 } },
].map((file) => ({ ...file, text: fixture(file.name) })) as File[]; // as written here
FILES.push({
  ...{ name: "excel.xlsx", text: "1.1000000000000001", write: (price) => excelFile(price), edit: ["1.1000000000000001", "1.2"] },
  counts: { added: 2, refused: 2, joined: 0 },
});

/** Price and discount of each product, also of hidden ones. */
async function prices(): Promise<Record<string, [number, number]>> {
  const { rows } = await shop.shop.database.pool.query<{ sku: string; price: number; discount: number }>(
    "select sku, price_cents / 100.0::float8 as price, discount_hundredths / 100.0::float8 as discount from product",
  );
  return Object.fromEntries(rows.map(({ sku, price, discount }) => [sku, [price, discount]]));
}

async function stocks(): Promise<Record<string, number>> {
  const { body } = await shop.call(listProducts, { limit: 50 });
  return Object.fromEntries((body.data as Product[]).map(({ name, stock }) => [name, stock]));
}

describe.each(bothWays(shop, token))("%s", (_, importFile) => {
  test.each(FILES)("$name: the same rows are accepted and refused, and an edited price changes one product", async (file) => {
    const { name, text, write, edit, counts } = file;
    const { added, ...others } = counts;
    const first = await importFile(write(text), name);
    expect(first).toMatchObject({ ...counts, changed: 0, same: 0 });
    expect(first.reasons).toHaveLength(counts.refused);
    const before = await prices();
    expect(Object.keys(before)).toHaveLength(added);
    expect(text.split(edit[0])).toHaveLength(2);
    const second = await importFile(write(text.replace(edit[0], edit[1])), name);
    expect(second).toEqual({ ...others, added: 0, changed: 1, same: added - 1, reasons: first.reasons });
    const after = await prices();
    const sold = Number(edit[1].replace(/^\$/, "").replace(",", "."));
    expect(Object.entries(after).filter(([sku, [price]]) => price !== before[sku]?.[0])).toEqual([
      [expect.any(String), [Math.round(sold * 100) / 100, expect.any(Number)]],
    ]);
  });

  test("a workbook of Excel is read as it shows its cells", async () => {
    const { reasons } = await importFile(excelFile(), "prices.xlsx");
    expect(reasons).toEqual([
      '4: price "#DIV/0!" must be 0.01 to 99999.99 with at most two decimals',
      '5: price "Ask for the price" must be 0.01 to 99999.99 with at most two decimals',
    ]);
    const { body } = await shop.call(listProducts, { limit: 50 });
    const all = (body.data as Product[]).map(({ sku, name, unit, stock, price, discount, category, subCategory }) => [
      ...[sku, name, unit, stock, price, discount],
      ...[...category, ...subCategory].map((shelf) => shelf.name),
    ]);
    expect(all.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
      ["001001", "Baked beans", "415 g", 120, 1.1, 10, "Tins", "Beans & Pulses"],
      ["001002", "Jalapeños", "415 g", 12, 2.2, 0, "Tins", "Tins"],
    ]);
  });

  test("the mapping, the shelf and the stock are remembered for files with the same columns", async () => {
    const apples = "Product,Size,Price\nApples,1 kg,2.50\n";
    expect(await importFile(apples, "list.csv", { shelf: "Food > Fruit", defaultStock: 7 })).toMatchObject({ added: 1 });
    expect(await importFile(`${apples.replace("2.50", "2.60")}Pears,1 kg,3.00\n`, "list.csv")).toMatchObject({
      added: 1,
      changed: 1,
      reasons: [],
    });
    expect(await importFile(`${apples}Figs,1 kg,9.00\n`, "list.csv", { defaultStock: 0 })).toMatchObject({ added: 1 });
    expect(await stocks()).toEqual({ Apples: 7, Pears: 7, Figs: 0 });
    await importFile("Product,Size,Price,Brand\nPlums,1 kg,2.50,Orchard\n", "other.csv", { shelf: "Food > Fruit" });
    expect(await stocks()).toMatchObject({ Plums: USUAL_STOCK });
  });

  test("a sale price without a price is a discount on the price that the product has", async () => {
    await importFile("sku,name,category,sub_category,price,discount\nA1,Apple,Fruit,Apples,5.00,\nA2,Pear,Fruit,Pears,3.00,10\n", "a.csv");
    const sales = "sku,Sale price\nA1,4.00\nA2,3.00\nNEW,2.00\n";
    expect(await importFile(sales, "sales.csv")).toMatchObject({
      changed: 2,
      reasons: ["4: name, category, sub_category, price: required for new products, but the file has no column for them"],
    });
    expect(await prices()).toEqual({ A1: [5, 20], A2: [3, 0] });
    expect(await importFile(sales, "sales.csv")).toMatchObject({ changed: 0, same: 2 });
  });

  test("a row whose price is empty gets none from its sale price", async () => {
    await importFile("sku,name,category,sub_category,price\nA1,Apple,Fruit,Apples,5.00\nA2,Pear,Fruit,Pears,3.00\n", "a.csv");
    const head = "sku,name,category,sub_category,Regular price,Sale price";
    const rows = ["A1,Apple,Fruit,Apples,,4.00", "A2,Pear,Fruit,Pears,,3.50", "NEW,Fig,Fruit,Figs,,2.00", ""];
    expect(await importFile([head, ...rows].join("\n"), "sales.csv")).toMatchObject({
      changed: 1,
      same: 1,
      reasons: ["4: price is empty"],
    });
    expect(await prices()).toEqual({ A1: [5, 20], A2: [3, 0] });
  });
});
