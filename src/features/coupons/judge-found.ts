import { refuse, Refusal } from "#server/http/errors.ts";
import { shareCents } from "../cart/sums/rules.ts";
import type { CouponConflict } from "./contract.ts";
import { judgeCoupon, refusalWords, stateOf, type CouponRefusal } from "./rules.ts";
import type { FoundCoupon } from "./store.ts";

/** What a coupon takes off an order. */
export interface TakenCoupon {
  couponId: string;
  code: string;
  cents: number;
  /** Of each line, in their order. */
  shares: readonly number[];
}

interface Lines {
  /** Whether the person has an order that was not canceled. */
  hasOrdered: boolean;
  /** Each with the cents for all its pieces, after the product's own discount. */
  lines: readonly { productId: string; cents: number }[];
}

/** What the coupon that was found for a code takes off these lines. @throws Refusal 409 that says why it can't be used */
export function judgeFound(code: string, found: FoundCoupon | undefined, { hasOrdered, lines }: Lines): TakenCoupon {
  if (!found) throw refused(code, { why: "unknown" });
  const judged = judgeLines(found, hasOrdered, lines);
  if (!judged.ok) throw refused(code, judged.refusal);
  return { couponId: found.id, code: found.code, cents: judged.cents, shares: judged.shares };
}

/** The terms of a coupon that an order has already used: its days and limits are not checked again. */
const USED = { active: true, isEnded: false, startsOn: null, endsOn: null, maxUses: null, maxUsesPerPerson: null, firstOrderOnly: false };

/**
 * What an order's coupon takes off other lines, or why it no longer does. One that nobody can use anymore takes off no more than before:
 * `isCapped` says that it would have.
 * @param found undefined if the order has none
 * @param before what it took off, in cents
 */
export function judgeUsed(code: string, found: FoundCoupon | undefined, lines: Lines["lines"], before: number) {
  if (!found) return { ok: false as const, why: refusalWords(code, { why: "unknown" }) };
  const judged = judgeLines({ ...found, ...USED }, false, lines);
  if (!judged.ok) return { ok: false as const, why: refusalWords(code, judged.refusal) };
  const isOver = stateOf({ ...found, maxUses: null }, found) !== "active";
  if (!isOver || judged.cents <= before) return { ...judged, isCapped: false };
  return { ok: true as const, cents: before, shares: shareCents(before, judged.shares), isCapped: true };
}

function judgeLines(found: FoundCoupon, hasOrdered: boolean, lines: Lines["lines"]) {
  const onShelf = new Set(found.onShelf);
  return judgeCoupon(
    found,
    { ...found, hasOrdered },
    lines.map(({ productId, cents }) => ({ cents, isOnShelf: onShelf.has(productId) })),
  );
}

function refused(code: string, refusal: CouponRefusal): Refusal {
  const message = refusalWords(code, refusal);
  return refuse.conflict(message, { reason: "coupon", why: refusal.why, code, message } satisfies CouponConflict);
}

/** Whether a request was refused because there is no coupon with its code. */
export function isUnknownCode(error: unknown): boolean {
  const data = error instanceof Refusal ? (error.fields["data"] as Partial<CouponConflict> | undefined) : undefined;
  return data?.reason === "coupon" && data.why === "unknown";
}
