import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { toCents } from "#shared/money.ts";
import { call, messageOf } from "#web/call.ts";
import { personalKey, readAgain, usePersonal, useSession } from "#web/session/session.ts";
import { checkCoupon, couponsOffered } from "../contract.ts";

/** Session storage key of the code that was entered, so that it survives a visit to PayPal and a reload. */
const CODE = "checkout-coupon";

/** The code that a shopper enters in the checkout, and what it takes off. */
export interface EnteredCoupon {
  /** Whether the shop may have any coupons. */
  offered: boolean;
  /** Empty without one. */
  code: string;
  /** What it takes off; 0 until the shop has said so. */
  cents: number;
  /** Why it takes nothing off. */
  refusal: string | undefined;
  /** The shop is being asked. */
  checking: boolean;
  enter: (code: string) => void;
  remove: () => void;
}

/** The coupon of a checkout, asked about again whenever its products change. */
export function useCoupon(items: readonly { productId: string; quantity: number }[]): EnteredCoupon {
  const { person, status } = useSession();
  const [code, setCode] = useState(() => sessionStorage.getItem(CODE) ?? "");
  const { data: hasAny, isError } = usePersonal(["coupons-offered"], async () => (await call(couponsOffered, undefined)).data);
  const check = useQuery({
    queryKey: personalKey(person, ["coupon", code, items]),
    queryFn: async () => (await call(checkCoupon, { code, list_items: [...items] })).data,
    enabled: status === "signed-in" && code !== "" && items.length > 0,
    // Wrong codes are limited, so a refusal stands until the code or the cart changes.
    refetchOnWindowFocus: false,
  });
  const enter = (entered: string) => {
    const next = entered.trim().toUpperCase();
    sessionStorage.setItem(CODE, next);
    setCode(next);
    if (next === code) void check.refetch();
  };
  return {
    // If that is not known, a code can be entered: the shop says whether there is one.
    offered: (hasAny ?? isError) || code !== "",
    code,
    cents: code && check.data ? toCents(check.data.amount) : 0,
    refusal: code && check.error ? messageOf(check.error) : undefined,
    checking: check.isFetching,
    enter,
    remove: () => {
      forgetCoupon();
      setCode("");
    },
  };
}

/** Asks again what the code takes off. */
export const checkCouponAgain = () => readAgain(["coupon"]);

/** Forgets the code once it was used for an order. */
export function forgetCoupon(): void {
  sessionStorage.removeItem(CODE);
}
