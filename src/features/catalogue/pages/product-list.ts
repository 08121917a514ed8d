import { useCallback, useEffect, useMemo, useState } from "react";
import { messageOf } from "#web/call.ts";
import { logFailure } from "#web/log-failure.ts";
import type { Product } from "../contract.ts";
import { toCard, type Card } from "./card.ts";

/** A page of a list of products. */
export interface ProductPage {
  page: number;
  totalPage: number;
  totalCount: number;
  cards: Card[];
}

/** An answer of a list as a page shows it. */
export function toProductPage(answer: { page: number; totalPage: number; totalCount: number; data: Product[] }): ProductPage {
  const { page, totalPage, totalCount, data } = answer;
  return { page, totalPage, totalCount, cards: data.map(toCard) };
}

/** The page number in an address, from 1. */
export function pageOf(url: URL): number {
  const page = Number(url.searchParams.get("page") ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** Whether an address names a page that its list does not have. An empty list has its first page. */
export function isPastTheLast({ page, totalPage }: { page: number; totalPage: number }): boolean {
  return page > 1 && page > totalPage;
}

/** Milliseconds between two looks at how far the page was scrolled, and the share that calls for more (SRCH-8). */
const THROTTLE = 150;
const THRESHOLD = 0.8;

/** A list that grows while it is scrolled. */
export interface EndlessList {
  /** All pages shown, the first of them `first`. */
  pages: readonly ProductPage[];
  cards: Card[];
  hasMore: boolean;
  loading: boolean;
  /** Why the next page did not come. */
  problem: string | undefined;
  more: () => Promise<void>;
}

/** Shows `first` (and what was shown after it before), and appends the next page while there is one (SRCH-7, LIST-2). */
export function useEndlessList(first: readonly ProductPage[], load: (page: number) => Promise<ProductPage>): EndlessList {
  const [state, setState] = useState<State>({ first, pages: first });
  const { pages, loading = false, problem } = state.first === first ? state : { pages: first };
  if (state.first !== first) setState({ first, pages: first });

  const last = pages.at(-1);
  const next = last && last.page < last.totalPage ? last.page + 1 : undefined;
  const more = useCallback(async () => {
    if (next === undefined) return;
    // Only while no other list has taken its place.
    const change = (to: (now: State) => State) => setState((now) => (now.first === first ? to(now) : now));
    change((now) => ({ first, pages: now.pages, loading: true }));
    try {
      const page = await load(next);
      change((now) => ({ first, pages: [...now.pages, page] }));
    } catch (error) {
      logFailure("more products", error);
      change((now) => ({ first, pages: now.pages, problem: messageOf(error) }));
    }
  }, [next, load, first]);

  const waiting = next !== undefined && !loading && !problem;
  useEffect(() => (waiting ? whenScrolledFar(more) : undefined), [waiting, more]);

  const cards = useMemo(() => unique(pages.flatMap((page) => page.cards)), [pages]);
  return { pages, cards, hasMore: next !== undefined, loading, problem, more };
}

interface State {
  first: readonly ProductPage[];
  pages: readonly ProductPage[];
  loading?: boolean;
  problem?: string;
}

/** A product that moved between two pages while they were loaded is shown once. */
function unique(cards: Card[]): Card[] {
  return [...new Map(cards.map((card) => [card._id, card])).values()];
}

/** The list's element, for measuring. */
export const LIST_ID = "products";

/** Pixels at the end of the list that only hold the places of what comes next: nobody has scrolled those. */
function heightOfPlaces(): number {
  const list = document.getElementById(LIST_ID);
  const last = list?.querySelector(":scope > li:has(+ li[aria-hidden])");
  return list && last ? list.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom : 0;
}

/** Calls back once, when the page is scrolled to the threshold (or is that short). */
function whenScrolledFar(far: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = undefined;
    const length = document.documentElement.scrollHeight - heightOfPlaces();
    if ((window.scrollY + window.innerHeight) / length >= THRESHOLD) void far();
  };
  const onScroll = () => (timer ??= setTimeout(look, THROTTLE));
  onScroll();
  window.addEventListener("scroll", onScroll, { passive: true });
  window.addEventListener("resize", onScroll, { passive: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("scroll", onScroll);
    window.removeEventListener("resize", onScroll);
  };
}
