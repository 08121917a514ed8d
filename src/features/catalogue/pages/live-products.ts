import { useSyncExternalStore } from "react";
import type { Product } from "../contract.ts";
import { fewLeft } from "../rules.ts";
import type { Card } from "./card.ts";

/** What a product costs now, and how many there are; without prices if it is gone. */
export type LiveProduct = Pick<Product, "_id" | "stock"> & Partial<Pick<Product, "price" | "discount" | "unit_price" | "weighed">>;

const products = new Map<string, LiveProduct>();
const listeners = new Set<() => void>();

/** Changes what live updates have reported about products; pages show it instead of what they were loaded with. */
export function changeLiveProducts(change: (known: Map<string, LiveProduct>) => void): void {
  change(products);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none = () => undefined;

/** A card as it is now. @param few how many are left, if only a few, as the page has loaded it */
export function useLiveProduct(card: Card, few: number | undefined): { card: Card; left: number | undefined } {
  const now = useSyncExternalStore(subscribe, () => products.get(card._id), none);
  return now ? { card: { ...card, ...now, available: now.stock > 0 }, left: fewLeft(now.stock) ?? undefined } : { card, left: few };
}
