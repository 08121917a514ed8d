import { Fragment } from "react";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { formatDollars } from "#shared/money.ts";
import { formatDay } from "#shared/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, buttonLook } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { paths } from "#web/paths.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import type { Order } from "../contract.ts";
import { IS_IN_PROGRESS, statusTone } from "../rules.ts";
import { statusInWords } from "../words.ts";
import { BuyOrderAgainButton } from "./buy-order-again-button.tsx";
import { amountsOf, keyOf } from "./order-amounts.ts";
import { OrderNumber } from "./order-number.tsx";
import { orderNote } from "./order-words.ts";
import { OrderedProduct } from "./ordered-product.tsx";
import { useArrival } from "./use-arrival.ts";

interface OrderCardProps {
  order: Order;
  /** Just placed. */
  fresh: boolean;
  onView: () => void;
}

/** One order in the list (ORD-1). */
export function OrderCard({ order, fresh, onView }: OrderCardProps) {
  const { timeZone } = useFace();
  const note = orderNote(order);
  const arrival = useArrival(order);
  return (
    <article
      aria-label={t("Order {orderId}", { orderId: order.orderId })}
      className={classNames("panel overflow-hidden rounded-card", fresh && "border-leaf outline-1 outline-leaf")}
    >
      <header className="flex items-start justify-between gap-4 border-b border-line px-4.5 py-3.5">
        <div className="min-w-0">
          <h2 className="font-bold">
            <Link to={paths.order(order.orderId)} className="touch inline-flex items-center gap-1 hover:text-leaf hover:underline">
              <span>
                <span className="font-normal text-ink-2">{t("Order")} </span>
                <OrderNumber number={order.orderId} />
              </span>
              <ChevronRight aria-hidden className="size-4 text-ink-2" />
            </Link>
          </h2>
          <p className="text-sm text-ink-2">
            <time dateTime={order.createdAt}>{formatDay(order.createdAt, timeZone)}</time>
            {arrival && <span className="block">{`${arrival.verb} ${arrival.when}`}</span>}
          </p>
        </div>
        <Badge tone={statusTone[order.status]}>{statusInWords(order.status)}</Badge>
      </header>
      {note && <p className="border-b border-line bg-sunken px-4.5 py-2.5 text-sm font-semibold">{note}</p>}
      <ul className="divide-y divide-line px-4.5">
        {order.products.map((line) => (
          <OrderedProduct key={keyOf(line)} line={line} />
        ))}
      </ul>
      <footer className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-t border-line bg-leaf-wash px-4.5 py-3.5">
        <dl className="grid grid-cols-[auto_auto] items-baseline gap-x-4 gap-y-0.5">
          <dt className="text-sm text-ink-2">{t("Payment")}</dt>
          <dd className="text-sm">{statusInWords(order.payment_status)}</dd>
          {amountsOf(order).map(({ name, amount }) => (
            <Fragment key={name}>
              <dt className="text-sm text-ink-2">{name}</dt>
              <dd className="text-sm">{amount}</dd>
            </Fragment>
          ))}
          <dt className="font-bold">{t("Total")}</dt>
          <dd className="text-lg font-price">{formatDollars(order.totalAmt)}</dd>
        </dl>
        <div className="flex flex-wrap gap-2.5 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
          <Button kind="quiet" onClick={onView}>
            {t("View Details")}
          </Button>
          {IS_IN_PROGRESS[order.status] ? (
            <Link to={paths.order(order.orderId)} className={buttonLook()}>
              {t("Track order")}
            </Link>
          ) : (
            <BuyOrderAgainButton number={order.orderId} />
          )}
        </div>
      </footer>
    </article>
  );
}
