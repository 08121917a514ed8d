import { MAX_QUANTITY } from "../../contract.ts";
import type { CartProduct } from "./cart-state.ts";

/** The highest quantity that can be asked for. */
export function mostOf({ stock = MAX_QUANTITY }: CartProduct): number {
  return Math.min(stock, MAX_QUANTITY);
}

/** The quantity after a minus: 0 removes the product (CARD-4); a quantity above the stock comes down to the stock. */
export function oneLess(product: CartProduct, quantity: number): number {
  return Math.max(0, Math.min(quantity - 1, mostOf(product)));
}
