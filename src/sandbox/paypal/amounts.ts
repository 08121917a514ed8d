import { paypalError, type Detail } from "./errors.ts";
import type { Money, OrderRequest, PurchaseUnit } from "./order-shape.ts";

/** PayPal's currencies and their decimals. */
const DECIMALS: Record<string, number> = {
  ...Object.fromEntries(["AUD", "BRL", "CAD", "CNY", "CZK", "DKK", "EUR", "HKD", "ILS", "MYR", "MXN", "NZD"].map((code) => [code, 2])),
  ...Object.fromEntries(["NOK", "PHP", "PLN", "GBP", "SGD", "SEK", "CHF", "THB", "USD"].map((code) => [code, 2])),
  ...Object.fromEntries(["HUF", "JPY", "TWD"].map((code) => [code, 0])),
};
const MAX = 99_999_999_999_999_999n;

/** Hundredths of the unit. Callers have already checked the decimals. */
export function toCents({ value }: Money): bigint {
  const [whole = "", part = ""] = value.replace("-", "").split(".");
  const cents = BigInt(whole || "0") * 100n + BigInt(part.slice(0, 2).padEnd(2, "0"));
  return value.startsWith("-") ? -cents : cents;
}

/** An amount from hundredths. */
export function fromCents(cents: bigint, currency: string): Money {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return { currency_code: currency, value: `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}` };
}

/** What is wrong with a single amount. */
export function faultsOf(money: Money, field: string, sign: "positive" | "not negative"): Detail[] {
  const at = { field: `${field}/value`, value: money.value, location: "body" } as const;
  const decimals = DECIMALS[money.currency_code];
  if (decimals === undefined)
    return [{ ...at, field: `${field}/currency_code`, value: money.currency_code, issue: "INVALID_CURRENCY_CODE" }];
  if ((money.value.split(".")[1] ?? "").length > decimals) return [{ ...at, issue: "DECIMAL_PRECISION" }];
  const cents = toCents(money);
  if (cents > MAX) return [{ ...at, issue: "MAX_VALUE_EXCEEDED" }];
  if (cents < 0n && sign === "not negative") return [{ ...at, issue: "CANNOT_BE_NEGATIVE" }];
  if (cents <= 0n && sign === "positive") return [{ ...at, issue: "CANNOT_BE_ZERO_OR_NEGATIVE" }];
  return [];
}

const PARTS = ["item_total", "tax_total", "shipping", "handling", "insurance", "shipping_discount", "discount"] as const;
const TAKEN_OFF: readonly string[] = ["shipping_discount", "discount"];

/**
 * Checks that all amounts of an order add up.
 * @throws ProviderError 422
 */
export function checkAmounts(order: OrderRequest): void {
  const details = order.purchase_units.flatMap((unit, i) => faultsOfUnit(unit, `/purchase_units/${i}`));
  const currencies = new Set(order.purchase_units.map((unit) => unit.amount.currency_code));
  if (currencies.size > 1) details.push({ issue: "MULTI_CURRENCY_ORDER", location: "body" });
  if (order.purchase_units.length > 1) {
    const ids = order.purchase_units.map((unit) => unit.reference_id);
    if (ids.includes(undefined)) details.push({ issue: "REFERENCE_ID_REQUIRED", location: "body" });
    else if (new Set(ids).size < ids.length) details.push({ issue: "DUPLICATE_REFERENCE_ID", location: "body" });
  }
  if (details.length > 0) throw paypalError(details);
}

function faultsOfUnit(unit: PurchaseUnit, place: string): Detail[] {
  const { amount, items = [] } = unit;
  const { breakdown } = amount;
  const single = [
    ...faultsOf(amount, `${place}/amount`, "positive"),
    ...PARTS.flatMap((part) => {
      const money = breakdown?.[part];
      return money ? faultsOf(money, `${place}/amount/breakdown/${part}`, "not negative") : [];
    }),
    ...items.flatMap((item, i) => [
      ...faultsOf(item.unit_amount, `${place}/items/${i}/unit_amount`, "not negative"),
      ...(item.tax ? faultsOf(item.tax, `${place}/items/${i}/tax`, "not negative") : []),
    ]),
  ];
  if (single.length > 0) return single;
  return [...faultsOfCurrencies(unit, place), ...faultsOfSums(unit, place)];
}

function faultsOfCurrencies({ amount, items = [] }: PurchaseUnit, place: string): Detail[] {
  const all = [...Object.values(amount.breakdown ?? {}), ...items.flatMap((item) => [item.unit_amount, item.tax])];
  const other = all.find((money) => money && money.currency_code !== amount.currency_code);
  return other ? [{ field: place, location: "body", value: other.currency_code, issue: "MULTI_CURRENCY_ORDER" }] : [];
}

function faultsOfSums({ amount, items }: PurchaseUnit, place: string): Detail[] {
  const parts = amount.breakdown;
  const field = `${place}/amount/breakdown`;
  const details: Detail[] = [];
  const compare = (total: "item_total" | "tax_total", sum: bigint, prefix: "ITEM" | "TAX") => {
    const given = parts?.[total];
    if (!given) details.push({ field: `${field}/${total}`, location: "body", issue: `${prefix}_TOTAL_REQUIRED` });
    else if (toCents(given) !== sum)
      details.push({ field: `${field}/${total}/value`, value: given.value, location: "body", issue: `${prefix}_TOTAL_MISMATCH` });
  };
  if (items && items.length > 0) {
    compare("item_total", sumOf(items.map((item) => toCents(item.unit_amount) * BigInt(item.quantity))), "ITEM");
    const taxed = items.filter((item) => item.tax);
    if (taxed.length > 0) compare("tax_total", sumOf(taxed.map((item) => toCents(item.tax!) * BigInt(item.quantity))), "TAX");
  }
  if (!parts) return details;
  const total = sumOf(PARTS.map((part) => (parts[part] ? toCents(parts[part]) * (TAKEN_OFF.includes(part) ? -1n : 1n) : 0n)));
  if (total !== toCents(amount)) {
    details.push({ field: `${place}/amount/value`, value: amount.value, location: "body", issue: "AMOUNT_MISMATCH" });
  }
  return details;
}

const sumOf = (cents: bigint[]) => cents.reduce((sum, next) => sum + next, 0n);
