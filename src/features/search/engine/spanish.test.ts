import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { openSearchedShop } from "../../../../tests/support/searched-shop.ts";
import type { Product } from "../../catalogue/contract.ts";
import { loadDemo } from "../../catalogue/demo/load-demo.ts";
import { inLanguage } from "#server/http/request-language.ts";
import type { Language } from "#words/language.ts";
import { searchProducts } from "../contract.ts";
import { spanishWord } from "./spanish-names.ts";
import { keysOf } from "./words.ts";
import { inTwo } from "./synonyms.ts";
import { search } from "./search.ts";
import { searchIndexOf } from "./search-index.ts";
import { ALSO_ENGLISH } from "./spanish.ts";
import { SPANISH_PAIRS } from "./spanish-words.ts";

test("there are at least 150 Spanish words, and none twice", () => {
  const words = SPANISH_PAIRS.map(({ spanish }) => spanish);
  expect(words.length).toBeGreaterThanOrEqual(150);
  expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([]);
});

test("typing errors in Spanish words are forgiven, in both languages, and English words come first in English", async () => {
  const { shop } = await openTestShop();
  await loadDemo(shop.database);
  const index = searchIndexOf(shop);
  const find = (text: string, spoken: Language = "en") =>
    inLanguage(spoken, async () => (await search(index, text, { page: 1, limit: 20 })).ids);
  const meant = {
    aguacte: "aguacate",
    zanahorya: "zanahoria",
    sanahoria: "zanahoria",
    mantekilla: "mantequilla",
    "azeite de oliba": "aceite de oliva",
    "galetas de avna": "galletas de avena",
    cebola: "cebolla",
    detergnete: "detergente",
  };
  for (const [typed, word] of Object.entries(meant)) {
    for (const spoken of ["en", "es"] as const) {
      const found = await find(typed, spoken);
      expect(found.length, typed).toBeGreaterThan(0);
      expect(found, `${typed}, ${spoken}`).toEqual(await find(word, spoken));
    }
  }
  for (const [typed, word] of Object.entries({ tomatte: "tomato", choclate: "chocolate", bananna: "banana" }))
    expect((await find(typed))[0], typed).toBe((await find(word))[0]);
});

test("in the demo catalogue every Spanish word finds what its English word finds", async () => {
  const { shop } = await openTestShop();
  await loadDemo(shop.database);
  const { db } = shop.database;
  const index = searchIndexOf(shop);
  const find = async (text: string, limit: number, exact = false) => (await search(index, text, { page: 1, limit }, { exact })).ids;
  /** Whether a product has all of these words. */
  const holds = async (english: string) => {
    const keys = keysOf(english);
    const { rows } = await db.execute(sql`
      select from search_posting where word = any(${sql.param(keys)}::text[]) group by no having count(*) = ${keys.length} limit 1`);
    return rows.length > 0;
  };
  /** Whether one of these products has all of these words in its Spanish texts. */
  const isNamedSo = async (ids: readonly string[], spanish: string) => {
    const keys = keysOf(spanish).map(spanishWord);
    const { rows } = await db.execute(sql`
      select from search_posting join search_product using (no)
      where product_id = any(${sql.param([...ids])}::text[]) and word = any(${sql.param(keys)}::text[])
      group by no having count(*) = ${keys.length} limit 1`);
    return rows.length > 0;
  };
  const missing = [];
  let held = 0;
  for (const { spanish, english } of SPANISH_PAIRS) {
    if (!(await holds(english)) && !(await holds(inTwo(english)))) continue;
    const wanted = await find(english, 50, true);
    held++;
    const found = await find(spanish, 5);
    if (!found.some((id) => wanted.includes(id)) && !(await isNamedSo(found, spanish))) missing.push(`${spanish} → ${english}`);
  }
  expect(missing).toEqual([]);
  expect(held).toBeGreaterThan(150);
});

test("SRCH-3 the head of a Spanish name decides what a Spanish word finds first, and that of other Spanish words for it", async () => {
  const { fill, find } = await openSearchedShop();
  await fill([
    { name: "Sweet peppers", nameEs: "Pimientos dulces" },
    { name: "Ground black pepper", nameEs: "Pimienta negra molida" },
    { name: "Crab meat salad meat", nameEs: "Pulpa de cangrejo" },
    { name: "Beef cubes", nameEs: "Carne de res en cubos" },
    { name: "Cracked corn", nameEs: "Alimento para gallinas" },
    { name: "Sweet corn in the husk", nameEs: "Choclos dulces con panca" },
  ]);
  for (const [typed, name] of Object.entries({
    pimienta: "Ground black pepper",
    chocl: "Sweet corn in the husk",
    carne: "Beef cubes",
    choclo: "Sweet corn in the husk",
    maíz: "Sweet corn in the husk",
    pepper: "Sweet peppers",
  }))
    expect((await find(typed))[0], typed).toBe(name);
});

test("SRCH-3 a catalogue whose only names are Spanish is judged by their heads, past cuts and packs", async () => {
  const { named, find } = await openSearchedShop();
  await named("Hamburguesa de carne", "Carne molida de res", "Pan con ajo", "Cabezas de ajo", "Galletas de limón", "Limones sutiles");
  for (const [typed, name] of Object.entries({ carne: "Carne molida de res", ajo: "Cabezas de ajo", limón: "Limones sutiles" }))
    expect((await find(typed))[0], typed).toBe(name);
});

test("an English word finds a product with a Spanish name, after those with the English one", async () => {
  const { fill, find } = await openSearchedShop();
  await fill([{ name: "Palta fuerte" }, { name: "Hass avocado" }, { name: "Maracuyá" }, { name: "Sartén" }, { name: "Frying pan" }]);
  expect(await find("avocado")).toEqual(["Hass avocado", "Palta fuerte"]);
  expect(await find("passion fruit")).toEqual(["Maracuyá"]);
  expect(await find("bread")).toEqual([]);
});

test("every English word finds products that have its Spanish word in their name, unless that is an English word too", async () => {
  const { named, call } = await openSearchedShop();
  const single = SPANISH_PAIRS.filter(({ spanish }) => keysOf(spanish).length === 1 && !ALSO_ENGLISH.has(keysOf(spanish)[0]!));
  expect(single.length).toBeGreaterThan(200);
  await named(...single.map(({ spanish }) => spanish));
  const missing = [];
  for (const { spanish, english } of single) {
    const { body } = await call(searchProducts, { search: english, limit: 50 });
    if (!body.data.some(({ name }: Product) => name === spanish)) missing.push(`${english} → ${spanish}`);
  }
  expect(missing).toEqual([]);
});
