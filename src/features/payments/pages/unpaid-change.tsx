import { useEffect, useRef, useState } from "react";
import { formatDollars } from "#shared/money.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { focusPage } from "#ui/focus/focus-page.ts";
import { toast } from "#ui/toast/toast.ts";
import { messageOf } from "#web/call.ts";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";
import { Countdown } from "./countdown.tsx";
import { cancelOpenPayment } from "./cancel-open-payment.ts";
import { OPEN_WORDS } from "./open-payment.tsx";
import { storePayment } from "./stored-payment.ts";
import { readOpenPaymentAgain, type OpenPayment } from "./use-open-payment.ts";
import { usePayChange } from "./use-pay-change.ts";

interface UnpaidChangeProps {
  payment: OpenPayment;
  /** Called when it is paid and the order changed. */
  leave: () => Promise<void>;
  /** Called before the browser goes to PayPal. */
  leaving?: () => void;
}

const NOTHING = () => {};
const over = () => void readOpenPaymentAgain();

/** A change of this order that is not paid yet: continue, or give it up. Paying for another change replaces it. */
export function UnpaidChange({ payment, leave, leaving = NOTHING }: UnpaidChangeProps) {
  const { orderId, provider, status, totalAmt, endsAt, approvalUrl } = payment;
  const [giving, setGiving] = useState(false);
  const paying = usePayChange({ leave, leaving });
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (paying.returned > 0) again.current?.focus({ preventScroll: true });
  }, [paying.returned]);
  const toPayPal = () => {
    storePayment(orderId);
    leaving();
  };
  const cancel = async () => {
    setGiving(true);
    try {
      toast.success(await cancelOpenPayment(orderId));
      // This panel disappears, and the focus with it.
      focusPage();
    } catch (error) {
      toast.error(messageOf(error));
      setGiving(false);
    }
  };
  const amount = formatDollars(totalAmt);
  const isTaken = status === "CAPTURING";
  return (
    <section
      aria-label={t("Payment for your change")}
      className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-panel border border-leaf bg-leaf-wash p-5 md:p-6"
    >
      <div className="max-w-prose">
        <p>
          {isTaken
            ? t("Your payment is being processed")
            : t("The {amount} for your change is not paid yet, so your order is still as it was.", { amount })}
        </p>
        {!isTaken && (
          <p className="mt-1 text-ink-2">{rich("Time left to pay: {time}", { time: <Countdown until={endsAt} over={over} /> })}</p>
        )}
        {paying.declined && (
          <p role="alert" className="mt-1.5 font-semibold text-tomato">
            {paying.declined}
          </p>
        )}
      </div>
      {!isTaken && (
        <div className="flex flex-wrap gap-3">
          {provider !== "paypal" ? (
            <Button ref={again} busy={paying.busy} disabled={giving} onClick={() => void paying.resume(payment)}>
              {OPEN_WORDS[provider].go}
            </Button>
          ) : (
            approvalUrl && (
              <a href={approvalUrl} onClick={toPayPal} className={buttonLook()}>
                {t("Continue to PayPal")}
              </a>
            )
          )}
          <Button kind="quiet" busy={giving} disabled={paying.busy} onClick={() => void cancel()}>
            {t("Cancel payment")}
          </Button>
        </div>
      )}
    </section>
  );
}
