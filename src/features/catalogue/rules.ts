import { discounted, toCents, toHundredths } from "#shared/money.ts";

/** List price in dollars and discount in percent, as in the API. */
export interface Priced {
  price: number;
  discount: number;
}

/** The price of one item after the discount, in cents (CARD-6). */
export function paidCents({ price, discount }: Priced): number {
  return discounted(toCents(price), toHundredths(discount));
}

/** The list price of one item, in cents. */
export function listCents({ price }: Priced): number {
  return toCents(price);
}

/** A discount tag's whole percentage, rounded down but at least 1; `null` without a discount (CARD-1). */
export function discountTag(discount: number): number | null {
  return discount > 0 ? Math.max(1, Math.floor(discount)) : null;
}

/** Stock from which the number of items left is no longer shown. */
const FEW = 5;

/** The number of items left if it is low enough to show ("Only N left"), else `null`. */
export function fewLeft(stock: number): number | null {
  return stock > 0 && stock <= FEW ? stock : null;
}

/** Bytes of a text in HTML, at most: an escaped character takes up to 6. */
const bytesOf = (text: string) => new TextEncoder().encode(text.replace(/[&<>"'\\]/g, "&quot;")).length;

/** Bytes of a name in an address, beside an id. */
const inAddress = (name: string) => encodeURIComponent(name).length;

/** About how many bytes a category takes on the home page, without products: its tile, the head of its row, and its data. */
export function rowBytes(row: Record<"category" | "subCategory", { name: string; image: string }>): number {
  const { category, subCategory } = row;
  const links = 2 * (inAddress(category.name) + inAddress(subCategory.name));
  return 1500 + links + 5 * bytesOf(category.name) + bytesOf(subCategory.name) + imageBytes(category.image) + bytesOf(subCategory.image);
}

/** About how many bytes a product takes on the home page: its card and its data. */
export function cardBytes(card: { name: string; image: string; unit: string; brand?: string }): number {
  const texts = 4 * bytesOf(card.name) + 2 * bytesOf(card.unit) + bytesOf(card.brand ?? "");
  return 1650 + inAddress(card.name) + texts + imageBytes(card.image);
}

/** The shop's own pictures are named in several widths. */
const imageBytes = (image: string) => (image.startsWith("/") ? 7 : 2) * bytesOf(image);
