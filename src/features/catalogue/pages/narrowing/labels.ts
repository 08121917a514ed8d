import { formatCents } from "#shared/money.ts";
import { readPriceRange } from "#shared/price-range.ts";
import { t } from "#words/t.ts";
import type { Choices, Sort } from "../../narrowing/contract.ts";
import { chosenIn, type Chosen, type Narrowing } from "../../narrowing/rules.ts";

export const SORT_LABELS: Record<Sort, string> = {
  price: t("Lowest price"),
  "unit-price": t("Lowest unit price"),
  discount: t("Biggest discount"),
  new: t("Newest"),
  name: t("Name"),
};

/** A price range in words: `$2.00 to $4.99`. */
export function priceLabel(range: string): string {
  const { from = null, to = null } = readPriceRange(range) ?? {};
  if (from === null) return t("Up to {price}", { price: formatCents(to ?? 0) });
  return to === null
    ? t("{price} and up", { price: formatCents(from) })
    : t("{low} to {high}", { low: formatCents(from), high: formatCents(to) });
}

/** The choices made that narrow the list. Details that lists can't be narrowed by anymore don't. */
export const appliedIn = (narrowing: Narrowing, { detail }: Choices) =>
  chosenIn(narrowing).filter(([filter, value]) => filter !== "detail" || detail.some(({ name }) => value.startsWith(`${name}:`)));

/** A choice in words, for its chip. */
export function chosenLabel([filter, value]: Chosen, { detail }: Choices): string {
  if (filter === "price") return priceLabel(value);
  if (filter === "offer") return t("On offer");
  if (filter === "stock") return t("In stock");
  if (filter !== "detail") return value;
  const [name, one] = [value.slice(0, value.indexOf(":")), value.slice(value.indexOf(":") + 1)];
  return detail.find((group) => group.name === name)?.values.find((choice) => choice.value === one)?.label ?? one;
}
