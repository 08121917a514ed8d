import { discounted, readAmount, toCents, toDollars, toHundredths, toPercent, withoutSign } from "#shared/money.ts";

/** The value that was read, or what is wrong with it, phrased to follow the field name. */
export type Result<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Limits in cents, hundredths of a percent, and items in stock. The tables enforce them, too. */
export const LIMITS = {
  priceCents: { least: 1, most: 9_999_999 },
  discountHundredths: { least: 0, most: 9_999 },
  stock: { least: 0, most: 1_000_000 },
} as const;

const TWO_DECIMALS = /^\d{1,9}(?:\.\d{1,2})?$/;
const WITH_THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;
const WHOLE = /^\d{1,9}$/;

/** Reads a list price in dollars: `4.99`, `$1,234.50`. A comma only separates thousands. @returns cents */
export function readPrice(text: string): Result<number> {
  const bare = withoutSign(text);
  const { least, most } = LIMITS.priceCents;
  const reason = `must be ${toDollars(least)} to ${toDollars(most)} with at most two decimals`;
  return within(LIMITS.priceCents, readAmount(WITH_THOUSANDS.test(bare) ? bare.replaceAll(",", "") : bare), reason);
}

/** Reads a discount in percent: `12.5`, `12.5 %`. @returns hundredths of a percent */
export function readDiscount(text: string): Result<number> {
  const written = text.trim();
  const bare = written.endsWith("%") ? written.slice(0, -1).trimEnd() : written;
  const { least, most } = LIMITS.discountHundredths;
  const reason = `must be ${toPercent(least)} to ${toPercent(most)} with at most two decimals`;
  return within(LIMITS.discountHundredths, TWO_DECIMALS.test(bare) ? toHundredths(Number(bare)) : Number.NaN, reason);
}

/** Reads the number of items in stock. */
export function readStock(text: string): Result<number> {
  const { least, most } = LIMITS.stock;
  return within(LIMITS.stock, WHOLE.test(text) ? Number(text) : Number.NaN, `must be a whole number from ${least} to ${most}`);
}

function within({ least, most }: { least: number; most: number }, value: number, reason: string): Result<number> {
  return value >= least && value <= most ? { ok: true, value } : { ok: false, reason };
}

/** List price in dollars and discount in percent, as in the API. */
export interface Priced {
  price: number;
  discount: number;
}

/** The price of one item after the discount, in cents (CARD-6). */
export function paidCents({ price, discount }: Priced): number {
  return discounted(toCents(price), toHundredths(discount));
}

/** The list price of one item, in cents. */
export function listCents({ price }: Priced): number {
  return toCents(price);
}

/** A discount tag's whole percentage, rounded down but at least 1; `null` without a discount (CARD-1). */
export function discountTag(discount: number): number | null {
  return discount > 0 ? Math.max(1, Math.floor(discount)) : null;
}

/** Stock from which the number of items left is no longer shown. */
const FEW = 5;

/** The number of items left if it is low enough to show ("Only N left"), else `null`. */
export function fewLeft(stock: number): number | null {
  return stock > 0 && stock <= FEW ? stock : null;
}
