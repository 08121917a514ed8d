import { useEffect } from "react";
import { follow } from "#web/live/follow.ts";
import { listen } from "#web/live/listen.ts";
import { listenToOrders } from "../../../admin/contract.ts";

/** What happened to an order. */
export interface OrderUpdate {
  event: "placed" | "changed" | "picked" | "deleted";
  _id: string;
}
type Listener = (update: OrderUpdate) => void;

const KINDS: readonly string[] = ["placed", "changed", "picked", "deleted"] satisfies OrderUpdate["event"][];
const listeners = new Set<Listener>();
let leaving: AbortController | undefined;
/** The newest order this tab knows: after a reconnect, those placed since are sent first. */
let newest: string | undefined;

/** The newest order there is, and the newest one that this browser has shown. */
let latest: string | undefined;
const SEEN = "orders-seen";
const onSeen = new Set<() => void>();

/** Everything placed so far has been shown, in all tabs. */
export function noteOrdersSeen(): void {
  if (latest) localStorage.setItem(SEEN, latest);
  for (const listener of onSeen) listener();
}

/** @returns a function that ends the subscription */
export function onOrdersSeen(listener: () => void): () => void {
  const stored = ({ key }: StorageEvent) => key === SEEN && listener();
  onSeen.add(listener);
  addEventListener("storage", stored);
  return () => {
    onSeen.delete(listener);
    removeEventListener("storage", stored);
  };
}

/**
 * Follows orders while the page is open, beginning with those placed since this browser last showed them. All listeners of a tab share one
 * connection.
 */
export function useOrderUpdates(onUpdate: Listener): void {
  useEffect(() => {
    listeners.add(onUpdate);
    if (!leaving) {
      leaving = new AbortController();
      newest = localStorage.getItem(SEEN) ?? undefined;
      void followOrders(leaving.signal);
    }
    return () => {
      listeners.delete(onUpdate);
      if (listeners.size > 0) return;
      leaving?.abort();
      leaving = undefined;
      newest = undefined;
    };
  }, [onUpdate]);
}

function followOrders(signal: AbortSignal): Promise<void> {
  return follow(
    {
      open: (connection) => listen(listenToOrders, newest ? { since: newest } : {}, connection),
      hear({ event, data }) {
        const { _id, newest: known } = data as { _id?: string; newest?: string | null }; // the events of this endpoint
        if (event === "ready") {
          latest = known ?? undefined;
          newest ??= latest;
          if (!localStorage.getItem(SEEN)) noteOrdersSeen();
        }
        if (!_id || !KINDS.includes(event)) return;
        if (event === "placed") {
          newest = _id;
          latest = _id;
        }
        for (const listener of listeners) listener({ event: event as OrderUpdate["event"], _id }); // checked above
      },
    },
    signal,
  );
}
