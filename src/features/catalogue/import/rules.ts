import { unprotect } from "#shared/csv.ts";
import { asLine } from "#shared/line.ts";
import { isImageAddress } from "../../files/rules.ts";
import { LONGEST as longest, MOST } from "../admin/contract.ts";
import { readDiscount, readPrice, readStock, type Result } from "../rules.ts";
import { splitDetails, splitList } from "./cells.ts";
import type { Field, Mapping } from "./contract.ts";

/** A row's values for a product. `null` means not given, so an existing product keeps its value. */
export interface Row {
  /** The shop's own id. */
  id: string | null;
  /** Empty for no sku. */
  sku: string | null;
  name: string | null;
  brand: string | null;
  category: string[] | null;
  subCategory: string[] | null;
  type: string | null;
  unit: string | null;
  stock: number | null;
  priceCents: number | null;
  discountHundredths: number | null;
  description: string | null;
  image: string[] | null;
  moreDetails: Record<string, string> | null;
}

export function checkMapping(mapping: Mapping): Result<Mapping> {
  const twice = mapping.find((name, place) => name !== null && mapping.indexOf(name) !== place);
  if (twice) return { ok: false, reason: `takes ${twice} from two columns` };
  if (!mapping.includes("sku") && !mapping.includes("id"))
    return { ok: false, reason: "needs a column with the sku or the id, which tells the products apart" };
  return { ok: true, value: mapping };
}

/** Maximum text lengths by column, in characters. */
const LONGEST = { sku: longest.sku, name: longest.name, brand: longest.brand, type: longest.type, unit: longest.unit } as const;

/** Collapses whitespace and line breaks, so that texts can be compared. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Reads and checks one row of the file. */
export function readRow(mapping: Mapping, cells: readonly string[]): Result<Row> {
  const { length } = cells;
  if (length !== mapping.length)
    return { ok: false, reason: `has ${length} ${length === 1 ? "cell" : "cells"} instead of ${mapping.length}` };
  const faults: string[] = [];

  /** `null` if no column is mapped to the field. */
  const cell = (field: Field): string | null => {
    const place = mapping.indexOf(field);
    return place < 0 ? null : unprotect(cells[place]!.trim());
  };
  const text = (field: Field, most: number): string | null => {
    const value = cell(field);
    if (value && value.length > most) faults.push(`${field} is longer than ${most} characters`);
    if (value?.includes("\uFFFD")) faults.push(`${field} is not UTF-8 text`);
    return value;
  };
  const line = (field: keyof typeof LONGEST): string | null => {
    const value = text(field, LONGEST[field]);
    return value === null ? null : asLine(value);
  };
  const required = <T extends { length: number }>(field: Field, value: T | null): T | null => {
    if (value?.length === 0) faults.push(`${field} is empty`);
    return value;
  };
  /** `null` if the cell is empty or the number is invalid. */
  const number = (field: Field, read: (text: string) => Result<number>): number | null => {
    const written = cell(field);
    if (!written) return null;
    const result = read(plainNumber(written));
    if (!result.ok) faults.push(`${field} ${quoted(written)} ${result.reason}`);
    return result.ok ? result.value : null;
  };
  const shelves = (field: "category" | "sub_category"): string[] | null => {
    const value = text(field, longest.shelf * MOST.shelves);
    if (value === null) return null;
    const names = splitList(value)
      .map((name) => oneLine(asLine(name)))
      .filter((name) => name !== "");
    if (names.some((name) => name.length > longest.shelf)) faults.push(`${field} is longer than ${longest.shelf} characters`);
    if (names.length > MOST.shelves) faults.push(`${field} names more than ${MOST.shelves}`);
    return [...new Map(names.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed();
  };

  const row: Row = {
    id: cell("id"),
    sku: line("sku"),
    name: required("name", line("name")),
    brand: line("brand"),
    category: required("category", shelves("category")),
    subCategory: required("sub_category", shelves("sub_category")),
    type: line("type"),
    unit: line("unit"),
    stock: number("stock", readStock),
    priceCents: number("price", readPrice),
    discountHundredths: cell("discount") === "" ? 0 : number("discount", readDiscount),
    description: text("description", longest.description),
    image: readImages(cell("images"), faults),
    moreDetails: readDetails(cell("more_details"), faults),
  };
  if (cell("price") === "") faults.push("price is empty");
  if (row.id && !/^[0-9a-f]{32}$/.test(row.id)) faults.push(`id ${quoted(row.id)} is not the id of a product in this shop`);
  if (!row.id && !row.sku) faults.unshift(`${mapping.includes("sku") ? "sku" : "id"} is empty`);
  return faults.length > 0 ? { ok: false, reason: faults.join("; ") } : { ok: true, value: row };
}

/** Reads `3,60` as a decimal comma, as many spreadsheets write it. A thousands separator has three digits after it. */
function plainNumber(written: string): string {
  return written.replace(/^(\D*\d+),(\d{1,2})(?=\D*$)/, "$1.$2");
}

function readImages(cell: string | null, faults: string[]): string[] | null {
  const images = [...new Set(splitList(cell ?? "", "space"))];
  const wrong = images.find((address) => !isImageAddress(address));
  if (wrong) faults.push(`images: ${quoted(wrong)} is neither an https address nor one of the shop's own`);
  if (images.length > MOST.images) faults.push(`images are more than ${MOST.images}`);
  return images.length > 0 ? images : null;
}

function readDetails(cell: string | null, faults: string[]): Record<string, string> | null {
  if (cell === null) return null;
  const details = splitDetails(cell);
  if (!details.ok) {
    faults.push(`more_details ${details.reason}`);
    return null;
  }
  const entries = Object.entries(details.value);
  if (entries.length > MOST.details) faults.push(`more_details has more than ${MOST.details} fields`);
  if (entries.some(([name, text]) => name.length > longest.shelf || text.length > longest.detail))
    faults.push(`more_details has a field that is longer than ${longest.detail} characters, or a name longer than ${longest.shelf}`);
  return details.value;
}

function quoted(cell: string): string {
  return JSON.stringify(cell.length > 60 ? `${cell.slice(0, 60).toWellFormed()}…` : cell);
}
