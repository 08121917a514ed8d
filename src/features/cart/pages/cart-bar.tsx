import { useEffect } from "react";
import { ChevronRight } from "lucide-react";
import { Link, useLocation } from "react-router";
import { formatCents } from "#shared/money.ts";
import { paths } from "#web/paths.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { billOf, itemsInWords } from "./bill.ts";
import { useCart } from "./use-cart.ts";

/** On phones the cart stays in view at the bottom while it is not empty (LAY-2), but not on the checkout (NAV-11). */
export function CartBar() {
  const { lines } = useCart();
  const { pathname } = useLocation();
  const { freeDelivery, pickupOnly } = useFace();
  const shown = lines.length > 0 && pathname !== paths.checkout;
  useEffect(() => {
    // Footer and toasts leave space for it.
    document.documentElement.toggleAttribute("data-cart-bar", shown);
  }, [shown]);
  if (!shown) return null;
  const { quantity, totalCents } = billOf(lines);
  const total = formatCents(totalCents);
  return (
    <aside
      aria-label={t("Your cart")}
      className="fixed inset-x-3 bottom-[calc(var(--edge)+var(--buy-bar))] z-30 animate-rise-in md:hidden print:hidden"
    >
      <Link
        to={paths.cart}
        className="flex min-h-15 items-center justify-between rounded-[1.125rem] bg-leaf-fill px-4.5 font-bold text-on-leaf shadow-float"
      >
        <span className="flex flex-col leading-snug">
          <span>{itemsInWords(quantity)}</span>
          <span className="text-sm font-semibold">{freeDelivery || pickupOnly ? total : t("{total} without delivery", { total })}</span>
        </span>
        <span className="flex items-center gap-2">
          {t("View Cart")}
          <ChevronRight aria-hidden className="size-5" />
        </span>
      </Link>
    </aside>
  );
}
