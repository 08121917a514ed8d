import { lazy, Suspense, useState } from "react";
import { ShoppingBasket } from "lucide-react";
import { useLocation } from "react-router";
import { formatCents } from "#shared/money.ts";
import { buttonLook } from "#ui/button.tsx";
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
  // Back, or a link: another page comes without the drawer.
  const { key } = useLocation();
  const [page, setPage] = useState(key);
  if (page !== key) {
    setPage(key);
    setOpen(false);
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={buttonLook({}, "h-13 min-w-32 justify-start gap-3 rounded-button px-4")}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <ShoppingBasket aria-hidden className="size-6 shrink-0" />
        {quantity === 0 ? (
          "My Cart"
        ) : (
          <span className="flex flex-col items-start text-left leading-tight">
            <span className="text-xs font-semibold">{itemsInWords(quantity)}</span>
            <span className="font-price">{formatCents(totalCents)}</span>
          </span>
        )}
      </button>
      {asked && (
        <Suspense fallback={null}>
          <CartDrawer open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
