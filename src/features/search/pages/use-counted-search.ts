import { useEffect } from "react";
import { countSearch, type SearchEvent } from "../report/contract.ts";

/** Milliseconds that results must be shown to count: by then nobody is typing any more. */
const SETTLED = 1500;

/** Reports whether a search found something, without saying who searched: no token or cookie is sent. */
function count(search: string, event: SearchEvent): void {
  const { path, method } = countSearch;
  const headers = { "content-type": "application/json" };
  // `keepalive` lets it finish after the page is left. A lost count does not matter.
  fetch(path, { method, headers, body: JSON.stringify({ search, event }), keepalive: true, credentials: "omit" }).catch(() => {});
}

/**
 * Counts the search whose results are shown, once, and whether a product of them is opened or added.
 * @param found undefined while that is not known
 */
export function useCountedSearch(typed: string, found: boolean | undefined): void {
  const search = typed.trim();
  useEffect(() => {
    if (found === undefined || search.length < 2) return undefined;
    const counted = new Set<SearchEvent>();
    const once = (event: SearchEvent) => {
      if (!counted.has(event)) count(search, event);
      counted.add(event);
    };
    const seen = () => once(found ? "found" : "missed");
    const timer = setTimeout(seen, SETTLED);
    const onClick = ({ target }: MouseEvent) => {
      const used = target instanceof Element ? target.closest("main article a, main article button, #search-suggestions button") : null;
      if (!used || used.getAttribute("aria-label")?.startsWith("Forget")) return;
      seen();
      once(used.matches("a") ? "clicked" : "added");
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [search, found]);
}
