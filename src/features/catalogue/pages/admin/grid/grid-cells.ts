import type { InputOf } from "#shared/endpoint.ts";
import type { changeProducts } from "../../../admin/bulk/contract.ts";
import { LONGEST } from "../../../admin/contract.ts";
import { formatAmount, toCents, toDollars, toPercent } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { Product } from "../../../contract.ts";
import type { AdminProduct } from "../../../admin/find/contract.ts";
import { readDiscount, readNewPrice, readNewStock, type Result } from "../../../fields/rules.ts";
import { spokenName, type NamedInBoth } from "../in-page-language.ts";

/** The editable columns, in order. */
export const COLUMNS = ["price", "discount", "stock", "category", "subCategory", "name_es", "unit_es", "description_es"] as const;
export type ColumnName = (typeof COLUMNS)[number];

export const TITLES = {
  price: t("Price"),
  discount: t("Discount"),
  stock: t("Stock"),
  category: t("Category"),
  subCategory: t("Sub Category"),
  name_es: t("Spanish name"),
  unit_es: t("Spanish unit"),
  description_es: t("Spanish description"),
} as const satisfies Record<ColumnName, string>;

/** What the grid needs of a product. */
export type GridProduct = Product & Pick<AdminProduct, "category" | "subCategory" | "name_es" | "unit_es" | "description_es">;

/** Edits to one product, and the product as it was read. */
export interface Draft {
  product: GridProduct;
  texts: Partial<Record<ColumnName, string>>;
}
/** By product id. */
export type Drafts = ReadonlyMap<string, Draft>;

/** Shelf ids by lower-case name, in either language. */
export type ShelfIds = Record<"category" | "subCategory", ReadonlyMap<string, string>>;

/** Finds shelves by what people call them. Where two share a name, the one that is shown by it wins. */
export function idsByName(shelves: readonly (NamedInBoth & { _id: string })[]): Map<string, string> {
  const callingThem = (nameOf: (shelf: NamedInBoth) => string) =>
    shelves.map((shelf): [string, string] => [nameOf(shelf).toLowerCase(), shelf._id]);
  return new Map([...callingThem((shelf) => shelf.name_es || shelf.name), ...callingThem(({ name }) => name), ...callingThem(spokenName)]);
}

/** Whether a column contains shelves. */
export function isShelf(column: ColumnName): column is keyof ShelfIds {
  return column === "category" || column === "subCategory";
}

/** Whether a column contains plain text. */
export function isText(column: ColumnName): column is keyof typeof MOST_OF {
  return column in MOST_OF;
}

/** Whether a column contains numbers, which are set to the right. */
export const isNumber = (column: ColumnName) => !isShelf(column) && !isText(column);

/** A product's current value, as the cell shows it. */
export function textOf(product: GridProduct, column: ColumnName): string {
  if (isShelf(column)) return product[column].map(spokenName).join("; ");
  return column === "price" ? formatAmount(toCents(product.price)) : String(product[column]);
}

/** The edited text, or else the product's value. */
export function shownText(drafts: Drafts, product: GridProduct, column: ColumnName): string {
  return drafts.get(product._id)?.texts[column] ?? textOf(product, column);
}

/** Edits a cell. Retyping the current value removes the edit. */
export function typeInto(drafts: Drafts, product: GridProduct, column: ColumnName, text: string): Drafts {
  const known = drafts.get(product._id) ?? { product, texts: {} };
  const { [column]: _, ...rest } = known.texts;
  const isAsItWas = text.trim() === textOf(known.product, column);
  const texts = isAsItWas ? rest : { ...rest, [column]: text.trim() };
  const next = new Map(drafts);
  if (Object.keys(texts).length > 0) next.set(product._id, { product: known.product, texts });
  else next.delete(product._id);
  return next;
}

/**
 * Reads what was typed into a cell. Prices accept changes such as `+10%` or `-5%`, stock accepts `+5` or `-3`, and shelves are
 * names separated by semicolons.
 */
export function readCell(product: GridProduct, column: ColumnName, typed: string, shelves: ShelfIds): Result<number | string | string[]> {
  const text = typed.trim();
  if (isShelf(column)) return readShelves(text, shelves[column]);
  if (isText(column)) return text.length > LONGEST[MOST_OF[column]] ? tooLong(LONGEST[MOST_OF[column]]) : { ok: true, value: text };
  if (column === "discount") return converted(readDiscount(text), toPercent);
  return column === "stock" ? readNewStock(text, product.stock) : converted(readNewPrice(text, toCents(product.price)), toDollars);
}

const MOST_OF = { name_es: "name", unit_es: "unit", description_es: "description" } as const;
const tooLong = (most: number): Result<string> => ({ ok: false, reason: t("is longer than {most} characters", { most }) });

/** Converts what was read into the units of the API. */
function converted(result: Result<number>, convert: (value: number) => number): Result<number> {
  return result.ok ? { ok: true, value: convert(result.value) } : result;
}

function readShelves(text: string, ids: ReadonlyMap<string, string>): Result<string[]> {
  const names = text
    .split(";")
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) return { ok: false, reason: t("is required") };
  const unknown = names.find((name) => !ids.has(name.toLowerCase()));
  if (unknown !== undefined) return { ok: false, reason: t("“{unknown}” is not in the shop", { unknown }) };
  return { ok: true, value: [...new Set(names.map((name) => ids.get(name.toLowerCase())!))] };
}

type Change = InputOf<typeof changeProducts>["changes"][number];

/** The changes to send, and the number of cells that cannot be read. */
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

export interface CellPosition {
  row: number;
  column: number;
}

/** The cells between two places, both inclusive. */
export function between(a: CellPosition, b: CellPosition): { top: number; bottom: number; left: number; right: number } {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  };
}

const quoted = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Cells as spreadsheets put them on the clipboard: those with tabs, quotes or several lines in quotes. */
export function toClipboard(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join("\t")).join("\n");
}

const CLIPBOARD_CELL = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\n]*?))(\t|\r?\n|$)/g;

/** Splits copied cells; see {@link toClipboard}. */
export function readClipboard(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.replace(/\r?\n$/, "").matchAll(CLIPBOARD_CELL)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (!end) break;
    if (end !== "\t") rows.push([]);
  }
  return rows;
}

/** Pastes cells starting at `from`. A single value fills everything up to `to`. */
export function pasteInto(
  drafts: Drafts,
  products: readonly GridProduct[],
  cells: string[][],
  from: CellPosition,
  to: CellPosition,
): Drafts {
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
