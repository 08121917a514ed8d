import { discounted, readAmount, toCents, toDollars, toHundredths, toPercent } from "#shared/money.ts";

/** A rule's answer: what it read, or what is wrong with it, to be put after the field's name. */
export type Result<T> = { ok: true; value: T } | { ok: false; reason: string };

/** The least and the most a product may have: cents, hundredths of a percent, pieces. The tables refuse what is beyond, too. */
export const LIMITS = {
  priceCents: { least: 1, most: 9_999_999 },
  discountHundredths: { least: 0, most: 9_999 },
  stock: { least: 0, most: 1_000_000 },
} as const;

const TWO_DECIMALS = /^\d{1,9}(?:\.\d{1,2})?$/;
const WITH_THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;
const WHOLE = /^\d{1,9}$/;

/** Reads a list price as a person writes it, in dollars: `4.99`, `$1,234.50`. A comma parts thousands, and nothing else. @returns cents */
export function readPrice(text: string): Result<number> {
  const bare = text.trim().replace(/^\$\s*/, "");
  const { least, most } = LIMITS.priceCents;
  const reason = `must be ${toDollars(least)} to ${toDollars(most)} with at most two decimals`;
  return within(LIMITS.priceCents, readAmount(WITH_THOUSANDS.test(bare) ? bare.replaceAll(",", "") : bare), reason);
}

/** Reads a discount as a person writes it, in percent: `12.5`, `12.5 %`. @returns hundredths of a percent */
export function readDiscount(text: string): Result<number> {
  const bare = text.trim().replace(/\s*%$/, "");
  const { least, most } = LIMITS.discountHundredths;
  const reason = `must be ${toPercent(least)} to ${toPercent(most)} with at most two decimals`;
  return within(LIMITS.discountHundredths, TWO_DECIMALS.test(bare) ? toHundredths(Number(bare)) : Number.NaN, reason);
}

/** Reads a number of pieces on the shelf as a person writes it. */
export function readStock(text: string): Result<number> {
  const { least, most } = LIMITS.stock;
  return within(LIMITS.stock, WHOLE.test(text) ? Number(text) : Number.NaN, `must be a whole number from ${least} to ${most}`);
}

function within({ least, most }: { least: number; most: number }, value: number, reason: string): Result<number> {
  return value >= least && value <= most ? { ok: true, value } : { ok: false, reason };
}

/** What a price is computed from: dollars and percent, as the API has them. */
export interface Priced {
  price: number;
  discount: number;
}

/** The price a shopper pays for one piece, in cents (CARD-6). */
export function paidCents({ price, discount }: Priced): number {
  return discounted(toCents(price), toHundredths(discount));
}

/** The list price of one piece, in cents. */
export function listCents({ price }: Priced): number {
  return toCents(price);
}

/** The percent on the tag of a discount (a percent, too): whole, rounded down, but never 0; `null` without a discount (CARD-1). */
export function discountTag(discount: number): number | null {
  return discount > 0 ? Math.max(1, Math.floor(discount)) : null;
}

/** From this many pieces on nobody is told how many are left. */
const FEW = 5;

/** The pieces left where that is worth saying ("Only N left"), else `null`. */
export function fewLeft(stock: number): number | null {
  return stock > 0 && stock <= FEW ? stock : null;
}

/** Of less than this part of a kilogram or liter, such as of a lipstick, nobody asks what a whole one costs. */
const LEAST_PART = 0.05;

/** What one piece, kilogram or liter costs, in cents, for packs whose unit says how much is in them ("500 g", "4 pieces"); else `null`. */
export function pricePerUnit(paid: number, unit: string): { cents: number; per: string } | null {
  const size = /^(?:pack of (\d+)|(\d+(?:\.\d+)?) (pieces|kg|g|l|ml))$/i.exec(unit.trim());
  if (!size) return null;
  const measure = MEASURES[size[3]?.toLowerCase() ?? "pieces"];
  const parts = Number(size[1] ?? size[2]) * (measure?.share ?? 0);
  if (!measure || parts < LEAST_PART || parts === 1) return null;
  return { cents: Math.round(paid / parts), per: measure.per };
}

/** Measures of units: what share of the unit of comparison one of them is. */
const MEASURES: Record<string, { per: string; share: number }> = {
  pieces: { per: "a piece", share: 1 },
  kg: { per: "a kg", share: 1 },
  g: { per: "a kg", share: 0.001 },
  l: { per: "a liter", share: 1 },
  ml: { per: "a liter", share: 0.001 },
};
