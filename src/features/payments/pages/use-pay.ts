import { useEffect, useRef, useState } from "react";
import { toast } from "react-hot-toast";
import { reloadCart } from "#features/cart/pages/use-cart.ts";
import type { OrderConflict } from "#features/orders/contract.ts";
import { conflictOf } from "#features/orders/pages/use-place-order.ts";
import { CallError } from "#web/call.ts";
import { createPayPalOrder, type Payment } from "../contract.ts";
import { beginPayment, type PaymentRequest } from "./begin-payment.ts";
import { giveUp } from "./give-up.ts";
import { storePayment } from "./stored-payment.ts";
import { readOpenPaymentAgain } from "./use-open-payment.ts";

/** A browser that has not left by then (ms) will not leave any more. */
const LEAVES_WITHIN = 10_000;

interface Pay {
  /** Leads to PayPal (CHK-3). */
  withPayPal: (request: PaymentRequest) => Promise<void>;
  busy: boolean;
  /** What changed in the shop meanwhile, so that no payment was begun. */
  conflict: OrderConflict | null;
  settle: () => void;
}

/** Begins payments, one at a time. `open` is the one that is under way. */
export function usePay(open: Payment | null | undefined): Pay {
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<OrderConflict | null>(null);
  const underWay = useRef(false);

  const hold = (held: boolean) => {
    // A second click comes before React has disabled the button.
    underWay.current = held;
    setBusy(held);
  };
  useEffect(() => {
    const back = () => {
      underWay.current = false;
      setBusy(false);
    };
    addEventListener("pageshow", back);
    return () => removeEventListener("pageshow", back);
  }, []);

  const tell = (failure: unknown) => {
    toast.error(wordsOf(failure));
    setConflict(conflictOf(failure));
    // The pieces that the open payment keeps are missing on the shelves, and the shopper has turned to another one.
    if (conflictOf(failure) && open) giveUp(open.orderId).catch(() => {});
    else void reloadCart();
  };

  return {
    busy,
    conflict,
    settle: () => setConflict(null),
    async withPayPal(request) {
      if (underWay.current) return;
      hold(true);
      const waiting = toast.loading("Redirecting to PayPal...");
      let leaves = false;
      try {
        const { approvalUrl, orderId } = await beginPayment(createPayPalOrder, request);
        leaves = approvalUrl !== "";
        if (leaves) {
          storePayment(orderId);
          location.assign(approvalUrl);
        } else toast.error("Failed to get PayPal approval URL");
      } catch (error) {
        tell(error);
      } finally {
        toast.dismiss(waiting);
        if (leaves) setTimeout(() => hold(false), LEAVES_WITHIN);
        else hold(false);
        void readOpenPaymentAgain();
      }
    },
  };
}

/** Why no payment was begun (CHK-5): the shop's words, or that it gave none, or no answer at all. */
export function wordsOf(error: unknown): string {
  return error instanceof CallError ? error.message : "Internal error. Please try again later.";
}
