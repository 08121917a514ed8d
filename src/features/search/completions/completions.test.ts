import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { openSearchedShop } from "../../../../tests/support/searched-shop.ts";
import { headText } from "../engine/product-name.ts";
import { settleIndex } from "../engine/index-products.ts";
import { completeSearch, type Completion } from "./contract.ts";
import { refreshCompletions, toRows } from "./refresh.ts";

const { shop, call, fill } = await openSearchedShop();
const { database } = shop;

const complete = async (search: string): Promise<Completion[]> => (await call(completeSearch, { search })).body.data;
const texts = async (search: string) => (await complete(search)).map(({ text }) => text);

test("product names, brands and shelves complete what is typed, at any of their words, the most frequent first", async () => {
  await fill(
    [{ name: "Coconut oil 500 ml" }, { name: "Solmar Coconut Oil - cold pressed", brand: "Solmar" }, { name: "Coconut milk" }],
    "Cocktails & Coolers",
  );
  await fill([{ name: "Jalapeño olives", brand: "Ocean’s Café" }], "Olives");
  await settleIndex(database);
  expect(await complete("coco")).toEqual([
    { text: "coconut oil", kind: "product" },
    { text: "coconut milk", kind: "product" },
  ]);
  expect(await complete("co")).toContainEqual({ text: "Cocktails & Coolers", kind: "shelf" });
  expect(await texts("OIL")).toEqual(["coconut oil"]);
  expect(await texts("coconut m")).toEqual(["coconut milk"]);
  expect(await complete("cafe")).toEqual([{ text: "Ocean’s Café", kind: "brand" }]);
  expect(await texts("jalapeno")).toEqual(["jalapeño olives"]);
  expect(await texts("olives ")).toEqual([]);
  for (const odd of ["", "c", " ", "%", "co%", "'", "x".repeat(200)])
    expect((await call(completeSearch, { search: odd })).status, odd).toBe(200);
});

const spanish = async (search: string) =>
  (await call(completeSearch, { search }, { spoken: "es" })).body.data.map(({ text }: Completion) => text);

test("each language is completed by its own texts, and by those that have no Spanish ones", async () => {
  await fill([
    { name: "Lemon soda", nameEs: "Limonada de hierbabuena, 500 ml" },
    { name: "Limoncello" },
    { name: "Pizza", nameEs: "Pizza" },
    { name: "Chips", brand: "Limabrand" },
  ]);
  await settleIndex(database);
  expect(await texts("lim")).toEqual(["Limabrand", "limoncello"]);
  expect((await spanish("lim")).toSorted()).toEqual(["Limabrand", "limonada de hierbabuena", "limoncello"]);
  expect([await texts("lemon"), await spanish("lemon")]).toEqual([["lemon soda"], []]);
  expect([await texts("pizz"), await spanish("pi")]).toEqual([["pizza"], ["pizza"]]);
});

test("what left the catalogue is no longer suggested after the nightly refresh", async () => {
  await fill([{ name: "Teff flour" }]);
  await settleIndex(database);
  expect(await texts("tef")).toEqual(["teff flour"]);
  await database.db.execute(sql`update search_product set head_text = 'fonio flour'`);
  await refreshCompletions(database);
  expect([await texts("tef"), await texts("fon")]).toEqual([[], ["fonio flour"]]);
});

test("a completion takes one statement, which reads a range of an index, and none when repeated", async () => {
  await fill(Array.from({ length: 40 }, (_, n) => ({ name: `Honey ${String.fromCodePoint(97 + (n % 26))}${n}x` })));
  await settleIndex(database);
  const asked = vi.spyOn(database.pool, "query");
  expect(await texts("hon")).toHaveLength(6);
  expect(asked).toHaveBeenCalledTimes(1);
  await texts("HON");
  expect(asked).toHaveBeenCalledTimes(1);
  await database.db.execute(sql`
    insert into search_completion select 'k' || n || ' word', 'Text ' || n, 'brand', n % 300 from generate_series(1, 20000) n`);
  await database.db.execute(sql`analyze search_completion`);
  for (const where of [sql`left(key, 2) = 'k1'`, sql`key >= 'k12' and key < 'k12' || U&'\\+10FFFF'`]) {
    const { rows } = await database.db.execute(
      sql`explain select text, kind from search_completion where ${where} order by weight desc, text limit 12`,
    );
    expect(JSON.stringify(rows)).not.toContain("Seq Scan");
  }
});

test("texts that differ only in case or accents are one, and a shelf goes before a brand before a product", () => {
  const rows = toRows([
    { text: "olive oil", kind: "product", count: 9, spoken: "" },
    { text: "Olive Oil", kind: "shelf", count: 4, spoken: "" },
    { text: "OLIVE OIL", kind: "brand", count: 1, spoken: "" },
    { text: "of", kind: "brand", count: 1, spoken: "" },
  ]);
  expect(rows.map(({ key, text, kind }) => [key, text, kind])).toEqual([
    ["olive oil", "Olive Oil", "shelf"],
    ["oil", "Olive Oil", "shelf"],
  ]);
  expect(rows[0]!.weight).toBeGreaterThan(rows[1]!.weight);
});

test.each([
  ["Organic Coconut Oil, cold pressed, 500 ml", "", "organic coconut oil"],
  ["Solmar Herbal Shampoo 400 ml", "Solmar", "herbal shampoo"],
  ["Garlic bulbs", "", "garlic"],
  ["7 up", "", "7 up"],
  ["Very long name of a thing nobody types", "", ""],
  ["Jalapeño Peppers", "", "jalapeño peppers"],
])("what someone would type to find %s", (name, brand, text) => {
  expect(headText(name, brand)).toBe(text);
});
