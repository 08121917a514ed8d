import { useEffect, useRef, useState } from "react";
import { useUser } from "#features/account/pages/use-user.ts";
import { readOrdersAgain } from "#features/orders/pages/use-orders.ts";
import type { InputOf } from "#shared/endpoint.ts";
import { currency, toCents } from "#shared/money.ts";
import { toast } from "#ui/toast/toast.ts";
import { CallError } from "#web/call.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { payChange } from "../changes/contract.ts";
import type { OnlineWay, Payment } from "../contract.ts";
import { BankRefused } from "./culqi/ask-bank.ts";
import { beginPayment } from "./begin-payment.ts";
import { noteChanged } from "./confirm.ts";
import { loadCulqiForm, type CulqiForm, type FormWay } from "./culqi/culqi-form.ts";
import { ScriptMissing } from "./culqi/culqi-scripts.ts";
import { payWithCulqi } from "./culqi/pay-with-culqi.ts";
import { storePayment } from "./stored-payment.ts";
import { readOpenPaymentAgain } from "./use-open-payment.ts";
import { CHARGING, CHARGING_WORDS, LEAVES_WITHIN, wordsOf } from "./use-pay.ts";
import { useWaysToPay } from "./use-ways-to-pay.ts";

interface Then {
  /** Called when the difference is paid and the order changed. */
  leave: () => Promise<void>;
  /** Called before the browser goes to PayPal. */
  leaving: () => void;
}

/** How paying ended: the browser is about to navigate away, the order is changed, or neither. */
type Ending = "leaves" | "done" | "returns";

interface FormPayment extends Pick<CulqiForm, "publicKey" | "amount"> {
  provider: FormWay;
  orderId: string;
}

/** Pays what a change of an order costs more, the way the order was paid. */
export function usePayChange({ leave, leaving }: Then) {
  const user = useUser();
  const { name: shopName } = useFace();
  const { ways } = useWaysToPay();
  const [busy, setBusy] = useState(false);
  const [declined, setDeclined] = useState("");
  const [returned, setReturned] = useState(0);
  const underWay = useRef(false);
  const hold = (held: boolean) => {
    // A second click can come before React has disabled the button.
    underWay.current = held;
    setBusy(held);
  };
  useEffect(() => {
    // Restored by the browser's Back, as from PayPal.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      underWay.current = false;
      setBusy(false);
    };
    addEventListener("pageshow", back);
    return () => removeEventListener("pageshow", back);
  }, []);

  const offerOf = (way: OnlineWay) => ways?.find(({ provider }) => provider === way);

  const start = async (way: OnlineWay, request: InputOf<typeof payChange>): Promise<Ending> => {
    // Load the form before holding goods for a shopper who couldn't pay.
    if (way !== "paypal") await loadCulqiForm(offerOf(way)?.scripts?.checkout);
    const { data } = await beginPayment(payChange, request);
    if (data.provider === "paypal") {
      storePayment(data.orderId);
      leaving();
      location.assign(data.approvalUrl);
      return "leaves";
    }
    return inForm(data);
  };

  const inForm = async ({ provider, orderId, publicKey, amount }: FormPayment): Promise<Ending> => {
    const scripts = offerOf(provider)?.scripts;
    if (!scripts) throw new ScriptMissing();
    // The form covers the page. If it never reports being closed, the page must not stay busy.
    hold(false);
    const form = { way: provider, publicKey, shopName, amount, currency: currency().code, email: user?.email ?? "" };
    const number = await payWithCulqi(scripts, orderId, form, () => {
      hold(true);
      toast.loading(CHARGING_WORDS[provider], CHARGING);
    });
    if (number === null) return "returns";
    noteChanged();
    await leave();
    return "done";
  };

  const alone = async (work: () => Promise<Ending>): Promise<void> => {
    if (underWay.current) return;
    hold(true);
    setDeclined("");
    let ending: Ending = "returns";
    try {
      ending = await work();
    } catch (failure) {
      // After a decline, the same button continues.
      if (failure instanceof BankRefused || (failure instanceof CallError && failure.status === 422)) setDeclined(failure.message);
      else if (!(failure instanceof CallError && failure.status === 401)) toast.error(wordsOf(failure));
      void readOrdersAgain();
    } finally {
      toast.dismiss(CHARGING.id);
      if (ending === "leaves") setTimeout(() => hold(false), LEAVES_WITHIN);
      else hold(false);
      if (ending === "returns") setReturned((times) => times + 1);
      void readOpenPaymentAgain();
    }
  };

  const pay = (way: OnlineWay, request: InputOf<typeof payChange>): Promise<void> =>
    alone(async () => {
      const waiting = way === "paypal" ? toast.loading(t("Redirecting to PayPal...")) : undefined;
      try {
        return await start(way, request);
      } finally {
        if (waiting !== undefined) toast.dismiss(waiting);
      }
    });

  /** Opens Culqi's form for an open payment. PayPal's has an address. */
  const resume = ({ provider, orderId, totalAmt }: Pick<Payment, "provider" | "orderId" | "totalAmt">): Promise<void> =>
    alone(async () => {
      const publicKey = offerOf(provider)?.publicKey;
      if (provider === "paypal" || !publicKey) throw new ScriptMissing();
      return inForm({ provider, orderId, publicKey, amount: toCents(totalAmt) });
    });
  return { pay, resume, busy, declined, returned };
}
