import { couponLeft, lineCents, loweredTotal, sumsOf, type Bill, type PricedLine } from "../cart/sums/rules.ts";
import type { Weighed } from "#shared/weights.ts";
import type { Language } from "#words/language.ts";
import { fullName } from "../catalogue/full-name.ts";
import { spokenLine } from "../catalogue/spoken/spoken-line.ts";
import { MAX_QUANTITY } from "../cart/contract.ts";
import { isSoldAlike, type Sold } from "../orders/picked/rules.ts";
import { MOST_GRAMS } from "./contract.ts";

/** A line of an order, with its share of the order's coupon. */
interface Line extends PricedLine {
  name: string;
  brand?: string;
  unit?: string;
  couponCents: number;
}

/** A product that replaces another. */
type Priced = Pick<PricedLine, "paidCents" | "weighed">;

/** What a picker found of a line. `replacement` goes into the bag for some of the missing pieces. */
export interface Mark<P> {
  found: number;
  /** What the scale showed, for goods priced by weight. */
  grams: number | null;
  noneLeft: boolean;
  replacement: { product: P; quantity: number; grams: number | null } | null;
}

/** How many steps of goods sold by weight this many grams are, rounded up: a started step is gone from the shelf. */
export const stepsIn = (grams: number, { grams: each }: Weighed) => Math.ceil(grams / each);

/** The grams that are charged: never more than the estimate for this quantity. */
export const chargedGrams = (quantity: number, grams: number | null, { grams: each }: Weighed) =>
  Math.min(grams ?? Number.POSITIVE_INFINITY, quantity * each);

/**
 * What a replacement costs per piece or per kilogram: whichever is cheaper, so that the shopper never pays more than they agreed to. If its
 * pieces weigh more than the ordered ones, a kilogram costs less. The price of a piece says nothing about that of a kilogram: what is sold
 * in another way only costs no more in all ({@link packLine}).
 */
export function replacementCents(line: Priced, product: Priced): number {
  if (!isSoldAlike(line, product)) return product.paidCents;
  const each = line.weighed && product.weighed ? Math.floor((line.paidCents * line.weighed.grams) / product.weighed.grams) : line.paidCents;
  return Math.min(each, line.paidCents, product.paidCents);
}

/**
 * What a line becomes when it is packed: the found part and a replacement for the rest, each with its part of the line's coupon. Together
 * they never cost more than the line did.
 * @param spoken the shopper's language, in which the lines are named
 */
export function packLine<L extends Line, P extends Priced>(
  line: L,
  { found, grams, replacement }: Mark<P>,
  spoken: Language,
): (L | (P & { quantity: number; grams: number | null; couponCents: number; replaces: string }))[] {
  const { couponCents } = line;
  const orderedCents = lineCents(line);
  const part = { ...line, quantity: found, grams: line.weighed ? chargedGrams(found, grams, line.weighed) : null };
  const foundCents = lineCents(part);
  const kept = couponLeft({ couponCents, orderedCents, nowCents: foundCents });
  const lines: ReturnType<typeof packLine<L, P>> = found > 0 ? [{ ...part, couponCents: kept }] : [];
  if (!replacement) return lines;
  const { product, quantity } = replacement;
  const weight = product.weighed ? chargedGrams(quantity, replacement.grams, product.weighed) : null;
  // Each line is rounded, so two of them could cost a cent more than one.
  const most = Math.floor(((orderedCents - foundCents) * (weight ? 1000 : 1)) / (weight ?? quantity));
  const paidCents = Math.min(replacementCents(line, product), most);
  // Bills show the price that is charged, since no discount explains it. It can't be 0: a line's own price is a cent at least.
  const listed = paidCents > 0 && paidCents < product.paidCents && { listCents: paidCents, discountHundredths: 0 };
  const other = {
    ...product,
    ...listed,
    quantity,
    grams: weight,
    paidCents,
    replaces: fullName(spokenLine(line, spoken)),
  };
  const both = couponLeft({ couponCents, orderedCents, nowCents: foundCents + lineCents(other) });
  return [...lines, { ...other, couponCents: both - kept }];
}

/**
 * What an order becomes when it is packed: its lines, what they keep of the coupon together, and the total. `givenCents` is what goes
 * into the bags beyond what is charged: replacements that are dearer, and goods that weigh more than was ordered.
 * @param marks by position
 */
