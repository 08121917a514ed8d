import { useEffect, useState } from "react";
import { CallError, listen } from "#web/call.ts";
import { listenToOrders } from "../../admin/contract.ts";
import { lookAtOrder, orderIsGone } from "./use-all-orders.ts";

const SOON_MS = 1000;
const LATER_MS = 30_000;

/** Listens for orders while the page is open: what is shown follows their changes. @returns the `_id`s of those placed since */
export function useOrderNews(): { placed: ReadonlySet<string>; forget: () => void } {
  const [placed, setPlaced] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const leaving = new AbortController();
    void follow(leaving.signal, (_id) => setPlaced((before) => new Set([...before, _id])));
    return () => leaving.abort();
  }, []);
  return { placed, forget: () => setPlaced(new Set()) };
}

/** Listens again whenever the connection ends; what was placed meanwhile is told then. */
async function follow(signal: AbortSignal, onPlaced: (_id: string) => void): Promise<void> {
  let newest: string | undefined;
  let wait = SOON_MS;
  while (!signal.aborted) {
    try {
      for await (const { event, data } of listen(listenToOrders, newest ? { since: newest } : {}, signal)) {
        wait = SOON_MS;
        const { _id, newest: known } = data as { _id?: string; newest?: string | null }; // the events of this endpoint
        if (event === "ready") newest ??= known ?? undefined;
        if (event === "changed" && _id) void lookAtOrder(_id);
        if (event === "deleted" && _id) orderIsGone(_id);
        if (event === "placed" && _id) {
          newest = _id;
          onPlaced(_id);
        }
      }
    } catch (error) {
      // Who may no longer listen does not come again.
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, LATER_MS);
  }
}
