import { toast } from "#ui/toast/toast.ts";
import { noResponse } from "#web/call.ts";
import { isReloadAsked } from "#web/offline/reload-page.ts";
import { routerIsStuck } from "#web/offline/stuck-router.ts";

/** How long the shop gets to say that it is there, in ms. */
const PATIENCE_MS = 5000;

/** Whether the shop responds right now. */
export const responds = () =>
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

function onNavigate(event: NavigateEvent): void {
  if (event.navigationType !== "reload" || event.userInitiated || isReloadAsked()) return;
  event.preventDefault();
  routerIsStuck(openWhole);
  // Hooks would tell it too late.
  const next = window.__reactRouterDataRouter?.state.navigation.location;
  if (next) void openWhole(next.pathname + next.search + next.hash);
}

/**
 * The router reloads the page if code can't be loaded, even that of a link that was only pointed at. On a dead line, this would lose the
 * page that is open. Browsers without the Navigation API reload it.
 * @returns stops it
 */
export function keepPage(): () => void {
  // While the shop is developed, the page is reloaded to show changes.
  if (!("navigation" in window) || import.meta.env.DEV) return () => {};
  navigation.addEventListener("navigate", onNavigate);
  return () => navigation.removeEventListener("navigate", onNavigate);
}

/** Has the browser load a page, unless it would show an error of its own: the service worker has whole pages. */
export async function openWhole(address: string): Promise<void> {
  if (navigator.serviceWorker?.controller || (await responds())) location.assign(address);
  else toast.error(noResponse().message, { id: "no-response" });
}

declare global {
  interface Window {
    /** Set by the router; undefined before it starts. */
    __reactRouterDataRouter?: { state: { navigation: { location?: { pathname: string; search: string; hash: string } } } };
  }
}