export function packedAs<L extends Line, P extends PricedLine>(
  order: Omit<Bill, "lines"> & { lines: readonly L[]; totalCents: number },
  marks: readonly Mark<P>[],
  spoken: Language,
) {
  const packed = order.lines.map((line, position) => packLine(line, marks[position]!, spoken));
  const lines = packed.flat();
  const couponCents = lines.reduce((sum, line) => sum + line.couponCents, 0);
  const givenCents = packed.reduce((sum, parts, position) => sum + givenAwayCents(order.lines[position]!, parts, marks[position]!), 0);
  return { lines, couponCents, totalCents: loweredTotal(order, { lines, couponCents }), givenCents };
}

/** How much more what was picked for a line is worth, at its own price and weight, than what the shopper pays for it. */
function givenAwayCents(line: PricedLine, parts: readonly PricedLine[], { found, grams, replacement }: Mark<Priced>): number {
  const picked = [{ ...line, quantity: found, grams }];
  if (replacement) picked.push({ ...line, ...replacement.product, quantity: replacement.quantity, grams: replacement.grams });
  return sumsOf({ lines: picked }).itemsCents - sumsOf({ lines: parts }).itemsCents;
}

/** How many of a line were found: of goods sold by weight, by what they weigh, since nobody counts steps of 100 g. */
export function foundOf(
  { quantity, weighed }: { quantity: number; weighed?: Weighed | null | undefined },
  { found, grams = 0 }: { found: number; grams?: number | undefined },
): number {
  return weighed?.by === "weight" ? Math.min(quantity, stepsIn(grams, weighed)) : found;
}

/** How many of a product are taken instead of what is missing of a line: of goods sold by weight, by what they weigh. */
export function takenOf(
  line: Sold,
  missing: number,
  product: Sold,
  { quantity, grams }: { quantity: number; grams?: number | undefined },
): number {
  if (product.weighed?.by !== "weight" || grams === undefined) return quantity;
  const steps = stepsIn(grams, product.weighed);
  return isSoldAlike(line, product) ? Math.min(missing, steps) : steps;
}

/** How many of those ordered a replacement stands for: all that are missing, if it is sold in another way. */
export function replacedOf(
  line: Sold & { quantity: number },
  { found, replacement }: { found: number; replacement: (Sold & { quantity: number }) | null },
): number {
  if (!replacement) return 0;
  return isSoldAlike(line, replacement) ? replacement.quantity : line.quantity - found;
}

/**
 * Whether a mark fits a line: what is found and replaced is at most what was ordered, nothing replaces itself, and what is priced by weight
 * was weighed.
 * @param product the replacement, if there is one
 */
export function fitsLine(
  line: Sold & { productId: string; quantity: number },
  mark: {
    found: number;
    grams?: number | undefined;
    replacement?: { productId: string; quantity: number; grams?: number | undefined } | undefined;
  },
  product?: Sold,
): boolean {
  const { found, grams, replacement } = mark;
  if (line.weighed ? found > 0 !== (grams !== undefined) : grams !== undefined) return false;
  const missing = line.quantity - foundOf(line, mark);
  if (!replacement || !product) return missing >= 0;
  const taken = takenOf(line, missing, product, replacement);
  const most = isSoldAlike(line, product) ? missing : MAX_QUANTITY;
  return missing > 0 && taken <= most && replacement.productId !== line.productId;
}

/**
 * The grams that were typed; 0 if none. With a decimal point or comma it is in kilograms, as many scales show it.
 * @returns undefined if it can't be read as a weight
 */
export function readWeight(text: string): number | undefined {
  const given = Number(text.replace(",", "."));
  const grams = Math.round(/[.,]/.test(text) ? given * 1000 : given);
  return Number.isNaN(grams) ? undefined : Math.min(grams, MOST_GRAMS);
}

/**
 * Whether a replacement that is sold in another way is worth so much more than what is missing that its amount may be a mistake. The shopper
 * pays for what is missing at most, and the shop gives the rest away. A single piece is never a mistake.
 */
export function isWorthTooMuch(
  line: Priced & { quantity: number },
  { found, replacement }: { found: number; replacement: { product: Priced; quantity: number; grams: number | null } },
): boolean {
  const { product, quantity, grams } = replacement;
  const isByWeight = product.weighed?.by === "weight";
  if (isSoldAlike(line, product) || (!isByWeight && quantity === 1)) return false;
  const missingCents = lineCents({ ...line, quantity: line.quantity - found });
  return lineCents({ ...product, quantity, grams: isByWeight ? (grams ?? 0) : grams }) > 2 * missingCents;
}

/** Whether a weight is so far from what was ordered that it may be a mistake. */
export const isFarFrom = (grams: number, orderedGrams: number): boolean =>
  grams > 0 && (grams < orderedGrams / 2 || grams > orderedGrams * 2);
