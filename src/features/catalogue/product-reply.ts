import { discounted, toDollars, toPercent } from "#shared/money.ts";
import type { Weighed } from "#shared/weights.ts";
import type { Product } from "./contract.ts";
import type { PriceAndStock } from "./price-and-stock-store.ts";
import type { ShopProduct } from "./store.ts";
import { unitPrice } from "./unit-price.ts";

/** A product as in the API: dollars and percent. */
export function productReply({ priceCents, discountHundredths, englishUnit, names: _names, ...product }: ShopProduct): Product {
  return { ...product, ...pricesOf({ priceCents, discountHundredths, unit: englishUnit ?? product.unit, weighed: product.weighed }) };
}

/** What a product costs now and how many there are, as live updates say it. */
export function priceAndStockReply({ unit, priceCents, discountHundredths, weighed, ...product }: PriceAndStock) {
  return { ...product, ...pricesOf({ priceCents, discountHundredths, unit, weighed }), ...(weighed && { weighed }) };
}

/** @param unit in English */
function pricesOf({
  priceCents,
  discountHundredths,
  unit,
  weighed,
}: Pick<PriceAndStock, "priceCents" | "discountHundredths" | "unit"> & { weighed?: Weighed | null | undefined }) {
  const each = unitPrice(discounted(priceCents, discountHundredths), unit, Boolean(weighed));
  return {
    price: toDollars(priceCents),
    discount: toPercent(discountHundredths),
    unit_price: each && { price: toDollars(each.cents), per: each.per },
  };
}
