import { formatCents } from "#shared/money.ts";
import { formatDay } from "#shared/time.ts";
import { t } from "#words/t.ts";
import { shareCents } from "../cart/sums/rules.ts";
import type { CouponKind, CouponState } from "./contract.ts";

/** What a coupon promises, in cents, hundredths of a percent and days of the shop's time zone such as `2026-11-21`. */
export interface CouponTerms {
  kind: CouponKind;
  /** Hundredths of a percent, or cents. */
  value: number;
  minimumCents: number;
  /** Empty if it applies to everything. */
  shelfName: string;
  startsOn: string | null;
  endsOn: string | null;
  maxUses: number | null;
  maxUsesPerPerson: number | null;
  firstOrderOnly: boolean;
  active: boolean;
  isEnded: boolean;
}

/** What is known when it is used. */
interface Moment {
  /** In the shop's time zone. */
  today: string;
  /** How often it was used, by everybody and by this person. */
  uses: number;
  usesByPerson: number;
  /** Whether the person has an order that was not canceled. */
  hasOrdered: boolean;
}

/** A line that a coupon may apply to. */
interface CouponLine {
  /** For all its pieces, after the product's own discount. */
  cents: number;
  isOnShelf: boolean;
}

export type CouponRefusal =
  | { why: "unknown" | "ended" | "used up" | "used before" | "not first" | "nothing" }
  | { why: "not yet"; startsOn: string }
  | { why: "other products"; shelfName: string }
  | { why: "minimum"; missingCents: number; shelfName: string };

/** What a coupon takes off: together, and each line's share. */
interface CouponShares {
  ok: true;
  cents: number;
  shares: number[];
}

/** Whether a person may use a coupon for these lines now, and what it takes off. It never takes off more than its lines cost. */
export function judgeCoupon(
  terms: CouponTerms,
  { today, uses, usesByPerson, hasOrdered }: Moment,
  lines: readonly CouponLine[],
): CouponShares | { ok: false; refusal: CouponRefusal } {
  const { shelfName } = terms;
  const state = stateOf(terms, { today, uses });
  if (state === "not yet") return no({ why: state, startsOn: terms.startsOn ?? today });
  if (state === "used up") return no({ why: state });
  if (state !== "active") return no({ why: "ended" });
  if (terms.maxUsesPerPerson !== null && usesByPerson >= terms.maxUsesPerPerson) return no({ why: "used before" });
  if (terms.firstOrderOnly && hasOrdered) return no({ why: "not first" });
  if (!lines.some(({ isOnShelf }) => isOnShelf)) return no({ why: "other products", shelfName });
  const weights = lines.map(({ cents, isOnShelf }) => (isOnShelf ? cents : 0));
  const wholeCents = weights.reduce((sum, weight) => sum + weight, 0);
  const missingCents = terms.minimumCents - wholeCents;
  if (missingCents > 0) return no({ why: "minimum", missingCents, shelfName });
  const cents = terms.kind === "amount" ? Math.min(terms.value, wholeCents) : percentOf(wholeCents, terms.value);
  return cents > 0 ? { ok: true, cents, shares: shareCents(cents, weights) } : no({ why: "nothing" });
}

const no = (refusal: CouponRefusal) => ({ ok: false as const, refusal });

/** Half up. Beyond 2^53 for the largest orders, hence the big integers. */
function percentOf(cents: number, hundredths: number): number {
  return Number((BigInt(cents) * BigInt(hundredths) * 2n + 10_000n) / 20_000n);
}

/** How a coupon stands on a day. */
export function stateOf(
  { isEnded, active, startsOn, endsOn, maxUses }: Omit<CouponTerms, "kind" | "value" | "shelfName">,
  { today, uses }: Pick<Moment, "today" | "uses">,
): CouponState {
  if (isEnded) return "ended";
  if (!active) return "off";
  if (endsOn !== null && today > endsOn) return "over";
  if (startsOn !== null && today < startsOn) return "not yet";
  return maxUses !== null && uses >= maxUses ? "used up" : "active";
}

/** Why a code can't be used, for the shopper. */
export function refusalWords(code: string, refusal: CouponRefusal): string {
  switch (refusal.why) {
    case "not yet":
      return t("The coupon {code} can be used from {day}.", { code, day: formatDay(`${refusal.startsOn}T12:00:00Z`, "UTC", "long") });
    case "other products":
      return t("The coupon {code} is only for {shelfName}. Nothing in your cart is from there.", { code, shelfName: refusal.shelfName });
    case "minimum":
      return minimumWords(code, formatCents(refusal.missingCents), refusal.shelfName);
    default:
      return REFUSALS[refusal.why](code);
  }
}

const minimumWords = (code: string, amount: string, shelfName: string) =>
  shelfName
    ? t("Add {amount} more from {shelfName} to use the coupon {code}.", { amount, shelfName, code })
    : t("Add {amount} more to use the coupon {code}.", { amount, code });

const REFUSALS = {
  unknown: (code: string) => t("We don't know the code {code}. Check it and try again.", { code }),
  ended: (code: string) => t("The coupon {code} has ended.", { code }),
  "used up": (code: string) => t("The coupon {code} is used up.", { code }),
  "used before": (code: string) => t("You have already used the coupon {code}.", { code }),
  "not first": (code: string) => t("The coupon {code} is only for a first order.", { code }),
  nothing: (code: string) => t("The coupon {code} takes nothing off these products.", { code }),
} as const;

/** What is wrong with the coupon an admin entered; undefined if nothing is. */
export function faultOf({
  kind,
  value,
  startsOn,
  endsOn,
}: {
  kind: CouponKind;
  /** Percent or dollars. */
  value: number;
  startsOn: string | null;
  endsOn: string | null;
}): { field: "value" | "endsOn"; message: string } | undefined {
  if (kind === "percent" && value > 100) return { field: "value", message: t("may be at most 100 percent") };
  if (startsOn !== null && endsOn !== null && endsOn < startsOn) return { field: "endsOn", message: t("is before the first day") };
  return undefined;
}
