import { discounted, formatAmount, toDollars, toHundredths, toPercent } from "#shared/money.ts";
import { readTypedAmount, readTypedPercent } from "#shared/typed-amount.ts";
import { t } from "#words/t.ts";

/** The value that was read, or what is wrong with it, phrased to follow the field name. */
export type Result<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Limits in cents, hundredths of a percent, items in stock, and grams of a piece. The tables enforce them too. */
export const LIMITS = {
  priceCents: { least: 1, most: 9_999_999 },
  costCents: { least: 0, most: 9_999_999 },
  discountHundredths: { least: 0, most: 9_999 },
  stock: { least: 0, most: 1_000_000 },
  grams: { least: 1, most: 20_000 },
} as const;

const WHOLE = /^\d{1,9}$/;

/** Reads a list price in dollars: `4.99`, `3,50`, `$1,234.50`, `1.234,50`. @returns cents */
export function readPrice(text: string): Result<number> {
  const { least, most } = LIMITS.priceCents;
  const reason = t("must be {least} to {most} with at most two decimals", { least: toDollars(least), most: toDollars(most) });
  return within(LIMITS.priceCents, readTypedAmount(text), reason);
}

/** What one piece costs the shop, read like a price, in cents; null if it is empty. */
export function readCost(text: string): Result<number | null> {
  if (text.trim() === "") return { ok: true, value: null };
  const { least, most } = LIMITS.costCents;
  const reason = t("must be {least} to {most} with at most two decimals", { least: toDollars(least), most: toDollars(most) });
  return within(LIMITS.costCents, readTypedAmount(text), reason);
}

const CHANGE_IN_PERCENT = /^([+-]\d{1,4}(?:[.,]\d{1,2})?)\s*%$/;

/** Reads a new price, or a change of the present one such as `+10%`. @param present in cents. @returns cents */
export function readNewPrice(text: string, present: number): Result<number> {
  const share = CHANGE_IN_PERCENT.exec(text.trim())?.[1]?.replace(",", ".");
  // A raise is a negative discount, so that one rule does the rounding.
  return readPrice(share ? formatAmount(Math.max(0, discounted(present, -toHundredths(Number(share))))) : text);
}

/** Reads a new number of items in stock, or a change such as `+5`. */
export function readNewStock(text: string, present: number): Result<number> {
  const written = text.trim();
  return readStock(/^[+-]\d{1,9}$/.test(written) ? String(present + Number(written)) : written);
}

/** Reads a discount in percent: `12.5`, `12,5 %`. @returns hundredths of a percent */
export function readDiscount(text: string): Result<number> {
  const { least, most } = LIMITS.discountHundredths;
  const reason = t("must be {least} to {most} with at most two decimals", { least: toPercent(least), most: toPercent(most) });
  return within(LIMITS.discountHundredths, readTypedPercent(text), reason);
}

/** Reads the number of items in stock. */
export const readStock = (text: string): Result<number> => readWhole(text, LIMITS.stock);

/** Reads what a piece weighs, in grams. */
export const readGrams = (text: string): Result<number> => readWhole(text, LIMITS.grams);

function readWhole(text: string, limits: { least: number; most: number }): Result<number> {
  const { least, most } = limits;
  return within(limits, WHOLE.test(text) ? Number(text) : Number.NaN, t("must be a whole number from {least} to {most}", { least, most }));
}

const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** Reads a barcode (GTIN-8, -12, -13 or -14) and checks its last digit. Spaces and hyphens do not matter; null if it is empty. */
export function readBarcode(text: string): Result<string | null> {
  const digits = text.replaceAll(/[\s-]/g, "");
  if (digits === "") return { ok: true, value: null };
  if (!GTIN.test(digits)) return { ok: false, reason: t("must have 8, 12, 13 or 14 digits") };
  // From the right, every second digit counts three times.
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 1 ? 3 : 1), 0);
  if (sum % 10 === 0) return { ok: true, value: digits };
  const last = (10 - ((sum - Number(digits.at(-1))) % 10)) % 10;
  return { ok: false, reason: t("ends in {end} instead of {last}: one of its digits is wrong", { end: digits.at(-1) ?? "", last }) };
}

/** A barcode as 14 digits: scanners and suppliers drop or add leading zeros. Null for other text. */
export function barcodeDigits(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, "");
  return /^\d{8,14}$/.test(digits) ? digits.padStart(14, "0") : null;
}

function within({ least, most }: { least: number; most: number }, value: number, reason: string): Result<number> {
  return value >= least && value <= most ? { ok: true, value } : { ok: false, reason };
}
