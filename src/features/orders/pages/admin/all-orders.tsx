import { Suspense, useMemo, useState, type ReactNode } from "react";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { useAddressFilters } from "#web/address-parameters.ts";
import { call, messageOf } from "#web/call.ts";
import { DownloadButton } from "#web/files/download-button.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";
import { deleteOrder, exportOrderLines, exportOrders, type OrderFilters as Filters } from "../../admin/contract.ts";
import type { Order } from "../../contract.ts";
import { ChosenOrders } from "./chosen-orders.tsx";
import { isFilter } from "./filter-values.ts";
import { NewOrders } from "./new-orders.tsx";
import { NO_FILTERS, OrderFilters } from "./order-filters.tsx";
import type { OrderAction } from "./order-columns.tsx";
import { OrderList } from "./order-list.tsx";
import { statusNow } from "./status-now.ts";
import { orderIsGone, readAllOrdersAgain, readOrderAgain, useAllOrders, whyNoOrders } from "./use-all-orders.ts";
import { useLiveUpdates } from "./use-live-updates.ts";

const Invoice = lazy(() => import("../invoice.tsx"));
const EditOrder = lazy(() => import("./edit/edit-order.tsx"));
const DeleteOrder = lazy(() => import("./delete-order.tsx"));

/** All Orders (ADM-10 to ADM-15). @param summary above the list on wide screens */
export function AllOrders({ summary }: { summary: ReactNode }) {
  const [filters, change] = useFilters();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAllOrders(filters);
  const orders = data?.pages.flatMap((page) => page.data);
  const { placed, clear } = useLiveUpdates();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Order>>(new Map());
  const [open, setOpen] = useState<{ action: OrderAction; order: Order } | null>(null);
  const close = () => setOpen(null);

  const choose = (some: readonly Order[], on: boolean) =>
    setChosen((before) => {
      const after = new Map(before);
      for (const order of some) {
        if (on) after.set(order.orderId, order);
        else after.delete(order.orderId);
      }
      return after;
    });
  const showNew = () => {
    clear();
    change(NO_FILTERS);
    void readAllOrdersAgain();
  };
  const remove = async (order: Order, goodsBack?: boolean) => {
    const { _id, orderId, status } = order;
    try {
      const { message } = await call(deleteOrder, { orderId, statusWas: status, goodsBack });
      orderIsGone(_id);
      choose([order], false);
      toast.success(message);
    } catch (error) {
      const isOutdated = statusNow(error) !== undefined;
      toast.error(isOutdated ? messageOf(error) : t("Failed to delete order"));
      if (isOutdated) await readOrderAgain(orderId);
    }
    close();
  };
  const unseen = [...placed].filter((id) => !orders?.some(({ _id }) => _id === id));
  const failure = error ? { title: whyNoOrders(error), again: () => void refetch() } : undefined;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="heading text-3xl">{t("All Orders")}</h1>
        <div className="flex flex-wrap gap-2">
          <DownloadButton name={t("order-lines.csv")} endpoint={exportOrderLines} input={filters}>
            {t("Export lines")}
          </DownloadButton>
          <DownloadButton name={t("orders.csv")} endpoint={exportOrders} input={filters} />
        </div>
      </div>
      <div className="mb-5 max-md:hidden">{summary}</div>
      <OrderFilters filters={filters} onChange={change} />
      <NewOrders count={unseen.length} onShow={showNew} />
      <OrderList
        orders={error ? undefined : orders}
        failure={failure}
        chosen={chosen}
        onChoose={choose}
        onAction={(action, order) => setOpen({ action, order })}
        bySlot={filters.sort === "slot"}
        onSort={(bySlot) => change({ sort: bySlot ? "slot" : "" })}
      />
      {hasNextPage && (
        <div className="mt-4 text-center">
          <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {filters.sort === "slot" ? t("Show later orders") : t("Show older orders")}
          </Button>
        </div>
      )}
      {chosen.size > 0 && <ChosenOrders orders={[...chosen.values()]} onNone={() => setChosen(new Map())} />}
      <Suspense fallback={null}>
        {open?.action === "view" && <Invoice order={open.order} onClose={close} />}
        {open?.action === "edit" && <EditOrder order={open.order} onClose={close} />}
        {open?.action === "delete" && (
          <DeleteOrder order={open.order} onDelete={(goodsBack) => remove(open.order, goodsBack)} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

/** The filters in the URL, without invalid ones. */
function useFilters(): [Filters, (change: Partial<Record<keyof Filters, string>>) => void] {
  const [params, change] = useAddressFilters();
  const filters = useMemo(() => {
    const given = [...params].filter(([name, value]) => isFilter(name, value));
    return Object.fromEntries(given) as Filters; // checked one by one
  }, [params]);
  return [filters, change];
}
