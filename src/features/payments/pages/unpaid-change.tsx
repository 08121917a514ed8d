import { useState } from "react";
import { formatCents, toCents } from "#shared/money.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import { messageOf } from "#web/call.ts";
import { t } from "#words/t.ts";
import { giveUp } from "./give-up.ts";
import { storePayment } from "./stored-payment.ts";
import type { OpenPayment } from "./use-open-payment.ts";

/** A change of this order that was not paid yet: how to go on, or to give it up. Paying for another change replaces it. */
export function UnpaidChange({ payment: { orderId, status, totalAmt, approvalUrl } }: { payment: OpenPayment }) {
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      toast.success(await giveUp(orderId));
    } catch (error) {
      toast.error(messageOf(error));
      setBusy(false);
    }
  };
  const amount = formatCents(toCents(totalAmt));
  return (
    <section
      aria-label={t("Payment of your change")}
      className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-panel border border-leaf bg-leaf-wash p-5 md:p-6"
    >
      <p className="max-w-prose">
        {status === "CAPTURING"
          ? t("Your payment is being processed")
          : t("A change of this order for {amount} is not paid yet, so your order is still as it was.", { amount })}
      </p>
      {status !== "CAPTURING" && (
        <div className="flex flex-wrap gap-3">
          {approvalUrl && (
            <a href={approvalUrl} onClick={() => storePayment(orderId)} className={buttonLook()}>
              {t("Continue to PayPal")}
            </a>
          )}
          <Button kind="quiet" busy={busy} onClick={() => void cancel()}>
            {t("Cancel payment")}
          </Button>
        </div>
      )}
    </section>
  );
}
