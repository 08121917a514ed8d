import { useEffect, useState } from "react";
import { CallError, listen } from "#web/call.ts";
import { listenToOrders } from "../../admin/contract.ts";
import { orderIsGone, refreshIfShown } from "./use-all-orders.ts";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Keeps the orders on screen up to date while the page is open. @returns the `_id`s of orders placed since */
export function useLiveUpdates(): { placed: ReadonlySet<string>; clear: () => void } {
  const [placed, setPlaced] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const leaving = new AbortController();
    void follow(leaving.signal, (_id) => setPlaced((before) => new Set([...before, _id])));
    return () => leaving.abort();
  }, []);
  return { placed, clear: () => setPlaced(new Set()) };
}

/** Reconnects whenever the connection ends; orders placed in between are sent then. */
async function follow(signal: AbortSignal, onPlaced: (_id: string) => void): Promise<void> {
  let newest: string | undefined;
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      for await (const { event, data } of listen(listenToOrders, newest ? { since: newest } : {}, signal)) {
        wait = event === "retry" ? Number(data) : FIRST_WAIT_MS;
        const { _id, newest: known } = data as { _id?: string; newest?: string | null }; // the events of this endpoint
        if (event === "ready") newest ??= known ?? undefined;
        if (event === "changed" && _id) void refreshIfShown(_id);
        if (event === "deleted" && _id) orderIsGone(_id);
        if (event === "placed" && _id) {
          newest = _id;
          onPlaced(_id);
        }
      }
    } catch (error) {
      // Someone who has logged out or is no longer an admin won't be let in again.
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}
