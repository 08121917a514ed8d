import type { Weighed } from "#shared/weights.ts";
import { sumPerProduct, type Item } from "../stock/rules.ts";
import { MAX_LINES, MAX_QUANTITY, type FilledCart } from "./contract.ts";

/** How many pieces a cart should hold that has `had` and is given `wanted`. */
export type Goal = (had: number, wanted: number) => number;
export const ADDED: Goal = (had, wanted) => had + wanted;
/** Adding the same items twice changes nothing. */
export const AT_LEAST: Goal = Math.max;

/**
 * Combines a cart with other items, such as a guest's cart (CART-6): quantities are capped by the stock and never lowered, up to
 * {@link MAX_LINES} lines. Products that are sold out or missing from `stock` add nothing.
 * @returns only the lines that change
 */
export function mergedLines(
  cart: readonly Item[],
  others: readonly Item[],
  stock: ReadonlyMap<string, number>,
  goal: Goal = ADDED,
): Item[] {
  const before = quantities(cart);
  let room = MAX_LINES - before.size;
  return sumPerProduct(others).flatMap(({ productId, quantity }) => {
    const had = before.get(productId) ?? 0;
    const after = Math.min(goal(had, quantity), stock.get(productId) ?? 0, MAX_QUANTITY);
    if (after <= had || (had === 0 && room-- <= 0)) return [];
    return [{ productId, quantity: after }];
  });
}

const quantities = (items: readonly Item[]) => new Map(items.map(({ productId, quantity }) => [productId, quantity]));

type Named = Item & { name: string; unit?: string | undefined; weighed?: Weighed | undefined };

/** The result of {@link mergedLines}: pieces that were added, and those that were not. */
export function filledCart(cart: readonly Item[], others: readonly Named[], stock: ReadonlyMap<string, number>, goal: Goal): FilledCart {
  return filledTo(quantities(cart), quantities(mergedLines(cart, others, stock, goal)), others, stock, goal);
}

/** As if all that a cart holds of these items had just been added. */
export function heldInCart(cart: readonly Item[], others: readonly Named[], stock: ReadonlyMap<string, number>): FilledCart {
  const inCart = quantities(cart);
  const held = others.map(({ productId, quantity }) => ({ productId, quantity: Math.min(quantity, inCart.get(productId) ?? 0) }));
  return filledTo(new Map(), quantities(held), others, stock, ADDED);
}

function filledTo(
  before: ReadonlyMap<string, number>,
  changed: ReadonlyMap<string, number>,
  others: readonly Named[],
  stock: ReadonlyMap<string, number>,
  goal: Goal,
): FilledCart {
  const outcome: FilledCart = { added: [], missing: [] };
  for (const { productId, name, unit, quantity, weighed } of others) {
    const named = { productId, name, ...(unit && { unit }), ...(weighed && { weighed }) };
    const had = before.get(productId) ?? 0;
    const after = changed.get(productId) ?? had;
    const missing = goal(had, quantity) - after;
    if (after > had) outcome.added.push({ ...named, quantity: after - had });
    if (missing > 0) {
      const reason = whyMissing(stock.get(productId), changed.get(productId) ?? before.get(productId));
      outcome.missing.push({ ...named, quantity: missing, reason });
    }
  }
  return outcome;
}

/**
 * Why pieces could not be added to a cart.
 * @param stock undefined when the product left the shop
 * @param inCart pieces that the cart holds now; undefined without a line
 */
function whyMissing(stock: number | undefined, inCart: number | undefined): FilledCart["missing"][number]["reason"] {
  if (stock === undefined) return "gone";
  if (stock === 0) return "sold out";
  return inCart !== undefined && inCart >= stock ? "few left" : "cart full";
}
