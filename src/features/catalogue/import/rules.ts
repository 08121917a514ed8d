import { isImageAddress } from "../../files/rules.ts";
import { LONGEST as longest, MOST } from "../admin/contract.ts";
import { readDiscount, readPrice, readStock, type Result } from "../rules.ts";

/** What a row of the file says about a product. `null`: nothing, so a known product keeps what it has. */
export interface Row {
  sku: string;
  name: string;
  brand: string | null;
  category: string;
  sub_category: string;
  type: string | null;
  unit: string | null;
  stock: number | null;
  price_cents: number;
  discount_hundredths: number | null;
  description: string | null;
  image: string[] | null;
}

const REQUIRED = ["sku", "name", "category", "sub_category", "price"] as const;
const OPTIONAL = ["brand", "type", "unit", "stock", "discount", "description", "images"] as const;
type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];

/** Where each column stands in the file, and what the person who imports should know about the columns. */
export interface Header {
  places: ReadonlyMap<Column, number>;
  width: number;
  notes: string[];
}

/** Reads the first line of a file: which column is which. */
export function readHeader(cells: readonly string[]): Result<Header> {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const twice = names.find((name, place) => name !== "" && names.indexOf(name) !== place);
  if (twice) return { ok: false, reason: `The file has the column ${twice} twice.` };
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0)
    return { ok: false, reason: `The file has no column ${missing.join(", ")}; its first line must name the columns.` };

  const known: readonly string[] = [...REQUIRED, ...OPTIONAL];
  const ignored = names.filter((name) => name !== "" && !known.includes(name));
  const absent = OPTIONAL.filter((name) => !names.includes(name));
  const notes = ignored.map((name) => `Column ${name} was ignored: the shop has no such thing.`);
  if (absent.length > 0) notes.push(`No column ${absent.join(", ")}: products keep what they have there.`);
  const places = new Map([...REQUIRED, ...OPTIONAL].map((name) => [name, names.indexOf(name)]));
  return { ok: true, value: { places, width: names.length, notes } };
}

/** Longest texts by column, in characters. */
const { shelf, detail: _noColumn, ...ofProducts } = longest;
const LONGEST = { ...ofProducts, category: shelf, sub_category: shelf } as const;

/** Checks one row of the file: the product it describes, or what is wrong with it. */
export function readRow({ places, width }: Header, cells: readonly string[]): Result<Row> {
  const { length } = cells;
  if (length !== width) return { ok: false, reason: `has ${length} ${length === 1 ? "cell" : "cells"} instead of ${width}` };
  const faults: string[] = [];

  /** `null` where the file has no such column. */
  const cell = (column: Column): string | null => {
    const place = places.get(column) ?? -1;
    return place < 0 ? null : cells[place]!.trim();
  };
  const text = (column: keyof typeof LONGEST): string | null => {
    const value = cell(column);
    if (value && value.length > LONGEST[column]) faults.push(`${column} is longer than ${LONGEST[column]} characters`);
    if (value?.includes("\u0000")) faults.push(`${column} holds a NUL character`);
    if (value?.includes("\uFFFD")) faults.push(`${column} is not UTF-8 text`);
    return value;
  };
  const oneLine = (column: keyof typeof LONGEST): string | null => text(column)?.replace(/\s+/g, " ") ?? null;
  const required = (column: keyof typeof LONGEST): string => {
    const value = oneLine(column);
    if (!value) faults.push(`${column} is empty`);
    return value ?? "";
  };
  /** `null` where the cell is empty or its number is refused. */
  const number = (column: Column, read: (text: string) => Result<number>): number | null => {
    const value = cell(column);
    if (!value) return null;
    const result = read(value);
    if (!result.ok) faults.push(`${column} ${quoted(value)} ${result.reason}`);
    return result.ok ? result.value : null;
  };

  const row: Row = {
    sku: required("sku"),
    name: required("name"),
    brand: oneLine("brand"),
    category: required("category"),
    sub_category: required("sub_category"),
    type: oneLine("type"),
    unit: oneLine("unit"),
    stock: number("stock", readStock),
    price_cents: number("price", readPrice) ?? 0,
    discount_hundredths: cell("discount") === "" ? 0 : number("discount", readDiscount),
    description: text("description"),
    image: readImages(cell("images"), faults),
  };
  if (cell("price") === "") faults.push("price is empty");
  return faults.length > 0 ? { ok: false, reason: faults.join("; ") } : { ok: true, value: row };
}

function readImages(cell: string | null, faults: string[]): string[] | null {
  const images = [...new Set(cell?.split(/[\s|]+/).filter(Boolean))];
  const wrong = images.find((address) => !isImageAddress(address));
  if (wrong) faults.push(`images: ${quoted(wrong)} is neither an https address nor one of the shop's own`);
  if (images.length > MOST.images) faults.push(`images are more than ${MOST.images}`);
  return images.length > 0 ? images : null;
}

function quoted(cell: string): string {
  return JSON.stringify(cell.length > 60 ? `${cell.slice(0, 60)}…` : cell);
}
