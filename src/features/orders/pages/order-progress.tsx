import { Check } from "lucide-react";
import { classNames } from "#ui/class-names.ts";
import { t } from "#words/t.ts";
import type { Order, OrderStatus } from "../contract.ts";

const STEPS = {
  delivery: [t("Order placed"), t("Being prepared"), t("On its way"), t("Delivered")],
  collection: [t("Order placed"), t("Being prepared"), t("Ready for pickup"), t("Picked up")],
} as const;

/** How many steps are done. The next one is under way. */
const DONE = { PENDING: 1, SHIPPED: 2, DELIVERED: 4, COMPLETED: 4 } as const satisfies Record<Exclude<OrderStatus, "CANCELLED">, number>;

/** How far an order has come. Renders nothing for a canceled one. */
export function OrderProgress({ order: { status, delivery } }: { order: Pick<Order, "status" | "delivery"> }) {
  if (status === "CANCELLED") return null;
  const done = DONE[status];
  return (
    <ol aria-label={t("Progress")} className="mt-5 grid grid-cols-4">
      {STEPS[delivery?.way ?? "delivery"].map((name, place) => (
        <li
          key={name}
          aria-current={place === done ? "step" : undefined}
          className={classNames("relative flex flex-col items-center gap-1.5 text-center text-sm", place > done && "text-ink-3")}
        >
          {place > 0 && (
            <span
              aria-hidden
              className={classNames(
                "absolute top-3 right-[calc(50%+0.8125rem)] h-0.5 w-[calc(100%-1.625rem)]",
                place <= done ? "bg-leaf-fill" : "bg-line-2",
              )}
            />
          )}
          <span
            aria-hidden
            className={classNames(
              "relative grid size-6.5 place-items-center rounded-full border-2",
              place < done ? "border-leaf-fill bg-leaf-fill text-on-leaf" : "bg-surface",
              place === done && "border-leaf-fill",
              place > done && "border-line-2",
            )}
          >
            {place < done && <Check className="size-4" strokeWidth={3} />}
            {place === done && <span className="size-2.5 rounded-full bg-leaf-fill" />}
          </span>
          <span className={classNames("px-1", place === done && "font-bold")}>
            {name}
            {place < done && <span className="sr-only">{`, ${t("done")}`}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
