import { useLayoutEffect, useRef } from "react";
import { DeliverToLater } from "#features/delivery/pages/deliver-to-later.tsx";
import { formatCents } from "#shared/money.ts";
import { classNames } from "#ui/class-names.ts";
import { t } from "#words/t.ts";
import { BillDetails } from "./bill-details.tsx";
import { CartLine } from "./cart-line.tsx";
import { useRows, type Row } from "./cart-rows.ts";
import { CartFailed, CartSkeleton } from "./cart-states.tsx";
import { EmptyCart } from "./empty-cart.tsx";
import { useBill } from "./use-bill.ts";
import { useCart } from "./use-cart.ts";

/** Savings, lines and bill details, or why there are none, in the drawer and on the cart page (CART-1). `onLeave`: a link was followed. */
export function CartContents({ onLeave }: { onLeave?: () => void }) {
  const cart = useCart();
  const rows = useRows(cart);
  const { lines, status } = cart;
  const bill = useBill(lines);
  if (rows.length === 0) {
    if (status === "failed") return <CartFailed />;
    return status === "ready" ? <EmptyCart {...(onLeave && { onLeave })} /> : <CartSkeleton />;
  }
  return (
    <>
      <h2 className="sr-only">{t("Items and total")}</h2>
      <p
        className={classNames(
          "mb-3.5 flex min-h-11 items-center justify-between gap-4 rounded-tile px-4",
          bill.savingsCents > 0 ? "bg-marigold-tint font-bold text-marigold-ink" : "bg-sunken text-ink-2",
        )}
      >
        {t("Your total savings")} <span>{formatCents(bill.savingsCents)}</span>
      </p>
      <Rows rows={rows} {...(onLeave && { onLeave })} />
      <section className="panel mt-4.5 px-4.5 py-3.5">
        <h3 className="font-bold">{t("Bill details")}</h3>
        <BillDetails bill={bill} />
      </section>
      <DeliverToLater goodsCents={bill.itemsCents} className="mt-4.5" />
    </>
  );
}

function Rows({ rows, onLeave }: { rows: readonly Row[]; onLeave?: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef(-1);
  // The button that removed a line is gone, so focus moves to the next line.
  useLayoutEffect(() => {
    const at = pressed.current;
    pressed.current = -1;
    if (at < 0 || !rows[at]?.removed) return;
    const items = [...(list.current?.children ?? [])];
    const buttons = [...items.slice(at + 1), ...items.slice(0, at).toReversed()].map((item) => item.querySelector("button"));
    buttons.find((button) => button !== null)?.focus({ preventScroll: true });
  }, [rows]);
  return (
    <ul ref={list} className="flex flex-col gap-2.5">
      {rows.map(({ line, removed }, at) => (
        <li
          key={line.product._id}
          onClickCapture={({ currentTarget }) => {
            pressed.current = currentTarget.contains(document.activeElement) ? at : -1;
          }}
        >
          <CartLine line={line} removed={removed} {...(onLeave && { onLeave })} />
        </li>
      ))}
    </ul>
  );
}
