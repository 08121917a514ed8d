import { Suspense, useState } from "react";
import { Pencil } from "lucide-react";
import { Link, useParams } from "react-router";
import { History } from "#features/audit/pages/history.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { adminPaths } from "#web/admin-paths.ts";
import type { AdminOrder } from "../../admin/contract.ts";
import { OrderFacts } from "../order-facts.tsx";
import { OrderColumns, OrderFrame, OrderHead } from "../order-frame.tsx";
import { OrderTimeline } from "../order-timeline.tsx";
import { eventForAdmins } from "#features/orders/pages/order-words.ts";
import { t } from "#words/t.ts";
import { OrderedProducts } from "../ordered-product.tsx";
import { CancelRequest } from "./cancel-request.tsx";
import { OrderActions, type OrderDialog } from "./order-actions.tsx";
import { useAdminOrder } from "./use-all-orders.ts";
import { useLiveUpdates } from "./use-live-updates.ts";

const Invoice = lazy(() => import("../invoice.tsx"));
const EditOrder = lazy(() => import("./edit/edit-order.tsx"));
const EditNote = lazy(() => import("./edit/edit-note.tsx"));
const RefundItems = lazy(() => import("./refund/refund-items.tsx"));
const EditAddress = lazy(() => import("./edit/edit-address.tsx"));

export const meta = privateMeta(t("Order"));

/** One order in the back office: its status, its next step, and who did what. */
export default function AdminOrderPage() {
  const { orderNumber = "" } = useParams();
  useLiveUpdates();
  return (
    <OrderFrame
      back={{ to: adminPaths.allOrders, name: t("All Orders") }}
      query={useAdminOrder(orderNumber)}
      missing={<p>{t("It does not exist, or it was deleted.")}</p>}
    >
      {(order) => <Found key={order._id} order={order} />}
    </OrderFrame>
  );
}

function Found({ order }: { order: AdminOrder }) {
  const [shown, setShown] = useState<OrderDialog | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <OrderHead
        order={order}
        by={
          <>
            <Link to={adminPaths.customer(order.userId._id)} className="font-semibold text-leaf hover:underline">
              {order.userId.name}
            </Link>
            ,
          </>
        }
        badge={
          <>
            {order.packedAt && order.status === "PENDING" && <Badge tone="green">{t("Packed")}</Badge>}
            {order.cancelRequestedAt && <Badge tone="red">{t("Cancellation requested")}</Badge>}
          </>
        }
      />
      {order.cancelRequestedAt && <CancelRequest order={order} />}
      {order.note && (
        <p className="mt-4 rounded-card bg-marigold-tint px-4.5 py-3 whitespace-pre-wrap text-marigold-ink">
          <strong>{t("Note:")}</strong> {order.note}
        </p>
      )}
      <OrderActions order={order} onShow={setShown} />
      <OrderColumns products={<OrderedProducts order={order} />}>
        <OrderTimeline order={order} wordsOf={eventForAdmins} whoOf={whoDidIt} />
        <OrderFacts
          order={order}
          addressAction={
            <Button kind="plain" size="small" aria-label={t("Edit address")} onClick={() => setShown("address")}>
              <Pencil aria-hidden className="size-4" />
              {t("Edit")}
            </Button>
          }
        />
        <section aria-label={t("Changes by admins")} className="panel px-5 py-3 md:px-6">
          <History kind="order" id={order._id} className="" />
        </section>
      </OrderColumns>
      <Suspense fallback={null}>
        {shown === "invoice" && <Invoice order={order} onClose={close} />}
        {shown === "edit" && <EditOrder order={order} onClose={close} />}
        {shown === "note" && <EditNote order={order} onClose={close} />}
        {shown === "refund" && <RefundItems order={order} onClose={close} />}
        {shown === "address" && <EditAddress order={order} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Who caused an event: one of the staff, the shopper, or nobody but the shop itself. Only shoppers place and pay orders. */
function whoDidIt({ kind, who, whoName }: AdminOrder["timeline"][number], order: AdminOrder): string {
  const isPlain = kind === "PLACED" || kind === "PAID" || kind === "DIFFERENCE PAID";
  return whoName || (who === "shopper" && !isPlain ? order.userId.name : "");
}
