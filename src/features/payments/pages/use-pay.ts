import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { reloadCart } from "#features/cart/pages/use-cart.ts";
import type { OrderConflict } from "#features/orders/contract.ts";
import { conflictOf } from "#features/orders/pages/use-place-order.ts";
import { CallError } from "#web/call.ts";
import { paths } from "#web/paths.ts";
import { createCulqiOrder, createPayPalOrder, createYapeOrder, type Payment } from "../contract.ts";
import { beginPayment, type PaymentRequest } from "./begin-payment.ts";
import { noteOrdered } from "./confirm.ts";
import type { FormWay } from "./culqi/culqi-form.ts";
import { cancelOpenPayment } from "./cancel-open-payment.ts";
import { readOpenPaymentAgain } from "./use-open-payment.ts";
import { usePaying, type CulqiWay } from "./use-paying.ts";
import { readWaysAgain } from "./use-ways-to-pay.ts";

const CREATE = { culqi: createCulqiOrder, yape: createYapeOrder } as const satisfies Record<FormWay, object>;

/** Pays for the cart. `open` is the open payment. */
export function usePay(open: Payment | null | undefined) {
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<OrderConflict | null>(null);
  /** The request that the last payment in Culqi's form was started for. */
  const asked = useRef("");
  const { atPayPal, inForm, ...paying } = usePaying({
    paid: async (number) => {
      await navigate(paths.success, { state: number });
      noteOrdered();
    },
    failed: (failure) => {
      setConflict(conflictOf(failure));
      // The open payment's reservation takes the missing stock, and the shopper has moved on to another payment.
      if (conflictOf(failure) && open) cancelOpenPayment(open.orderId).catch(() => {});
      else void reloadCart();
      if (failure instanceof CallError && failure.status === 409) void readWaysAgain();
    },
  });
  return {
    ...paying,
    /** What changed in the shop meanwhile, so that no payment was started. */
    conflict,
    settle: () => setConflict(null),
    withPayPal: (request: PaymentRequest) => atPayPal(() => beginPayment(createPayPalOrder, request)),
    /** Continues the open payment if it was started for the same request. */
    withCulqi: (way: CulqiWay, request: PaymentRequest) => {
      const wanted = JSON.stringify(request);
      if (open?.provider === way.provider && asked.current === wanted) return paying.resume(way, open);
      return inForm(way, async () => {
        const { data } = await beginPayment(CREATE[way.provider], request);
        asked.current = wanted;
        await readOpenPaymentAgain();
        return data;
      });
    },
  };
}
