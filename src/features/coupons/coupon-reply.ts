import { aboutField } from "#server/http/check-messages.ts";
import { refuse } from "#server/http/errors.ts";
import { toCents, toDollars, toHundredths, toPercent } from "#shared/money.ts";
import type { Coupon, CouponFields } from "./contract.ts";
import { faultOf, stateOf } from "./rules.ts";
import type { CouponValues, StoredCoupon } from "./store.ts";

/** Reads what an admin entered. @throws Refusal 400 that names the field */
export function valuesOf({ kind, value, minimum, shelf, ...rest }: CouponFields): CouponValues {
  const fault = faultOf({ kind, value, ...rest });
  if (fault) throw refuse.badInput(aboutField(fault.field, fault.message), fault.field);
  const { code, startsOn, endsOn, maxUses, maxUsesPerPerson, firstOrderOnly, active } = rest;
  return {
    code,
    kind,
    value: kind === "percent" ? toHundredths(value) : toCents(value),
    minimumCents: toCents(minimum),
    categoryId: shelf?.kind === "category" ? shelf._id : null,
    subCategoryId: shelf?.kind === "subCategory" ? shelf._id : null,
    startsOn,
    endsOn,
    maxUses,
    maxUsesPerPerson,
    firstOrderOnly,
    active,
  };
}

/** A coupon's fields in dollars and percent, for the API and the change history. */
export function toFields(coupon: CouponValues): CouponFields {
  const { code, kind, value, minimumCents, categoryId, subCategoryId } = coupon;
  const { startsOn, endsOn, maxUses, maxUsesPerPerson, firstOrderOnly, active } = coupon;
  return {
    code,
    kind,
    value: kind === "percent" ? toPercent(value) : toDollars(value),
    minimum: toDollars(minimumCents),
    shelf: categoryId ? { kind: "category", _id: categoryId } : subCategoryId ? { kind: "subCategory", _id: subCategoryId } : null,
    startsOn,
    endsOn,
    maxUses,
    maxUsesPerPerson,
    firstOrderOnly,
    active,
  };
}

export function couponReply(coupon: StoredCoupon): Coupon {
  const { id, version, shelfName, uses, givenCents } = coupon;
  return { ...toFields(coupon), _id: id, version, state: stateOf(coupon, coupon), shelfName, uses, given: toDollars(givenCents) };
}
