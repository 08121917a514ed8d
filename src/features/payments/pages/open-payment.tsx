import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { toast } from "#ui/toast/toast.ts";
import { reloadCart } from "#features/cart/pages/use-cart.ts";
import { formatDollars } from "#shared/money.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { messageOf } from "#web/call.ts";
import { paths } from "#web/paths.ts";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";
import { Countdown } from "./countdown.tsx";
import { cancelOpenPayment } from "./cancel-open-payment.ts";
import { storePayment } from "./stored-payment.ts";
import { readOpenPaymentAgain, type OpenPayment } from "./use-open-payment.ts";

interface PanelProps {
  payment: OpenPayment | null | undefined;
  /** Why the card or the Yape account was not charged. */
  declined: string;
  busy: boolean;
  /** How many times Culqi's form was closed without paying. */
  returned: number;
  /** Opens Culqi's form; undefined if the payment's way isn't offered. */
  payInForm: ((payment: OpenPayment) => void) | undefined;
  /** Leads to the other payment methods. */
  payAnotherWay: () => void;
}

/** The open payment: how long its goods are reserved, and how to continue. */
export function OpenPaymentPanel({ payment, returned, ...props }: PanelProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that opened the form was disabled in the meantime, so keyboard focus was lost.
    if (returned > 0) section.current?.focus();
  }, [returned]);
  const [lapsed, setLapsed] = useState("");
  const id = payment?.orderId ?? "";
  const over = useCallback(() => {
    setLapsed(id);
    void readOpenPaymentAgain();
    void reloadCart();
  }, [id]);
  if (lapsed && (!payment || payment.orderId === lapsed)) return <Lapsed />;
  if (!payment) return null;
  if (payment.changesOrder) return <OfChange payment={payment} />;
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="open-payment" className={panel("border-leaf bg-leaf-wash")}>
      {payment.status === "CAPTURING" ? <Processed /> : <Unfinished payment={payment} over={over} {...props} />}
    </section>
  );
}

const panel = (colors: string) =>
  `mb-5 scroll-mt-32 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-panel border p-5 md:p-6 ${colors}`;

/** How an open payment is paid, and what its buttons say. PayPal's is a link. */
export const OPEN_WORDS = {
  paypal: { how: t("with PayPal"), declined: "", again: "", go: "" },
  culqi: { how: t("by card"), declined: t("Your card was not charged"), again: t("Try another card"), go: t("Continue by card") },
  yape: {
    how: t("with Yape"),
    declined: t("Your Yape payment did not go through"),
    again: t("Try Yape again"),
    go: t("Continue with Yape"),
  },
} as const satisfies Record<OpenPayment["provider"], object>;

interface UnfinishedProps extends Omit<PanelProps, "payment" | "returned"> {
  payment: OpenPayment;
  over: () => void;
}

function Unfinished({ payment, over, declined, busy, payInForm, payAnotherWay }: UnfinishedProps) {
  const { orderId, provider, totalAmt, endsAt, approvalUrl } = payment;
  const [leaving, setLeaving] = useState(false);
  const cancel = async () => {
    setLeaving(true);
    try {
      toast.success(await cancelOpenPayment(orderId));
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setLeaving(false);
    }
  };
  const words = OPEN_WORDS[provider];
  const reserved = <>{rich("Your items are reserved for {time}", { time: <Countdown until={endsAt} over={over} /> })}</>;
  if (declined && payInForm) {
    return (
      <>
        <div className="max-w-prose">
          <h2 id="open-payment" className="heading text-xl">
            {words.declined}
          </h2>
          <p role="alert" className="mt-1.5 font-semibold text-tomato">
            {declined}
          </p>
          <p className="mt-1.5 text-ink-2">{reserved}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button disabled={busy} onClick={() => payInForm(payment)}>
            {words.again}
          </Button>
          <Button kind="quiet" disabled={busy} onClick={payAnotherWay}>
            {t("Pay another way")}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <div>
        <h2 id="open-payment" className="heading text-xl">
          {t("Your payment is not finished")}
        </h2>
        <p className="mt-1.5 text-ink-2">
          {formatDollars(totalAmt)} {words.how}. {reserved}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {approvalUrl && (
          <a href={approvalUrl} onClick={() => storePayment(orderId)} className={buttonLook()}>
            {t("Continue to PayPal")}
          </a>
        )}
        {words.go && payInForm && (
          <Button disabled={busy} onClick={() => payInForm(payment)}>
            {words.go}
          </Button>
        )}
        <Button kind="quiet" busy={leaving} disabled={busy} onClick={() => void cancel()}>
          {t("Cancel payment")}
        </Button>
      </div>
    </>
  );
}

/** The payment of a change of an order, which is paid where the order is changed. */
function OfChange({ payment: { totalAmt, changesOrder } }: { payment: OpenPayment }) {
  return (
    <section aria-labelledby="open-payment" className={panel("border-leaf bg-leaf-wash")}>
      <div>
        <h2 id="open-payment" className="heading text-xl">
          {t("Your payment is not finished")}
        </h2>
        <p className="mt-1.5 text-ink-2">
          {t("{amount} for your change to order {number}. Paying for something else cancels it.", {
            amount: formatDollars(totalAmt),
            number: changesOrder,
          })}
        </p>
      </div>
      <Link to={paths.changeOrder(changesOrder)} className={buttonLook()}>
        {t("Change order")}
      </Link>
    </section>
  );
}

function Processed() {
  return (
    <div aria-live="polite">
      <h2 id="open-payment" className="heading text-xl">
        {t("Your payment is being processed")}
      </h2>
      <p className="mt-1.5 text-ink-2">{t("Your order appears under My Orders as soon as it is confirmed.")}</p>
    </div>
  );
}

function Lapsed() {
  return (
    <section role="alert" className={panel("border-line-2 bg-surface")}>
      <div>
        <h2 className="heading text-xl">{t("Your payment time ran out")}</h2>
        <p className="mt-1.5 text-ink-2">
          {t("Your items are no longer reserved. Nothing was charged, and you can order them again while they are in stock.")}
        </p>
      </div>
    </section>
  );
}
