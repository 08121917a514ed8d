import { useState } from "react";
import ConfirmDialog from "#ui/dialogs/confirm-dialog.tsx";
import { t } from "#words/t.ts";
import { IS_DONE } from "../../admin/rules.ts";
import type { Order } from "../../contract.ts";
import { IS_PAID } from "../../rules.ts";

interface DeleteOrderProps {
  order: Order;
  onDelete: () => Promise<void>;
  onClose: () => void;
}

/** Asks an admin to confirm deleting an order, explaining the consequences. Lazy-loaded. */
export default function DeleteOrder({ order: { orderId, status, payment_status }, onDelete, onClose }: DeleteOrderProps) {
  const [busy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    void onDelete();
  };
  const cancelled = IS_PAID[payment_status]
    ? t("It is canceled first: its items go back to stock and the shopper gets a refund.")
    : t("It is canceled first: its items go back to stock.");
  return (
    <ConfirmDialog
      title={t("Delete this order?")}
      confirm={t("Delete order")}
      decline={t("Keep order")}
      danger
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      {`${t("Order {orderId} disappears from this list; its shopper still sees it.", { orderId })}${IS_DONE[status] ? "" : ` ${cancelled}`}`}
    </ConfirmDialog>
  );
}
