/**
 * Money is integer cents inside the shop: hundredths of its currency, which is US dollars unless an admin chose another. Dollars, with
 * two decimals, exist only at the API's edge and stand for any currency. Discounts are integer hundredths
 * of a percent (1 = 0.01%), so they are exact too.
 */

/** Unit price after discount in cents: price − price × discount / 100, rounded half up to a cent (CARD-6). */
export function discounted(priceCents: number, discountHundredths: number): number {
  return Math.floor((priceCents * (10_000 - discountHundredths) * 2 + 10_000) / 20_000);
}

/** Percent (at most two decimals, as JSON carries it) to hundredths of a percent. */
export function toHundredths(percent: number): number {
  return Math.round(percent * 100);
}

/** Hundredths of a percent to percent, for JSON. */
export function toPercent(hundredths: number): number {
  return hundredths / 100;
}

/** Dollars (at most two decimals, as JSON carries them) to cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Cents to dollars, for JSON. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** Cents, never negative, as a plain decimal: `1234.50`. */
export function formatAmount(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** Parses a plain decimal amount into cents; NaN if it isn't one. */
export function readAmount(amount: string): number {
  const [, whole, decimals = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

/** A difference in cents, for people: `+$1.50`, `−$1.50`. */
export function formatSigned(cents: number): string {
  return `${cents < 0 ? "−" : "+"}${formatCents(Math.abs(cents))}`;
}

/** A currency as people read it: its ISO 4217 code, its symbol, and its name in the plural. */
export interface Currency {
  code: string;
  symbol: string;
  name: string;
}

export const US_DOLLARS: Currency = { code: "USD", symbol: "$", name: "US dollars" };

/**
 * The shop's currency. A process serves one shop, and a page shows one, so it is known here rather than passed to everything that
 * shows a price.
 */
let shopCurrency = US_DOLLARS;

export function setCurrency(currency: Currency): void {
  shopCurrency = currency;
}

export function currency(): Currency {
  return shopCurrency;
}

/** What stands before an amount: `$`, or with a space `S/ `. Older browsers may not know a new sign, but they know letters. */
export function currencySign(): string {
  const { symbol } = shopCurrency;
  return /[\p{L}./]$/u.test(symbol) ? `${symbol}\u00a0` : symbol;
}

const plain = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Cents, for people, where the currency is already clear: `1,234.50`. */
export const formatGrouped = (cents: number): string => plain.format(cents / 100);

/** Cents, for people: `$1,234.50` (LAY-8). */
export function formatCents(cents: number): string {
  return `${cents < 0 ? "-" : ""}${currencySign()}${formatGrouped(Math.abs(cents))}`;
}

/** Dollars, as JSON carries them, for people. */
export const formatDollars = (dollars: number): string => formatCents(toCents(dollars));
