import { itemsIn, type Weighed } from "#shared/weights.ts";

/** A line to be added up: the list price and the discounted price of one piece in cents (CARD-6), and the number of pieces. */
export interface PricedLine {
  listCents: number;
  paidCents: number;
  quantity: number;
  /** For goods priced by weight; both prices are then per kilogram. */
  weighed?: Weighed | null | undefined;
  /** The total weight, once weighed; until then an estimate is charged. */
  grams?: number | null | undefined;
}

/** The amounts that make up the total of a cart, an order or a payment. Missing ones are 0. */
export interface Bill {
  lines: readonly PricedLine[];
  /** What the coupon takes off all lines together. */
  couponCents?: number | undefined;
  deliveryFeeCents?: number | undefined;
  /** The tax that prices include, in hundredths of a percent. */
  taxHundredths?: number | undefined;
  /** An order's total as stored, which an admin may have edited; missing where it is still to be computed. */
  totalCents?: number | undefined;
}

/**
 * The sums of a bill, in cents and pieces:
 * subtotal − savings = items, and items − coupon + delivery fee + adjustment = total.
 */
export interface Sums {
  /** Number of pieces. What is sold by weight counts as one. */
  quantity: number;
  /** Whether some of it is priced by weight. */
  weighed: boolean;
  /** Without discounts. */
  subtotalCents: number;
  /** What products are discounted by (CART-5). */
  savingsCents: number;
  /** With the products' discounts. */
  itemsCents: number;
  couponCents: number;
  deliveryFeeCents: number;
  /** What an admin added to the total, or took off if negative. */
  adjustmentCents: number;
  /** What the shopper pays. */
  totalCents: number;
  /** The tax that the total includes. */
  taxCents: number;
}

/**
 * The shop's only sum. Cart, checkout, order, receipt, invoice, emails, payments and exports all show what it returns (CART-5, CHK-2,
 * ORD-6).
 *
 * A coupon takes cents off the order, decided once, when the order is placed, and shared over the lines it applies to ({@link shareCents});
 * each line stores its share. So percent, amount and shelf coupons behave the same when a line is lowered afterwards, because pieces were
 * short, replaced or lighter: {@link couponLeft} says what the line keeps of its share. The other lines keep theirs, the delivery fee
 * stays, and the coupon's minimum is not checked again. What is refunded for a line is never more than what was paid for it.
 */
export function sumsOf({ lines, couponCents = 0, deliveryFeeCents = 0, taxHundredths = 0, totalCents: stored }: Bill): Sums {
  let quantity = 0;
  let weighed = false;
  let subtotalCents = 0;
  let itemsCents = 0;
  for (const line of lines) {
    quantity += itemsIn(line);
    weighed ||= Boolean(line.weighed);
    subtotalCents += costOf(line.listCents, line);
    itemsCents += lineCents(line);
  }
  const computed = itemsCents - couponCents + deliveryFeeCents;
  const totalCents = stored ?? computed;
  return {
    quantity,
    weighed,
    subtotalCents,
    savingsCents: subtotalCents - itemsCents,
    itemsCents,
    couponCents,
    deliveryFeeCents,
    adjustmentCents: totalCents - computed,
    totalCents,
    taxCents: containedTax(totalCents, taxHundredths),
  };
}

/**
 * A line's total in cents: the discounted unit price, as charged, times the quantity (ORD-6). What is priced by weight is rounded half up,
 * once for the whole line. A coupon is not part of it.
 */
export const lineCents = (line: Omit<PricedLine, "listCents">) => costOf(line.paidCents, line);

type Amount = Pick<PricedLine, "quantity" | "weighed" | "grams">;

/** What a line weighs: an estimate until it was weighed; 0 if it isn't priced by weight. */
export const gramsOf = ({ quantity, weighed, grams }: Amount) => (weighed ? (grams ?? quantity * weighed.grams) : 0);

function costOf(cents: number, line: Amount): number {
  return line.weighed ? Math.floor((cents * gramsOf(line) + 500) / 1000) : cents * line.quantity;
}

/** The tax that an amount includes, in cents, half up: 21.00 % of 121 is 21. */
export function containedTax(totalCents: number, taxHundredths: number): number {
  const whole = 10_000 + taxHundredths;
  return Math.floor((2 * totalCents * taxHundredths + whole) / (2 * whole));
}

/**
 * Shares cents out in proportion to weights, by largest remainder, so that the shares add up exactly; of equal remainders, the first
 * gets the cent. If `cents` is at most the sum of the weights, no share is more than its weight.
 */
export function shareCents(cents: number, weights: readonly number[]): number[] {
  const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  if (whole === 0n) return weights.map(() => 0);
  // Beyond 2^53 for the largest orders.
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight));
  const shares = exact.map((part) => Number(part / whole));
  const left = cents - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact.map((part, at) => ({ at, remainder: part % whole }));
  byRemainder.sort((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1));
  for (const { at } of byRemainder.slice(0, left)) shares[at]! += 1;
  return shares;
}

/**
 * What a line keeps of its coupon when it is reduced from `orderedCents` to `nowCents`: the same part, rounded up, in the shopper's favor.
 * Always count from what was ordered, with the share stored then, so that reducing twice equals reducing once.
 */
export function couponLeft({
  couponCents,
  orderedCents,
  nowCents,
}: {
  couponCents: number;
  orderedCents: number;
  nowCents: number;
}): number {
  if (couponCents === 0 || orderedCents === 0) return 0;
  const [part, whole] = [BigInt(couponCents) * BigInt(nowCents), BigInt(orderedCents)];
  return Number((part + whole - 1n) / whole);
}

/**
 * The total of an order whose lines were reduced. An admin's adjustment stays, unless that would make the total negative, or more than
 * before, which the shopper never agreed to pay.
 * @param now the lines as they are now, with what they keep of the coupon together
 */
export function loweredTotal(before: Bill & { totalCents: number }, now: Required<Pick<Bill, "lines" | "couponCents">>): number {
  const { adjustmentCents, totalCents } = sumsOf(before);
  const computed = sumsOf({ ...before, ...now, totalCents: undefined });
  return Math.min(totalCents, Math.max(0, computed.totalCents + adjustmentCents));
}
