import { amountOf, itemsIn, type Weighed } from "#shared/weights.ts";
import { t } from "#words/t.ts";
import { withKind } from "../../catalogue/words.ts";
import type { Item } from "../../stock/rules.ts";

/**
 * What an account may order before paying. Anyone can create accounts, so one with an unconfirmed email address may order an
 * ordinary cart, but not empty the shop.
 */
export const UNPAID = {
  /** Cash orders that haven't shipped yet. */
  orders: { unconfirmed: 5, confirmed: 20 },
  /** Total pieces in them, for an unconfirmed account. */
  pieces: 80,
  /** An unconfirmed account may order this many pieces of a product, or half of the stock if that is more. */
  ofProduct: 5,
  /** Products that an unconfirmed account may sell out. */
  soldOut: 5,
} as const;

/** Pieces an account has ordered but not paid for, and the product's remaining stock. */
export interface UnpaidLine extends Item {
  stock: number;
  weighed?: Weighed | null;
}

/** A line of the new order; `stock` is from before it. */
interface NewLine extends UnpaidLine {
  name: string;
  unit: string;
}

type Judged = { ok: true } | { ok: false; reason: string };

export function mayOrderUnpaid(openOrders: number, isConfirmed: boolean): Judged {
  const most = isConfirmed ? UNPAID.orders.confirmed : UNPAID.orders.unconfirmed;
  if (openOrders < most) return { ok: true };
  const next = isConfirmed
    ? t("Pay this one now, or order again once some have been sent.")
    : t("Confirm your email address to place more.");
  return { ok: false, reason: t("You have {openOrders} unpaid orders. {next}", { openOrders, next }) };
}

/**
 * Whether an unconfirmed account may order these pieces.
 * @param unpaid what it has taken already
 * @param inCash whether nobody asks for the money now
 */
export function mayTakeUnconfirmed(lines: readonly NewLine[], unpaid: readonly UnpaidLine[], inCash: boolean): Judged {
  const taken = new Map(unpaid.map(({ productId, quantity }) => [productId, quantity]));
  const pieces = [...lines, ...unpaid].reduce((sum, line) => sum + itemsIn(line), 0);
  if (inCash && pieces > UNPAID.pieces)
    return {
      ok: false,
      reason: t("Confirm your email address to order more than {pieces} items with cash on delivery", { pieces: UNPAID.pieces }),
    };

  for (const { productId, quantity, stock, weighed, ...product } of lines) {
    const before = taken.get(productId) ?? 0;
    const most = Math.max(UNPAID.ofProduct, Math.floor((stock + before) / 2)) - before;
    const name = withKind(product.name, product.unit);
    if (quantity > most)
      return {
        ok: false,
        reason:
          most > 0
            ? t("Confirm your email address to order more than {amount} of {name}", { amount: amountOf(most, weighed), name })
            : t("Confirm your email address to order more of {name}", { name }),
      };
  }
  const empty = [
    ...lines.filter(({ stock, quantity }) => stock === quantity),
    ...unpaid.filter(({ productId, stock }) => stock === 0 && !lines.some((line) => line.productId === productId)),
  ];
  if (empty.length > UNPAID.soldOut)
    return {
      ok: false,
      reason: t("Confirm your email address to order the last of more than {soldOut} products", { soldOut: UNPAID.soldOut }),
    };
  return { ok: true };
}
