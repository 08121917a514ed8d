import { expect, test } from "vitest";
import { guessMapping } from "./guess-mapping.ts";

const columns = (...names: string[]) => names.map((name) => ({ name, samples: ["x"] }));

test("other shops' column names are guessed, each field once, the shop's own names first", () => {
  const shopify = columns(
    "Handle",
    "Title",
    "Body (HTML)",
    "Vendor",
    "Product Category",
    "Type",
    "Variant SKU",
    "Variant Price",
    "Image Src",
  );
  expect(guessMapping(shopify)).toEqual(["group", "name", "description", "brand", "category", "type", "sku", "price", "images"]);
  expect(guessMapping(columns("Title", "name", "Product"))).toEqual([null, "name", null]);
  expect(guessMapping(columns("Nombre", "Categoría", "Sub-categoría", "Descripción", "Precio"))).toEqual([
    "name",
    "category",
    "sub_category",
    "description",
    "price",
  ]);
});

const id = (...samples: string[]) => [{ name: "id", samples }];

test("a column named id is the shop's own only if its values are the shop's ids", () => {
  expect(guessMapping(id("0".repeat(32)))).toEqual(["id"]);
  expect(guessMapping(id("17", "18"))).toEqual([null]);
  expect(guessMapping(id())).toEqual([null]);
});

const column = (name: string, ...samples: string[]) => ({ name, samples });

test("a price is never guessed from a sale price, nor stock from a pack size called Quantity", () => {
  expect(guessMapping([column("Name", "Milk"), column("Sale price", "1.00")])).toEqual(["name", "sale_price"]);
  expect(guessMapping([column("Name", "Milk"), column("Quantity", "500 g", "1 l")])).toEqual(["name", "unit"]);
  expect(guessMapping([column("Name", "Milk"), column("Quantity", "12", "0")])).toEqual(["name", "stock"]);
  expect(guessMapping([column("Quantity", "12"), column("On hand", "3")])).toEqual([null, "stock"]);
});

test.each([
  [
    ["Item code", "Trade price", "RRP"],
    ["sku", "cost_price", "price"],
  ],
  [
    ["Item code", "Price", "RRP"],
    ["sku", null, "price"],
  ],
  [
    ["Item code", "List price", "RRP"],
    ["sku", null, "price"],
  ],
  [
    ["Item code", "Case price", "Unit price", "RRP"],
    ["sku", null, null, "price"],
  ],
  [
    ["Item code", "Case price", "Unit price"],
    ["sku", null, null],
  ],
  [
    ["Código", "Precio", "PVP"],
    ["sku", null, "price"],
  ],
  [
    ["Código", "Precio unitario", "PVPR"],
    ["sku", null, "price"],
  ],
  [
    ["Item code", "Price", "Retail price"],
    ["sku", null, "price"],
  ],
  [
    ["Art.-Nr.", "Preis", "UVP"],
    ["sku", null, "price"],
  ],
  // What clearly is the shop's own price stays the price.
  [
    ["SKU", "Selling price", "RRP"],
    ["sku", "price", "compare_at_price"],
  ],
  [
    ["Art.-Nr.", "VK", "UVP"],
    ["sku", "price", "compare_at_price"],
  ],
  [
    ["SKU", "Price", "Was price"],
    ["sku", "price", "compare_at_price"],
  ],
])("what a supplier takes never becomes what shoppers pay: %j", (names, fields) => {
  expect(guessMapping(columns(...names))).toEqual(fields);
});

test.each([
  { names: ["Price (EUR)", "Stock Qty", "EAN/GTIN", "Size/Weight"], fields: ["price", "stock", "barcode", "unit"] },
  { names: ["Sell Price", "Qty in stock"], fields: ["price", "stock"] },
  { names: ["Precio de venta al público", "Stock actual", "Cód. barras"], fields: ["price", "stock", "barcode"] },
  { names: ["VK-Preis inkl. MwSt."], fields: ["price"] },
  { names: ["Precio (S/.)"], fields: ["price"] },
  { names: ["Precio con IVA"], fields: ["price"] },
  { names: ["Precio sin IVA"], fields: [null] },
  { names: ["Price excl. VAT", "Preis (netto)"], fields: [null, null] },
  { names: ["Precio + IVA", "Precio S/IVA", "Price + VAT", "PVP S/ IGV"], fields: [null, null, null, null] },
  { names: ["Precio público", "Existencia", "Und. medida"], fields: ["price", "stock", "unit"] },
  { names: ["P. Venta", "Contenido neto", "Dscto. %"], fields: ["price", "unit", "discount"] },
  { names: ["Warengruppe", "Untergruppe"], fields: ["category", "sub_category"] },
  { names: ["SKU", "Sección"], fields: ["sku", "category"] },
  { names: ["SKU", "Subcategory"], fields: ["sku", "sub_category"] },
])("$names are known, also with a currency or a tax", ({ names, fields }) => {
  expect(guessMapping(columns(...names))).toEqual(fields);
});

test("German and Spanish column names, with their accents", () => {
  expect(guessMapping(columns("Art.-Nr.", "Bezeichnung", "Größe", "Lagerbestand", "VK-Preis", "Warengruppe"))).toEqual([
    ...["sku", "name", "unit", "stock", "price", "category"],
  ]);
  expect(guessMapping(columns("Código", "Denominación", "Precio anterior", "PVP", "Descripción larga"))).toEqual([
    ...["sku", "name", "compare_at_price", "price", "description"],
  ]);
});

test("columns with Spanish texts, marked as such or beside English ones", () => {
  const marked = columns("sku", "Nombre", "Nombre (es)", "Unidad (español)", "Descripción (Español)", "Spanish category", "subcategory_es");
  expect(guessMapping(marked)).toEqual(["sku", "name", "name_es", "unit_es", "description_es", "category_es", "sub_category_es"]);
  expect(guessMapping(columns("Name", "Nombre", "Description", "Descripción"))).toEqual([
    ...["name", "name_es", "description", "description_es"],
  ]);
  expect(guessMapping(columns("Nombre", "Descripción"))).toEqual(["name", "description"]);
});

test("a description is the name if no other column is, but only if it is short enough", () => {
  expect(guessMapping([column("Código", "C1"), column("Descripción", "Piña, 1 kg")])).toEqual(["sku", "name"]);
  for (const long of ["<p>Sweet</p>", "Sweet\nand ripe", `${"very ".repeat(16)}…`])
    expect(guessMapping([column("Code", "C1"), column("Description", "Pineapple", long)])).toEqual(["sku", "description"]);
});

test("a question is answered by yes or no, and is never a number of pieces", () => {
  expect(guessMapping([column("¿Existencias?", "1", "0"), column("Inventario", "12")])).toEqual(["in_stock", "stock"]);
  expect(guessMapping([column("Existencias", "12")])).toEqual(["stock"]);
});
