import { isForPickup } from "#features/delivery/rules.ts";
import { Confirm } from "#ui/dialogs/confirm.tsx";
import { t } from "#words/t.ts";
import type { Order, OrderDetails } from "../../contract.ts";
import { IS_PAID } from "../../rules.ts";
import { isPaidByHand } from "../../refunds/rules.ts";
import { useRefundSplit } from "../use-refund-split.ts";
import { paidByHandWords, refundWords } from "./refund/refund-words.ts";

interface CancelQuestionProps {
  order: Order & Partial<Pick<OrderDetails, "timeline">>;
  /** Whether it is deleted as well. */
  isDeleted?: boolean;
  busy: boolean;
  /** @param goodsBack whether the items are in the shop, or come back to it */
  onConfirm: (goodsBack: boolean) => void;
  onClose: () => void;
}

/** Asks an admin to confirm canceling an order, explaining the consequences, and where the items of a sent order are. Lazy-loaded. */
export default function CancelQuestion({ order, isDeleted = false, busy, onConfirm, onClose }: CancelQuestionProps) {
  const { orderId, status, payment_status, metodoDePago, timeline } = order;
  const isPaid = IS_PAID[payment_status];
  const split = useRefundSplit(order);
  const paidByHand = isPaidByHand({ paymentMethod: metodoDePago, timeline }) || (split?.byProvider === 0 && split.byHand === 0);
  const byHand = paidByHand || split?.byProvider === 0;
  const told = [t("We email the shopper."), isPaid && (paidByHand ? paidByHandWords() : split && refundWords(split, metodoDePago))]
    .filter(Boolean)
    .join(" ");
  const deleted = isDeleted
    ? `${t("Order {orderId} disappears from this list; its shopper still sees it.", { orderId })} ${t("It is canceled first.")} `
    : "";
  const title = isDeleted ? t("Delete this order?") : t("Cancel this order?");
  const question = { title, cancel: t("Keep order"), tone: "danger", busy, onCancel: onClose } as const;
  if (status === "PENDING")
    return (
      <Confirm
        {...question}
        text={`${deleted}${t("The items of order {orderId} go back to stock. {told}", { orderId, told })}`}
        confirm={isDeleted ? t("Delete order") : isPaid && !byHand ? t("Cancel and refund") : t("Cancel order")}
        onConfirm={() => onConfirm(true)}
      />
    );
  return (
    <Confirm
      {...question}
      text={
        deleted +
        (isForPickup(order.delivery)
          ? t("Order {orderId} was already prepared for pickup. Do its items come back? Then they return to stock. {told}", {
              orderId,
              told,
            })
          : t("Order {orderId} was already sent. Do its items come back? Then they return to stock. {told}", { orderId, told }))
      }
      deny={isDeleted ? t("Delete, items are gone") : t("Cancel, items are gone")}
      onDeny={() => onConfirm(false)}
      confirm={isDeleted ? t("Delete, items come back") : t("Cancel, items come back")}
      onConfirm={() => onConfirm(true)}
    />
  );
}
