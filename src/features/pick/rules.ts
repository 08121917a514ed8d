import { couponLeft, lineCents, type PricedLine } from "../cart/sums/rules.ts";

/** A line of an order, with its share of the order's coupon. */
interface Line extends PricedLine {
  name: string;
  couponCents: number;
}

/** What a picker found of a line. `replacement` goes into the bag for some of the missing pieces. */
export interface Mark<P> {
  found: number;
  noneLeft: boolean;
  replacement: { product: P; quantity: number } | null;
}

/** What a replacement costs per piece: whichever is cheaper, so that the shopper never pays more than they agreed to. */
export const replacementCents = (line: Pick<PricedLine, "paidCents">, product: Pick<PricedLine, "paidCents">) =>
  Math.min(line.paidCents, product.paidCents);

/**
 * What becomes of a line when it is packed: what was found of it, and what replaces the rest, each with its part of the line's coupon.
 * Together they never cost more than the line did.
 */
export function packLine<L extends Line, P extends Pick<PricedLine, "paidCents">>(
  line: L,
  { found, replacement }: Mark<P>,
): (L | (P & { quantity: number; couponCents: number; replaces: string }))[] {
  const { couponCents } = line;
  const orderedCents = lineCents(line);
  const foundCents = found * line.paidCents;
  const kept = couponLeft({ couponCents, orderedCents, nowCents: foundCents });
  const lines: ReturnType<typeof packLine<L, P>> = found > 0 ? [{ ...line, quantity: found, couponCents: kept }] : [];
  if (!replacement) return lines;
  const { product, quantity } = replacement;
  const paidCents = replacementCents(line, product);
  const both = couponLeft({ couponCents, orderedCents, nowCents: foundCents + quantity * paidCents });
  return [...lines, { ...product, quantity, paidCents, couponCents: both - kept, replaces: line.name }];
}

/** Whether a mark fits a line: what is found and replaced is at most what was ordered, and nothing replaces itself. */
export function fitsLine(
  line: { productId: string; quantity: number },
  { found, replacement }: { found: number; replacement?: { productId: string; quantity: number } | undefined },
): boolean {
  return found + (replacement?.quantity ?? 0) <= line.quantity && replacement?.productId !== line.productId;
}
