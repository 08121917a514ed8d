import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, type ServerBuild } from "react-router";
import { splitLanguage } from "#words/language.ts";
import { t } from "#words/t.ts";
import { inTime } from "../http/deadline.ts";
import { refuse, Refusal } from "../http/errors.ts";
import { HTML_HEADERS } from "../http/safe-headers.ts";
import { StartError } from "../settings/start-error.ts";
import { inLanguage } from "../http/request-language.ts";
import { UNCACHED, type InProcess } from "./in-process.ts";
import { respondCached } from "../cache/respond-cached.ts";
import { cacheable, type CachedResponse } from "../cache/response-cache.ts";
import { replyCached } from "../cache/send-cached.ts";
import { hostsOfPayments } from "../settings/payment-settings.ts";
import type { Shop } from "../shop.ts";
import { holdBackScripts } from "./late-scripts.ts";
import { BUILD } from "./build-folder.ts";
import { builtFileRoutes } from "./built-files.ts";
import { sendRefusalPage } from "./refusal-page.ts";

/** The web as the server sees it. */
export interface Web {
  render(request: Request): Promise<Response>;
  /** Folder of the built files; undefined in development, where Vite serves them. */
  files: string | undefined;
  /** Extra directives of the security policy, on top of the production ones. */
  policy?: readonly string[];
}

/** Imports the built web in English and Spanish, once. */
export function importBuiltWeb(): Promise<ServerBuild[]> {
  const builds = [".", "es"].map(async (folder): Promise<ServerBuild> => {
    const file = join(BUILD, folder, "server/index.js");
    if (!existsSync(file)) throw new StartError("The web is not built. Run `npm run build`.");
    return import(pathToFileURL(file).href);
  });
  return Promise.all(builds);
}

/** Loads the built web in both languages. Its `call` runs in this process. */
export async function loadBuiltWeb({ inProcess }: Shop): Promise<Web> {
  const builds = await importBuiltWeb();
  const [english, spanish] = builds.map((build) => webHandler(build, inProcess, "production")) as [Web["render"], Web["render"]]; // one each
  return {
    files: join(BUILD, "client"),
    render: (request) => {
      const { spoken } = splitLanguage(new URL(request.url).pathname);
      return spoken === "es" ? inLanguage("es", () => spanish(request)) : english(request);
    },
  };
}

/** Handles page requests with a build of the web. */
export function webHandler(build: ServerBuild, inProcess: InProcess, mode: "production" | "development"): Web["render"] {
  // entry.server.tsx passes this on to web/call.ts, so that calls skip HTTP during server rendering.
  const entry = build.entry.module as unknown as { answerInProcess(call: InProcess["call"]): void };
  entry.answerInProcess((endpoint, input, params) => inProcess.call(endpoint, input, params));
  const handle = createRequestHandler(build, mode);
  return (request) => handle(request);
}

/** Query parameters that narrow and sort lists. Pages redirect to the address without unusable values. */
const NARROWING = ["brand", "detail", "price", "price-from", "price-to", "offer", "stock", "sort"];
/** Query parameters that affect server rendering, by kind of page. All others are dropped. */
const KNOWN_PARAMETERS: [path: RegExp, names: string[]][] = [
  [/^\/$/, ["page"]],
  [/^\/search$/i, ["q", "exact", ...NARROWING, "page"]],
  // Listings, but not the pages of products, accounts and lists, which look alike.
  [/^\/(?!(?:product|dashboard|lists)\/)[^/]+\/[^/]+$/i, [...NARROWING, "page"]],
];

/** Parameters that may come several times. */
const SEVERAL = new Set(["brand", "detail"]);

/** Longest URL that is rendered. */
const MAX_ADDRESS = 2000;
/** Highest page number of any list. */
const MAX_PAGE = 1_000_000;

const PAGE_HEADERS = {
  ...HTML_HEADERS,
  "content-type": "text/html; charset=utf-8",
  "cache-control": "public, max-age=0, stale-while-revalidate=30",
};

/** Serves the pages and the built files. */
export async function pageRoutes(app: FastifyInstance, shop: Shop, web: Web): Promise<void> {
  await builtFileRoutes(app, shop, web.files);
  // A page that isn't ready in time says so as a page.
  app.get("/*", { config: { limitsItself: true } }, async (request, reply) => {
    // Of the address the page is cached for: `/es/../cart` is in English.
    const url = knownAddress(request.url);
    return inLanguage(splitLanguage(url.pathname).spoken, async () => {
      try {
        return await servePage(shop, web, url, request, reply);
      } catch (error) {
        if (error instanceof Refusal) return sendRefusalPage(reply, error);
        throw error;
      }
    });
  });
}

