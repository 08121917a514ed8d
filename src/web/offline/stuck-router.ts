/** How a page is opened whole. */
type OpenWhole = (address: string) => Promise<void>;

let openWhole: OpenWhole | undefined;

/** From now on the router waits for code that won't come: it would wait again whenever it is to open that page. */
export function routerIsStuck(open: OpenWhole): void {
  openWhole = open;
}

/** How pages are opened instead; undefined while the router works. */
export const openInstead = () => openWhole;
