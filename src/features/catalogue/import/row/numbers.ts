/** The sign before the decimals. */
export type Decimals = "," | ".";

/** A currency's sign or letters: €, US$, S/, kr, CHF. */
const CURRENCY = String.raw`(?:[A-Z]{0,3}\p{Sc}|S/\.?|R\$|kr\.?|zł|Kč|Ft|lei|Rs\.?|Bs\.?|Fr\.?|[A-Z]{3})`;
const AMOUNT = new RegExp(String.raw`^(-?)${CURRENCY}?(-?)(\d[\d.,]*|[.,]\d+)(?:${CURRENCY}|%)?$`, "iu");

/** Which decimals a cell shows, if it can only be read in one way: `3,50`, `1.234,50` or `1,299.00`, but not `1,299`. */
export function decimalsOf(cell: string): Decimals | undefined {
  if (cell.length > 24) return undefined;
  const [, other, sign, decimals] = /([.,])?[^.,]*([.,])(\d+)\D*$/.exec(cell) ?? [];
  if (!sign || !decimals) return undefined;
  if (decimals.length !== 3 || (other && other !== sign)) return sign as Decimals; // the pattern has no other
  return undefined;
}

/**
 * Rewrites a number as JavaScript reads it: `€ 1.234,50` is `1234.50`. Cells that can be read in two ways are read like most of their
 * column.
 * @returns null for anything else, such as a price range
 */
export function plainNumber(cell: string, column: Decimals = "."): string | null {
  const bare = cell
    .trim()
    .replace("−", "-")
    .replace(/[.,][-–—]$/, "")
    .replace(/(?<=\d)[\s'’](?=\d{3}(?:\D|$))/g, "")
    .replaceAll(/\s/g, "");
  const [, before, after, digits] = AMOUNT.exec(bare) ?? [];
  if (!digits) return null;
  const number = withPoint(digits, column);
  return number === null ? null : `${before || after ? "-" : ""}${number}`;
}

function withPoint(digits: string, column: Decimals): string | null {
  const signs = new Set(digits.match(/[.,]/g));
  if (signs.size === 0) return digits;
  const last = digits.at(Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."))) as Decimals; // one of the two is there
  const thousands = last === "," ? "." : ",";
  if (signs.size === 2) return join(digits, thousands, last);
  const parts = digits.split(last);
  const isAmbiguous = parts.length === 2 && parts[1]!.length === 3 && /^[1-9]\d{0,2}$/.test(parts[0]!);
  if (parts.length > 2 || (isAmbiguous && last !== column)) return join(digits, last, null);
  return `${parts[0] || "0"}.${parts[1]}`;
}

/** Joins groups of three digits, and what follows the decimal sign. */
function join(digits: string, thousands: Decimals, decimal: Decimals | null): string | null {
  const [whole, decimals, more] = decimal ? digits.split(decimal) : [digits];
  const groups = whole!.split(thousands);
  const isGrouped = groups.every((group, place) => (place === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));
  if (!isGrouped || more !== undefined) return null;
  return groups.join("") + (decimals === undefined ? "" : `.${decimals}`);
}
