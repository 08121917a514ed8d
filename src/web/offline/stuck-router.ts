import { isCutOff } from "./cut-off.ts";

/** How a page is opened whole. */
type OpenWhole = (address: string) => Promise<void>;

let openWhole: OpenWhole | undefined;

/** From now on the router waits for code that won't come: it would wait again whenever it is to open that page. */
export function routerIsStuck(open: OpenWhole): void {
  openWhole = open;
}

/**
 * How pages are opened instead; undefined while the router works. While cut off, the browser loads them: the router would look for code and
 * data that may be missing, and the service worker has whole pages.
 */
export function openInstead(): OpenWhole | undefined {
  if (openWhole) return openWhole;
  return isCutOff() && navigator.serviceWorker?.controller ? async (address) => location.assign(address) : undefined;
}
