import { formatDollars } from "#shared/money.ts";
import { formatDay } from "#shared/time.ts";
import { DataTable } from "#ui/data-table.tsx";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import type { Order } from "../../contract.ts";
import { Actions, columnsOf, DeliveryWords, NumberLink, StatusBadges, Tick, TickAll, type Handling } from "./order-columns.tsx";
import { OrderedPieces } from "./ordered-pieces.tsx";
import { statusInWords } from "../../words.ts";

interface OrderListProps extends Handling {
  /** Whether they are sorted by delivery time. */
  bySlot: boolean;
  onSort: (bySlot: boolean) => void;
  orders: readonly Order[] | undefined;
  failure: { title: string; again: () => void } | undefined;
}

/** All orders (ADM-11): a table, or one card per order below 1024 px. */
export function OrderList({ orders, failure, chosen, onChoose, onAction, bySlot, onSort }: OrderListProps) {
  const { timeZone } = useFace();
  const columns = columnsOf({ orders, timeZone, chosen, onChoose, onAction });
  return (
    <>
      <div className="max-lg:hidden">
        <DataTable
          label={t("All orders")}
          columns={columns}
          rows={orders}
          rowId={({ _id }) => _id}
          failure={failure}
          sort={bySlot ? { id: "delivery", desc: false } : undefined}
          onSort={() => onSort(!bySlot)}
        />
      </div>
      <div className="lg:hidden">
        {orders && orders.length > 0 ? (
          <>
            <div className="mb-2.5 flex px-3.5">
              <TickAll orders={orders} chosen={chosen} onChoose={onChoose} shown />
            </div>
            <ul className="grid grid-cols-1 gap-2.5 md:grid-cols-2">
              {orders.map((order) => (
                <li key={order._id} className="panel rounded-card p-3.5">
                  <div className="flex items-center gap-3">
                    <Tick
                      label={t("Select order {orderId}", { orderId: order.orderId })}
                      checked={chosen.has(order.orderId)}
                      onTick={(on) => onChoose([order], on)}
                    />
                    <NumberLink order={order} />
                    <span className="ml-auto flex justify-end text-right">
                      <StatusBadges order={order} />
                    </span>
                  </div>
                  <p className="mt-2 flex justify-between gap-3">
                    <span className="min-w-0 truncate">{order.userId.name}</span>
                    <strong>{formatDollars(order.totalAmt)}</strong>
                  </p>
                  <p className="mt-0.5 flex justify-between gap-3 text-sm text-ink-2">
                    <span>{formatDay(order.createdAt, timeZone, "medium")}</span>
                    <span>{statusInWords(order.payment_status)}</span>
                  </p>
                  <div className="mt-0.5 text-sm">
                    <DeliveryWords order={order} />
                  </div>
                  <div className="mt-1.5 flex items-center justify-between gap-3 text-sm">
                    <OrderedPieces lines={order.products} />
                    <Actions order={order} onAction={onAction} />
                  </div>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <DataTable label={t("All orders")} columns={columns.slice(0, 1)} rows={orders} rowId={({ _id }) => _id} failure={failure} />
        )}
      </div>
    </>
  );
}
