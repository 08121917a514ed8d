import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planPictures, productsOf, readDemoCatalogue, type DemoProduct } from "#features/catalogue/demo-catalogue.ts";
import { DEMO_PICTURES, keyOf, readShelfMotifs, TINTS } from "#features/files/demo-pictures.ts";
import { WIDTHS } from "#features/files/rules.ts";
import { allPictures } from "./all-pictures.ts";

const catalogue = readDemoCatalogue();
const subCategories = catalogue.flatMap((category) => category.subCategories);
const shelves = [...catalogue, ...subCategories];
const products = productsOf(catalogue);
const share = (among: DemoProduct[], holds: (product: DemoProduct) => boolean) => among.filter(holds).length / among.length;
const repeated = (values: string[]) => values.filter((value, place) => values.indexOf(value) !== place);

test("there are at least 20 categories, 100 sub categories and 800 products", () => {
  expect(catalogue.length).toBeGreaterThanOrEqual(20);
  expect(subCategories.length).toBeGreaterThanOrEqual(100);
  expect(products.length).toBeGreaterThanOrEqual(800);
  for (const { name, subCategories: shelvesHere } of catalogue) expect([name, shelvesHere.length >= 5]).toEqual([name, true]);
  for (const { name, products: goods } of subCategories) expect([name, goods.length >= 6]).toEqual([name, true]);
});

test("about a third is discounted, some are sold out and a few nearly so", () => {
  expect(share(products, ({ discount }) => discount > 0)).toBeCloseTo(0.33, 1);
  expect(share(products, ({ stock }) => stock === 0)).toBeCloseTo(0.045, 1);
  for (const { name, products: goods } of subCategories)
    expect([name, share(goods, ({ stock }) => stock > 0) >= 0.5]).toEqual([name, true]);
  expect(products.filter(({ stock }) => stock >= 1 && stock <= 5).length).toBeGreaterThanOrEqual(20);
});

test("skus, names, descriptions and shelves are unique", () => {
  expect(repeated(products.map(({ sku }) => sku))).toEqual([]);
  expect(repeated(products.map(({ name }) => name.toLowerCase()))).toEqual([]);
  expect(repeated(products.map(({ description }) => description))).toEqual([]);
  expect(repeated(shelves.map(({ name }) => name.toLowerCase()))).toEqual([]);
});

test.each([
  ...[
    "car air freshener",
    "natural coconut oil",
    "luxury leather wallet",
    "bike water bottle holder",
    "car seat covers",
    "organic shea butter",
  ],
  ...["designer sunglasses", "bike phone mount", "car phone charger", "natural essential oils", "luxury silk scarf", "bike helmet"],
])("SRCH-5 two or more names hold all words of: %s", (phrase) => {
  const words = phrase.split(" ");
  const found = products.filter(({ name }) =>
    words.every((word) =>
      name
        .toLowerCase()
        .split(/[^a-z]+/)
        .includes(word),
    ),
  );
  expect(found.length).toBeGreaterThanOrEqual(2);
});

const faulty = (holds: (product: DemoProduct) => boolean) => products.filter((product) => !holds(product)).map(({ sku }) => sku);
const SENTENCE = /[^.?]+(?:\.\d[^.?]*)*[.?]["”’']?(?=\s|$)/g;
const hasDetails = (details: string[]) => details.length >= 2 && details.length <= 4 && details.every((value) => value !== "");
const isNamed = ({ name, brand }: DemoProduct) => /^\S+( \S+){1,6}$/.test(name) && !(brand && name.includes(brand));
const inCents = (price: number) => price > 0 && Number((price * 100).toFixed(6)) === Math.round(price * 100);

describe("each product reads as a real one", () => {
  test("two sentences of description", () => {
    expect(faulty(({ description }) => description.match(SENTENCE)?.length === 2 && !description.includes("!"))).toEqual([]);
  });
  test("two to four details with something in them", () => {
    expect(faulty(({ details }) => hasDetails(Object.values(details)))).toEqual([]);
  });
  test("a name of two to seven words without the brand, and a unit", () => {
    expect(faulty((product) => isNamed(product) && /^(\d|pair|pack of \d|set of \d)/.test(product.unit))).toEqual([]);
  });
  test("a price in whole cents, a discount of at most 40 percent, a whole stock", () => {
    expect(faulty(({ price, discount, stock }) => inCents(price) && discount >= 0 && discount <= 40 && Number.isInteger(stock))).toEqual(
      [],
    );
  });
});

describe("pictures", () => {
  const keys = allPictures().map(keyOf);

  test("every picture named is there in every width, none is left over, and none is heavy", () => {
    const files = keys.flatMap((key) => WIDTHS.map((width) => join(DEMO_PICTURES, key, `${width}.webp`)));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(readdirSync(DEMO_PICTURES).filter((folder) => !keys.includes(folder))).toEqual([]);
    expect(Math.max(...files.map((file) => statSync(file).size))).toBeLessThan(80_000);
  });

  test("each product has two or three different ones", () => {
    const picturesOf = planPictures(catalogue);
    const counts = products.map((product) => new Set(picturesOf(product).map(keyOf)).size);
    expect(new Set(counts)).toEqual(new Set([2, 3]));
  });

  test("every icon used is kept, with the licence, on a tint of ours", () => {
    const motifs = [...shelves, ...products, ...Object.values(readShelfMotifs())];
    const icons = join(import.meta.dirname, "icons");
    expect(motifs.filter(({ icon }) => !existsSync(join(icons, `${icon}.svg`)))).toEqual([]);
    expect(motifs.filter(({ tint }) => !TINTS.includes(tint))).toEqual([]);
    expect(existsSync(join(icons, "LICENSE"))).toBe(true);
  });
});
