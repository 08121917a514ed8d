import { formatCents } from "#shared/money.ts";
import type { Order } from "../contract.ts";
import { orderSums } from "../rules.ts";

/** What an order comes to, as its invoices show it, on the screen and on paper. */
export function OrderSums({ order }: { order: Order }) {
  const { subtotalCents, savingsCents, totalCents } = orderSums(order);
  return (
    <dl className="mt-3 ml-auto grid w-full max-w-72 grid-cols-[auto_1fr] gap-x-6 gap-y-1 break-inside-avoid">
      <dt className="text-ink-2">Subtotal</dt>
      <dd className="text-right">{formatCents(subtotalCents)}</dd>
      {savingsCents > 0 && (
        <>
          <dt className="text-ink-2">Savings</dt>
          <dd className="text-right">−{formatCents(savingsCents)}</dd>
        </>
      )}
      <dt className="text-lg font-price">Total Amount</dt>
      <dd className="text-right text-lg font-price">{formatCents(totalCents)}</dd>
    </dl>
  );
}
