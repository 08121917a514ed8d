import { useState } from "react";
import ConfirmDialog from "#ui/confirm-dialog.tsx";
import { IS_DONE } from "../../admin/rules.ts";
import type { Order } from "../../contract.ts";
import { IS_PAID } from "../../rules.ts";

interface DeleteOrderProps {
  order: Order;
  onDelete: () => Promise<void>;
  onClose: () => void;
}

/** Asks before an order is deleted, and says what follows. Loaded when it is opened. */
export default function DeleteOrder({ order: { orderId, status, payment_status }, onDelete, onClose }: DeleteOrderProps) {
  const [busy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    void onDelete();
  };
  return (
    <ConfirmDialog title="Delete this order?" confirm="Delete" danger busy={busy} onConfirm={confirm} onClose={onClose}>
      Order {orderId} leaves this list; its shopper keeps it.
      {!IS_DONE[status] &&
        ` It is cancelled first: its goods go back on the shelves${IS_PAID[payment_status] ? ", and its money to the shopper" : ""}.`}
    </ConfirmDialog>
  );
}
