import { useState } from "react";
import { ArrowLeft, Printer } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { cityLine } from "#features/addresses/rules.ts";
import { isForPickup } from "#features/delivery/rules.ts";
import { formatDollars } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { selectLook } from "#ui/field.tsx";
import { Loaded } from "#ui/panel.tsx";
import { call } from "#web/call.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { CHOICES } from "#web/preferences/choices.ts";
import { usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { bagLabels, type BagLabel } from "../contract.ts";
import { shortNumber } from "./groups.ts";
import { deliveryWords } from "./slot-groups.ts";
import { PICK } from "./use-pick.ts";

export const meta = privateMeta(t("Bag labels"));

/** The paper that labels are printed on: an A4 sheet to cut, or a roll with a page for each label. `print.css` has their sizes. */
const PAPERS = { a4: t("A4 sheet, to cut"), roll62: t("Roll, 62 × 100 mm"), roll100: t("Roll, 100 × 150 mm") } as const;
type LabelPaper = keyof typeof PAPERS;

const isPaper = (name: string | null): name is LabelPaper => name !== null && name in PAPERS;

/** Chosen per browser, because a label printer belongs to one. */
function usePaper(): [LabelPaper, (paper: string) => void] {
  const [stored, setStored] = useState(() => localStorage.getItem(CHOICES.paper));
  const store = (paper: string) => {
    localStorage.setItem(CHOICES.paper, paper);
    setStored(paper);
  };
  return [isPaper(stored) ? stored : "a4", store];
}

const LISTS = {
  a4: "sheet sm:grid-cols-2 print:grid-cols-2 print:gap-2",
  roll62: "roll-62 max-w-80 print:block print:max-w-none",
  roll100: "roll-100 max-w-112 print:block print:max-w-none",
} as const satisfies Record<LabelPaper, string>;

/** A label for each bag of packed orders, to print. */
export default function BagLabels() {
  const [params] = useSearchParams();
  const orderIds = params.get("orders") ?? "";
  const [paper, setPaper] = usePaper();
  const labels = usePersonal([...PICK, "labels", orderIds], async () => (orderIds ? (await call(bagLabels, { orderIds })).data : []));
  return (
    <>
      <div className="print:hidden">
        <Link to={adminPaths.pick()} className="touch mb-3 inline-flex items-center gap-1.5 font-semibold text-leaf">
          <ArrowLeft aria-hidden className="size-4.5" />
          {t("Pick")}
        </Link>
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <h1 className="heading text-3xl">{t("Bag labels")}</h1>
          <div className="flex flex-wrap items-center gap-3">
            <select
              aria-label={t("Paper")}
              value={paper}
              onChange={({ target }) => setPaper(target.value)}
              className={classNames(selectLook, "w-auto!")}
            >
              {Object.entries(PAPERS).map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>
            <Button disabled={!labels.data?.length} onClick={() => window.print()}>
              <Printer aria-hidden className="size-5" />
              {t("Print")}
            </Button>
          </div>
        </div>
      </div>
      <Loaded query={labels}>
        {(orders) =>
          orders.length > 0 ? (
            <ul aria-label={t("Labels")} className={classNames("grid gap-3", LISTS[paper])}>
              {orders.flatMap((order) =>
                Array.from({ length: order.bags }, (_, bag) => <Label key={`${order._id} ${bag}`} order={order} bag={bag + 1} />),
              )}
            </ul>
          ) : (
            <EmptyState title={t("No labels")}>
              <p>{t("Labels are for orders that are packed and not sent yet.")}</p>
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}

function Label({ order, bag }: { order: BagLabel; bag: number }) {
  const { orderId, userName, bags, collect, note } = order;
  const { address_line, mobile } = order.delivery_address;
  const forPickup = isForPickup(order.delivery);
  return (
    <li className="break-inside-avoid rounded-card border-2 border-line-2 bg-surface p-4 print:rounded-none print:border-black">
      <p className="flex items-baseline justify-between gap-3">
        <strong className="text-3xl tracking-wide">{shortNumber(orderId)}</strong>
        <strong className="text-xl">{t("{bag} of {bags}", { bag, bags })}</strong>
      </p>
      <p className="text-sm text-ink-2">{orderId}</p>
      <address className="mt-2 not-italic">
        <span className="block font-bold">{userName}</span>
        {(forPickup ? [mobile] : [address_line, cityLine(order.delivery_address), mobile]).filter(Boolean).map((text) => (
          <span key={text} className="block break-words">
            {text}
          </span>
        ))}
      </address>
      {order.delivery && <p className="mt-2 font-bold">{deliveryWords(order)}</p>}
      {note && <p className="mt-2 line-clamp-5 break-words whitespace-pre-wrap">{note}</p>}
      {collect > 0 && (
        <p className="mt-2 font-bold">
          {forPickup ? t("To be paid:") : t("Collect")} {formatDollars(collect)}
        </p>
      )}
    </li>
  );
}
