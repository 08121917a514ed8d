import { refuse } from "#server/http/errors.ts";
import { toDollars, toPercent } from "#shared/money.ts";
import type { Fields } from "../../audit/rules.ts";
import { readDiscount, readPrice, readStock, type Result } from "../rules.ts";
import type { LockedProduct, ProductRow } from "./product-store.ts";
import type { Named } from "./shelf-store.ts";

/** A product as the contract defines its fields. */
export interface SentProduct {
  name: string;
  image: string[];
  category: string[];
  subCategory: string[];
  unit: string;
  stock: number;
  price: number;
  discount: number;
  description: string;
  more_details: Record<string, string>;
  sku?: string | null | undefined;
  brand?: string | undefined;
  stockWas?: number | undefined;
}

/**
 * The new row of a product. Fields that were not sent stay unchanged.
 * @throws Refusal 400 naming the field, 409 if fewer pieces are left than would be taken away
 */
export function toRow(sent: SentProduct, known?: LockedProduct): ProductRow {
  const { name, unit, description, more_details: moreDetails } = sent;
  const stock = stockAfter({ stock: accept("stock", readStock(String(sent.stock))), stockWas: sent.stockWas }, known?.stock ?? 0);
  if (!stock.ok) throw refuse.conflict(`stock ${stock.reason}`, { stock: known?.stock });
  return {
    name,
    unit,
    description,
    moreDetails,
    stock: stock.value,
    image: standsIn(sent.image, known) ? [] : [...new Set(sent.image)],
    priceCents: accept("price", readPrice(String(sent.price))),
    discountHundredths: accept("discount", readDiscount(String(sent.discount))),
    sku: sent.sku === undefined ? (known?.sku ?? null) : sent.sku || null,
    brand: sent.brand ?? known?.brand ?? "",
  };
}

function accept<T>(field: string, result: Result<T>): T {
  if (!result.ok) throw refuse.badInput(`${field} ${result.reason}`);
  return result.value;
}

/** The new stock. If we know which stock the admin saw, items sold since then stay sold. */
export function stockAfter({ stock, stockWas }: { stock: number; stockWas?: number | undefined }, present: number): Result<number> {
  if (stockWas === undefined) return { ok: true, value: stock };
  const value = present + stock - stockWas;
  if (value < 0) return { ok: false, reason: `cannot fall by ${stockWas - stock}: ${present} ${present === 1 ? "is" : "are"} left` };
  const result = readStock(String(value));
  return result.ok ? result : { ok: false, reason: `would be ${value}: it ${result.reason}` };
}

/** Whether the picture sent is only the fallback from the subcategory, which responses show for a product without pictures. */
function standsIn(image: readonly string[], known: LockedProduct | undefined): boolean {
  return known?.image.length === 0 && image.length === 1 && known.subCategory.some((shelf) => shelf.image === image[0]);
}

/** A product as the audit log records it. */
export function noted(row: ProductRow, shelves: { category: readonly Named[]; subCategory: readonly Named[] }): Fields {
  const { name, image, unit, stock, description, moreDetails, sku, brand } = row;
  return {
    name,
    image,
    unit,
    stock,
    price: toDollars(row.priceCents),
    discount: toPercent(row.discountHundredths),
    description,
    more_details: moreDetails,
    sku,
    brand,
    category: shelves.category.map(toName),
    subCategory: shelves.subCategory.map(toName),
  };
}

const toName = ({ _id, name }: Named): Named => ({ _id, name });
