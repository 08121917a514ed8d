import { DeliverToLater } from "#features/delivery/pages/deliver-to-later.tsx";
import { formatCents } from "#shared/money.ts";
import { classNames } from "#ui/class-names.ts";
import { RowList, useRows } from "#ui/held-rows.tsx";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import type { Line } from "./engine/cart-state.ts";
import { BillDetails } from "./bill-details.tsx";
import { CartLine } from "./cart-line.tsx";
import { CartFailed, CartSkeleton } from "./cart-states.tsx";
import { EmptyCart } from "./empty-cart.tsx";
import { useBill } from "./use-bill.ts";
import { useCart } from "./use-cart.ts";

const idOf = ({ product }: Line) => product._id;

/**
 * Savings, lines and bill details, or why there are none, in the drawer and on the cart page (CART-1). `onLeave` is called when a link is
 * followed.
 */
export function CartContents({ onLeave }: { onLeave?: () => void }) {
  const { pickupOnly = false } = useFace();
  const cart = useCart();
  const { lines, status } = cart;
  // A cart that is being loaded belongs to someone else.
  const rows = useRows(lines, idOf, status === "ready");
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
      <RowList rows={rows} idOf={idOf}>
        {({ line, removed }) => <CartLine line={line} removed={removed} {...(onLeave && { onLeave })} />}
      </RowList>
      <section className="panel mt-4.5 px-4.5 py-3.5">
        <h3 className="font-bold">{t("Bill details")}</h3>
        <BillDetails bill={bill} forPickup={pickupOnly} isFeeKnown={bill.isFeeKnown} />
      </section>
      <DeliverToLater goodsCents={bill.itemsCents} className="mt-4.5" />
    </>
  );
}
