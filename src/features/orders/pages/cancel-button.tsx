import { lazy, Suspense, useState } from "react";
import { toast } from "#ui/toast.ts";
import { Button } from "#ui/button.tsx";
import { CONFIRM_WORDS } from "#ui/confirm-words.ts";
import { call, messageOf } from "#web/call.ts";
import { cancelOrder, type OrderDetails } from "../contract.ts";
import { IS_PAID } from "../rules.ts";
import { orderIsNow, readOrdersAgain } from "./use-orders.ts";

const load = () => import("#ui/confirm-dialog.tsx");
const ConfirmDialog = lazy(load);

/** Cancels an order, after a question (STAT-7). */
export function CancelButton({ order: { orderId: number, payment_status, metodoDePago } }: { order: OrderDetails }) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      const { data, message } = await call(cancelOrder, { orderId: number });
      orderIsNow(number, data);
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
        Cancel order
      </Button>
      <Suspense fallback={null}>
        {asked && (
          <ConfirmDialog
            title="Cancel this order?"
            decline={CONFIRM_WORDS.deny}
            danger
            busy={busy}
            onConfirm={() => void cancel()}
            onClose={() => setAsked(false)}
          >
            Nothing of order {number} will be sent.
            {IS_PAID[payment_status] && ` Your money goes back to you by ${metodoDePago}.`}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}
