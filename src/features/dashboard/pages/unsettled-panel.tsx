import { useState } from "react";
import { toast } from "#ui/toast.ts";
import { retryRefund } from "#features/orders/admin/contract.ts";
import { formatCents, toCents } from "#shared/money.ts";
import { formatTime } from "#shared/time.ts";
import { Button } from "#ui/button.tsx";
import { call, messageOf } from "#web/call.ts";
import { useFace } from "#web/use-face.ts";
import { Nothing, Panel } from "./panel.tsx";
import { useUnsettled } from "./use-figures.ts";

/** Payments and refunds that need a person. */
export function UnsettledPanel() {
  const { timeZone } = useFace();
  const read = useUnsettled();
  return (
    <Panel wide title="Payments to look at" lead="Payments and refunds that the shop could not settle by itself" read={read}>
      {(payments) =>
        payments.length === 0 ? (
          <Nothing>Everything is settled.</Nothing>
        ) : (
          <ul className="max-h-96 divide-y divide-line overflow-y-auto text-sm">
            {payments.map(({ _id, provider, orderId, status, totalAmt, createdAt, note, refund }) => (
              <li key={_id} className="py-2.5">
                <p className="flex flex-wrap justify-between gap-x-4">
                  <span className="font-semibold">
                    {provider} · {refund ? `REFUND ${refund.status}` : status}
                  </span>
                  <span className="font-semibold">{formatCents(toCents(refund?.amount ?? totalAmt))}</span>
                </p>
                <p className="text-ink-2">
                  <time dateTime={createdAt}>{formatTime(createdAt, timeZone)}</time>
                  {orderId && <span className="break-all"> · {orderId}</span>}
                </p>
                {(refund?.reason || note) && <p className="break-words">{refund?.reason || note}</p>}
                {refund?.mayRetry && <RetryRefund orderId={_id} readAgain={read.refetch} />}
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
}

/** Has the provider asked again. The order may be deleted, so that no page of its own offers it. */
function RetryRefund({ orderId, readAgain }: { orderId: string; readAgain: () => Promise<unknown> }) {
  const [state, setState] = useState<"idle" | "busy" | "begun">("idle");
  const retry = async () => {
    setState("busy");
    try {
      toast.success((await call(retryRefund, { orderId })).message);
      setState("begun");
    } catch (error) {
      toast.error(messageOf(error));
      setState("idle");
    }
    await readAgain();
  };
  return (
    <Button kind="outline" size="small" busy={state === "busy"} disabled={state !== "idle"} onClick={() => void retry()} className="mt-2">
      Try the refund again
    </Button>
  );
}
