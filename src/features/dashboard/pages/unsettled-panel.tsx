import { Suspense, useState, type ReactNode } from "react";
import { toast } from "#ui/toast/toast.ts";
import { Link } from "react-router";
import { refundByHand, retryPaymentRefund, type OwedOrder, type UnsettledPayment } from "#features/payments/refunds/contract.ts";
import type { RefundWay } from "#features/orders/contract.ts";
import { REFUND_DAYS } from "#features/orders/refunds/rules.ts";
import { paymentMethodInWords } from "#features/orders/words.ts";
import { formatDollars } from "#shared/money.ts";
import { formatTime } from "#shared/time.ts";
import { Button } from "#ui/button.tsx";
import { call, messageOf } from "#web/call.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { lazy } from "#web/loading/lazy.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { FigurePanel, Nothing } from "./figure-panel.tsx";
import { readUnsettledAgain, useUnsettled } from "./use-figures.ts";

const ConfirmDialog = lazy(() => import("#ui/dialogs/confirm-dialog.tsx"));

/** Payments and refunds that need an admin. */
export function UnsettledPanel() {
  return (
    <FigurePanel
      wide
      height="h-17"
      id="payments"
      title={t("Payments to look at")}
      lead={t("Payments and refunds that need your attention")}
      query={useUnsettled()}
    >
      {({ data, owed }) =>
        data.length + owed.length === 0 ? (
          <Nothing>{t("Everything is settled.")}</Nothing>
        ) : (
          <Rows>
            {[
              ...owed.map((order) => <Owed key={`${order._id} ${order.cause}`} order={order} />),
              ...data.map((payment) => <Unsettled key={payment._id} payment={payment} />),
            ]}
          </Rows>
        )
      }
    </FigurePanel>
  );
}

/** Rows shown at first. */
const SHOWN = 5;

function Rows({ children }: { children: ReactNode[] }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <ul className="divide-y divide-line text-sm">{isWhole ? children : children.slice(0, SHOWN)}</ul>
      {children.length > SHOWN && !isWhole && (
        <Button kind="plain" size="small" onClick={() => setWhole(true)} className="-ml-2">
          {t("Show all {count}", { count: children.length })}
        </Button>
      )}
    </>
  );
}

interface RowProps {
  title: string;
  amount: number;
  at: string;
  about: ReactNode;
  children: ReactNode;
}

function Row({ title, amount, at, about, children }: RowProps) {
  const { timeZone } = useFace();
  return (
    <li className="py-3 first:pt-0">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{title}</span>
        <span className="font-semibold">{formatDollars(amount)}</span>
      </p>
      <p className="text-ink-2">
        <time dateTime={at}>{formatTime(at, timeZone)}</time>
        {about}
      </p>
      {children}
    </li>
  );
}

const OrderLink = ({ orderId }: { orderId: string }) => (
  <Link to={adminPaths.order(orderId)} className="font-semibold text-leaf hover:underline">
    {t("Order {orderId}", { orderId })}
  </Link>
);

/** An order that the staff have to refund, or a part of it. */
function Owed({ order: { orderId, userName, metodoDePago, amount, cancelledAt, cause } }: { order: OwedOrder }) {
  const [asked, setAsked] = useState<RefundWay | null>(null);
  const { busy, run } = useSettling();
  const settle = (how: RefundWay) => run(async () => (await call(refundByHand, { orderId, how })).message).then(() => setAsked(null));
  return (
    <Row
      title={t("Refund by hand: {metodoDePago}", { metodoDePago: paymentMethodInWords(metodoDePago) })}
      amount={amount}
      at={cancelledAt}
      about={
        <>
          {` · ${userName} · `}
          <OrderLink orderId={orderId} />
        </>
      }
    >
      <p>
        {cause === "cancelled" ? t("The order was paid and then canceled.") : t("A part of the payment has to be refunded by hand.")}{" "}
        {t("Transfer the money within {days} business days, or give it back in cash, then mark it here.", { days: REFUND_DAYS })}
        {cause === "cancelled" && ` ${t("We email the shopper.")}`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button kind="outline" size="small" disabled={busy} onClick={() => setAsked("transfer")}>
          {t("Sent by bank transfer")}
        </Button>
        <Button kind="outline" size="small" disabled={busy} onClick={() => setAsked("cash")}>
          {t("Given back in cash")}
        </Button>
      </div>
      <Suspense fallback={null}>
        {asked && (
          <ConfirmDialog
            title={asked === "cash" ? t("Did you give the money back?") : t("Did you send the money?")}
            confirm={asked === "cash" ? t("Given back") : t("Money sent")}
            decline={t("Not yet")}
            busy={busy}
            onConfirm={() => void settle(asked)}
            onClose={() => setAsked(null)}
          >
            {t("{amount} for order {orderId}.", { amount: formatDollars(amount), orderId })}{" "}
            {cause !== "cancelled"
              ? null
              : asked === "cash"
                ? t("We'll email {name} that they got it in cash.", { name: userName })
                : t("We'll email {name} that it is on its way to their bank.", { name: userName })}
          </ConfirmDialog>
        )}
      </Suspense>
    </Row>
  );
}

const WAYS = { paypal: "PayPal", culqi: t("Card"), yape: "Yape" } as const;

/** Where staff look a payment up. */
const PANELS = { paypal: "PayPal", culqi: "Culqi", yape: "Culqi" } as const;

const TITLES = {
  DUE: t("Refund not sent yet"),
  PENDING: t("Refund still being processed"),
  DONE: t("Payment"),
  FAILED: t("Refund failed"),
} as const;

function Unsettled({
  payment: { _id, provider, orderNumber, orderId: providerOrderId, chargeId, status, totalAmt, createdAt, note, refund },
}: {
  payment: UnsettledPayment;
}) {
  const { busy, run } = useSettling();
  const name = WAYS[provider];
  const reference = chargeId || providerOrderId;
  return (
    <Row
      title={
        refund ? `${TITLES[refund.status]}: ${name}` : `${status === "CAPTURING" ? t("Payment not confirmed") : t("Payment")}: ${name}`
      }
      amount={refund?.amount ?? totalAmt}
      at={createdAt}
      about={
        orderNumber && (
          <>
            {" · "}
            <OrderLink orderId={orderNumber} />
          </>
        )
      }
    >
      {reference && <p className="break-all text-ink-2">{t("In {provider}: {reference}", { provider: PANELS[provider], reference })}</p>}
      {(refund?.reason || note) && <p className="break-words">{refund?.reason || note}</p>}
      {refund?.mayRetry && (
        <Button
          kind="outline"
          size="small"
          busy={busy}
          disabled={busy}
          onClick={() => void run(async () => (await call(retryPaymentRefund, { _id })).message)}
          className="mt-2"
        >
          {t("Retry refund")}
        </Button>
      )}
    </Row>
  );
}

/** Runs an action, shows a toast with its outcome, and reloads the list. */
function useSettling() {
  const [busy, setBusy] = useState(false);
  const run = async (action: () => Promise<string>) => {
    setBusy(true);
    try {
      toast.success(await action());
    } catch (error) {
      toast.error(messageOf(error));
    }
    await readUnsettledAgain();
    setBusy(false);
  };
  return { busy, run };
}
