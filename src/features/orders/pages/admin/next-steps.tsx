import { lazy, Suspense, useState } from "react";
import { PackageCheck, Truck, Undo2 } from "lucide-react";
import { toast } from "#ui/toast.ts";
import { Button } from "#ui/button.tsx";
import { CONFIRM_WORDS } from "#ui/confirm-words.ts";
import { call, messageOf, type Answer } from "#web/call.ts";
import { retryRefund, updateOrderStatus, type AdminOrder } from "../../admin/contract.ts";
import { mayRetryRefund } from "../../admin/rules.ts";
import type { OrderStatus } from "../../contract.ts";
import { IS_PAID } from "../../rules.ts";
import { adminOrderIsNow } from "./use-all-orders.ts";

const ConfirmDialog = lazy(() => import("#ui/confirm-dialog.tsx"));

/** What is done next with an order, by one press; cancelling asks first. */
const STEPS = {
  PENDING: [
    { to: "SHIPPED", name: "Mark shipped", icon: Truck },
    { to: "DELIVERED", name: "Mark delivered", icon: PackageCheck },
  ],
  SHIPPED: [{ to: "DELIVERED", name: "Mark delivered", icon: PackageCheck }],
  DELIVERED: [],
  COMPLETED: [],
  CANCELLED: [],
} as const satisfies Record<OrderStatus, readonly { to: OrderStatus; name: string; icon: typeof Truck }[]>;

/** The quick actions of an order. */
export function NextSteps({ order }: { order: AdminOrder }) {
  const { orderId, status, payment_status, metodoDePago } = order;
  const [busy, setBusy] = useState<OrderStatus | "refund" | null>(null);
  const [asked, setAsked] = useState(false);
  const ask = async (what: OrderStatus | "refund", answer: () => Promise<Answer<typeof updateOrderStatus>>) => {
    setBusy(what);
    try {
      const { data, message } = await answer();
      adminOrderIsNow(data);
      toast.success(message);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(null);
    setAsked(false);
  };
  const become = (to: OrderStatus) => ask(to, () => call(updateOrderStatus, { orderId, status: to }));
  const refund = IS_PAID[payment_status];
  return (
    <>
      {STEPS[status].map(({ to, name, icon: Icon }, place) => (
        <Button
          key={to}
          kind={place === 0 ? "primary" : "outline"}
          busy={busy === to}
          disabled={busy !== null}
          onClick={() => void become(to)}
        >
          {busy !== to && <Icon aria-hidden className="size-5" />}
          {name}
        </Button>
      ))}
      {mayRetryRefund(order) && (
        <Button busy={busy === "refund"} disabled={busy !== null} onClick={() => void ask("refund", () => call(retryRefund, { orderId }))}>
          {busy !== "refund" && <Undo2 aria-hidden className="size-5" />}
          Try the refund again
        </Button>
      )}
      {status !== "CANCELLED" && (
        <Button kind="quiet" disabled={busy !== null} onClick={() => setAsked(true)} className="text-tomato!">
          {refund ? "Cancel and refund" : "Cancel order"}
        </Button>
      )}
      <Suspense fallback={null}>
        {asked && (
          <ConfirmDialog
            title="Cancel this order?"
            decline={CONFIRM_WORDS.deny}
            danger
            busy={busy !== null}
            onConfirm={() => void become("CANCELLED")}
            onClose={() => setAsked(false)}
          >
            The goods of order {orderId} go back on the shelves, and the shopper gets a letter.
            {refund && ` The money goes back by ${metodoDePago}.`}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}
