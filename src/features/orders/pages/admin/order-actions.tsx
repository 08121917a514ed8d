import { Suspense, useEffect, useState } from "react";
import {
  ArrowRight,
  Ban,
  CalendarClock,
  Check,
  ChevronDown,
  FileText,
  HandCoins,
  MapPin,
  PackageCheck,
  Pencil,
  StickyNote,
  Truck,
  Undo2,
} from "lucide-react";
import { Link } from "react-router";
import { deliveryWayOf } from "#features/delivery/rules.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Menu, MenuAction, MenuLink, MenuSeparator } from "#ui/menu.tsx";
import { call } from "#web/call.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { lazy } from "#web/loading/lazy.ts";
import { paths } from "#web/paths.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { retryRefund, updateOrderStatus, type AdminOrder } from "../../admin/contract.ts";
import { isOwedByHand, mayRefundItems, mayRetryRefund, type BulkStep } from "../../admin/rules.ts";
import type { OrderStatus } from "../../contract.ts";
import { isToBePaid } from "../../rules.ts";
import { STEP_WORDS } from "./step-words.ts";
import { unpackedLines } from "./unpacked-lines.ts";
import { useOrderChange } from "./use-order-change.ts";

const CancelQuestion = lazy(() => import("./cancel-question.tsx"));
const UnpackedQuestion = lazy(() => import("./unpacked-question.tsx"));

/** The most likely next step, then the others. */
const STEPS: Record<OrderStatus, readonly BulkStep[]> = {
  PENDING: ["SHIPPED", "DELIVERED"],
  SHIPPED: ["DELIVERED"],
  DELIVERED: [],
  COMPLETED: [],
  CANCELLED: [],
};

function stepsOf(order: AdminOrder) {
  const way = deliveryWayOf(order);
  return STEPS[order.status].map((to) => ({
    to,
    ...STEP_WORDS[to][way],
    icon: to === "SHIPPED" && way === "delivery" ? Truck : PackageCheck,
  }));
}

type Step = ReturnType<typeof stepsOf>[number];

/** How long a finished step keeps its button, so that a second click doesn't trigger the next step. */
const DONE_MS = 2500;

export type OrderDialog = "invoice" | "edit" | "address" | "note" | "refund";

interface OrderActionsProps {
  order: AdminOrder;
  onShow: (what: OrderDialog) => void;
}

