import type { OrderStatus } from "#features/orders/contract.ts";
import { t } from "#words/t.ts";

interface LeftOutProps {
  left: readonly { orderId: string; status: OrderStatus; packed: boolean }[];
}

/** Says which orders are not on the list, and why: a canceled one must not end up in a bag. */
export function LeftOut({ left }: LeftOutProps) {
  const cancelled = left.filter(({ status }) => status === "CANCELLED");
  const done = left.filter(({ status }) => status !== "CANCELLED");
  const named = (orders: LeftOutProps["left"]) => orders.map(({ orderId }) => orderId).join(", ");
  return (
    <div className="print:hidden">
      {cancelled.length > 0 && (
        <p role="alert" className="mb-3 rounded-card bg-badge-red px-4 py-2.5 font-semibold text-badge-red-ink">
          {t("Canceled, leave it out: {cancelled}", { cancelled: named(cancelled) })}
        </p>
      )}
      {done.length > 0 && (
        <p className="mb-3 rounded-card bg-badge-green px-4 py-2.5 text-badge-green-ink">
          {t("Packed or sent already: {done}", { done: named(done) })}
        </p>
      )}
    </div>
  );
}
