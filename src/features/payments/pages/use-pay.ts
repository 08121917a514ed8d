import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { useNavigate } from "react-router";
import { reloadCart } from "#features/cart/pages/use-cart.ts";
import type { OrderConflict } from "#features/orders/contract.ts";
import { conflictOf } from "#features/orders/pages/use-place-order.ts";
import { currency, toCents, toDollars } from "#shared/money.ts";
import { CallError } from "#web/call.ts";
import { paths } from "#web/paths.ts";
import { useUser } from "#features/account/pages/use-user.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { readWaysAgain } from "./use-ways-to-pay.ts";
import { createCulqiOrder, createPayPalOrder, createYapeOrder, type Payment, type WayToPay } from "../contract.ts";
import { BankRefused } from "./culqi/ask-bank.ts";
import { beginPayment, type PaymentRequest } from "./begin-payment.ts";
import { noteOrdered } from "./confirm.ts";
import { loadCulqiForm, type FormWay } from "./culqi/culqi-form.ts";
import { ScriptMissing } from "./culqi/culqi-scripts.ts";
import { giveUp } from "./give-up.ts";
import { payWithCulqi } from "./culqi/pay-with-culqi.ts";
import { storePayment } from "./stored-payment.ts";
import { readOpenPaymentAgain } from "./use-open-payment.ts";

export const CHARGING = { id: "charging" };
/** A browser that hasn't navigated away by then (ms) won't anymore. */
export const LEAVES_WITHIN = 10_000;

type FormPayment = Pick<Payment, "orderId" | "totalAmt">;

const CREATE = { culqi: createCulqiOrder, yape: createYapeOrder } as const satisfies Record<FormWay, object>;
export const CHARGING_WORDS: Readonly<Record<FormWay, string>> = {
  culqi: t("Your card is being charged..."),
  yape: t("Your Yape payment is being confirmed..."),
};

/** A way to pay in Culqi's form. */
export type CulqiWay = WayToPay & { provider: FormWay };
export const isCulqiWay = (way: WayToPay): way is CulqiWay => way.provider in CREATE;

interface Pay {
  /** Redirects to PayPal (CHK-3). */
  withPayPal: (request: PaymentRequest) => Promise<void>;
  /** Opens Culqi's form (CHK-11), for the open payment if it was started for the same request. */
  withCulqi: (way: CulqiWay, request: PaymentRequest) => Promise<void>;
  /** Opens Culqi's form for an existing payment. */
  continueWithCulqi: (way: CulqiWay, payment: FormPayment) => Promise<void>;
  busy: boolean;
  /** What changed in the shop meanwhile, so that no payment was started. */
  conflict: OrderConflict | null;
  settle: () => void;
  /** Why the card or the Yape account was not charged; empty if it wasn't declined. */
  declined: string;
  /** How many times Culqi's form was closed without paying. */
  returned: number;
}

/** Pays, one action at a time. `open` is the open payment. */
export function usePay(open: Payment | null | undefined): Pay {
  const navigate = useNavigate();
  const user = useUser();
  const { name: shopName } = useFace();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<OrderConflict | null>(null);
  const [declined, setDeclined] = useState("");
  const [returned, setReturned] = useState(0);
  const underWay = useRef(false);
  /** The request that the last payment in Culqi's form was started for. */
  const asked = useRef("");

  const hold = useCallback((held: boolean) => {
    // A second click can come before React has disabled the button.
    underWay.current = held;
    setBusy(held);
  }, []);
  useEffect(() => {
    // Restored by the browser's Back, as from PayPal.
    const back = ({ persisted }: PageTransitionEvent) => persisted && hold(false);
    addEventListener("pageshow", back);
    return () => removeEventListener("pageshow", back);
  }, [hold]);

  /** @param work returns whether the browser is about to navigate away */
  const alone = async (work: () => Promise<"leaves" | void>) => {
    if (underWay.current) return;
    hold(true);
    setDeclined("");
    let leaves = false;
    try {
      leaves = (await work()) === "leaves";
    } catch (failure) {
      tell(failure);
    } finally {
      if (leaves) setTimeout(() => hold(false), LEAVES_WITHIN);
      else hold(false);
      void readOpenPaymentAgain();
    }
  };

  const tell = (failure: unknown) => {
    // The session has ended: the login says so.
    if (failure instanceof CallError && failure.status === 401) return;
    toast.error(wordsOf(failure));
    setConflict(conflictOf(failure));
    // The open payment's reservation takes the missing stock, and the shopper has moved on to another payment.
    if (conflictOf(failure) && open) giveUp(open.orderId).catch(() => {});
    else void reloadCart();
    if (failure instanceof CallError && failure.status === 409) void readWaysAgain();
  };

  const charge = async ({ provider: way, scripts, publicKey }: CulqiWay, { orderId, totalAmt }: FormPayment) => {
    if (!scripts || !publicKey) throw new ScriptMissing();
    // The form covers the page. If it never reports being closed, the page must not stay busy.
    hold(false);
    const form = { way, publicKey, shopName, amount: toCents(totalAmt), currency: currency().code, email: user?.email ?? "" };
    try {
      const number = await payWithCulqi(scripts, orderId, form, () => {
        hold(true);
        toast.loading(CHARGING_WORDS[way], CHARGING);
      });
      if (number === null) setReturned((times) => times + 1);
      else {
        await navigate(paths.success, { state: number });
        noteOrdered();
      }
    } catch (failure) {
      setReturned((times) => times + 1);
      if (failure instanceof BankRefused || (failure instanceof CallError && failure.status === 422)) setDeclined(failure.message);
      throw failure;
    } finally {
      toast.dismiss(CHARGING.id);
    }
  };

  return {
    busy,
    conflict,
    declined,
    returned,
    settle: () => setConflict(null),
    withPayPal: (request) =>
      alone(async () => {
        const waiting = toast.loading(t("Redirecting to PayPal..."));
        try {
          const { approvalUrl, orderId } = await beginPayment(createPayPalOrder, request);
          if (!approvalUrl) return void toast.error(t("Failed to get PayPal approval URL"));
          storePayment(orderId);
          location.assign(approvalUrl);
          return "leaves";
        } finally {
          toast.dismiss(waiting);
        }
      }),
    withCulqi: (way, request) =>
      alone(async () => {
        // Load the form before reserving goods for a shopper who couldn't pay.
        await loadCulqiForm(way.scripts?.checkout);
        if (open?.provider === way.provider && asked.current === JSON.stringify(request)) return charge(way, open);
        const { data } = await beginPayment(CREATE[way.provider], request);
        asked.current = JSON.stringify(request);
        await readOpenPaymentAgain();
        return charge(way, { orderId: data.orderId, totalAmt: toDollars(data.amount) });
      }),
    continueWithCulqi: (way, payment) => alone(() => charge(way, payment)),
  };
}

/** Why nothing was paid (CHK-5): the shop's message, no response, or a problem in the browser. */
export function wordsOf(failure: unknown): string {
  const isTold = failure instanceof CallError || failure instanceof ScriptMissing || failure instanceof BankRefused;
  return isTold ? failure.message : t("Internal error. Please try again later.");
}
