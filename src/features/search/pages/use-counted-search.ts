import { useEffect } from "react";
import { idOf } from "#shared/slug.ts";
import type { SearchEvent } from "../report/contract.ts";
import { countEvent, rememberFound } from "./search-events.ts";

/** Milliseconds that results must be shown to count: by then nobody is typing any more. */
const SETTLED = 1500;

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
      if (!counted.has(event)) countEvent(search, event);
      counted.add(event);
    };
    const seen = () => once(found ? "found" : "missed");
    const timer = setTimeout(seen, SETTLED);
    const onClick = ({ target }: MouseEvent) => {
      const used = target instanceof Element ? target.closest("main article a, main article button, #search-suggestions button") : null;
      if (!used || used.getAttribute("aria-label")?.startsWith("Forget")) return;
      seen();
      once(used.matches("a") ? "clicked" : "added");
      const product = used.closest("article")?.querySelector("a");
      if (product) rememberFound(idOf(product.pathname), search);
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [search, found]);
}
