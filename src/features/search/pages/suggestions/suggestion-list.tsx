import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { paths } from "#web/paths.ts";
import { useOpenPage } from "#web/offline/use-open-page.ts";
import { plural, t } from "#words/t.ts";
import { countUse } from "../use-counted-search.ts";
import { recentSearches } from "./recent-searches.ts";
import { ProductRow, TextRow } from "./suggestion-rows.tsx";
import { useCombobox, type Row } from "./use-combobox.ts";
import { useCompletions } from "./use-completions.ts";
import { useFirstResults } from "./first-results.ts";

interface SuggestionListProps {
  input: RefObject<HTMLInputElement | null>;
  /** Fills the box and searches. */
  search: (text: string) => void;
}

const POPUP = "search-suggestions";
/** How many past searches and completions are shown, on narrow screens and on wide ones. */
const MOST = { past: [4, 6], matching: [1, 2], completions: [3, 6] } as const;
/** Milliseconds without typing after which the number of suggestions is announced. */
const ANNOUNCE = 700;

/** Suggestions below the search box: past searches of this browser, completions, and the first products found. */
export default function SuggestionList({ input, search }: SuggestionListProps) {
  const typed = useTyped(input);
  const openPage = useOpenPage();
  const box = useRef<HTMLDivElement>(null);
  const [past, setPast] = useState(recentSearches.read);
  // An empty box offers the past searches at once. Someone who arrives with a search looks at its results first.
  const [isWanted, setWanted] = useState(typed === "");
  const isWide = matchMedia("(width >= 64rem)").matches ? 1 : 0;

  const text = typed.trim().toLowerCase();
  const pastTexts = past
    .filter((one) => one.toLowerCase().startsWith(text) && one.toLowerCase() !== text)
    .slice(0, text ? MOST.matching[isWide] : MOST.past[isWide]);
  const completions = useCompletions(typed)
    .filter((one) => one.text.toLowerCase() !== text && !pastTexts.some((other) => other.toLowerCase() === one.text.toLowerCase()))
    .slice(0, MOST.completions[isWide]);
  const found = useFirstResults();
  // Products alone would only repeat the first results.
  const cards = text && completions.length + pastTexts.length > 0 ? found.cards : [];

  const close = () => setWanted(false);
  // The page below offers to try a failed search again. Further typing, or an arrow key, opens the suggestions again.
  const [failure, setFailure] = useState<typeof found>();
  if (found.failed && found !== failure) {
    setFailure(found);
    close();
  }
  const take = (chosen: string) => {
    recentSearches.add(chosen);
    setPast(recentSearches.read);
    close();
    search(chosen);
  };
  const forget = (one?: string) => {
    if (one === undefined) recentSearches.clear();
    else recentSearches.remove(one);
    setPast(recentSearches.read);
  };
  const open = (card: (typeof cards)[number]) => {
    countUse("clicked", card._id);
    openPage(paths.product(card));
  };
  const rows = [
    ...pastTexts.map((one, n) => ({ id: `past-${n}`, hasButton: true, choose: () => take(one), past: one })),
    ...(pastTexts.length > 0 && !text ? [{ id: "forget", hasButton: false, choose: () => forget() }] : []),
    ...completions.map((one, n) => ({ id: `text-${n}`, hasButton: false, choose: () => take(one.text), completion: one })),
    ...cards.map((card) => ({ id: `product-${card._id}`, hasButton: true, choose: () => open(card), card })),
  ] satisfies (Row & Record<string, unknown>)[];

  const isOpen = isWanted && rows.length > 0;
  const active = useCombobox({
    input,
    popup: POPUP,
    rows,
    isOpen,
    setOpen: setWanted,
    onEnter() {
      recentSearches.add(typed);
      setPast(recentSearches.read);
      close();
    },
  });
  useClosing(input, box, setWanted);
  useRemembering(input, () => setPast(recentSearches.read));

  const isActive = (id: string) => active?.startsWith(`${id}-`) ?? false;
  const texts = rows.flatMap((row) =>
    "card" in row
      ? []
      : [
          <TextRow
            key={row.id}
            id={row.id}
            active={isActive(row.id) ? active : undefined}
            typed={typed.trim()}
            onChoose={row.choose}
            {...("past" in row && { past: row.past, onForget: () => forget(row.past) })}
            {...("completion" in row && { completion: row.completion })}
          />,
        ],
  );
  const products = rows.flatMap((row) =>
    "card" in row
      ? [<ProductRow key={row.id} id={row.id} active={isActive(row.id) ? active : undefined} card={row.card} onChoose={row.choose} />]
      : [],
  );
  return (
    <div ref={box} className="@container">
      <output className="sr-only">{useAnnouncement(isOpen ? rows.length : 0)}</output>
      <div
        id={POPUP}
        role="grid"
        aria-label={t("Suggestions")}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-50 mt-1.5 max-h-[min(30rem,62dvh)] overflow-y-auto overscroll-contain rounded-card border border-line-2 bg-surface p-1.5 shadow-float @lg:not-[[hidden]]:flex"
      >
        {texts.length > 0 && <div className="min-w-0 @lg:flex-1">{texts}</div>}
        {products.length > 0 && (
          <div className="min-w-0 border-line @max-lg:mt-1 @max-lg:border-t @max-lg:pt-1 @lg:flex-[1.35] @lg:border-l @lg:pl-1.5">
            {products}
          </div>
        )}
      </div>
    </div>
  );
}

