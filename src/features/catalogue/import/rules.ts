import { isImageAddress } from "../../files/rules.ts";

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

type Result<T> = { ok: true; value: T } | { ok: false; reason: string };

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

/** Longest texts, in characters. */
const LONGEST = { sku: 100, name: 250, brand: 100, category: 100, sub_category: 100, type: 100, unit: 100, description: 20_000 } as const;
export const MAX_STOCK = 1_000_000;
const MAX_IMAGES = 20;

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

  const row: Row = {
    sku: required("sku"),
    name: required("name"),
    brand: oneLine("brand"),
    category: required("category"),
    sub_category: required("sub_category"),
    type: oneLine("type"),
    unit: oneLine("unit"),
    stock: readStock(cell("stock"), faults),
    price_cents: readPrice(cell("price") ?? "", faults),
    discount_hundredths: readDiscount(cell("discount"), faults),
    description: text("description"),
    image: readImages(cell("images"), faults),
  };
  return faults.length > 0 ? { ok: false, reason: faults.join("; ") } : { ok: true, value: row };
}

const TWO_DECIMALS = /^\d{1,9}(?:\.\d{1,2})?$/;

/** A number with at most two decimals, in hundredths; NaN when it is none. */
function hundredths(cell: string): number {
  return TWO_DECIMALS.test(cell) ? Math.round(Number(cell) * 100) : Number.NaN;
}

function readPrice(cell: string, faults: string[]): number {
  const cents = hundredths(cell);
  if (cell === "") faults.push("price is empty");
  else if (!(cents >= 1 && cents <= 9_999_999)) faults.push(`price ${quoted(cell)} is not from 0.01 to 99999.99 with at most two decimals`);
  return cents;
}

function readDiscount(cell: string | null, faults: string[]): number | null {
  if (cell === null) return null;
  const percent = cell === "" ? 0 : hundredths(cell);
  if (!(percent >= 0 && percent <= 9999)) faults.push(`discount ${quoted(cell)} is not from 0 to 99.99 with at most two decimals`);
  return percent;
}

function readStock(cell: string | null, faults: string[]): number | null {
  if (!cell) return null;
  const stock = /^\d{1,9}$/.test(cell) ? Number(cell) : Number.NaN;
  if (!(stock <= MAX_STOCK)) faults.push(`stock ${quoted(cell)} is no whole number from 0 to ${MAX_STOCK}`);
  return stock;
}

function readImages(cell: string | null, faults: string[]): string[] | null {
  const images = [...new Set(cell?.split(/[\s|]+/).filter(Boolean))];
  const wrong = images.find((address) => !isImageAddress(address));
  if (wrong) faults.push(`images: ${quoted(wrong)} is neither an https address nor one of the shop's own`);
  if (images.length > MAX_IMAGES) faults.push(`images are more than ${MAX_IMAGES}`);
  return images.length > 0 ? images : null;
}

function quoted(cell: string): string {
  return JSON.stringify(cell.length > 60 ? `${cell.slice(0, 60)}…` : cell);
}
