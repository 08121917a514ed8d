import { useCallback, useState } from "react";
import { useOrderUpdates, type OrderUpdate } from "./bell/order-updates.ts";
import { orderIsGone, refreshIfShown } from "./use-all-orders.ts";

/** Keeps the orders on screen up to date while the page is open. @returns the `_id`s of orders placed since */
export function useLiveUpdates(): { placed: ReadonlySet<string>; clear: () => void } {
  const [placed, setPlaced] = useState<ReadonlySet<string>>(new Set());
  useOrderUpdates(
    useCallback(({ event, _id }: OrderUpdate) => {
      if (event === "changed") void refreshIfShown(_id);
      if (event === "deleted") orderIsGone(_id);
      if (event === "placed") setPlaced((before) => new Set([...before, _id]));
    }, []),
  );
  return { placed, clear: () => setPlaced(new Set()) };
}
