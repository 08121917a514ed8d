import { Suspense, useEffect, useRef, useState } from "react";
import { ArrowLeft, Search, X } from "lucide-react";
import { Form, Link, NavigationType, useLocation, useNavigationType, useSearchParams } from "react-router";
import { classNames } from "#ui/class-names.ts";
import { useEarlyPress } from "#web/early-press.ts";
import { lazyExtra } from "#web/loading/lazy.ts";
import { paths } from "#web/paths.ts";
import { useOpenPage } from "#web/offline/use-open-page.ts";
import { localPath } from "#words/language.ts";
import { t } from "#words/t.ts";
import { Suggestions, SuggestionsSwitch } from "./suggestions.tsx";

const SuggestionList = lazyExtra(() => import("#features/search/pages/suggestions/suggestion-list.tsx"));

/**
 * The search box: one input on every page, so that a tap focuses it at once and phones raise the keyboard. On other pages it shows moving
 * suggestions, and a click leads to the search page (SRCH-1, SRCH-2).
 */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const openPage = useOpenPage();
  const { pathname, state } = useLocation();
  const [search] = useSearchParams();
  const isSearchPage = pathname === paths.search();
  const q = (isSearchPage && search.get("q")) || "";
  const [isNear, setIsNear] = useState(false);

  // Every change navigates immediately (SRCH-3), replacing the history entry, so that Back leaves the search.
  const go = () => {
    const replace = window.location.pathname === localPath(paths.search());
    const preventScrollReset = replace && window.scrollY === 0;
    openPage(paths.search(input.current?.value), { replace, preventScrollReset, state: TYPED });
  };

  // Typed or pressed before the page was ready.
  useEffect(() => {
    if (input.current && input.current.value !== q) go();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, []);
  useEarlyPress(input, () => !isSearchPage && go());

  // People who follow a link to a narrowed list, such as the offers, came to look, not to type.
  const isForTyping = isSearchPage && (search.size === 0 || search.has("q"));
  useEffect(() => {
    if (!isForTyping) return;
    input.current?.focus({ preventScroll: true });
    setIsNear(true);
  }, [isForTyping]);

  // A link or Back led to another search or page. What is typed is in the box already, and may be ahead of the address.
  const isTyped = useNavigationType() !== NavigationType.Pop && state === TYPED;
  const shown = useRef(q);
  useEffect(() => {
    if (input.current && !isTyped && shown.current !== q) input.current.value = q;
    shown.current = q;
  }, [q, isTyped]);

  const fill = (text: string) => {
    if (!input.current) return;
    input.current.value = text;
    input.current.focus();
    go();
  };

  const prepare = () => setIsNear(true);
  return (
    <search className="relative block">
      <Form
        action={paths.search()}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
        className="flex h-12.5 w-full items-center gap-1 rounded-full border border-line-2 bg-surface px-1.5 text-base hover:border-field-line has-[input:focus-visible]:border-leaf has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-leaf"
      >
        {isSearchPage && (
          <Link
            to={paths.home}
            aria-label={t("Back to the shop")}
            className="grid size-11 shrink-0 place-items-center rounded-full text-leaf md:hidden"
          >
            <ArrowLeft aria-hidden className="size-5" />
          </Link>
        )}
        <label className="flex h-full min-w-0 grow cursor-text items-center gap-3">
          <Search aria-hidden className={classNames("ml-3 size-5 shrink-0 text-leaf", isSearchPage && "hidden md:block")} />
          <span className="relative h-full min-w-0 grow">
            <input
              ref={input}
              type="search"
              name="q"
              data-early=""
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- people come to the search page to type
              autoFocus={isSearchPage}
              defaultValue={q}
              maxLength={200}
              aria-label={t("Search the shop")}
              placeholder={isSearchPage ? t("Search for atta dal and more.") : " "}
              autoComplete="off"
              autoCapitalize="none"
              enterKeyHint="search"
              onPointerEnter={prepare}
              onFocus={prepare}
              onClick={() => !isSearchPage && go()}
              onChange={go}
              className="peer size-full bg-transparent outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
            />
            {!isSearchPage && <Suggestions />}
          </span>
        </label>
        {isSearchPage ? (
          <button
            type="button"
            aria-label={t("Clear")}
            onClick={() => fill("")}
            className={classNames(
              "grid size-9 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink",
              q === "" && "invisible",
            )}
          >
            <X aria-hidden className="size-4.5" />
          </button>
        ) : (
          <SuggestionsSwitch />
        )}
      </Form>
      {isNear && isSearchPage && (
        <Suspense>
          <SuggestionList input={input} search={fill} />
        </Suspense>
      )}
    </search>
  );
}

/** Marks an address that was typed here. */
const TYPED = "typed";
