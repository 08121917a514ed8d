import { expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import {
  idsByName,
  pasteInto,
  readCell,
  readClipboard,
  shownText,
  textOf,
  toChanges,
  toClipboard,
  typeInto,
  type Drafts,
  type GridProduct,
} from "./grid-cells.ts";

const shelf = (_id: string, name: string) => ({ _id, name, image: "" });
const product = (number: number): GridProduct => ({
  _id: String(number).repeat(32),
  name: `Apples ${number}`,
  image: [],
  unit: "1 kg",
  stock: 7,
  price: 2.5,
  discount: 12.5,
  description: "Red",
  more_details: {},
  sku: null,
  unit_price: null,
  brand: "",
  version: 4,
  name_es: "",
  unit_es: "1 kg",
  description_es: "Rojas\nDulces",
  category: [shelf("a", "Fruit")],
  subCategory: [shelf("b", "Rice, Atta & Dal")],
});
const products = [product(1), product(2), product(3)];
const [one] = products as [GridProduct];
const shelves = {
  category: new Map([
    ["fruit", "a"],
    ["bakery", "c"],
  ]),
  subCategory: new Map([["rice, atta & dal", "b"]]),
};
const NONE: Drafts = new Map();

const read = (column: Parameters<typeof readCell>[1], text: string) => {
  const result = readCell(one, column, text, shelves);
  return result.ok ? result.value : result.reason;
};

test("cells accept values the way people type them", () => {
  expect(["3", "$1,234.50", "+10%", "-50 %"].map((text) => read("price", text))).toEqual([3, 1234.5, 2.75, 1.25]);
  expect(["5", "12.25 %"].map((text) => read("discount", text))).toEqual([5, 12.25]);
  expect(["9", "+3", "-7"].map((text) => read("stock", text))).toEqual([9, 10, 0]);
  expect(read("category", "bakery; Fruit;bakery")).toEqual(["c", "a"]);
  expect(read("subCategory", "Rice, Atta & Dal")).toEqual(["b"]);
  expect(read("price", "cheap")).toMatch(/^must be/);
  // 4,99 must not become 499.
  expect(read("price", "4,99")).toBe(4.99);
  const raised = readCell({ ...one, price: 1.15 }, "price", "+10%", shelves);
  expect(raised).toEqual({ ok: true, value: 1.27 });
  expect(read("stock", "-8")).toMatch(/^must be/);
  expect(read("category", "Toys")).toBe("“Toys” is not in the shop");
  expect(read("category", " ; ")).toBe("is required");
});

test("Spanish names and units are texts, and empty ones are too", () => {
  expect([read("name_es", " Manzanas "), read("unit_es", "")]).toEqual(["Manzanas", ""]);
  expect(read("name_es", "x".repeat(1000))).toMatch(/^is longer than/);
  const typed = typeInto(typeInto(NONE, one, "name_es", "Manzanas"), one, "unit_es", "");
  expect(toChanges(typed, shelves)).toEqual({ changes: [{ _id: one._id, version: 4, name_es: "Manzanas", unit_es: "" }], unreadable: 0 });
});

test("Spanish descriptions keep their lines, also when they are copied and pasted", () => {
  expect(read("description_es", "Rojas\ny dulces")).toBe("Rojas\ny dulces");
  expect(read("description_es", "x".repeat(30_000))).toMatch(/^is longer than/);
  const copied = [
    ["Rojas", 'De 3" a 5"\ny "dulces"', ""],
    ["", "Verdes", '"así"'],
  ];
  expect(readClipboard(toClipboard(copied))).toEqual(copied);
  expect(readClipboard('"a" b\tc"d\r\n"e\r\nf"\t')).toEqual([
    ['"a" b', 'c"d'],
    ["e\r\nf", ""],
  ]);
});

test("typing the old value back is not a change", () => {
  const typed = typeInto(NONE, one, "price", "3");
  expect(shownText(typed, one, "price")).toBe("3");
  expect(typeInto(typed, one, "price", "2.50").size).toBe(0);
  expect(textOf(one, "subCategory")).toBe("Rice, Atta & Dal");
});

test("pasted spreadsheet cells start at the selected cell; a single cell fills the selection", () => {
  const cells = readClipboard("3.00\t0\r\n4.00\t5\r\n");
  const pasted = pasteInto(NONE, products, cells, { row: 1, column: 0 }, { row: 1, column: 0 });
  expect(products.map((each) => [shownText(pasted, each, "price"), shownText(pasted, each, "discount")])).toEqual([
    ["2.50", "12.5"],
    ["3.00", "0"],
    ["4.00", "5"],
  ]);
  const filled = pasteInto(NONE, products, [["8"]], { row: 2, column: 2 }, { row: 0, column: 2 });
  expect(products.map((each) => shownText(filled, each, "stock"))).toEqual(["8", "8", "8"]);
});

test("only differences are sent, with the version and stock that were loaded", () => {
  const drafts = typeInto(typeInto(typeInto(NONE, one, "stock", "+3"), one, "price", "cheap"), products[1]!, "category", "Bakery");
  expect(toChanges(drafts, shelves)).toEqual({
    unreadable: 1,
    changes: [
      { _id: one._id, version: 4, stock: 10, stockWas: 7 },
      { _id: products[1]!._id, version: 4, category: ["c"] },
    ],
  });
});

test("on Spanish pages shelves are shown in Spanish, and found by either name", () => {
  const fruit = { _id: "a", name: "Fruit", name_es: "Frutas", image: "" };
  const plain = { _id: "c", name: "Frutas", name_es: "", image: "" };
  const product = { ...one, category: [fruit] };
  expect(textOf(product, "category")).toBe("Fruit");
  inLanguage("es", () => {
    expect(textOf(product, "category")).toBe("Frutas");
    const ids = { ...shelves, category: idsByName([fruit]) };
    expect(["frutas", "Fruit"].map((text) => readCell(product, "category", text, ids))).toEqual([
      { ok: true, value: ["a"] },
      { ok: true, value: ["a"] },
    ]);
    // Typing what is shown is not a change.
    expect(typeInto(NONE, product, "category", "Frutas").size).toBe(0);
  });
  expect(idsByName([fruit, plain]).get("frutas")).toBe("c");
});
