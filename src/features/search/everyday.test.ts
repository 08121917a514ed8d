import { expect, test } from "vitest";
import { everydayDemo } from "../../../bench/search/everyday.ts";
import { judge } from "../../../bench/search/judge.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import type { Language } from "#words/language.ts";
import type { Product } from "../catalogue/contract.ts";
import { loadDemo } from "../catalogue/demo/load-demo.ts";
import { searchProducts } from "./contract.ts";

const { shop, call } = await openTestShop();
await loadDemo(shop.database);

const skus = async (search: string, limit: number): Promise<string[]> => (await find(search, limit)).map(({ sku }) => sku ?? "");
const find = async (search: string, limit: number, spoken: Language = "en"): Promise<Product[]> =>
  (await call(searchProducts, { search, limit }, { spoken })).body.data;

test.each(everydayDemo())("SRCH-3 the thing itself comes first: $query", async ({ query, relevant }) => {
  const [first] = await skus(query, 1);
  expect(relevant[first!], first).toBe(2);
});

test.each([
  ["jabon", "jabón"],
  ["azucar", "azúcar"],
  ["platano", "plátano"],
  ["PAPÁS", "papas"],
  ["manzanas", "manzana"],
  ["huevo", "huevos"],
  ["huev", "huevos"],
  ["jabones", "jabón"],
])("accents, plurals and a missing ending make no difference: %s", async (typed, word) => {
  expect(await skus(typed, 10)).toEqual(await skus(word, 10));
});

test("a Spanish name borrowed by English is found as it is", async () => {
  expect(await skus("dulce de leche", 2)).toEqual(["SH-028", "BK-045"]);
  expect(await skus("queso fresco", 1)).toEqual(["DE-029"]);
});

test("a word in both Spanish and English finds both, first what it means in the language of the page", async () => {
  const found = await skus("pan", 10);
  expect(found[0]).toBe("HS-036");
  expect(found).toContain("BK-001");
  for (const typed of ["pan", "pan ", "panes"]) for (const { name } of await find(typed, 5, "es")) expect(name).toMatch(/^Pan(es)? /);
  for (const { name } of await find("sal ", 4, "es")) expect(name).toMatch(/^Sal /);
});

test("the first pages of everyday queries are good overall", async () => {
  const { ndcg10 } = await judge(skus, everydayDemo());
  expect(ndcg10).toBeGreaterThan(0.98);
});
