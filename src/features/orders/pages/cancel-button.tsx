import { Suspense, useState } from "react";
import { isForPickup } from "#features/delivery/rules.ts";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { ProgressLine } from "#ui/progress-line.tsx";
import { call, messageOf } from "#web/call.ts";
import { lazy } from "#web/loading/lazy.ts";
import { insist } from "#web/sending/insist.ts";
import { formatDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { cancelOrder, type OrderDetails, type RefundQuote } from "../contract.ts";
import { CANCEL_HOURS, IS_PAID, wayToCancel } from "../rules.ts";
import { isPaidByHand, REFUND_DAYS } from "../refunds/rules.ts";
import { refundedTo } from "../words.ts";
import { orderIsNow, readOrdersAgain } from "./use-orders.ts";
import { useRefundSplit } from "./use-refund-split.ts";

const load = () => import("#ui/dialogs/confirm-dialog.tsx");
const ConfirmDialog = lazy(load);

/** Cancels an order or, if it has shipped, asks the shop to. Renders nothing if neither is possible. */
export function CancelButton({ order }: { order: OrderDetails }) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const split = useRefundSplit(order, asked);
  const [now] = useState(() => Date.now());
  const isRecent = now - Date.parse(order.createdAt) < CANCEL_HOURS * 60 * 60_000;
  const isAnswered = order.timeline.some(({ kind }) => kind === "CANCEL REQUESTED");
  const way = wayToCancel(order.status, isRecent && !isAnswered);
  if (!way) return null;
  const cancel = async () => {
    setBusy(true);
    try {
      const { data, message } = await insist(() => call(cancelOrder, { orderId: order.orderId }));
      orderIsNow(order.orderId, data);
      toast.success(message);
    } catch (error) {
      toast.error(messageOf(error));
      void readOrdersAgain();
    }
    setBusy(false);
    setAsked(false);
  };
  return (
    <>
      <Button kind="plain" onPointerEnter={() => void load()} onClick={() => setAsked(true)} className="text-tomato hover:text-tomato">
        {way === "cancel" ? t("Cancel order") : t("Ask to cancel")}
      </Button>
      <Suspense fallback={<ProgressLine />}>
        {asked && (
          <ConfirmDialog
            title={way === "cancel" ? t("Cancel this order?") : t("Ask us to cancel this order?")}
            confirm={way === "cancel" ? t("Cancel order") : t("Ask to cancel")}
            decline={t("Keep order")}
            danger
            busy={busy}
            onConfirm={() => void cancel()}
            onClose={() => setAsked(false)}
          >
            {way === "cancel" ? whatFollows(order) + refundWords(order, split) : whyAsk(order)}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}

const whatFollows = ({ orderId, delivery }: OrderDetails) =>
  isForPickup(delivery) ? t("Order {orderId} won't be ready for pickup.", { orderId }) : t("Order {orderId} won't be sent.", { orderId });

const whyAsk = ({ orderId, delivery, status }: OrderDetails) =>
  status === "DELIVERED" || status === "COMPLETED"
    ? t("You already have order {orderId}. We'll email you our answer.", { orderId })
    : isForPickup(delivery)
      ? t("Order {orderId} is already prepared for pickup. We'll email you our answer.", { orderId })
      : t("Order {orderId} is already on its way. We'll try to stop it and email you our answer.", { orderId });

/** @param split undefined until it is known */
function refundWords({ payment_status, metodoDePago, timeline }: OrderDetails, split: RefundQuote | undefined): string {
  if (!IS_PAID[payment_status]) return "";
  if (isPaidByHand({ paymentMethod: metodoDePago, timeline }))
    return ` ${t("We'll refund you in cash or by bank transfer within {days} business days.", { days: REFUND_DAYS })}`;
  if (!split) return "";
  const toMethod = refundedTo(metodoDePago);
  const [amount, byHand] = [formatDollars(split.byProvider), formatDollars(split.byHand)];
  if (split.byHand === 0) return ` ${t("We'll refund your payment {toMethod}.", { toMethod })}`;
  return split.byProvider === 0
    ? ` ${t("We'll refund {byHand} in cash or by bank transfer within {days} business days.", { byHand, days: REFUND_DAYS })}`
    : ` ${t("We'll refund {amount} {toMethod}, and {byHand} in cash or by bank transfer within {days} business days.", {
        amount,
        toMethod,
        byHand,
        days: REFUND_DAYS,
      })}`;
}
