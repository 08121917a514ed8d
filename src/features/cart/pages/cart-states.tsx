import { Reload } from "#ui/failure/reload.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { t } from "#words/t.ts";
import { reloadCart } from "./use-cart.ts";

export function CartSkeleton() {
  return (
    <div aria-busy="true" aria-label={t("Loading your cart")} className="flex flex-col gap-2.5">
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} className="h-25 rounded-card" />
      ))}
      <Skeleton className="mt-2 h-46 rounded-panel" />
    </div>
  );
}

/** The cart could not be loaded, which is only logged (STAT-8). */
export function CartFailed() {
  return <Reload again={() => void reloadCart()} />;
}
