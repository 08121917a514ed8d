import { ArrowLeft, Printer } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { useQuery } from "@tanstack/react-query";
import { Button, buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { call, messageOf } from "#web/call.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { adminPaths, type Paper } from "#web/admin-paths.ts";
import { personalKey, useSession } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { orderPapers, type OrderPaper } from "../../admin/contract.ts";
import type { Order } from "../../contract.ts";
import { InvoiceSheet } from "../invoice-sheet.tsx";
import { LeftOut } from "./left-out.tsx";
import { PackingSlip } from "./packing-slip.tsx";

const PAPERS = { "packing-slips": t("Packing slips"), invoices: t("Invoices") } as const satisfies Record<Paper, string>;

const isPaper = (name: string | null): name is Paper => name !== null && name in PAPERS;

export const meta = privateMeta(t("Documents"));

/** Printouts for selected orders: packing slips or invoices, each on a new page. */
export default function Papers() {
  const [params] = useSearchParams();
  const numbers = (params.get("orders") ?? "").split(",").filter(Boolean);
  const named = params.get("paper");
  const paper = isPaper(named) ? named : "packing-slips";
  const { data, error, refetch } = usePapers(numbers);
  return (
    <>
      <div className="print:hidden">
        <Link to={adminPaths.allOrders} className="touch mb-3 inline-flex items-center gap-1.5 font-semibold text-leaf">
          <ArrowLeft aria-hidden className="size-4.5" />
          {t("All Orders")}
        </Link>
        <h1 className="heading mb-4 text-3xl">{PAPERS[paper]}</h1>
        <div className="mb-5 flex flex-wrap items-center gap-2.5">
          <nav aria-label={t("Documents")} className="mr-auto flex flex-wrap gap-2">
            {Object.entries(PAPERS).map(([name, title]) => (
              <Link
                key={name}
                to={isPaper(name) ? adminPaths.orderPapers(numbers, name) : ""}
                replace
                aria-current={name === paper ? "page" : undefined}
                className={buttonLook({ kind: name === paper ? "outline" : "quiet", size: "small" })}
              >
                {title}
              </Link>
            ))}
          </nav>
          <Button disabled={!data} onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            {t("Print")}
          </Button>
        </div>
      </div>
      {data ? (
        paper === "invoices" ? (
          data.orders.map((order) => <PrintedInvoice key={order._id} order={order} />)
        ) : (
          <PackingSlips orders={data.orders} />
        )
      ) : numbers.length === 0 ? (
        <EmptyState title={t("No Data")}>
          <p>{t("Select orders in the list first.")}</p>
        </EmptyState>
      ) : error ? (
        <TryAgain title={messageOf(error)} again={() => void refetch()} />
      ) : (
        <Skeleton className="h-96 rounded-panel" />
      )}
    </>
  );
}

function PrintedInvoice({ order }: { order: Order }) {
  return (
    <article aria-label={`${t("Invoice")} ${order.orderId}`} className="sheet panel mb-4 p-6">
      <h2 className="heading mb-4 text-2xl">{t("Invoice")}</h2>
      <InvoiceSheet order={order} />
    </article>
  );
}

/** Packing slips for all but canceled orders. */
function PackingSlips({ orders }: { orders: readonly OrderPaper[] }) {
  const printed = orders.filter(({ status }) => status !== "CANCELLED");
  const left = orders.length - printed.length;
  return (
    <>
      {left > 0 && <LeftOut count={left} />}
      {printed.map((order) => (
        <PackingSlip key={order._id} order={order} />
      ))}
    </>
  );
}

function usePapers(numbers: readonly string[]) {
  const { status, person } = useSession();
  const orderIds = numbers.join(",");
  return useQuery({
    queryKey: personalKey(person, ["all-orders", "papers", orderIds]),
    queryFn: async () => (await call(orderPapers, { orderIds })).data,
    enabled: status === "signed-in" && orderIds !== "",
  });
}
