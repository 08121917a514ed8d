import { lazy } from "#web/loading/lazy.ts";
import { rich } from "#words/rich.ts";
import { Suspense, useState } from "react";
import { isForPickup } from "#features/delivery/rules.ts";
import { Button } from "#ui/button.tsx";
import { formatTime } from "#shared/time.ts";
import { call } from "#web/call.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { declineCancel, updateOrderStatus, type AdminOrder } from "../../admin/contract.ts";
import { useOrderChange } from "./use-order-change.ts";

const CancelQuestion = lazy(() => import("./cancel-question.tsx"));

/** The shopper's request to cancel a shipped order, with the admin's possible answers. */
export function CancelRequest({ order }: { order: AdminOrder }) {
  const { orderId, userId, status, cancelRequestedAt, delivery } = order;
  const { timeZone } = useFace();
  const { busy, change } = useOrderChange(orderId);
  const [asked, setAsked] = useState(false);
  const accept = (goodsBack: boolean) => call(updateOrderStatus, { orderId, status: "CANCELLED", statusWas: status, goodsBack });
  const said = {
    question: <strong>{t("{name} asked to cancel this order", { name: userId.name })}</strong>,
    time: formatTime(cancelRequestedAt ?? "", timeZone),
  };
  return (
    <section
      aria-label={t("Cancellation requested")}
      className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-tomato bg-tomato-tint px-4.5 py-3.5"
    >
      <p className="min-w-56 flex-1">
        {isForPickup(delivery)
          ? rich("{question} on {time}. It was already prepared for pickup.", said)
          : rich("{question} on {time}. It was already sent.", said)}
      </p>
      <div className="flex gap-2.5">
        <Button kind="danger" disabled={busy} onClick={() => setAsked(true)}>
          {t("Accept and cancel")}
        </Button>
        <Button kind="quiet" busy={busy && !asked} disabled={busy} onClick={() => void change(() => call(declineCancel, { orderId }))}>
          {t("Decline")}
        </Button>
      </div>
      <Suspense fallback={null}>
        {asked && (
          <CancelQuestion
            order={order}
            busy={busy}
            onConfirm={(goodsBack) => void change(() => accept(goodsBack)).then(() => setAsked(false))}
            onClose={() => setAsked(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