async function servePage(shop: Shop, web: Web, url: URL, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // React Router would return the raw loader data. The shop's pages load their data from the API.
  if (url.pathname.endsWith(".data")) throw refuse.notFound(t("This page was not found"));
  // React Router treats "//" as "/", so that the same page would be cached many times.
  if (url.pathname.includes("//")) throw refuse.notFound(t("This page was not found"));
  const key = `page ${url.pathname}${url.search}`;
  const rendered = respondCached(shop, key, request, async () => {
    const { value: response, tags } = await shop.inProcess.collectTags(() => renderPage(shop, web, url));
    const isLater = Number(url.searchParams.get("page") ?? 1) > 1 && splitLanguage(url.pathname).address === "/search";
    if (response.status !== 200 || isLater || tags.has(UNCACHED)) return { response, tags: null };
    // Pages only show whether a product is in stock, so sales (`stock:`) don't affect them.
    return { response, tags: [...tags].filter((tag) => !tag.startsWith("stock:")) };
  });
  const page = await inTime(rendered);
  shop.rawRequests.learn(request.raw, key);
  return replyCached(request, reply, page);
}

const NO_HOST = "http://shop.invalid";

/** The URL with a dummy host, whatever host the request names (`//elsewhere/`, `GET http://elsewhere/`). */
function withoutHost(address: string): URL {
  if (address.startsWith("/")) return new URL(NO_HOST + address);
  const { pathname, search } = new URL(address, NO_HOST);
  return new URL(NO_HOST + pathname + search);
}

/** A path with every character encoded in one way: React Router decodes it, so `/%70roduct` is the same page as `/product`. */
function inOneSpelling(path: string): string {
  try {
    return path
      .split("/")
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join("/");
  } catch {
    return path; // not UTF-8, so no page has this address
  }
}

/** The URL, reduced to what affects server rendering. */
export function knownAddress(address: string): URL {
  const url = withoutHost(address.slice(0, MAX_ADDRESS));
  url.pathname = inOneSpelling(url.pathname);
  if (/[^/]\/$/.test(url.pathname)) url.pathname = url.pathname.slice(0, -1);
  const names = KNOWN_PARAMETERS.find(([path]) => path.test(splitLanguage(url.pathname).address))?.[1] ?? [];
  const kept = new URLSearchParams();
  for (const name of names) {
    const values = SEVERAL.has(name) ? new Set(url.searchParams.getAll(name)) : [url.searchParams.get(name)];
    for (const value of values) {
      const plain = name === "page" ? laterPage(value) : value;
      if (plain) kept.append(name, plain);
    }
  }
  url.search = kept.toString();
  return url;
}

/** A page number above 1 in canonical form. Anything else ("01", "abc") means the first page. */
function laterPage(value: string | null): string | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 1 && number <= MAX_PAGE ? `${number}` : undefined;
}

/** Renders the whole page, because the policy contains the hashes of its inline scripts. */
async function renderPage(shop: Shop, web: Web, url: URL): Promise<CachedResponse> {
  const nonce = randomBytes(16).toString("base64url");
  const response = await web.render(new Request(url, { headers: { "x-script-nonce": nonce } }));
  const location = response.headers.get("location");
  // Always revalidated: otherwise a product renamed back to its old name would redirect in circles.
  if (location) return cacheable(response.status, { location, "cache-control": "no-cache" }, "");
  const { html, hashes } = hashScripts(await response.text(), nonce);
  const headers: Record<string, string> = {
    ...PAGE_HEADERS,
    "content-security-policy": contentSecurityPolicy(hashes, hostsOfPayments(await shop.payments()), web.policy),
  };
  // Only output of the page renderer is HTML.
  if (!response.headers.get("content-type")?.startsWith("text/html")) headers["content-type"] = "text/plain; charset=utf-8";
  if (response.status !== 200) headers["cache-control"] = "no-store";
  if (response.status === 503) headers["retry-after"] = "2";
  else if (response.status >= 500) shop.log.error({ path: url.pathname }, "a page failed to render");
  return cacheable(response.status, headers, holdBackScripts(html));
}

/**
 * Hashes the inline scripts that carry the nonce, and removes the nonce so that the page can be cached. A script injected in any
 * other way doesn't know the nonce, so it gets no hash and doesn't run.
 */
export function hashScripts(rendered: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", text = ""] of rendered.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(mark) || /\bsrc=/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  }
  return { html: rendered.replaceAll(mark, ""), hashes: [...hashes] };
}

/** A page's policy: the shop's own files, the inline scripts with these hashes, and the hosts of the card form. */
export function contentSecurityPolicy(hashes: readonly string[], hosts: readonly string[], more: readonly string[] = []): string {
  const own = ["'self'", ...hosts].join(" ");
  return [
    "default-src 'self'",
    `script-src ${[own, ...hashes].join(" ")}`,
    // Toasts and scroll locks insert style elements.
    `style-src ${own} 'unsafe-inline'`,
    "img-src 'self' https: data: blob:",
    `font-src ${own}`,
    `connect-src ${own}`,
    `frame-src ${own}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${own}`,
    "frame-ancestors 'none'",
    ...more,
  ].join("; ");
}
