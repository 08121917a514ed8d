import { useEffect, useState } from "react";
import { follow } from "#web/live/follow.ts";
import { listen } from "#web/live/listen.ts";
import { listenToOrders } from "../../admin/contract.ts";
import { orderIsGone, refreshIfShown } from "./use-all-orders.ts";

/** Keeps the orders on screen up to date while the page is open. @returns the `_id`s of orders placed since */
export function useLiveUpdates(): { placed: ReadonlySet<string>; clear: () => void } {
  const [placed, setPlaced] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const leaving = new AbortController();
    void followOrders(leaving.signal, (_id) => setPlaced((before) => new Set([...before, _id])));
    return () => leaving.abort();
  }, []);
  return { placed, clear: () => setPlaced(new Set()) };
}

/** After a reconnect, orders placed in between are sent first. */
function followOrders(signal: AbortSignal, onPlaced: (_id: string) => void): Promise<void> {
  let newest: string | undefined;
  return follow(
    {
      open: (connection) => listen(listenToOrders, newest ? { since: newest } : {}, connection),
      hear({ event, data }) {
        const { _id, newest: known } = data as { _id?: string; newest?: string | null }; // the events of this endpoint
        if (event === "ready") newest ??= known ?? undefined;
        if (event === "changed" && _id) void refreshIfShown(_id);
        if (event === "deleted" && _id) orderIsGone(_id);
        if (event === "placed" && _id) {
          newest = _id;
          onPlaced(_id);
        }
      },
    },
    signal,
  );
}
