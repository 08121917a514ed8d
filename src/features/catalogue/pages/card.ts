import type { Product } from "../contract.ts";

/** What a product card shows. Kept pages hold cards, so it says only whether a product can be had, never how many. */
export interface Card {
  _id: string;
  name: string;
  /** Address of the first picture; empty when there is none. */
  image: string;
  unit: string;
  /** Dollars and percent, as the API has them. */
  price: number;
  discount: number;
  available: boolean;
  brand?: string;
}

/** The part of a product that its card shows. */
export function toCard({ _id, name, image, unit, price, discount, stock, brand }: Product): Card {
  return { _id, name, image: image[0] ?? "", unit, price, discount, available: stock > 0, ...(brand && { brand }) };
}
