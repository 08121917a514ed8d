import { refuse, Refusal } from "#server/http/errors.ts";
import type { CouponConflict } from "./contract.ts";
import { judgeCoupon, refusalWords, type CouponRefusal } from "./rules.ts";
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
  /** Whether the person has an order that was not cancelled. */
  hasOrdered: boolean;
  /** Each with the cents for all its pieces, after the product's own discount. */
  lines: readonly { productId: string; cents: number }[];
}

/** What the coupon that was found for a code takes off these lines. @throws Refusal 409 that says why it can't be used */
export function judgeFound(code: string, found: FoundCoupon | undefined, { hasOrdered, lines }: Lines): TakenCoupon {
  if (!found) throw refused(code, { why: "unknown" });
  const onShelf = new Set(found.onShelf);
  const judged = judgeCoupon(
    found,
    { ...found, hasOrdered },
    lines.map(({ productId, cents }) => ({ cents, isOnShelf: onShelf.has(productId) })),
  );
  if (!judged.ok) throw refused(code, judged.refusal);
  return { couponId: found.id, code: found.code, cents: judged.cents, shares: judged.shares };
}

function refused(code: string, refusal: CouponRefusal): Refusal {
  const message = refusalWords(code, refusal);
  return refuse.conflict(message, { reason: "coupon", why: refusal.why, code, message } satisfies CouponConflict);
}

/** Whether a request was refused because nobody has a coupon with its code. */
export function isUnknownCode(error: unknown): boolean {
  const data = error instanceof Refusal ? (error.fields["data"] as Partial<CouponConflict> | undefined) : undefined;
  return data?.reason === "coupon" && data.why === "unknown";
}
