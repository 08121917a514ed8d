import { readUnit } from "../../unit-price.ts";

/** What a row says about its product among others of its group. */
export interface Variant {
  name: string;
  /** Null if no option is a size. */
  unit: string | null;
  /** What distinguishes it: `500 g`, `Vanilla / 500 g`. */
  label: string;
}

/** What Shopify writes for a product without options. */
const NO_OPTION = "default title";

/** Names a product by its options. A size becomes the unit; anything else, such as a flavor, belongs to the name. */
export function nameVariant(name: string, options: readonly string[]): Variant {
  const values = options.map((value) => value.trim()).filter((value) => value !== "" && value.toLowerCase() !== NO_OPTION);
  const unit = values.find((value) => readUnit(value)) ?? null;
  const others = values.filter((value) => value !== unit);
  const base = withoutEnding(name, values);
  return {
    name: [base, ...others.filter((value) => !base.toLowerCase().includes(value.toLowerCase()))].join(", "),
    unit,
    label: values.join(" / "),
  };
}

/** WooCommerce adds the options to the name: `Oat milk - 1 l`. */
function withoutEnding(name: string, values: readonly string[]): string {
  if (values.length === 0) return name;
  const endings = [values.join(", "), values.join(" / "), values.join(" - ")].map((ending) => ` - ${ending}`.toLowerCase());
  const ending = endings.find((one) => name.toLowerCase().endsWith(one));
  return ending ? name.slice(0, -ending.length).trim() : name;
}