/** What the box shows. */
function useTyped(input: RefObject<HTMLInputElement | null>): string {
  const watch = useCallback(
    (listener: () => void) => {
      const field = input.current;
      field?.addEventListener("input", listener);
      return () => field?.removeEventListener("input", listener);
    },
    [input],
  );
  return useSyncExternalStore(
    watch,
    () => input.current?.value ?? "",
    () => "",
  );
}

/** Closes the popup when someone turns to something else. */
function useClosing(
  input: RefObject<HTMLInputElement | null>,
  box: { current: HTMLElement | null },
  setWanted: (wanted: boolean) => void,
): void {
  useEffect(() => {
    const field = input.current;
    const isOutside = (target: EventTarget | null) => !(target instanceof Node && (box.current?.contains(target) || target === field));
    const onLeave = ({ relatedTarget }: FocusEvent) => relatedTarget && isOutside(relatedTarget) && setWanted(false);
    const onPress = ({ target }: Event) => isOutside(target) && setWanted(false);
    const onClick = () => field?.value === "" && setWanted(true);
    field?.addEventListener("blur", onLeave);
    field?.addEventListener("click", onClick);
    for (const name of ["pointerdown", "touchmove", "wheel"]) document.addEventListener(name, onPress, { passive: true });
    return () => {
      field?.removeEventListener("blur", onLeave);
      field?.removeEventListener("click", onClick);
      for (const name of ["pointerdown", "touchmove", "wheel"]) document.removeEventListener(name, onPress);
    };
  }, [input, box, setWanted]);
}

/** Remembers a search once one of its results is opened or added, because it found what was meant. */
function useRemembering(input: RefObject<HTMLInputElement | null>, onAdded: () => void): void {
  const added = useRef(onAdded);
  useEffect(() => {
    added.current = onAdded;
  });
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || !target.closest("main article a, main article button")) return;
      recentSearches.add(input.current?.value ?? "");
      added.current();
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, [input]);
}

/** The number of suggestions in words, once typing has stopped. */
function useAnnouncement(count: number): string {
  const [text, setText] = useState("");
  useEffect(() => {
    const words = count === 0 ? "" : plural(count, "{count} suggestion below", "{count} suggestions below");
    const timer = setTimeout(() => setText(words), count === 0 ? 0 : ANNOUNCE);
    return () => clearTimeout(timer);
  }, [count]);
  return text;
}
