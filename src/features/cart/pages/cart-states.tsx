import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/try-again.tsx";
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
  return <TryAgain title="Your cart could not be loaded" again={() => void reloadCart()} />;
}
