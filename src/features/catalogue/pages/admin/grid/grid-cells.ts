import type { InputOf } from "#shared/endpoint.ts";
import type { changeProducts } from "../../../admin/bulk/contract.ts";
import { discounted, formatAmount, toCents, toHundredths } from "#shared/money.ts";
import type { Product } from "../../../contract.ts";
import { readDiscount, readPrice, readStock, type Result } from "../../../rules.ts";

/** What can be changed of many products, in the order of the columns. */
export const COLUMNS = ["price", "discount", "stock", "category", "subCategory"] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** What the columns are called. */
export const TITLES = {
  ...{ price: "Price", discount: "Discount", stock: "Stock" },
  ...{ category: "Category", subCategory: "Sub Category" },
} as const satisfies Record<ColumnName, string>;

/** What was typed into the cells of one product, and the product as it was read. */
export interface Draft {
  product: Product;
  texts: Partial<Record<ColumnName, string>>;
}
/** By the product's id. */
export type Drafts = ReadonlyMap<string, Draft>;

/** Ids of shelves by their names in small letters. */
export type ShelfIds = Record<"category" | "subCategory", ReadonlyMap<string, string>>;

/** Whether a column holds names; the others hold numbers. */
export function isShelf(column: ColumnName): column is keyof ShelfIds {
  return column === "category" || column === "subCategory";
}

/** What a cell shows of a product. */
export function textOf(product: Product, column: ColumnName): string {
  if (isShelf(column)) return product[column].map(({ name }) => name).join("; ");
  return column === "price" ? formatAmount(toCents(product.price)) : String(product[column]);
}

/** What a cell shows: what was typed, or else what the product has. */
export function shownText(drafts: Drafts, product: Product, column: ColumnName): string {
  return drafts.get(product._id)?.texts[column] ?? textOf(product, column);
}

/** Types into a cell; what the product has already is no change. */
export function typeInto(drafts: Drafts, product: Product, column: ColumnName, text: string): Drafts {
  const known = drafts.get(product._id) ?? { product, texts: {} };
  const { [column]: _, ...rest } = known.texts;
  const isAsItWas = text.trim() === textOf(known.product, column);
  const texts = isAsItWas ? rest : { ...rest, [column]: text.trim() };
  const next = new Map(drafts);
  if (Object.keys(texts).length > 0) next.set(product._id, { product: known.product, texts });
  else next.delete(product._id);
  return next;
}

const PERCENT = /^([+-]\d+(?:\.\d+)?)\s*%$/;
const STEP = /^[+-]\d+$/;

/**
 * Reads what was typed into a cell. A price may be `+10%` or `-5%` of what it is, a stock `+5` or `-3`; shelves are names
 * with semicolons between them.
 */
export function readCell(product: Product, column: ColumnName, typed: string, shelves: ShelfIds): Result<number | string[]> {
  const text = typed.trim();
  if (isShelf(column)) return readShelves(text, shelves[column]);
  if (column === "discount") return asSent(readDiscount(text));
  if (column === "stock") return readStock(STEP.test(text) ? String(product.stock + Number(text)) : text);
  const share = PERCENT.exec(text)?.[1];
  // A raise is a discount of less than nothing: one rule rounds.
  const price = share ? formatAmount(discounted(toCents(product.price), -toHundredths(Number(share)))) : text;
  return asSent(readPrice(price));
}

/** Cents and hundredths of a percent as the API has them: dollars and percent. */
function asSent(result: Result<number>): Result<number> {
  return result.ok ? { ok: true, value: result.value / 100 } : result;
}

function readShelves(text: string, ids: ReadonlyMap<string, string>): Result<string[]> {
  const names = text
    .split(";")
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) return { ok: false, reason: "is required" };
  const unknown = names.find((name) => !ids.has(name.toLowerCase()));
  if (unknown !== undefined) return { ok: false, reason: `“${unknown}” is not in the shop` };
  return { ok: true, value: [...new Set(names.map((name) => ids.get(name.toLowerCase())!))] };
}

type Change = InputOf<typeof changeProducts>["changes"][number];

/** What is sent of the drafts, and how many cells cannot be read. */
export function toChanges(drafts: Drafts, shelves: ShelfIds): { changes: Change[]; unreadable: number } {
  let unreadable = 0;
  const changes = [...drafts.values()].map(({ product, texts }) => {
    const change: Change = { _id: product._id, version: product.version };
    for (const column of COLUMNS) {
      const text = texts[column];
      if (text === undefined) continue;
      const result = readCell(product, column, text, shelves);
      if (result.ok) Object.assign(change, { [column]: result.value });
      else unreadable += 1;
    }
    return change.stock === undefined ? change : { ...change, stockWas: product.stock };
  });
  return { changes, unreadable };
}

/** A place in the grid. */
export interface Place {
  row: number;
  column: number;
}

/** The cells between two places, both included. */
export function between(a: Place, b: Place): { top: number; bottom: number; left: number; right: number } {
  return {
    ...{ top: Math.min(a.row, b.row), bottom: Math.max(a.row, b.row) },
    ...{ left: Math.min(a.column, b.column), right: Math.max(a.column, b.column) },
  };
}

/** Rows and cells as spreadsheets copy them. */
export function readClipboard(text: string): string[][] {
  return text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((row) => row.split("\t"));
}

/** Puts copied cells into the grid from a place on; one alone fills everything between the two places. */
export function pasteInto(drafts: Drafts, products: readonly Product[], cells: string[][], from: Place, to: Place): Drafts {
  const { top, bottom, left, right } = between(from, to);
  const isOne = cells.length === 1 && cells[0]?.length === 1;
  const [height, width] = isOne ? [bottom - top + 1, right - left + 1] : [cells.length, Math.max(...cells.map((row) => row.length))];
  let next = drafts;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const product = products[top + row];
      const name = COLUMNS[left + column];
      const text = isOne ? cells[0]?.[0] : cells[row]?.[column];
      if (product && name && text !== undefined) next = typeInto(next, product, name, text);
    }
  return next;
}
