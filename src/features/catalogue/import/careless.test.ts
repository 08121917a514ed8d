import { beforeEach, expect, test } from "vitest";
import { importing } from "../../../../tests/support/imports.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { fractionsInWords } from "./words.ts";
import { workbook } from "../../../../tests/support/workbook.ts";

const shop = await openTestShop();
const { token } = await makeAdmin(shop);
const door = importing(shop, token);

beforeEach(async () => {
  await shop.shop.database.pool.query("truncate product, category, sub_category, catalogue_import, catalogue_import_columns cascade");
  shop.shop.invalidations.publish(["*"]);
});

/** What a check says of a file: its products, and why other rows are refused. */
async function check(...lines: string[]) {
  const sent = await door.send(lines.join("\r\n"));
  const one = await door.check({ ...sent, shelf: "Food" });
  const refused = (await door.rows(one, "refused")).map(({ line, reason }) => `${line}: ${reason}`);
  const products = (await door.rows(one, "added")).map(({ after }) => [after["sku"], after["name"], after["price"], after["stock"]]);
  return { one, refused, products, warnings: one.report!.warnings.map(({ text }) => text) };
}

test("a list with a title, merged headings, blank lines, sections and totals", async () => {
  const { products, refused } = await check(
    ...["LISTA DE PRECIOS;;;", ";;;", "PRODUCTO;;PRECIOS;", "Código;Descripción;PVP;Stock", "LÁCTEOS;;;", "001;Leche;3,90;10", ";;;"],
    ...["002;Queso;12,90;4", "TOTAL;;16,80;14", ";;Página 1 de 2;"],
  );
  expect(products).toEqual([
    ["001", "Leche", 3.9, 10],
    ["002", "Queso", 12.9, 4],
  ]);
  expect(refused).toEqual([
    "5: name is empty; price is empty",
    "9: name is empty",
    '10: sku is empty; name is empty; price "Página 1 de 2" must be 0.01 to 99999.99 with at most two decimals',
  ]);
});

test("a row with totals is not taken for a product, even if SKUs are generated", async () => {
  const { products, refused } = await check("Producto;Precio", "Arroz;24,90", "Total;9,90", "TOTAL GENERAL:;34,80");
  expect(products).toEqual([[expect.stringMatching(/^AUTO-/), "Arroz", 24.9, 100]]);
  expect(refused).toEqual([
    '3: name "Total" looks like a total. If it is a product, give it a SKU or a unit',
    '4: name "TOTAL GENERAL:" looks like a total. If it is a product, give it a SKU or a unit',
  ]);
});

test("a product can be called Total if its row says more of it than numbers", async () => {
  const { products, refused } = await check("Producto;Marca;Precio", "Total;General Mills;4,90", "Total;;9,90");
  expect(products).toEqual([[expect.stringMatching(/^AUTO-/), "Total", 4.9, 100]]);
  expect(refused).toEqual(['3: name "Total" looks like a total. If it is a product, give it a SKU or a unit']);
});

test("what is sold out is never sold, and words around a number of pieces are no obstacle", async () => {
  const stocks = ["Agotado", "no", "sin stock", "10+", "> 50", "12 unid.", "3 u"];
  const { products, warnings } = await check("sku;name;price;stock", ...stocks.map((stock, n) => `${n};Rice ${n};1,50;${stock}`));
  expect(products.map(([, , , stock]) => stock)).toEqual([0, 0, 0, 10, 50, 12, 3]);
  expect(warnings).toEqual([]);
});

test("errors of the spreadsheet and numbers that it has shortened become neither products nor shelves", async () => {
  const { products, refused, warnings } = await check(
    ...["sku,name,category,price", "1,#NAME?,Food,1.50", "#N/D,Oats,Food,1.50", "4.00638E+12,Tea,Food,1.50", "5,Rice,#¡REF!,1.50"],
  );
  expect(products).toEqual([["5", "Rice", 1.5, 100]]);
  expect(refused).toEqual([
    '2: name "#NAME?" is an error of the spreadsheet',
    '3: sku "#N/D" is an error of the spreadsheet',
    '4: sku "4.00638E+12" was shortened by the spreadsheet',
  ]);
  expect(warnings).toEqual(["category is an error of the spreadsheet, so it was left out"]);
});

test("numbers written as text", async () => {
  const { products } = await check("sku,name,price", "'001,Rice,'1.50", '"=""002""",Oats,S/ 2.50.', '003,Tea," 3.50 "');
  expect(products).toEqual([
    ["001", "Rice", 1.5, 100],
    ["002", "Oats", 2.5, 100],
    ["003", "Tea", 3.5, 100],
  ]);
});

test("a column that numbers the rows holds no names", async () => {
  const { products } = await check("ITEM;CODIGO;DESCRIPCION;U.M.;P. UNIT.;CANT.", "1;A1;Arroz;KG;4,50;10", "2;A2;Leche;LATA;3,90;12");
  expect(products).toEqual([
    ["A1", "Arroz", 4.5, 10],
    ["A2", "Leche", 3.9, 12],
  ]);
});

test("of a file without names of columns, the first product is not lost without a word", async () => {
  const sent = await door.send("001,Arroz,24.90\n002,Avena,9.90\n");
  const one = await door.check(sent, ["sku", "name", "price"]);
  expect((await door.rows(one, "refused"))[0]).toMatchObject({ line: 1, reason: "was read as the names of the columns" });
});

test.each([
  ["an old workbook", Buffer.from("\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1", "latin1")],
  ["a web page", "<html><table><tr><td>sku</td></tr></table></html>"],
])("%s under the name of a table is refused with what to do", async (_, content) => {
  const bytes = typeof content === "string" ? content : new Uint8Array(content);
  await expect(door.send(bytes, "prices.csv")).rejects.toThrow("Save it as an Excel workbook (.xlsx) or CSV file");
});

test.each(["", "\r\n\r\n", new Uint8Array(workbook([]))])("a file without rows is refused as empty", async (content) => {
  await expect(door.send(content)).rejects.toThrow("The file is empty.");
});

test("emojis and dates are names like others", async () => {
  const { products } = await check("sku,name,price", "🍎-1,🍎 Apple 👩‍👩‍👧,1.50", "2,3-Jan,2.50");
  expect(products).toEqual([
    ["🍎-1", "🍎 Apple 👩‍👩‍👧", 1.5, 100],
    ["2", "3-Jan", 2.5, 100],
  ]);
});

test.each([
  [["0.1", "0,25", "0", ""], true],
  [["10", "0.25"], false],
  [["10%", "0.5%"], false],
  [["0", "0.00", ""], false],
])("discounts of %j may be parts of one: %s", async (discounts, isDoubtful) => {
  const rows = discounts.map((discount, n) => `${n};Rice ${n};1,50;${discount}`);
  const { columns, mapping } = await door.send(["sku;name;price;Rabatt", ...rows].join("\n"));
  expect(fractionsInWords(columns, mapping).startsWith("Discounts are in percent: 0.1 in Rabatt is 0.1%.")).toBe(isDoubtful);
  expect(fractionsInWords(columns, ["sku", "name", "price", null])).toBe("");
});
