import { useCallback, useEffect, useMemo, useState } from "react";
import { messageOf } from "#web/call.ts";
import { logFailure } from "#web/log-failure.ts";
import type { Product } from "../contract.ts";
import type { Choices } from "../narrowing/contract.ts";
import { toCard, type Card } from "./card.ts";

export interface ProductPage {
  page: number;
  totalPage: number;
  totalCount: number;
  cards: Card[];
  /** How many bestsellers the list is made from, if the shop has more products. */
  among?: number;
  /** The first product of a sorted search that is not a close match. */
  othersFrom?: string;
  /** How many products it has without its filters, if these leave none. */
  unfilteredCount?: number;
  /** What the list can be narrowed by, if that was asked for. */
  choices?: Choices;
}

/** Converts an API response to a page of cards. */
export function toProductPage(answer: {
  page: number;
  totalPage: number;
  totalCount: number;
  data: Product[];
  among?: number | undefined;
  othersFrom?: string | undefined;
  unfilteredCount?: number | undefined;
  choices?: Choices | undefined;
}): ProductPage {
  const { page, totalPage, totalCount, data, among, othersFrom, unfilteredCount, choices } = answer;
  const cards = data.map(toCard);
  return {
    page,
    totalPage,
    totalCount,
    cards,
    ...(among && { among }),
    ...(othersFrom && { othersFrom }),
    ...(unfilteredCount && { unfilteredCount }),
    ...(choices && { choices }),
  };
}

/** Milliseconds between scroll checks, and the share of the list after which to load more (SRCH-8). */
const THROTTLE = 150;
const THRESHOLD = 0.8;

/** An infinite list. */
export interface EndlessList {
  /** All loaded pages, starting with `first`. */
  pages: readonly ProductPage[];
  cards: Card[];
  hasMore: boolean;
  loading: boolean;
  /** Why the next page failed to load. */
  problem: string | undefined;
  more: () => Promise<void>;
}

/** Shows `first` and any pages loaded after it earlier, and appends the next page while there is one (SRCH-7, LIST-2). */
export function useEndlessList(first: readonly ProductPage[], load: (page: number) => Promise<ProductPage>): EndlessList {
  const [state, setState] = useState<State>({ first, pages: first });
  const { pages, loading = false, problem } = state.first === first ? state : { pages: first };
  if (state.first !== first) setState({ first, pages: first });

  const last = pages.at(-1);
  const next = last && last.page < last.totalPage ? last.page + 1 : undefined;
  const more = useCallback(async () => {
    if (next === undefined) return;
    // Ignore the result if the list has been replaced.
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

/** Removes duplicates of products that moved between pages while loading. */
function unique(cards: Card[]): Card[] {
  return [...new Map(cards.map((card) => [card._id, card])).values()];
}

/** Used to measure the list. */
export const LIST_ID = "products";

/** Height in pixels of the placeholders at the end of the list, which do not count as scrolled. */
function heightOfPlaces(): number {
  const list = document.getElementById(LIST_ID);
  const last = list?.querySelector(":scope > li:has(+ li[aria-hidden])");
  return list && last ? list.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom : 0;
}

/** Calls back once when the page is scrolled past the threshold, or is too short to scroll. */
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
