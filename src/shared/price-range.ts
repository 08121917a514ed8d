import { toCents } from "./money.ts";

/** A range of prices in cents, both ends included. */
export interface PriceRange {
  from: number | null;
  to: number | null;
}

const RANGE = /^(\d{0,6}(?:\.\d{1,2})?)-(\d{0,6}(?:\.\d{1,2})?)$/;

/** Reads a range of dollars: `2-10`, `-4.99`, `50-`. @returns null unless it has a lower or an upper end, in that order */
export function readPriceRange(text: string): PriceRange | null {
  const [from, to] = RANGE.exec(text)?.slice(1).map(readEnd) ?? [];
  if (from === undefined || to === undefined || (from === null && to === null)) return null;
  return from !== null && to !== null && from > to ? null : { from, to };
}

function readEnd(dollars: string): number | null {
  return dollars === "" ? null : toCents(Number(dollars));
}
