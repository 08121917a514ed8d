import { useSyncExternalStore } from "react";
import { toast } from "#ui/toast/toast.ts";
import { messageOf } from "#web/call.ts";
import { currentSession, onSessionChange } from "#web/session/session.ts";
import { useAlone } from "#web/use-alone.ts";

/** Local storage key of a guest's lists. */
export const GUEST_LISTS = "lists";

/**
 * Which products have a full heart. Cards are on every page, so this is all that they load at first; the lists themselves are loaded
 * when someone has some, or presses a heart.
 */
let favorites: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
let started = false;

const load = () => import("./lists-state.ts");

/** Something that needs the code of the lists, and perhaps the lists; says when it can't be done. `busy` meanwhile. */
export function useWithLists(work: (lists: Awaited<ReturnType<typeof load>>) => unknown): { busy: boolean; act: () => void } {
  const { alone, busy } = useAlone();
  return {
    busy,
    act: () =>
      void alone(
        async () => void (await work(await load())),
        (error) => toast.error(messageOf(error)),
      ),
  };
}

export function setFavorites(ids: ReadonlySet<string>): void {
  favorites = ids;
  for (const listener of listeners) listener();
}

function look(): void {
  if (currentSession().status !== "signed-in" && !localStorage.getItem(GUEST_LISTS)) return;
  load()
    .then(({ openLists }) => openLists())
    .catch(() => {});
}

function subscribe(listener: () => void): () => void {
  if (!started) {
    started = true;
    onSessionChange(look);
    // After the page is drawn.
    setTimeout(look);
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const never = () => false;

export function useIsFavorite(productId: string): boolean {
  return useSyncExternalStore(subscribe, () => favorites.has(productId), never);
}
