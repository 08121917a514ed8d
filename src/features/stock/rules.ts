import { amountOf, type Weighed } from "#shared/weights.ts";
import { t } from "#words/t.ts";
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

/** A product that ran short. */
export interface Shortened {
  name: string;
  stock: number;
  weighed?: Weighed | null | undefined;
}

/** Says that fewer pieces are left than requested. */
export function shortageMessage({ name, stock, weighed }: Shortened): string {
  return stock > 0 ? t("Only {stock} of {name} left", { stock: amountOf(stock, weighed), name }) : t("{name} is sold out", { name });
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

/** Why an order cannot be placed, in one sentence a shopper can act on. */
export function shortagesMessage(products: readonly Shortened[]): string {
  return t("{products}. Update your cart and try again.", { products: namedShortages(products) });
}
