import type { Product } from "../contract.ts";

/** What a product card shows. Cached pages contain cards, so a card only says whether a product is available, never how many. */
export interface Card {
  _id: string;
  name: string;
  /** URL of the first picture; empty if there is none. */
  image: string;
  unit: string;
  /** Price in dollars and discount in percent, as in the API. */
  price: number;
  discount: number;
  available: boolean;
  brand?: string;
  unit_price?: Product["unit_price"];
  weighed?: Product["weighed"];
}

export function toCard({ _id, name, image, unit, price, discount, stock, brand, unit_price, weighed }: Product): Card {
  const known = { ...(brand && { brand }), ...(unit_price && { unit_price }), ...(weighed && { weighed }) };
  return { _id, name, image: image[0] ?? "", unit, price, discount, available: stock > 0, ...known };
}
