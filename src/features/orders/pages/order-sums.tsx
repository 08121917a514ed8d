import { Fragment } from "react";
import { formatDollars } from "#shared/money.ts";
import { classNames } from "#ui/class-names.ts";
import { t } from "#words/t.ts";
import type { Order } from "../contract.ts";
import { amountsOf } from "./order-amounts.ts";

export function OrderSums({ order, className }: { order: Order; className?: string }) {
  return (
    <dl className={classNames("grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 break-inside-avoid", className)}>
      {amountsOf(order).map(({ name, amount, isFree }) => (
        <Fragment key={name}>
          <dt className="text-ink-2">{name}</dt>
          <dd className={classNames("text-right", isFree && "font-semibold text-leaf")}>{amount}</dd>
        </Fragment>
      ))}
      <dt className="mt-1 border-t border-dashed border-line-2 pt-2.5 text-lg font-price">{t("Total Amount")}</dt>
      <dd className="mt-1 -ml-6 border-t border-dashed border-line-2 pt-2.5 text-right text-lg font-price">
        {formatDollars(order.totalAmt)}
      </dd>
      {order.tax && (
        <>
          <dt className="text-ink-2">{t("Includes {percent}% tax", { percent: order.tax.percent })}</dt>
          <dd className="text-right">{formatDollars(order.tax.amount)}</dd>
        </>
      )}
    </dl>
  );
}
