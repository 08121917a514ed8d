import * as z from "zod/mini";
import { day } from "#shared/day.ts";
import { dollars } from "#shared/dollars.ts";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { MAX_LINES, quantity } from "../cart/contract.ts";

export const COUPON_KINDS = ["percent", "amount"] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** How a coupon stands today, in the shop's time zone. */
export const COUPON_STATES = ["active", "off", "not yet", "over", "used up", "ended"] as const;
export type CouponState = (typeof COUPON_STATES)[number];

/** The states of a use: HELD by a payment under way, USED by an order, RETURNED when either was canceled or ran out of time. */
export const USE_STATES = ["HELD", "USED", "RETURNED"] as const;
export type UseState = (typeof USE_STATES)[number];

/** How many coupons a shop may have that were not ended. */
export const MOST_COUPONS = 500;
/** Limits of a coupon's fields: dollars, pieces, characters. */
export const COUPON_LIMITS = { amount: 100_000, minimum: 1_000_000, uses: 1_000_000, code: { least: 3, most: 30 } } as const;

const { least: SHORTEST, most: LONGEST } = COUPON_LIMITS.code;

/** A code, in capitals: people may write it either way. */
export const couponCode = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z0-9-]*$/, "may have letters, digits and hyphens only"),
    z.minLength(SHORTEST, `needs at least ${SHORTEST} characters`),
    z.maxLength(LONGEST, `may have at most ${LONGEST} characters`),
  );

const limit = z.nullable(z.int("must be a whole number").check(z.gte(1, "must be at least 1"), z.lte(COUPON_LIMITS.uses, "is too large")));

/** What a coupon applies to: one category or sub category. */
const shelf = z.object({ kind: z.enum(["category", "subCategory"]), _id: id });

const couponFields = z.object({
  code: couponCode,
  kind: z.enum(COUPON_KINDS),
  /** Percent or dollars. */
  value: dollars.check(z.gte(0.01, "must be more than 0"), z.lte(COUPON_LIMITS.amount, "is too large")),
  /** The least that the products it applies to must cost in all, in dollars, after their own discounts; 0 for any order. */
  minimum: dollars.check(z.lte(COUPON_LIMITS.minimum, "is too large")),
  /** Null if it applies to everything. */
  shelf: z.nullable(shelf),
  /** The first and last day, in the shop's time zone; null if it is open on that side. */
  startsOn: z.nullable(day),
  endsOn: z.nullable(day),
  maxUses: limit,
  maxUsesPerPerson: limit,
  firstOrderOnly: z.boolean(),
  /** Whether it is switched on. */
  active: z.boolean(),
});
export type CouponFields = z.output<typeof couponFields>;

/** A coupon as the back office sees it. */
const coupon = z.extend(couponFields, {
  _id: id,
  version: z.int(),
  state: z.enum(COUPON_STATES),
  /** Empty if it applies to everything. */
  shelfName: z.string(),
  /** In orders that weren't canceled, and payments in progress. */
  uses: z.int(),
  /** What these uses took off in all, in dollars. */
  given: z.number(),
});
export type Coupon = z.output<typeof coupon>;

export const listCoupons = endpoint({
  method: "GET",
  path: "/api/coupons",
  access: "manager",
  summary: `Coupons with their uses, newest first; ended ones come last, up to ${MOST_COUPONS} of them`,
  reply: z.object({ data: z.array(coupon) }),
});

export const addCoupon = endpoint({
  method: "POST",
  path: "/api/coupons",
  access: "manager",
  summary: "Add a coupon. Codes are letters, digits and hyphens, and ignore case",
  input: couponFields,
  reply: z.object({ data: coupon }),
});

export const changeCoupon = endpoint({
  method: "PUT",
  path: "/api/coupons",
  access: "manager",
  summary:
    "Change a coupon. Orders and payments that used it keep what they got; 409 with the coupon as it is now if it was changed since `version`",
  input: z.extend(couponFields, { _id: id, version: z.int() }),
  reply: z.object({ data: coupon }),
});

export const endCoupon = endpoint({
  method: "POST",
  path: "/api/coupons/end",
  access: "manager",
  summary: "End a coupon for good. Its code can be used for another coupon afterwards",
  input: z.object({ _id: id }),
  reply: z.object({ data: coupon }),
});

export const couponsOffered = endpoint({
  method: "GET",
  path: "/api/coupons/offered",
  access: "user",
  summary: "Whether any coupon can be used today, so that the checkout asks for a code",
  reply: z.object({ data: z.boolean() }),
});

export const checkCoupon = endpoint({
  method: "POST",
  path: "/api/coupons/check",
  access: "user",
  summary:
    "What a code takes off these products for this shopper, at current prices. 409 with a message for people if it can't be used. Wrong codes are limited per account and network",
  bodyLimit: LARGE_BODY,
  input: z.object({
    code: couponCode,
    list_items: z.array(z.object({ productId: id, quantity })).check(z.minLength(1, "is empty"), z.maxLength(MAX_LINES)),
  }),
  reply: z.object({ data: z.object({ code: z.string(), /** In dollars. */ amount: z.number() }) }),
});

/** Why a code can't be used. */
const COUPON_FAULTS = [
  "unknown",
  "not yet",
  "ended",
  "used up",
  "used before",
  "not first",
  "other products",
  "minimum",
  "nothing",
] as const;

/** `data` of a 409 for a code that can't be used. */
export const couponConflict = z.object({
  reason: z.literal("coupon"),
  why: z.enum(COUPON_FAULTS),
  code: z.string(),
  /** For people. */
  message: z.string(),
});
export type CouponConflict = z.output<typeof couponConflict>;
