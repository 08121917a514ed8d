import { Confirm } from "#ui/dialogs/confirm.tsx";
import { t } from "#words/t.ts";
import type { Order } from "../../contract.ts";
import { IN_CASH, IS_PAID } from "../../rules.ts";
import { refundedTo } from "../../words.ts";

interface CancelQuestionProps {
  order: Order;
  busy: boolean;
  /** @param goodsBack whether the items are in the shop, or come back to it */
  onConfirm: (goodsBack: boolean) => void;
  onClose: () => void;
}

/** Asks an admin to confirm canceling an order, explaining the consequences, and where the items of a sent order are. Lazy-loaded. */
export default function CancelQuestion({ order, busy, onConfirm, onClose }: CancelQuestionProps) {
  const { orderId, status, payment_status, metodoDePago } = order;
  const isPaid = IS_PAID[payment_status];
  const inCash = metodoDePago === IN_CASH.method;
  const refund = inCash
    ? t("It was paid in cash: give the money back in cash or by bank transfer, then mark it under Payments to look at on the Overview.")
    : t("It will be refunded {toMethod}.", { toMethod: refundedTo(metodoDePago) });
  const told = [t("We email the shopper."), isPaid && refund].filter(Boolean).join(" ");
  const question = { title: t("Cancel this order?"), cancel: t("Keep order"), tone: "danger", busy, onCancel: onClose } as const;
  if (status === "PENDING")
    return (
      <Confirm
        {...question}
        text={t("The items of order {orderId} go back to stock. {told}", { orderId, told })}
        confirm={isPaid && !inCash ? t("Cancel and refund") : t("Cancel order")}
        onConfirm={() => onConfirm(true)}
      />
    );
  return (
    <Confirm
      {...question}
      text={t("Order {orderId} was already sent. Do its items come back? Then they return to stock. {told}", { orderId, told })}
      deny={t("Cancel, items are gone")}
      onDeny={() => onConfirm(false)}
      confirm={t("Cancel, items come back")}
      onConfirm={() => onConfirm(true)}
    />
  );
}
