import { Eye, Pencil, Trash2, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { slotInWords } from "#features/delivery/slots/rules.ts";
import { isForPickup } from "#features/delivery/rules.ts";
import { formatDollars } from "#shared/money.ts";
import { formatDay } from "#shared/time.ts";
import { Badge } from "#ui/badge.tsx";
import { buttonLook } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { adminPaths } from "#web/admin-paths.ts";
import { t } from "#words/t.ts";
import type { Order } from "../../contract.ts";
import { statusTone } from "../../rules.ts";
import { statusInWords } from "../../words.ts";
import { OrderedPieces } from "./ordered-pieces.tsx";

export type OrderAction = "view" | "edit" | "delete";

/** Actions on the listed orders. */
export interface Handling {
  /** The selected orders, by their numbers. */
  chosen: ReadonlyMap<string, Order>;
  onChoose: (orders: readonly Order[], chosen: boolean) => void;
  onAction: (action: OrderAction, order: Order) => void;
}

interface Shown extends Handling {
  orders: readonly Order[] | undefined;
  timeZone: string;
}

/** The columns of ADM-11, plus total, payment status and date. */
export function columnsOf({ orders = [], timeZone, chosen, onChoose, onAction }: Shown): Column<Order>[] {
  return [
    {
      id: "number",
      header: (
        <span className="flex items-center gap-3">
          <TickAll orders={orders} chosen={chosen} onChoose={onChoose} />
          {t("Order ID")}
        </span>
      ),
      cell: (order) => (
        <span className="flex items-center gap-3">
          <Tick
            label={t("Select order {orderId}", { orderId: order.orderId })}
            checked={chosen.has(order.orderId)}
            onTick={(on) => onChoose([order], on)}
          />
          <NumberLink order={order} />
        </span>
      ),
    },
    {
      id: "user",
      header: t("User [shopper]"),
      cell: ({ userId, createdAt }) => (
        <>
          <span className="block max-w-40 truncate">{userId.name}</span>
          <span className="block text-xs whitespace-nowrap text-ink-2">{formatDay(createdAt, timeZone, "medium")}</span>
        </>
      ),
    },
    {
      id: "status",
      header: t("Status"),
      cell: (order) => (
        <>
          <StatusBadges order={order} />
          <span className="mt-0.5 block text-xs whitespace-nowrap text-ink-2">{statusInWords(order.payment_status)}</span>
        </>
      ),
    },
    ...(orders.some(({ delivery }) => delivery) ? [DELIVERY] : []),
    { id: "products", header: t("Products"), cell: ({ products }) => <OrderedPieces lines={products} /> },
    { id: "total", header: t("Total"), numeric: true, cell: ({ totalAmt }) => <strong>{formatDollars(totalAmt)}</strong> },
    { id: "actions", header: t("Actions"), pinned: true, cell: (order) => <Actions order={order} onAction={onAction} /> },
  ];
}

/** How and when orders are delivered; sorted by the server. */
const DELIVERY: Column<Order> = {
  id: "delivery",
  header: t("Delivery"),
  cell: (order) => <DeliveryWords order={order} />,
  sortBy: ({ delivery }) => delivery?.slot?.day ?? "",
};

/** The delivery time, or that there is none, and the zone below. */
export function DeliveryWords({ order: { delivery } }: { order: Order }) {
  if (!delivery) return null;
  return (
    <>
      <span className="block whitespace-nowrap">{delivery.slot ? slotInWords(delivery.slot) : t("Any time")}</span>
      <span className="block text-xs text-ink-2">{isForPickup(delivery) ? t("Pickup") : delivery.zone}</span>
    </>
  );
}

/** An order's status, whether it is packed, and whether its shopper asked to cancel. */
export function StatusBadges({ order: { status, packedAt, cancelRequestedAt } }: { order: Order }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={statusTone[status]}>{statusInWords(status)}</Badge>
      {packedAt && status === "PENDING" && <Badge tone="green">{t("Packed")}</Badge>}
      {cancelRequestedAt && <Badge tone="red">{t("Cancellation requested")}</Badge>}
    </span>
  );
}

/** The first 8 characters of an order's number, linked to its page. */
export function NumberLink({ order: { orderId } }: { order: Order }) {
  const shown = orderId.slice(0, 8);
  return (
    <Link
      to={adminPaths.order(orderId)}
      // Begins with what is shown, so that people can say it (WCAG 2.5.3).
      aria-label={t("Order {orderId}", { orderId: shown })}
      title={orderId}
      className="touch font-bold hover:text-leaf hover:underline"
    >
      {shown}
    </Link>
  );
}

interface TickProps {
  label: string;
  /** Whether the label is shown beside it. */
  shown?: boolean;
  checked: boolean;
  onTick: (checked: boolean) => void;
}

/** A checkbox that selects an order. */
export function Tick({ label, shown = false, checked, onTick }: TickProps) {
  return (
    <label className="touch flex cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        aria-label={shown ? undefined : label}
        checked={checked}
        onChange={(event) => onTick(event.target.checked)}
        className="relative z-1 size-6 cursor-pointer accent-leaf-fill"
      />
      {shown && label}
    </label>
  );
}

interface TickAllProps extends Pick<Handling, "chosen" | "onChoose"> {
  orders: readonly Order[];
  shown?: boolean;
}

/** Selects all listed orders. */
export function TickAll({ orders, chosen, onChoose, shown = false }: TickAllProps) {
  const all = orders.length > 0 && orders.every(({ orderId }) => chosen.has(orderId));
  return <Tick label={t("Select all orders")} shown={shown} checked={all} onTick={(on) => onChoose(orders, on)} />;
}

const ACTIONS: readonly [OrderAction, string, LucideIcon][] = [
  ["view", t("View"), Eye],
  ["edit", t("Edit"), Pencil],
  ["delete", t("Delete"), Trash2],
];

/** View, edit and delete, as icons. */
export function Actions({ order, onAction }: { order: Order } & Pick<Handling, "onAction">) {
  return (
    <span className="-mx-2 flex shrink-0">
      {ACTIONS.map(([action, name, Icon]) => (
        <button
          key={action}
          type="button"
          aria-label={t("{action} order {number}", { action: name, number: order.orderId.slice(0, 8) })}
          title={name}
          onClick={() => onAction(action, order)}
          className={buttonLook(
            { kind: "plain", size: "icon" },
            action === "delete" ? "size-9! max-lg:size-11! hover:text-tomato touch" : "size-9! max-lg:size-11! touch",
          )}
        >
          <Icon aria-hidden className="size-4.5" />
        </button>
      ))}
    </span>
  );
}
