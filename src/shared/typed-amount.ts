import { currency, readAmount } from "./money.ts";

const THOUSANDS_BY_COMMA = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;
const DECIMALS_BY_COMMA = /^(?:\d{1,9}|\d{1,3}(?:\.\d{3})+),\d{1,2}$/;

/** Peru's older sign. Without a space or decimals after it, its point could be the decimal one. */
const OLD_SOLES = /^S\/\.(?=\s|\d+[.,]\d)/;

/** Drops thousands separators, and turns a decimal comma, which one or two digits follow but never three, into a point. */
function withPoint(text: string): string {
  if (THOUSANDS_BY_COMMA.test(text)) return text.replaceAll(",", "");
  return DECIMALS_BY_COMMA.test(text) ? text.replaceAll(".", "").replace(",", ".") : text;
}

/** Reads an amount as people type it: `4.99`, `3,50`, `$1,234.50`, `S/ 1.234,50`, `S/. 4.99`. @returns cents; NaN if it isn't an amount */
export function readTypedAmount(typed: string): number {
  const text = typed.trim().replace(OLD_SOLES, "S/");
  const sign = ["$", currency().symbol, currency().code].find((one) => text.startsWith(one)) ?? "";
  return readAmount(withPoint(text.slice(sign.length).trimStart()));
}

/** Reads a percentage as people type it: `12.5`, `12,5 %`. @returns hundredths of a percent; NaN if it isn't one */
export function readTypedPercent(typed: string): number {
  const text = typed.trim();
  return readAmount(withPoint(text.endsWith("%") ? text.slice(0, -1).trimEnd() : text));
}
