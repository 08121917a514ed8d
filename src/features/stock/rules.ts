import type { ReservationState } from "./contract.ts";

/** A quantity of a product: pieces, or steps of 100 g of what is sold by weight. */
export interface Item {
  productId: string;
  quantity: number;
}

/** The quantities per product, in the order in which the products first appear. */
export function sumPerProduct(items: readonly Item[]): Item[] {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of items) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return [...sums].map(([productId, quantity]) => ({ productId, quantity }));
}

/** Where each move takes a piece from and to. Every piece is in stock, reserved or sold, so a row adds up to 0. */
export const MOVES = {
  sell: { shelf: -1, reserved: 0, sold: 1 },
  takeBack: { shelf: 1, reserved: 0, sold: -1 },
  reserve: { shelf: -1, reserved: 1, sold: 0 },
  release: { shelf: 1, reserved: -1, sold: 0 },
  sellReserved: { shelf: 0, reserved: -1, sold: 1 },
} as const;
export type Move = keyof typeof MOVES;

/** For each move, the state a reservation must be in and the state it leads to. Orders also move pieces without a reservation. */
export const RESERVATION_MOVES = {
  release: { from: "RESERVED", to: "RELEASED" },
  sellReserved: { from: "RESERVED", to: "SOLD" },
  /** A late payment takes its pieces from the stock again. */
  reserve: { from: "RELEASED", to: "RESERVED" },
} as const satisfies Partial<Record<Move, Record<"from" | "to", ReservationState>>>;
export type ReservationMove = keyof typeof RESERVATION_MOVES;