/** An order's actions: the next step as a button, everything else under More. */
export function OrderActions({ order, onShow }: OrderActionsProps) {
  const { orderId, status } = order;
  const { delivers } = useFace();
  const { busy, change } = useOrderChange(orderId);
  const [asked, setAsked] = useState(false);
  /** The step that waits until it is clear whether the order is packed first. */
  const [unpacked, setUnpacked] = useState<{ step: Step; lines: number } | null>(null);
  const [done, markDone] = useDone();
  const [next, ...others] = stepsOf(order);
  const toBePaid = isToBePaid(refundedOf(order));
  const pay = async () => {
    if (await change(() => call(updateOrderStatus, { orderId, status, statusWas: status, payment_status: "PAID" }))) markDone(t("Paid"));
  };
  const take = async (step: Step, packFirst = true) => {
    const askFirst = (error: unknown) => {
      const lines = unpackedLines(error);
      setUnpacked(lines > 0 ? { step, lines } : null);
      return lines > 0;
    };
    const made = await change(() => call(updateOrderStatus, { orderId, status: step.to, statusWas: status, packFirst }), askFirst);
    if (!made) return;
    setUnpacked(null);
    markDone(step.done);
  };
  const cancel = async (goodsBack: boolean) => {
    await change(() => call(updateOrderStatus, { orderId, status: "CANCELLED", statusWas: status, goodsBack }));
    setAsked(false);
  };
  const primary = mayRetryRefund(refundedOf(order))
    ? { name: t("Retry refund"), icon: Undo2, press: () => void change(() => call(retryRefund, { orderId })) }
    : next
      ? { name: next.name, icon: next.icon, press: () => void take(next) }
      : toBePaid && { name: t("Mark paid"), icon: HandCoins, press: () => void pay() };
  const toNext = (look: string) =>
    order.next && (
      <Link to={adminPaths.order(order.next)} className={classNames(look, "min-w-44")}>
        {t("Next order")}
        <ArrowRight aria-hidden className="size-5" />
      </Link>
    );
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2.5">
      {done ? (
        <Button aria-disabled className="min-w-44">
          <Check aria-hidden className="size-5" />
          {done}
        </Button>
      ) : (
        primary && (
          <Button busy={busy && !asked && !unpacked} disabled={busy} onClick={primary.press} className="min-w-44">
            {!busy && <primary.icon aria-hidden className="size-5" />}
            {primary.name}
          </Button>
        )
      )}
      {/* In the place of the last step, where a second press can't take another one. */}
      {!done && !primary && toNext(buttonLook())}
      <Menu label={t("More")} icon={ChevronDown}>
        {others.map((step) => (
          <MenuAction key={step.to} icon={step.icon} onSelect={() => void take(step)}>
            {step.name}
          </MenuAction>
        ))}
        {next && toBePaid && (
          <MenuAction icon={HandCoins} onSelect={() => void pay()}>
            {t("Mark paid")}
          </MenuAction>
        )}
        <MenuAction icon={Pencil} onSelect={() => onShow("edit")}>
          {t("Edit order")}
        </MenuAction>
        <MenuAction icon={MapPin} onSelect={() => onShow("address")}>
          {t("Edit address")}
        </MenuAction>
        {delivers && status === "PENDING" && (
          <MenuLink icon={CalendarClock} to={adminPaths.orderDelivery(orderId)}>
            {t("Change delivery")}
          </MenuLink>
        )}
        <MenuAction icon={StickyNote} onSelect={() => onShow("note")}>
          {t("Edit note")}
        </MenuAction>
        <MenuSeparator />
        <MenuAction icon={FileText} onSelect={() => onShow("invoice")}>
          {t("Invoice")}
        </MenuAction>
        <MenuLink icon={PackageCheck} to={adminPaths.orderPapers([orderId], "packing-slips")}>
          {t("Packing slip")}
        </MenuLink>
        {isOwedByHand(refundedOf(order)) && (
          <MenuLink icon={HandCoins} to={`${paths.dashboard}#payments`}>
            {t("Settle the refund")}
          </MenuLink>
        )}
        {mayRefundItems(refundedOf(order)) && (
          <MenuAction icon={Undo2} onSelect={() => onShow("refund")}>
            {t("Refund items")}
          </MenuAction>
        )}
        {status !== "CANCELLED" && (
          <>
            <MenuSeparator />
            <MenuAction icon={Ban} danger onSelect={() => setAsked(true)}>
              {t("Cancel order")}
            </MenuAction>
          </>
        )}
      </Menu>
      {(done || primary) && toNext(buttonLook({ kind: "plain" }))}
      <Suspense fallback={null}>
        {asked && (
          <CancelQuestion order={order} busy={busy} onConfirm={(goodsBack) => void cancel(goodsBack)} onClose={() => setAsked(false)} />
        )}
        {unpacked && (
          <UnpackedQuestion
            orderId={orderId}
            lines={unpacked.lines}
            busy={busy}
            onConfirm={() => void take(unpacked.step, false)}
            onClose={() => setUnpacked(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

function refundedOf({ status, payment_status, metodoDePago, timeline }: AdminOrder) {
  return { status, paymentStatus: payment_status, paymentMethod: metodoDePago, timeline };
}

/** What was just done, for a moment. */
function useDone(): [string, (words: string) => void] {
  const [done, setDone] = useState("");
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(""), DONE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return [done, setDone];
}
