import { AddressLines } from "#features/addresses/pages/address-lines.tsx";
import { formatCents } from "#shared/money.ts";
import type { Order } from "../contract.ts";
import { orderSums } from "../rules.ts";

/** What an order comes to, how it is paid, and where it goes. */
export function OrderFacts({ order }: { order: Order }) {
  const { subtotalCents, savingsCents, totalCents } = orderSums(order);
  return (
    <section aria-labelledby="summary" className="panel p-5 md:p-6">
      <h2 id="summary" className="heading text-xl">
        Order Summary
      </h2>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        <dt className="text-ink-2">Subtotal</dt>
        <dd className="text-right">{formatCents(subtotalCents)}</dd>
        {savingsCents > 0 && (
          <>
            <dt className="text-ink-2">You save</dt>
            <dd className="text-right">{formatCents(savingsCents)}</dd>
          </>
        )}
        <dt className="text-ink-2">Delivery</dt>
        <dd className="text-right font-semibold text-leaf">Free</dd>
        <dt className="mt-1 border-t border-dashed border-line-2 pt-2.5 text-lg font-price">Total Amount</dt>
        <dd className="mt-1 -ml-6 border-t border-dashed border-line-2 pt-2.5 text-right text-lg font-price">{formatCents(totalCents)}</dd>
      </dl>
      <h3 className="mt-5 font-bold">Payment</h3>
      <p className="mt-1 text-ink-2">
        {order.metodoDePago.toUpperCase() === order.payment_status ? "" : `${order.metodoDePago} · `}
        {order.payment_status}
      </p>
      <h3 className="mt-4 font-bold">Deliver to</h3>
      <address className="mt-1 not-italic">
        <AddressLines address={order.delivery_address} />
      </address>
    </section>
  );
}
