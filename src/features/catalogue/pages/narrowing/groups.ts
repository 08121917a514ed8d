import { t } from "#words/t.ts";
import type { Choices } from "../../narrowing/contract.ts";
import type { Narrowing } from "../../narrowing/rules.ts";
import { priceLabel } from "./labels.ts";

/** A value that lists can be narrowed by, and how many products it leaves. */
export interface Value {
  value: string;
  label: string;
  count: number;
}

/** A filter with several values. */
export interface Group {
  name: "brand" | "price" | "detail";
  title: string;
  values: Value[];
  chosen: readonly string[];
}

/** The list that is shown, while another may be loading. */
interface Shown {
  total: number;
  narrowing: Narrowing;
}

/**
 * The groups of choices that would narrow the list. Groups with chosen values stay, so that these can be cleared, and so does a group whose
 * values were just cleared, so that it doesn't close.
 */
export function groupsOf(choices: Choices, { brand = [], price, detail = [] }: Narrowing, { total, narrowing: was }: Shown): Group[] {
  const group = (
    name: Group["name"],
    title: string,
    values: Value[],
    chosen: readonly string[],
    toLabel: (value: string) => string,
  ): Group => {
    const missing = chosen.filter((value) => !values.some((one) => one.value === value));
    return { name, title, chosen, values: [...missing.map((value) => ({ value, label: toLabel(value), count: 0 })), ...values] };
  };
  const details = choices.detail.map(({ name, label: title = name, values }) => {
    const labeled = values.map(({ value, count, label = value }) => ({ value: `${name}:${value}`, label, count }));
    const chosen = detail.filter((value) => value.startsWith(`${name}:`));
    return group("detail", title, labeled, chosen, (value) => value.slice(name.length + 1));
  });
  const brands = choices.brand.map(({ value, count }) => ({ value, label: value, count }));
  const prices = choices.price.map(({ value, count }) => ({ value, label: priceLabel(value), count }));
  return [
    group("brand", t("Brand"), brands, brand, (value) => value),
    group("price", t("Price"), prices, price ? [price] : [], priceLabel),
    ...details,
  ].filter(({ name, values, chosen }) => {
    const wasChosen = values.some(({ value }) => [was[name]].flat().includes(value));
    return chosen.length > 0 || wasChosen || values.length > 1 || values.some(({ count }) => count < total);
  });
}
