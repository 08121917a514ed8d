import { useState } from "react";
import { ChevronDown, FileText, HandCoins, PackageCheck, ShoppingBasket, Truck } from "lucide-react";
import { Link } from "react-router";
import type { DeliveryWay } from "#features/delivery/contract.ts";
import { deliveryWayOf } from "#features/delivery/rules.ts";
import { PICKUP_WORDS } from "#features/orders/pages/order-words.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { focusPage } from "#ui/focus/focus-page.ts";
import { Menu, MenuLink } from "#ui/menu.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { plural, t } from "#words/t.ts";
import { markPaid, MAX_ORDERS, moveOrders } from "../../admin/contract.ts";
import type { BulkStep } from "../../admin/rules.ts";
import type { Order } from "../../contract.ts";
import { stepName } from "./step-words.ts";
import { readAllOrdersAgain } from "./use-all-orders.ts";
import { statusInWords } from "../../words.ts";

type Left = Pick<Order, "orderId" | "status"> & Partial<Pick<Order, "payment_status"> & { way: DeliveryWay }>;
type Outcome = { message: string; data: { left: readonly Left[] } };

/** The status that kept an order from being changed. One that still waits to be sent was marked short, and not packed. */
function whyLeft({ status, payment_status, way }: Left): string {
  if (payment_status && status !== "CANCELLED") return statusInWords(payment_status);
  if (status === "PENDING") return t("pack it first");
  return (way === "collection" && PICKUP_WORDS[status]) || statusInWords(status);
}

/**
 * What can be done with the selected orders: mark them as sent, delivered or paid, and print their documents. Stays in view below the list.
 */
export function ChosenOrders({ orders, onNone }: { orders: readonly Order[]; onNone: () => void }) {
  const [busy, setBusy] = useState(false);
  const orderIds = orders.map(({ orderId }) => orderId);
  const change = async (make: () => Promise<Outcome>) => {
    setBusy(true);
    try {
      const { data, message } = await make();
      const left = data.left.map((order) => `${order.orderId.slice(0, 8)} (${whyLeft(order)})`);
      if (left.length > 0) toast.error(`${message}: ${left.join(", ")}`);
      else toast.success(message);
      clear();
    } catch (error) {
      toast.error(messageOf(error));
    }
    await readAllOrdersAgain();
    setBusy(false);
  };
  const move = (status: BulkStep) => change(() => call(moveOrders, { orderIds, status }));
  const clear = () => {
    onNone();
    // These buttons disappear, and the focus with them.
    focusPage();
  };
  const tooMany = orders.length > MAX_ORDERS;
  const papers = [
    { name: t("Pick list"), to: adminPaths.pick(orderIds), icon: ShoppingBasket },
    { name: t("Packing slips"), to: adminPaths.orderPapers(orderIds, "packing-slips"), icon: FileText },
    { name: t("Invoices"), to: adminPaths.orderPapers(orderIds, "invoices"), icon: FileText },
  ];
  return (
    <section
      aria-label={t("Selected orders")}
      className="sticky bottom-0 z-10 -mx-4 mt-4 grid grid-cols-2 items-center gap-2.5 border-t border-line bg-leaf-tint px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:bottom-4 md:mx-0 md:flex md:rounded-card md:border md:py-2.5"
    >
      <p className="mr-auto font-semibold">
        {plural(orders.length, "{count} order selected", "{count} orders selected")}
        {tooMany && <span className="block text-sm font-normal">{t("Select {MAX_ORDERS} at most.", { MAX_ORDERS })}</span>}
      </p>
      <Button kind="plain" size="small" onClick={clear} className="md:order-last">
        {t("Clear selection")}
      </Button>
      <Button size="small" disabled={busy || tooMany} onClick={() => void move("SHIPPED")}>
        {orders.every((order) => deliveryWayOf(order) === "delivery") ? (
          <Truck aria-hidden className="size-4.5" />
        ) : (
          <PackageCheck aria-hidden className="size-4.5" />
        )}
        {stepName("SHIPPED", orders)}
      </Button>
      <Button kind="quiet" size="small" disabled={busy || tooMany} onClick={() => void move("DELIVERED")}>
        <PackageCheck aria-hidden className="size-4.5" />
        {stepName("DELIVERED", orders)}
      </Button>
      <Button kind="quiet" size="small" disabled={busy || tooMany} onClick={() => void change(() => call(markPaid, { orderIds }))}>
        <HandCoins aria-hidden className="size-4.5" />
        {t("Mark paid")}
      </Button>
      {papers.map(({ name, to, icon: Icon }) => (
        <Link key={name} to={to} className={buttonLook({ kind: "quiet", size: "small" }, "max-md:hidden")}>
          <Icon aria-hidden className="size-4.5" />
          {name}
        </Link>
      ))}
      {/* On phones, so that the bar leaves room for the list. */}
      <div className="grid md:hidden">
        <Menu label={t("More")} icon={ChevronDown}>
          {papers.map(({ name, to, icon }) => (
            <MenuLink key={name} icon={icon} to={to}>
              {name}
            </MenuLink>
          ))}
        </Menu>
      </div>
    </section>
  );
}
