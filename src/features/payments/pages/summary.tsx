import { ChevronDown } from "lucide-react";
import { BillDetails } from "#features/cart/pages/bill-details.tsx";
import type { Totals } from "#features/cart/rules.ts";
import type { Line } from "#features/cart/pages/cart-engine.ts";
import { formatCents } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";

interface SummaryProps {
  bill: Totals;
  lines: readonly Line[];
  /** The button's label. */
  action: string;
  busy: boolean;
  order: () => void;
}

/** What is ordered and what it costs (CHK-2); stays in view next to the choices. */
export function Summary({ bill, lines, action, busy, order }: SummaryProps) {
  return (
    <aside aria-label="Summary" className="flex flex-col gap-4 lg:sticky lg:top-25">
      <section className="panel p-5 md:p-6">
        <h2 className="heading mb-2 text-xl">Summary</h2>
        <BillDetails bill={bill} />
        <details className="group mt-3 border-t border-line pt-3">
          <summary className="touch flex list-none items-center gap-1.5 font-semibold text-leaf [&::-webkit-details-marker]:hidden">
            What you order
            <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
          </summary>
          <ul className="mt-2 flex flex-col gap-1.5 text-ink-2">
            {lines.map(({ product, quantity }) => (
              <li key={product._id} className="flex justify-between gap-4">
                <span>{product.name}</span>
                <span className="shrink-0">× {quantity}</span>
              </li>
            ))}
          </ul>
        </details>
      </section>
      {/* On phones always visible, with the total. */}
      <div className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <Button size="large" busy={busy} onClick={order} className="w-full">
          <span>
            {action}
            <span className="lg:hidden"> · {formatCents(bill.totalCents)}</span>
          </span>
        </Button>
      </div>
      <p className="text-center text-sm text-ink-2">You can cancel until your order is sent.</p>
    </aside>
  );
}
