import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { planPictures, productsOf, readDemoCatalogue, type DemoProduct } from "#features/catalogue/demo/demo-catalogue.ts";
import { DEMO_PICTURES, DEMO_WIDTHS, keyOf, NEUTRAL, readShelfMotifs, TINTS } from "#features/files/demo-pictures.ts";
import { DARK_TILE, imageAddress, pictureOf } from "#features/files/rules.ts";
import { allPictures } from "./all-pictures.ts";
import { planScenes } from "./plan-scenes.ts";
import { nameSize } from "./scene.ts";

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

const count = (details: Record<string, string>) => Object.values(details).filter(Boolean).length;

test("every shelf and product has all of its texts in Spanish too", () => {
  expect(shelves.filter(({ nameEs }) => nameEs === "").map(({ name }) => name)).toEqual([]);
  expect(repeated(subCategories.map(({ nameEs }) => nameEs.toLowerCase()))).toEqual([]);
  expect(repeated(products.map(({ spanish }) => spanish.name.toLowerCase()))).toEqual([]);
  for (const { sku, spanish, details } of products)
    expect([sku, spanish.name !== "", spanish.unit !== "", spanish.description !== "", count(spanish.details)]).toEqual([
      ...[sku, true, true, true],
      count(details),
    ]);
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
])("SRCH-5 at least two names contain every word of: %s", (phrase) => {
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
const hasDetails = (details: string[]) => details.length >= 2 && details.length <= 6 && details.every((value) => value !== "");
const isNamed = ({ name, brand }: DemoProduct) => /^\S+( \S+){1,6}$/.test(name) && !(brand && name.includes(brand));
const inCents = (price: number) => price > 0 && Number((price * 100).toFixed(6)) === Math.round(price * 100);

describe("each product looks real", () => {
  test("its description has two sentences", () => {
    expect(faulty(({ description }) => description.match(SENTENCE)?.length === 2 && !description.includes("!"))).toEqual([]);
  });
  test("it has two to six details, none of them empty", () => {
    expect(faulty(({ details }) => hasDetails(Object.values(details)))).toEqual([]);
  });
  test("its name has two to seven words without the brand, and it has a unit", () => {
    expect(faulty((product) => isNamed(product) && /^(\d|pair|pack of \d|set of \d)/.test(product.unit))).toEqual([]);
  });
  test("its price is in whole cents, its discount at most 40 percent, its stock a whole number", () => {
    expect(faulty(({ price, discount, stock }) => inCents(price) && discount >= 0 && discount <= 40 && Number.isInteger(stock))).toEqual(
      [],
    );
  });
});

const fileOf = (key: string, width: number) => join(DEMO_PICTURES, key, `${width}.webp`);
const packOf = ({ sku, name }: DemoProduct) => keyOf({ kind: "pack", sku, name });

describe("pictures", () => {
  const pictures = allPictures();
  const keys = pictures.map(keyOf);

  test("every picture exists in every width, none is unused, none is large, and the total is small", () => {
    const files = keys.flatMap((key) => DEMO_WIDTHS.map((width) => fileOf(key, width)));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(readdirSync(DEMO_PICTURES).filter((folder) => !keys.includes(folder))).toEqual([]);
    const sizes = files.map((file) => statSync(file).size);
    expect(Math.max(...sizes)).toBeLessThan(40_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(23_000_000);
    const cards = keys.map((key) => statSync(fileOf(key, 320)).size);
    expect(Math.max(...cards)).toBeLessThan(14_000);
  });

  test("each picture of a product has a small tile for the dark theme, with a hole where the product is", async () => {
    const own = keys.filter((_, place) => pictures[place]!.kind !== "single");
    expect(own.filter((key) => pictureOf(imageAddress(key)).style?.["--dark-tile"] !== `url(/images/${key}/${DARK_TILE})`)).toEqual([]);
    const tiles = own.map((key) => join(DEMO_PICTURES, key, DARK_TILE));
    expect(tiles.filter((file) => !existsSync(file))).toEqual([]);
    const sizes = tiles.map((file) => statSync(file).size);
    expect(Math.max(...sizes)).toBeLessThan(5000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
    for (const file of tiles.filter((_, place) => place % 50 === 0)) {
      const alpha = (await sharp(file).stats()).channels[3];
      expect([file, alpha?.min, alpha?.max]).toEqual([file, 0, 255]);
    }
  });

  test("each product has two: its own pack, and what is inside", () => {
    const picturesOf = planPictures(catalogue);
    expect(faulty((product) => new Set(picturesOf(product).map(keyOf)).size === 2)).toEqual([]);
    expect(repeated(products.map((product) => keyOf(picturesOf(product)[0]!)))).toEqual([]);
    const contents = products.map((product) =>
      createHash("sha256")
        .update(readFileSync(fileOf(packOf(product), 640)))
        .digest("hex"),
    );
    expect(repeated(contents)).toEqual([]);
  });

  test("neighboring products on a shelf do not look alike", async () => {
    const alike: string[] = [];
    for (const { products: goods } of subCategories) {
      const seen = await Promise.all(
        goods.map((product) =>
          sharp(fileOf(packOf(product), 160))
            .resize(40)
            .raw()
            .toBuffer(),
        ),
      );
      goods.forEach((product, place) => {
        for (const other of [place - 1, place - 2, place - 4]) {
          const pixels = seen[other];
          if (pixels && difference(seen[place]!, pixels) < 2.5) alike.push(`${product.name} / ${goods[other]!.name}`);
        }
      });
    }
    expect(alike).toEqual([]);
  });

  /** A name, and the only icons that may represent it. */
  test.each([
    [/\bbagel/i, /^bagel/],
    [/\bbuns?\b/i, /-bun$/],
    [/\bnaan\b/i, /^naan/],
    [/\bdoughnuts?\b/i, /^doughnut$/],
    [/\btortillas\b/i, /tortillas$/],
    [/\bloaf\b/i, /^loaf-/],
    [/\bchicken (?:breasts|thighs|wings)\b/i, /^chicken-/],
    [/\bground (?:beef|turkey|pork|lamb)\b/i, /^mince-/],
    [/\bfillets?\b(?!.*(?:mackerel|smoked|oil|sauce))/i, /fillet$|^(?:sea-bass|mahi-mahi|tilapia|mackerel|fish)$/],
    [/\bmussels\b/i, /^mussels$/],
    [/\bhelmet\b/i, /^helmet/],
    [/\bbottle holder\b/i, /^bottle-cage/],
    [/\bphone mount\b/i, /^phone-mount/],
    [/\bdiapers\b/i, /^diaper$/],
    [/\bcomb\b/i, /^comb$/],
    [/\brubber duck\b/i, /^rubber-duck$/],
    [/\btennis balls\b/i, /^tennis-balls$/],
    [/\bcoffee beans\b/i, /^coffee-beans$/],
  ])("a product named %s has the matching picture", (name, icon) => {
    const called = products.filter((product) => name.test(product.name));
    expect(called.length).toBeGreaterThan(0);
    expect(called.filter((product) => !icon.test(product.icon)).map((product) => [product.name, product.icon])).toEqual([]);
  });

  test("names are legible on packs as small as 160 pixels", () => {
    const scenes = planScenes(() => "#a05a3c");
    const small = [...scenes].map(([sku, scene]) => [sku, nameSize(scene) * 0.16] as const).filter(([, size]) => size < 7);
    expect(small).toEqual([]);
  });

  test("every icon in use is there with its license and a palette color, and none is unused", () => {
    const motifs = [...shelves, ...products, ...Object.values(readShelfMotifs()), NEUTRAL];
    const kept = ["icons", "drawings"].flatMap((folder) => readdirSync(join(import.meta.dirname, folder)));
    expect(motifs.filter(({ icon }) => !kept.includes(`${icon}.svg`))).toEqual([]);
    expect(motifs.filter(({ tint }) => !TINTS.includes(tint))).toEqual([]);
    expect(kept).toContain("LICENSE");
    expect(repeated(kept)).toEqual([]);
  });
});

/** The mean difference between two pictures of the same size, in levels of 255. */
const difference = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, place) => sum + Math.abs(value - (other[place] ?? 0)), 0) / one.length;
