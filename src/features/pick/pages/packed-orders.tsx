import { Printer } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "#ui/badge.tsx";
import { buttonLook } from "#ui/button.tsx";
import { adminPaths } from "#web/admin-paths.ts";
import { plural, t } from "#words/t.ts";
import type { WaitingOrder } from "../contract.ts";
import { printsOf } from "./chosen.ts";
import { deliveryWords } from "./slot-groups.ts";

/** The packed orders that wait to be sent, with their bag labels. @param more how many are not listed */
export function PackedOrders({ orders, more }: { orders: readonly WaitingOrder[]; more: number }) {
  const prints = printsOf(orders.map(({ orderId }) => orderId));
  return (
    <section aria-labelledby="packed" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="packed" className="heading text-xl">
          {t("Packed, waiting to be sent")}
        </h2>
        <div className="flex flex-wrap gap-2">
          {prints.map(({ first, last, numbers }) => (
            <Link key={first} to={adminPaths.bagLabels(numbers)} className={buttonLook({ kind: "quiet", size: "small" })}>
              <Printer aria-hidden className="size-4.5" />
              {prints.length === 1 ? t("Bag labels") : t("Bag labels {first}–{last}", { first, last })}
            </Link>
          ))}
        </div>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {orders.map((order) => (
          <li key={order._id} className="flex min-h-13 items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{order.orderId}</span>
              <span className="block text-sm text-ink-2">{[order.userName, deliveryWords(order)].filter(Boolean).join(" · ")}</span>
            </span>
            <Badge tone="green">{t("Packed")}</Badge>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2 text-ink-2">
          {plural(more, "And {count} more order, listed once these are sent.", "And {count} more orders, listed once these are sent.")}
        </p>
      )}
    </section>
  );
}
