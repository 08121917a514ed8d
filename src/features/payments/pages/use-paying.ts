import { useState } from "react";
import { useUser } from "#features/account/pages/use-user.ts";
import { currency, toCents } from "#shared/money.ts";
import { toast } from "#ui/toast/toast.ts";
import { CallError } from "#web/call.ts";
import { useAlone } from "#web/use-alone.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import type { Payment, WayToPay } from "../contract.ts";
import { BankRefused } from "./culqi/ask-bank.ts";
import { loadCulqiForm, type CulqiForm, type FormWay } from "./culqi/culqi-form.ts";
import { ScriptMissing } from "./culqi/culqi-scripts.ts";
import { payWithCulqi } from "./culqi/pay-with-culqi.ts";
import { storePayment } from "./stored-payment.ts";
import { readOpenPaymentAgain } from "./use-open-payment.ts";

const CHARGING: Readonly<Record<FormWay, string>> = {
  culqi: t("Your card is being charged..."),
  yape: t("Your Yape payment is being confirmed..."),
};

/** A way to pay in Culqi's form. */
export type CulqiWay = WayToPay & { provider: FormWay };
export const isCulqiWay = (way: WayToPay): way is CulqiWay => way.provider in CHARGING;

/** Starts a payment in the shop. */
type Begin<Begun> = () => Promise<Begun & Pick<Payment, "orderId">>;

interface Then {
  /** Called with the order's number when it is paid in the form. */
  paid: (number: string) => Promise<void>;
  /** Called when nothing was paid, after the shopper was told why. */
  failed: (failure: unknown) => void;
}

/** Pays at PayPal or in Culqi's form, one action at a time. */
export function usePaying({ paid, failed }: Then) {
  const user = useUser();
  const { name: shopName } = useFace();
  const { alone, busy, hold } = useAlone();
  const [declined, setDeclined] = useState("");
  const [returned, setReturned] = useState(0);

  const pay = (work: () => Promise<"leaves" | void>): Promise<void> =>
    alone(
      async () => {
        setDeclined("");
        return work().finally(() => void readOpenPaymentAgain());
      },
      (failure) => {
        toast.error(wordsOf(failure));
        failed(failure);
      },
    );

  const charge = async (scripts: NonNullable<WayToPay["scripts"]>, orderId: string, form: CulqiForm): Promise<string | null> => {
    const charging = { id: "charging" };
    // The form covers the page. If it never reports being closed, the page must not stay busy.
    hold(false);
    try {
      return await payWithCulqi(scripts, orderId, form, () => {
        hold(true);
        toast.loading(CHARGING[form.way], charging);
      });
    } catch (failure) {
      setReturned((times) => times + 1);
      if (failure instanceof BankRefused || (failure instanceof CallError && failure.status === 422)) setDeclined(failure.message);
      throw failure;
    } finally {
      toast.dismiss(charging.id);
    }
  };

  /** Redirects to PayPal (CHK-3). */
  const atPayPal = (begin: Begin<{ approvalUrl?: string }>): Promise<void> =>
    pay(async () => {
      const waiting = toast.loading(t("Redirecting to PayPal..."));
      try {
        const { approvalUrl, orderId } = await begin();
        if (!approvalUrl) return void toast.error(t("Failed to get PayPal approval URL"));
        storePayment(orderId);
        location.assign(approvalUrl);
        return "leaves";
      } finally {
        toast.dismiss(waiting);
      }
    });

  /** Opens Culqi's form (CHK-11). */
  const inForm = (way: WayToPay | undefined, begin: Begin<{ amount: number }>): Promise<void> =>
    pay(async () => {
      if (!way?.scripts || !way.publicKey || !isCulqiWay(way)) throw new ScriptMissing();
      const { provider, scripts, publicKey } = way;
      // Load the form before reserving goods for a shopper who couldn't pay.
      await loadCulqiForm(scripts.checkout);
      const { orderId, amount } = await begin();
      const form = { way: provider, publicKey, shopName, amount, currency: currency().code, email: user?.email ?? "" };
      const number = await charge(scripts, orderId, form);
      if (number === null) setReturned((times) => times + 1);
      else await paid(number);
    });

  /** Opens Culqi's form for an open payment. PayPal's has an address. */
  const resume = (way: WayToPay | undefined, { orderId, totalAmt }: Pick<Payment, "orderId" | "totalAmt">): Promise<void> =>
    inForm(way, async () => ({ orderId, amount: toCents(totalAmt) }));

  return {
    atPayPal,
    inForm,
    resume,
    busy,
    /** Why the card or the Yape account was not charged; empty if it wasn't declined. */
    declined,
    /** How many times Culqi's form was closed without paying. */
    returned,
  };
}

/** Why nothing was paid (CHK-5): the shop's message, no response, or a problem in the browser. */
function wordsOf(failure: unknown): string {
  const isTold = failure instanceof CallError || failure instanceof ScriptMissing || failure instanceof BankRefused;
  return isTold ? failure.message : t("Internal error. Please try again later.");
}
