import { clientsClaim } from "workbox-core";
import type { WorkboxPlugin } from "workbox-core/types.js";
import * as navigationPreload from "workbox-navigation-preload";
import { registerRoute, setCatchHandler } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly } from "workbox-strategies";
import { splitLanguage } from "../words/language.ts";
import { CACHES, type PageMessage, type SeenPage } from "../shared/worker/messages.ts";
import { endNotifications, showNotifications } from "./notifications.ts";
import { isAnyPage, isFromGateway, isMark, isOrderPage, isPage, isPicture, isSamePicture, isShell, type Asked } from "./rules.ts";
import { offlinePage } from "./offline-page.ts";
import { ageOf, stampOf, withStamp } from "./stamp.ts";

declare const self: ServiceWorkerGlobalScope;

/**
 * Stores what was recently seen, for reading offline. It never touches API calls, not even reads: pages store personal data themselves, and
 * remove it at logout (`src/web/offline/stored.ts`).
 */

/** Most entries of each cache, and most bytes of each entry. */
const MOST = { shell: 300, pages: 40, pictures: 250 } as const;
const MOST_BYTES = { shell: 1_000_000, pages: 500_000, pictures: 300_000 } as const;
/** If the page is stored, the network gets this long to deliver a newer one. */
const PATIENCE_SECONDS = 6;
/** A page that was stored this recently (ms) is not requested again only to be stored. */
const FRESH_MS = 10 * 60_000;

type Kind = keyof typeof CACHES;

/** Incremented when the person changes, so what was requested before is not stored. */
let person = 0;

const isOrder = ({ url }: Request) => isOrderPage(new URL(url).pathname);

/** Stores whole, public responses that are not too large. */
const bounded = (kind: Kind): WorkboxPlugin => ({
  async handlerWillStart({ state }) {
    state!["person"] = person;
  },
  async cacheWillUpdate({ response, state }) {
    const isPublic = response.status === 200 && response.type === "basic" && !/no-store/.test(response.headers.get("cache-control") ?? "");
    if (!isPublic || response.redirected) return null;
    const bytes = (await response.clone().blob()).size;
    if (bytes > MOST_BYTES[kind]) return null;
    const stamped = kind === "pages" ? await withStamp(response) : response;
    return state!["person"] === person ? stamped : null;
  },
  // Not with Workbox's expiration, whose list of addresses would outlast the caches at a logout.
  async cacheDidUpdate({ cacheName, request: stored, state }) {
    const cache = await caches.open(cacheName);
    // The person may have left while it was being written.
    if (state!["person"] !== person && kind !== "shell") await cache.delete(stored);
    // Orders are counted apart, so that other pages don't push them out.
    const entries = (await cache.keys()).filter((request) => isOrder(request) === isOrder(stored));
    // The oldest come first.
    for (const request of entries.slice(0, Math.max(0, entries.length - MOST[kind]))) void cache.delete(request);
  },
});

const plugins = (kind: Kind) => [bounded(kind)];

const shell = new CacheFirst({ cacheName: CACHES.shell, plugins: plugins("shell") });
const pictures = new CacheFirst({ cacheName: CACHES.pictures, plugins: plugins("pictures") });
const mark = new NetworkFirst({ cacheName: CACHES.shell, plugins: plugins("shell"), networkTimeoutSeconds: PATIENCE_SECONDS });
const pages = new NetworkFirst({ cacheName: CACHES.pages, plugins: plugins("pages"), networkTimeoutSeconds: PATIENCE_SECONDS });

const asked = ({ request, url, sameOrigin }: { request: Request; url: URL; sameOrigin: boolean }): Asked => ({
  path: url.pathname,
  isNavigation: request.mode === "navigate",
  isOwn: sameOrigin && request.method === "GET",
});

registerRoute((options) => isShell(asked(options)), shell);
registerRoute((options) => isMark(asked(options)), mark);
registerRoute(
  (options) => isPicture(asked(options)),
  (options) => pictures.handle(options).catch(async (error: unknown) => (await otherSize(options.url)) ?? Promise.reject(error)),
);
registerRoute(
  (options) => isPage(asked(options)),
  async (options) => stampOf(await ownResponse(options.request, await pages.handle(options))),
);
const otherPages = new NetworkOnly();
registerRoute(
  (options) => isAnyPage(asked(options)),
  async (options) => ownResponse(options.request, await otherPages.handle(options)),
);
setCatchHandler(async ({ request }) =>
  request.mode === "navigate" ? offlinePage(await storedPages(), self.navigator.onLine, new URL(request.url).pathname) : Response.error(),
);

