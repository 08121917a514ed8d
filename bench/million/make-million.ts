import { createReadStream, createWriteStream, existsSync, renameSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { readDemoCatalogue } from "#features/catalogue/demo/demo-catalogue.ts";
import { readTable } from "#features/catalogue/import/reader/read-table.ts";
import { csvLine } from "#shared/csv.ts";
import { randomNumbers } from "../../tests/support/random-numbers.ts";

const COLUMNS = ["sku", "name", "brand", "category", "sub_category", "type", "unit", "stock", "price", "discount", "description"];
/** Made-up names are built from these, so that a larger catalogue has more words, as real ones do. */
const BEGINNINGS =
  "al an ba be bo ca ce co da del el fa flo ga gran hu in ja ka la lo ma me mo na nu or pa per qui ra ri sa sol ta to va ver ya zu".split(
    " ",
  );
const ENDINGS =
  "bella bor cali cor dena dor fina gala jo lina lora mar mira nda nera nova pura ra rosa sana sol tera tina vera viva zana".split(" ");
/** Every name of a product line is one of this many; a brand sells several lines. */
const LINES = 4000;
const BRANDS = 20_000;
const MOST_BYTES = 1024 ** 3;

type Row = Record<string, string>;

/**
 * Writes a catalogue of `count` products as compressed CSV: those of another catalogue over and over, from the second time on with
 * other brands, names, prices and SKUs. Deterministic, and read and written piece by piece.
 * @param source a catalogue file, or undefined for the demo catalogue
 */
export async function makeMillion(file: string, count: number, source: string | undefined): Promise<void> {
  if (existsSync(file)) return;
  const rows = source ? await readRows(source) : demoRows();
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    for (let done = 0; done < count; done += rows.length) {
      const turn = done / rows.length;
      const some = turn === 0 ? rows : rows.map((row, place) => renamed(row, place, turn));
      for (let from = 0; from < Math.min(rows.length, count - done); from += 1000)
        yield some
          .slice(from, Math.min(from + 1000, count - done))
          .map((row) => csvLine(COLUMNS.map((name) => row[name] ?? "")))
          .join("");
    }
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(`${file}.new`));
  renameSync(`${file}.new`, file);
}

async function readRows(source: string): Promise<Row[]> {
  const rows: Row[] = [];
  let names: string[] | undefined;
  for await (const some of readTable(createReadStream(source), MOST_BYTES)) {
    for (const { cells } of some) {
      if (!names) names = cells;
      else rows.push(Object.fromEntries(names.map((name, place) => [name, cells[place] ?? ""])));
    }
  }
  return rows;
}

function demoRows(): Row[] {
  return readDemoCatalogue().flatMap((category) =>
    category.subCategories.flatMap((shelf) =>
      shelf.products.map(({ sku, name, brand = "", unit, price, discount, description }) => ({
        sku,
        name,
        brand,
        unit,
        description,
        category: category.name,
        sub_category: shelf.name,
        price: String(price),
        discount: String(discount),
      })),
    ),
  );
}

/** The same product of another make: the words that say what it is stay, so that searches find many times as many. */
function renamed(row: Row, place: number, turn: number): Row {
  const random = randomNumbers(turn * 1_000_003 + place);
  random(2); // the first numbers of neighboring seeds are alike
  const price = (Number(row["price"]) * (70 + random(60))) / 100;
  return {
    ...row,
    sku: `${row["sku"]}/${turn}`,
    name: `${madeUp(random(LINES))} ${row["name"]}`,
    brand: `${madeUp(random(LINES))} ${madeUp(random(BRANDS / LINES))}`,
    stock: String(random(40) === 0 ? 0 : 5 + random(200)),
    price: Math.max(0.01, price).toFixed(2),
    discount: random(4) === 0 ? String(5 * (1 + random(8))) : "0",
  };
}

function madeUp(number: number): string {
  const begun = BEGINNINGS[number % BEGINNINGS.length]!;
  const middle = ENDINGS[Math.floor(number / BEGINNINGS.length) % ENDINGS.length]!;
  const rest = Math.floor(number / BEGINNINGS.length / ENDINGS.length);
  const name = rest === 0 ? begun + middle : begun + middle + ENDINGS[(rest * 7) % ENDINGS.length]!;
  return name[0]!.toUpperCase() + name.slice(1);
}
