import type { Item } from "../stock/rules.ts";

/**
 * What an account may order before it has paid. Anybody can open accounts, so one whose email address is not confirmed
 * takes an ordinary cart, but does not empty the shelves.
 */
export const UNPAID = {
  /** Cash orders that wait to be sent. */
  orders: { unconfirmed: 5, confirmed: 20 },
  /** Pieces in all of them together, of an account that is not confirmed. */
  pieces: 80,
  /** Of a product, an account that is not confirmed may always take so many pieces, and beyond that half of what there is. */
  ofProduct: 5,
  /** Products that an account that is not confirmed may sell out. */
  soldOut: 5,
} as const;

/** Pieces an account has ordered and not paid yet, and what is left of the product. */
export interface UnpaidLine extends Item {
  stock: number;
}

/** A line of the new order; `stock` is what there was before. */
interface NewLine extends UnpaidLine {
  name: string;
}

type Judged = { ok: true } | { ok: false; reason: string };

/** Whether an account may place another cash order. */
export function mayOrderUnpaid(openOrders: number, isConfirmed: boolean): Judged {
  const most = isConfirmed ? UNPAID.orders.confirmed : UNPAID.orders.unconfirmed;
  if (openOrders < most) return { ok: true };
  const next = isConfirmed ? "Pay this one now, or order again once some have been sent." : "Confirm your email address to place more.";
  return { ok: false, reason: `You have ${openOrders} unpaid orders. ${next}` };
}

/**
 * Whether an account that is not confirmed may take these pieces.
 * @param unpaid what it has taken already
 * @param inCash whether nobody asks for the money now
 */
export function mayTakeUnconfirmed(lines: readonly NewLine[], unpaid: readonly UnpaidLine[], inCash: boolean): Judged {
  const taken = new Map(unpaid.map(({ productId, quantity }) => [productId, quantity]));
  const pieces = [...lines, ...unpaid].reduce((sum, { quantity }) => sum + quantity, 0);
  if (inCash && pieces > UNPAID.pieces)
    return { ok: false, reason: `Confirm your email address to order more than ${UNPAID.pieces} items with cash on delivery` };

  for (const { productId, name, quantity, stock } of lines) {
    const before = taken.get(productId) ?? 0;
    const most = Math.max(UNPAID.ofProduct, Math.floor((stock + before) / 2)) - before;
    if (quantity > most)
      return { ok: false, reason: `Confirm your email address to order ${most > 0 ? `more than ${most}` : "more"} of ${name}` };
  }
  const empty = [
    ...lines.filter(({ stock, quantity }) => stock === quantity),
    ...unpaid.filter(({ productId, stock }) => stock === 0 && !lines.some((line) => line.productId === productId)),
  ];
  if (empty.length > UNPAID.soldOut)
    return { ok: false, reason: `Confirm your email address to order the last of more than ${UNPAID.soldOut} products` };
  return { ok: true };
}