/** The same picture in a size that is stored: elsewhere, the browser may have chosen another one. */
async function otherSize({ pathname }: URL): Promise<Response | undefined> {
  const cache = await caches.open(CACHES.pictures);
  const stored = (await cache.keys()).find(({ url }) => isSamePicture(new URL(url).pathname, pathname));
  return stored && cache.match(stored);
}

/** A response to a page's request, or the stored page if a gateway responded. @throws if none is stored */
async function ownResponse(request: Request, response: Response): Promise<Response> {
  if (!isFromGateway(response)) return response;
  const stored = await caches.match(request, { cacheName: CACHES.pages });
  if (!stored) throw new Error(`A gateway responded with ${response.status}`);
  return stored;
}

/** The stored pages, latest first. */
async function storedPages(): Promise<string[]> {
  const stored = await (await caches.open(CACHES.pages)).keys();
  return stored.map(({ url }) => url).toReversed();
}

/** Stores what a page loaded before this worker was installed, and pages that were reached without a request of their own. */
async function store(event: ExtendableEvent, { pages: addresses, files }: SeenPage): Promise<void> {
  const seenBy = person;
  const pagesFiles: string[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one at a time leaves the connection to the page
  for (const address of addresses) pagesFiles.push(...filesIn(await storePage(event, address, seenBy)));
  await storeFiles(event, [...files, ...pagesFiles], seenBy);
}

/** Stores a page unless it was stored recently. @returns its HTML; empty if it isn't stored */
async function storePage(event: ExtendableEvent, address: string, seenBy: number): Promise<string> {
  const url = new URL(address, self.location.origin);
  if (!isPage({ path: url.pathname, isNavigation: true, isOwn: url.origin === self.location.origin })) return "";
  const known = await caches.open(CACHES.pages);
  const request = new Request(url.href, { headers: { accept: "text/html" } });
  const before = await known.match(request);
  if (person !== seenBy) return "";
  if (!before || ageOf(before) > FRESH_MS) await pages.handle({ event, request }).catch(() => {});
  return (await (await known.match(request))?.text()) ?? "";
}

const filesIn = (html: string): string[] => [...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path);

async function storeFiles(event: ExtendableEvent, paths: readonly string[], seenBy: number): Promise<void> {
  // If one that is there could not be stored anew, the others still are.
  await keepUsed(new Set(paths)).catch(() => {});
  for (const path of new Set(paths)) {
    if (person !== seenBy) return;
    const url = new URL(path, self.location.origin);
    const options = { path: url.pathname, isNavigation: false, isOwn: url.origin === self.location.origin };
    const strategy = isShell(options) ? shell : isMark(options) ? mark : isPicture(options) ? pictures : undefined;
    // oxlint-disable-next-line no-await-in-loop -- one at a time leaves the connection to the page
    await strategy?.handle({ event, request: new Request(url.href) }).catch(() => {});
  }
}

/** Moves files that are used again to the end of the shell, since its oldest are removed. The newer half is in no danger. */
async function keepUsed(paths: ReadonlySet<string>): Promise<void> {
  const cache = await caches.open(CACHES.shell);
  const entries = await cache.keys();
  for (const request of entries.slice(0, entries.length / 2)) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time leaves the connection to the page
    const response = paths.has(new URL(request.url).pathname) ? await cache.match(request) : undefined;
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (response) await cache.put(request, response);
  }
}

/** Removes what tells what a person has looked at, and ends their notifications. */
async function forget(): Promise<void> {
  person++;
  await endNotifications(self).catch(() => {});
  await Promise.all([CACHES.pages, CACHES.pictures].map((name) => caches.delete(name)));
}

self.addEventListener("message", (event) => {
  const message = event.data as PageMessage | undefined;
  if (message?.kind === "seen") event.waitUntil(store(event, message));
  if (message?.kind === "forget") event.waitUntil(forget());
});

showNotifications(self, async () => splitLanguage(new URL((await storedPages())[0] ?? self.location.href).pathname).spoken);

// Nothing here depends on the build, and former builds are served for a month: a new worker may take over open tabs at once.
self.addEventListener("install", () => void self.skipWaiting());
navigationPreload.enable();
clientsClaim();
