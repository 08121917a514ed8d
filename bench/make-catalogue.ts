import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const WORDS =
  "Organic Fresh Whole Roasted Golden Sweet Smoked Wild Garden Valley Classic Creamy Crunchy Spiced Mild Dark Light Baby Family Mini".split(
    " ",
  );
const THINGS =
  "Rice Lentils Oats Honey Coffee Tea Butter Bread Pasta Tomatoes Apples Onions Soap Shampoo Biscuits Juice Yoghurt Cheese Olives Almonds".split(
    " ",
  );
const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split(" ");
const CATEGORIES = 11;
const SHELVES = 90;

const pick = (list: readonly string[], n: number) => list[n % list.length]!;

/** One of 8,000 made-up names, since a search is only as hard as the catalogue has words. */
const maker = (n: number) => pick(SYLLABLES, n) + pick(SYLLABLES, Math.floor(n / 20)) + pick(SYLLABLES, Math.floor(n / 400));

/** Writes a deterministic catalogue of `count` products as CSV, for when no real one is available. */
export function makeCatalogue(file: string, count: number): void {
  const rows = Array.from({ length: count }, (_, n) => {
    const shelf = (n * 7) % SHELVES;
    const name = `${pick(WORDS, n)} ${pick(WORDS, n >> 3)} ${maker(n)} ${pick(THINGS, n >> 2)} ${n}`;
    const text = `${name} for every day. Packed where it grows and kept cool on its way. Good for a month once it is opened.`;
    return [`bench-${n}`, name, `${maker(n >> 4)} Farm`, `Category ${shelf % CATEGORIES}`, `Shelf ${shelf}`, `${(n % 9) + 1} kg`, 1000]
      .concat([(((n * 37) % 4000) / 100 + 1).toFixed(2), n % 3 === 0 ? (n % 8) * 5 : 0, text])
      .join(",");
  });
  writeFileSync(file, gzipSync(["sku,name,brand,category,sub_category,unit,stock,price,discount,description", ...rows].join("\n")));
}
