import { amountOf, type Weighed } from "#shared/weights.ts";
import { t } from "#words/t.ts";
import { withKind } from "../catalogue/words.ts";

/** A product that ran short. */
export interface Shortened {
  name: string;
  unit: string;
  stock: number;
  weighed?: Weighed | null | undefined;
}

/** Says that fewer pieces are left than requested. */
export function shortageMessage({ name, unit, stock, weighed }: Shortened): string {
  const product = withKind(name, unit);
  return stock > 0
    ? t("Only {stock} of {name} left", { stock: amountOf(stock, weighed), name: product })
    : t("{name} is sold out", { name: product });
}

/** How many products a message names. */
const NAMED = 3;

/** The products that ran short, in words. */
export function namedShortages(short: readonly Shortened[]): string {
  const named = short.slice(0, NAMED).map(shortageMessage);
  const more = short.length - named.length;
  const products = named.join(", ");
  return more > 0 ? t("{products}, and {more} more", { products, more }) : products;
}

/** Why an order cannot be placed, or changed, and what its shopper can do. */
export function shortagesMessage(products: readonly Shortened[], isChange = false): string {
  const short = namedShortages(products);
  return isChange
    ? t("{products}. Change how many you want and try again.", { products: short })
    : t("{products}. Update your cart and try again.", { products: short });
}
