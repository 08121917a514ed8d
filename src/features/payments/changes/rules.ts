import type { Weighed } from "#shared/weights.ts";
import { formatCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { sumsOf, type Bill } from "../../cart/sums/rules.ts";
import type { Agreed } from "../../delivery/contract.ts";
import type { MissingChoice, OrderStatus, PaymentStatus } from "../../orders/contract.ts";
import { recordAmount, type Named } from "../../orders/timeline/recorded-amount.ts";
import { IN_CASH, IS_PAID, whyShopperCannotChange } from "../../orders/rules.ts";
import { sumPerProduct, type Item } from "../../stock/rules.ts";
import type { Settlement } from "./contract.ts";

interface Stored extends Bill {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  packedAt: Date | null;
  totalCents: number;
  delivery: Agreed | null;
}

/** Why a shopper can't change a stored order anymore; undefined if they can. @param now by the database's clock */
export const whyShopperCannotChangeStored = (order: Stored, now: number) =>
  whyShopperCannotChange({ ...order, closesAt: order.delivery?.slot?.closesAt, adjustmentCents: sumsOf(order).adjustmentCents }, now);

/** The delivery fee after staff changed how an order reaches its shopper: for a paid order, it never rises. */
export function staffFee(order: Pick<Stored, "paymentStatus"> & { deliveryFeeCents: number }, feeCents: number): number {
  const { paymentStatus, deliveryFeeCents } = order;
  if (paymentStatus === "PAID") return Math.min(deliveryFeeCents, feeCents);
  return IS_PAID[paymentStatus] || paymentStatus === "REFUNDED" ? deliveryFeeCents : feeCents;
}

/** Products in the order of an order's lines, new ones last, so that the pickers' marks stay with their lines. */
export function inOrderOf<I extends Pick<Item, "productId">>(lines: readonly Pick<Item, "productId">[], items: readonly I[]): I[] {
  const places = new Map(lines.toReversed().map(({ productId }, at) => [productId, lines.length - 1 - at]));
  const placeOf = ({ productId }: I) => places.get(productId) ?? lines.length;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

type Wishing = Pick<Item, "productId"> & { ifMissing?: MissingChoice | "" };

/**
 * The lines with what the shopper wants if they are missing: what they chose now, else what they chose before. New products get what
 * most of the order has.
 */
export function withWishes<L extends Wishing>(
  lines: readonly L[],
  ordered: readonly Wishing[],
  wishes: ReadonlyMap<string, MissingChoice>,
): L[] {
  const before = new Map(ordered.map(({ productId, ifMissing = "" }) => [productId, ifMissing]));
  const counts = Map.groupBy(ordered, ({ ifMissing = "" }) => ifMissing);
  const [usual = ""] = [...counts].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
  return lines.map((line) => ({ ...line, ifMissing: wishes.get(line.productId) ?? before.get(line.productId) ?? usual }));
}

/** The pieces to take from stock and to return, to get from some pieces to others. */
export function movesBetween(ordered: readonly Item[], wanted: readonly Item[]): { take: Item[]; back: Item[] } {
  const had = new Map(sumPerProduct(ordered).map(({ productId, quantity }) => [productId, quantity]));
  const wants = new Map(wanted.map(({ productId, quantity }) => [productId, quantity]));
  const rises = [...wants].map(([productId, quantity]) => ({ productId, quantity: quantity - (had.get(productId) ?? 0) }));
  const falls = [...had].map(([productId, quantity]) => ({ productId, quantity: quantity - (wants.get(productId) ?? 0) }));
  return { take: rises.filter(({ quantity }) => quantity > 0), back: falls.filter(({ quantity }) => quantity > 0) };
}

interface Priced extends Item {
  listCents: number;
  discountHundredths: number;
  paidCents: number;
  weighed?: Weighed | null;
  /** What was weighed, if it was. */
  grams?: number | null;
  replaces?: string;
}

const soldAlike = (a?: Weighed | null, b?: Weighed | null) => a?.by === b?.by && a?.grams === b?.grams;

/** Whether new pieces may join a line: not one that was packed before, whose price is that of its weight or of what it replaced. */
const joins = (line: Priced, added: Priced) =>
  line.listCents === added.listCents &&
  line.discountHundredths === added.discountHundredths &&
  line.paidCents === added.paidCents &&
  soldAlike(line.weighed, added.weighed) &&
  (line.grams ?? null) === null &&
  !line.replaces;

/** A part of a line. If its goods were weighed, they weigh at most what the part holds. */
function partOf<L extends Priced>(line: L, quantity: number): L {
  const { grams = null, weighed } = line;
  return { ...line, quantity, ...(grams !== null && weighed && { grams: Math.min(grams, quantity * weighed.grams) }) };
}

/**
 * The lines of a changed order. Pieces that stay keep the price they were ordered at; pieces that are new cost what they cost now, in a
 * line of their own if that is another price.
 * @param added new pieces at today's prices, one line per product
 */
export function changedLines<L extends Priced, A extends Priced>(
  ordered: readonly L[],
  added: readonly A[],
  wanted: readonly Item[],
): (L | A)[] {
  return wanted.flatMap(({ productId, quantity }) => {
    let left = quantity;
    const kept = ordered
      .filter((line) => line.productId === productId)
      .flatMap((line) => {
        const stays = Math.min(line.quantity, left);
        left -= stays;
        return stays > 0 ? [partOf(line, stays)] : [];
      });
    const extra = left > 0 ? added.find((line) => line.productId === productId) : undefined;
    if (!extra) return kept;
    const like = kept.findIndex((line) => joins(line, extra));
    return like < 0 ? [...kept, extra] : kept.map((line, at) => (at === like ? { ...line, quantity: line.quantity + left } : line));
  });
}

/** The consequence for the money when an order's total changes. */
export function settlementOf(
  { paymentStatus, paymentMethod, totalCents }: { paymentStatus: PaymentStatus; paymentMethod: string; totalCents: number },
  nowCents: number,
): Settlement {
  if (nowCents === totalCents) return "nothing";
  if (!IS_PAID[paymentStatus]) return "on delivery";
  if (nowCents > totalCents) return "pay first";
  return paymentMethod === IN_CASH.method ? "by hand" : "refund";
}

/** Why a paid order can't cost more. */
export const payFirstWords = (cents: number) =>
  t("This order is paid, and would cost {amount} more. Remove something, or order what you want to add separately.", {
    amount: formatCents(cents),
  });

/** How the pieces of a product changed, such as `2 × Figs` and `3 × Figs`; empty if there were none, or none are left. */
export interface PieceChange {
  before: string;
  after: string;
}

const words = (quantity: number, product: Named) => (quantity > 0 ? recordAmount(quantity, product) : "");

const counts = (lines: readonly Item[]) => new Map(sumPerProduct(lines).map(({ productId, quantity }) => [productId, quantity]));

/** What changed, product by product. */
export function pieceChanges(before: readonly (Item & Named)[], after: readonly (Item & Named)[]): PieceChange[] {
  const products = new Map([...before, ...after].map((line) => [line.productId, line]));
  const [was, is] = [counts(before), counts(after)];
  return [...products].flatMap(([productId, product]) => {
    const [then, now] = [was.get(productId) ?? 0, is.get(productId) ?? 0];
    return then === now ? [] : [{ before: words(then, product), after: words(now, product) }];
  });
}
