import { useEffect, useRef } from "react";
import { idOf } from "#shared/slug.ts";
import type { SearchEvent } from "../report/contract.ts";
import { countEvent, rememberFound } from "./search-events.ts";

/** Milliseconds that results must be shown to count: by then nobody is typing anymore. */
const SETTLED = 1500;

type Use = Extract<SearchEvent, "clicked" | "added">;

let shown: ((use: Use, productId: string) => void) | undefined;

/** Counts that a product of the search whose results are shown is opened or added. */
export function countUse(use: Use, productId: string): void {
  shown?.(use, productId);
}

/**
 * Counts the search whose results are shown, once, however it is narrowed, and whether a product of them is opened or added.
 * @param found undefined while that is not known
 */
export function useCountedSearch(typed: string, found: boolean | undefined): void {
  const search = typed.trim();
  const counted = useRef({ search, events: new Set<SearchEvent>() });
  useEffect(() => {
    if (counted.current.search !== search) counted.current = { search, events: new Set() };
    if (found === undefined || search.length < 2) return undefined;
    const { events } = counted.current;
    const once = (event: SearchEvent) => {
      if (!events.has(event)) countEvent(search, event);
      events.add(event);
    };
    const seen = () => once(found ? "found" : "missed");
    const timer = setTimeout(seen, SETTLED);
    shown = (use, productId) => {
      seen();
      once(use);
      rememberFound(productId, search);
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      clearTimeout(timer);
      shown = undefined;
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [search, found]);
}

function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  // Add, or plus after minus.
  const added = target.closest("button:last-of-type")?.closest<HTMLElement>("[data-adds]");
  const opened = target.closest<HTMLAnchorElement>("main article a");
  if (added) countUse("added", added.dataset["adds"]!);
  else if (opened) countUse("clicked", idOf(opened.pathname));
}
