import { useState } from "react";
import ConfirmDialog from "#ui/dialogs/confirm-dialog.tsx";
import { t } from "#words/t.ts";
import type { Order } from "../../contract.ts";
import { IS_IN_PROGRESS } from "../../rules.ts";
import CancelQuestion from "./cancel-question.tsx";

interface DeleteOrderProps {
  order: Order;
  /** @param goodsBack whether the items of an order that is canceled are in the shop, or come back to it */
  onDelete: (goodsBack?: boolean) => Promise<void>;
  onClose: () => void;
}

/** Asks an admin to confirm deleting an order, explaining the consequences. Lazy-loaded. */
export default function DeleteOrder({ order, onDelete, onClose }: DeleteOrderProps) {
  const [busy, setBusy] = useState(false);
  const confirm = (goodsBack?: boolean) => {
    setBusy(true);
    void onDelete(goodsBack);
  };
  if (IS_IN_PROGRESS[order.status]) return <CancelQuestion order={order} isDeleted busy={busy} onConfirm={confirm} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t("Delete this order?")}
      confirm={t("Delete order")}
      decline={t("Keep order")}
      danger
      busy={busy}
      onConfirm={() => confirm()}
      onClose={onClose}
    >
      {t("Order {orderId} disappears from this list; its shopper still sees it.", { orderId: order.orderId })}
    </ConfirmDialog>
  );
}
