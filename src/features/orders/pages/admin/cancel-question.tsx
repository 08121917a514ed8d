import ConfirmDialog from "#ui/dialogs/confirm-dialog.tsx";
import type { Order } from "../../contract.ts";
import { IN_CASH, IS_PAID } from "../../rules.ts";

interface CancelQuestionProps {
  order: Order;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks an admin to confirm canceling an order, explaining the consequences. Lazy-loaded. */
export default function CancelQuestion({ order, busy, onConfirm, onClose }: CancelQuestionProps) {
  const { orderId, payment_status, metodoDePago } = order;
  const refund =
    metodoDePago === IN_CASH.method
      ? " It was paid in cash: send the money back by bank transfer, then mark it under Payments to look at on the Overview."
      : ` The money goes back by ${metodoDePago}.`;
  return (
    <ConfirmDialog
      title="Cancel this order?"
      confirm={IS_PAID[payment_status] && metodoDePago !== IN_CASH.method ? "Cancel and refund" : "Cancel order"}
      decline="Keep order"
      danger
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {`The items of order ${orderId} go back to stock, and we email the shopper.${IS_PAID[payment_status] ? refund : ""}`}
    </ConfirmDialog>
  );
}
