import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { reloadCart } from "./use-cart.ts";

/** The cart is being read. */
export function CartSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading your cart" className="flex flex-col gap-2.5">
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} className="h-25 rounded-card" />
      ))}
      <Skeleton className="mt-2 h-46 rounded-panel" />
    </div>
  );
}

/** The cart could not be read. */
export function CartFailed() {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-14 text-center">
      <p className="heading text-2xl">Your cart could not be loaded</p>
      <p className="text-ink-2">Nothing is lost. Please check your connection and try again.</p>
      <Button kind="outline" onClick={() => void reloadCart()}>
        Try again
      </Button>
    </div>
  );
}
