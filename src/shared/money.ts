/**
 * Money is integer cents inside the shop; dollars with two decimals exist only at the API's edge. Discounts are integer hundredths
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

/** Cents as a plain decimal: `1234.50`. */
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

const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Cents, for people: `$1,234.50` (LAY-8). */
export function formatCents(cents: number): string {
  return usd.format(cents / 100);
}
