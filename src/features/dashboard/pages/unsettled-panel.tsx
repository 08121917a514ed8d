import { formatCents, toCents } from "#shared/money.ts";
import { formatTime } from "#shared/time.ts";
import { useFace } from "#web/use-face.ts";
import { Nothing, Panel } from "./panel.tsx";
import { useUnsettled } from "./use-figures.ts";

/** Payments and refunds that need a person. */
export function UnsettledPanel() {
  const { timeZone } = useFace();
  return (
    <Panel wide title="Payments to look at" lead="Payments and refunds that the shop could not settle by itself" read={useUnsettled()}>
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
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
}
