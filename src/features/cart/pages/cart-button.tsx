import { Suspense, useRef, useState } from "react";
import { ShoppingBasket } from "lucide-react";
import { useLocation } from "react-router";
import { formatCents } from "#shared/money.ts";
import { buttonLook } from "#ui/button.tsx";
import { ProgressLine } from "#ui/progress-line.tsx";
import { useEarlyPress } from "#web/early-press.ts";
import { lazy } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";
import { billOf, itemsInWords } from "./bill.ts";
import { useCart } from "./use-cart.ts";

const load = () => import("./cart-drawer.tsx");
const prepare = () => void load();
const CartDrawer = lazy(load);

/** The cart in the header: count and total, or the words `My Cart` (LAY-1). Opens the drawer. */
export function CartButton() {
  const { lines } = useCart();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const { quantity, totalCents } = billOf(lines);
  // After Back or a link, the next page comes without the drawer.
  const { key } = useLocation();
  const [page, setPage] = useState(key);
  if (page !== key) {
    setPage(key);
    setOpen(false);
  }
  const show = () => {
    setAsked(true);
    setOpen(true);
  };
  const button = useRef<HTMLButtonElement>(null);
  useEarlyPress(button, show);
  return (
    <>
      <button
        ref={button}
        type="button"
        data-early=""
        aria-haspopup="dialog"
        className={buttonLook({}, "h-13 min-w-32 justify-start gap-3 rounded-button px-4")}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={show}
      >
        <ShoppingBasket aria-hidden className="size-6 shrink-0" />
        {quantity === 0 ? (
          t("My Cart")
        ) : (
          <span className="flex flex-col items-start text-left leading-tight">
            <span className="text-xs font-semibold">{itemsInWords(quantity)}</span>
            <span className="font-price">{formatCents(totalCents)}</span>
          </span>
        )}
      </button>
      {asked && (
        <Suspense fallback={<ProgressLine />}>
          <CartDrawer open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
