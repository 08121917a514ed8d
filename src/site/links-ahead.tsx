import { useEffect, useState, type ReactNode } from "react";
import { matchPath, PrefetchPageLinks, useLocation } from "react-router";
import { home, listing, productDetails } from "#features/catalogue/contract.ts";
import { listingInput, productInput } from "#features/catalogue/pages/page-input.ts";
import { pageOf } from "#features/catalogue/pages/page-number.ts";
import { readSubCategories } from "#features/catalogue/pages/sub-categories.ts";
import { relatedProducts } from "#features/catalogue/related/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { readAsked, searchInput } from "#features/search/pages/search-input.ts";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { hasId } from "#shared/slug.ts";
import { keepAhead } from "#web/ahead.ts";
import { call } from "#web/call.ts";
import { isCutOff } from "#web/offline/cut-off.ts";
import { paths } from "#web/paths.ts";
import { splitLanguage } from "#words/language.ts";

/** A pointer that only passes over a link loads nothing. */
const REST_MS = 40;
/** Pages loaded ahead per view. */
const MOST = 10;

/** Only for calls that change nothing and that anyone may make. */
function ahead<E extends Endpoint>(endpoint: E, input: InputOf<E>): void {
  keepAhead(endpoint, input, call(endpoint, input));
}

/** What a page loads, by the pattern of its address; the first match counts. Pages that aren't listed need a login, or load nothing. */
const PAGES: [pattern: string, load: (params: Record<string, string | undefined>, url: URL) => void][] = [
  ["/", (_, url) => ahead(home, { page: pageOf(url) })],
  [
    paths.search(),
    (_, url) => {
      const asked = readAsked(url);
      // The shop counts what people search for.
      if (!asked.q) ahead(searchProducts, searchInput(asked, pageOf(url)));
    },
  ],
  [
    "/product/:product",
    (params) => {
      ahead(productDetails, productInput(params));
      ahead(relatedProducts, productInput(params));
      readSubCategories().catch(() => {});
    },
  ],
  ["/dashboard/*", () => {}],
  [
    "/:category/:subCategory",
    (params, url) => {
      // Other pages have two parts too, such as a list.
      if (!hasId(params["category"] ?? "")) return;
      ahead(listing, listingInput(params, url));
      readSubCategories().catch(() => {});
    },
  ],
];

/** Loads a page ahead. @returns whether it is one that can be */
function load(url: URL): boolean {
  for (const [pattern, read] of PAGES) {
    const match = matchPath(pattern, splitLanguage(url.pathname).address);
    if (match) read(match.params, url);
    if (match) return !pattern.endsWith("*");
  }
  return false;
}

/** Whether the visitor wants to save data. Not every browser reports it. */
function isSaving(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || connection?.effectiveType?.endsWith("2g") === true;
}

/** Where the link or the search box that was pointed at leads; links to the other language load whole pages. */
function targetOf({ target }: Event): URL | undefined {
  const found = target instanceof Element ? target.closest<HTMLAnchorElement | HTMLFormElement>("a[href], search form") : null;
  if (found instanceof HTMLFormElement) return new URL(found.action);
  return found && !found.target && !found.hreflang && !found.rel.includes("nofollow") ? new URL(found.href) : undefined;
}

/** Loads the code and data of pages whose links are hovered, focused or touched, so that a click shows them at once. */
export default function LinksAhead(): ReactNode {
  const { key } = useLocation();
  const [view, setView] = useState<{ key: string; pages: string[] }>({ key, pages: [] });
  useEffect(() => {
    if (isSaving()) return undefined;
    const pages = new Set<string>();
    let timer: number | undefined;
    const open = (url: URL | undefined) => {
      // The router would find the code missing, and reload the page that is open.
      if (isCutOff() || url?.origin !== location.origin) return;
      const page = url.pathname + url.search;
      if (page === location.pathname + location.search || pages.has(page) || pages.size >= MOST || !load(url)) return;
      pages.add(page);
      setView({ key, pages: [...pages] });
    };
    const listening = new AbortController();
    const on = (name: string, act: (event: Event) => void) =>
      document.addEventListener(name, act, { signal: listening.signal, passive: true });
    on("pointerover", (event) => {
      clearTimeout(timer);
      const url = targetOf(event);
      if (url) timer = window.setTimeout(open, REST_MS, url);
    });
    on("focusin", (event) => open(targetOf(event)));
    on("touchstart", (event) => open(targetOf(event)));
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [key]);
  return view.key === key && view.pages.map((page) => <PrefetchPageLinks key={page} page={page} />);
}
