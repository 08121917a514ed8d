import { useSyncExternalStore } from "react";
import type { Product } from "../contract.ts";
import { fewLeft } from "../rules.ts";
import type { Card } from "./card.ts";

/** What a product costs now, and how many there are; without prices if it is gone. */
export type Offer = Pick<Product, "_id" | "stock"> & Partial<Pick<Product, "price" | "discount" | "unit_price" | "weighed">>;

const offers = new Map<string, Offer>();
const listeners = new Set<() => void>();

/** Changes the offers that live updates have reported; pages show them instead of what they were loaded with. */
export function changeOffers(change: (known: Map<string, Offer>) => void): void {
  change(offers);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none = () => undefined;

/** A card as it is now. @param few how many are left, if only a few, as the page has loaded it */
export function useOffer(card: Card, few: number | undefined): { card: Card; left: number | undefined } {
  const now = useSyncExternalStore(subscribe, () => offers.get(card._id), none);
  return now ? { card: { ...card, ...now, available: now.stock > 0 }, left: fewLeft(now.stock) ?? undefined } : { card, left: few };
}
