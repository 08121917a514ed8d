import { Suspense, useState } from "react";
import { PackageCheck } from "lucide-react";
import { formatDollars } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";
import type { PickedOrder, PickLine } from "../contract.ts";
import { progressOf, stateOf } from "./groups.ts";
import { deliveryWords } from "./slot-groups.ts";

const PackDialog = lazy(() => import("./pack-dialog.tsx"));

interface PackOrdersProps {
  orders: readonly PickedOrder[];
  lines: readonly PickLine[];
  /** Whether the shop does not have all marks yet. */
  saving: boolean;
}

/** The orders of a pick list: how far each is, and the button that packs it. */
export function PackOrders({ orders, lines, saving }: PackOrdersProps) {
  const [asked, setAsked] = useState<PickedOrder | null>(null);
  // The order as it is now: when the button was pressed, the last mark may not have changed its total yet.
  const packing = orders.find(({ _id }) => _id === asked?._id) ?? asked;
  return (
    <section aria-labelledby="orders" className="mt-8 break-inside-avoid">
      <h2 id="orders" tabIndex={-1} data-result className="heading text-xl">
        {t("Orders")}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {orders.map((order) => {
          const { picked, all } = progressOf(order, lines);
          const short = lines.filter((line) => line._id === order._id && ["short", "replaced"].includes(stateOf(line))).length;
          return (
            <li key={order._id} className="py-3">
              <div className="flex items-center gap-3">
                <p className="min-w-0 flex-1">
                  <span className="block font-semibold">{order.orderId}</span>
                  <span className="block text-sm text-ink-2">{order.userName}</span>
                  {order.delivery && <span className="block text-sm text-ink-2">{deliveryWords(order)}</span>}
                  <span className="block text-sm print:hidden">
                    {[
                      t("{picked} of {lines} picked", { picked, lines: all }),
                      short > 0 && t("{short} changed", { short }),
                      order.packedAmt < order.totalAmt && t("now {price}", { price: formatDollars(order.packedAmt) }),
                    ]
                      .filter(Boolean)
                      .join(", ")}
                  </span>
                </p>
                <Button
                  aria-label={t("Pack order {orderId}", { orderId: order.orderId })}
                  disabled={picked < all || saving}
                  onClick={() => setAsked(order)}
                  className="print:hidden"
                >
                  <PackageCheck aria-hidden className="size-5" />
                  {t("Pack [verb]")}
                </Button>
              </div>
              {order.needsAdmin && (
                <p className="mt-2 text-sm font-semibold text-tomato print:hidden">
                  {t("What is refunded or given away is above your limit, so an admin has to pack this order.")}
                </p>
              )}
              {order.note && (
                <p className="mt-2 rounded-control bg-marigold-tint px-3 py-2 text-sm whitespace-pre-wrap text-marigold-ink">
                  {order.note}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <Suspense fallback={null}>
        {packing && <PackDialog order={packing} lines={lines.filter(({ _id }) => _id === packing._id)} onClose={() => setAsked(null)} />}
      </Suspense>
    </section>
  );
}
