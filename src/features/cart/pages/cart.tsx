import { privateMeta } from "#web/page-meta.ts";
import { billOf } from "./bill.ts";
import { CartContents } from "./cart-contents.tsx";
import { CartFailed, CartSkeleton } from "./cart-states.tsx";
import { EmptyCart } from "./empty-cart.tsx";
import { ProceedButton } from "./proceed-button.tsx";
import { useCart } from "./use-cart.ts";

export const meta = privateMeta("Your cart");

/** The cart as a page: where the phone's cart bar leads (NAV-10). */
export default function CartPage() {
  const { lines, status } = useCart();
  return (
    <div className="page max-w-2xl py-6">
      <h1 className="heading mb-4.5 text-3xl">Cart</h1>
      {lines.length > 0 ? (
        <>
          <CartContents lines={lines} />
          <div className="sticky bottom-0 -mx-4 mt-4 bg-paper px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] md:mx-0 md:px-0">
            <ProceedButton paid={billOf(lines).totalCents} />
          </div>
        </>
      ) : status === "failed" ? (
        <CartFailed />
      ) : status === "ready" ? (
        <EmptyCart />
      ) : (
        <CartSkeleton />
      )}
    </div>
  );
}
