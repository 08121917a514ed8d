import { couponLeft, gramsOf, lineCents, loweredTotal, type Bill, type PricedLine } from "../../cart/sums/rules.ts";

/** A line of an order, with its share of the order's coupon. */
interface Line extends PricedLine {
  productId: string;
  couponCents: number;
}

/** Some of a line: pieces, or grams of what is sold by weight. */
export interface Item {
  position: number;
  productId: string;
  amount: number;
}

const isByWeight = ({ weighed }: Pick<PricedLine, "weighed">): boolean => weighed?.by === "weight";

/** How much of a line there is, as {@link Item} counts it. */
const amountIn = (line: PricedLine): number => (isByWeight(line) ? gramsOf(line) : line.quantity);

/** A line without some of it; null if nothing is left. Weighed pieces weigh the same each. */
function withoutSome<L extends Line>(line: L, amount: number): L | null {
  const left = amountIn(line) - amount;
  if (left === 0) return null;
  const { weighed, grams = null, quantity, couponCents } = line;
  const now = isByWeight(line)
    ? { ...line, quantity: Math.ceil(left / weighed!.grams), grams: left }
    : { ...line, quantity: left, ...(grams !== null && { grams: Math.floor((grams * left) / quantity) }) };
  return { ...now, couponCents: couponLeft({ couponCents, orderedCents: lineCents(line), nowCents: lineCents(now) }) };
}

/** What an order becomes without some items, or why it can't: they are no longer part of it, or all of it. */
export type WithoutItems<L> =
  | { ok: true; lines: L[]; couponCents: number; totalCents: number }
  | { ok: false; reason: "missing" | "everything" };

/** @param items at most one for each line */
export function withoutItems<L extends Line>(
  order: Omit<Bill, "lines"> & { lines: readonly L[]; totalCents: number },
  items: readonly Item[],
): WithoutItems<L> {
  const byPosition = new Map(items.map((item) => [item.position, item]));
  const areThere = items.every(({ position, productId, amount }) => {
    const line = order.lines[position];
    return line?.productId === productId && amount <= amountIn(line);
  });
  if (!areThere || byPosition.size < items.length) return { ok: false, reason: "missing" };
  const lines = order.lines.flatMap((line, position) => {
    const item = byPosition.get(position);
    return item ? (withoutSome(line, item.amount) ?? []) : line;
  });
  if (lines.length === 0) return { ok: false, reason: "everything" };
  const couponCents = lines.reduce((sum, line) => sum + line.couponCents, 0);
  return { ok: true, lines, couponCents, totalCents: loweredTotal(order, { lines, couponCents }) };
}
