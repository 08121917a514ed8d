import { toDollars, toPercent } from "#shared/money.ts";
import { seesCosts, type Role } from "#shared/roles.ts";
import { productReply } from "../product-reply.ts";
import type { ShopProduct } from "../store.ts";
import type { AdminProduct } from "./find/contract.ts";
import type { FoundProduct } from "./find/read-found.ts";
import { spanishOf, type SpanishColumns } from "./product-fields.ts";

/** A product with its texts in both languages, and the columns these are in. */
export interface TranslatedProduct {
  product: ShopProduct;
  spanish: SpanishColumns;
}

/** A product as the API returns it to who changed it. */
export const translatedReply = ({ product, spanish }: TranslatedProduct) => ({ ...productReply(product), ...spanishOf(spanish) });

/** A product as the API returns it to somebody of the staff. */
export function adminProductReply({ own, ...product }: FoundProduct, role: Role): AdminProduct {
  const { barcode, costCents, hidden, offer } = own;
  const { category, subCategory } = product;
  return {
    ...translatedReply({ product, spanish: own }),
    category,
    subCategory,
    barcode,
    cost_price: seesCosts(role) && costCents !== null ? toDollars(costCents) : null,
    hidden,
    offer: offer && { discount: toPercent(offer.hundredths), from: offer.from, until: offer.until },
  };
}
