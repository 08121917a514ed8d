import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { call } from "#web/call.ts";
import { personalKey, useSession } from "#web/session/session.ts";
import { usePaused } from "#web/filters/use-paused.ts";
import { plural, t } from "#words/t.ts";
import { findAnything, MIN_SEARCH } from "../contract.ts";
import { FoundList } from "./found-list.tsx";
import { groupsOf } from "./found-rows.ts";

/** Pause in typing before the search runs, in ms. */
const PAUSE_MS = 150;

/** The one search of the back office: a combobox whose list has orders, products and customers. `/` puts the cursor into it. */
export function FindBox() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  /** What Enter was pressed for before the response arrived, as barcode scanners do. */
  const [awaited, setAwaited] = useState("");
  const q = usePaused(typed.trim(), PAUSE_MS);
  const { person } = useSession();
  const found = useQuery({
    queryKey: personalKey(person, ["find", q]),
    queryFn: async ({ signal }) => (await call(findAnything, { q }, { signal })).data,
    enabled: q.length >= MIN_SEARCH,
    placeholderData: (before) => before,
  });
  const isCurrent = q === typed.trim() && found.data !== undefined && !found.isPlaceholderData;
  const groups = q.length >= MIN_SEARCH && found.data ? groupsOf(found.data, q) : [];
  const rows = groups.flatMap((group) => group.rows);
  const shown = isOpen && typed.trim().length >= MIN_SEARCH;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const go = (to: string) => {
    close();
    setTyped("");
    input.current?.blur();
    void navigate(to);
  };
  useEffect(close, [pathname, search]);
  useSlashKey(input);
  const first = rows[0]?.to;
  useEffect(() => {
    if (!isCurrent || awaited === "" || awaited !== typed.trim()) return;
    setAwaited("");
    if (first) go(first);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once the awaited response is there
  }, [isCurrent, awaited, first]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && rows.length > 0) {
      event.preventDefault();
      setOpen(true);
      // From the text to the first or last row, and past either end back to the text.
      setActive(((active + 1 + step + rows.length + 1) % (rows.length + 1)) - 1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const chosen = rows[active] ?? (isCurrent ? rows[0] : undefined);
      if (chosen) go(chosen.to);
      else if (!isCurrent) setAwaited(typed.trim());
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setAwaited("");
      close();
    }
  };
  return (
    <search
      className="relative block w-full"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setAwaited("");
        close();
      }}
    >
      <label className="flex h-10 items-center gap-2.5 rounded-full border border-line-2 bg-paper px-3.5 hover:border-field-line has-focus-visible:border-leaf has-focus-visible:outline-2 has-focus-visible:outline-leaf">
        <Search aria-hidden className="size-4.5 shrink-0 text-leaf" />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-label={t("Search orders, products and customers")}
          aria-autocomplete="list"
          aria-controls={list}
          aria-expanded={shown}
          aria-activedescendant={shown && rows[active] ? `${list}-${active}` : undefined}
          placeholder={t("Search")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={100}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAwaited("");
            setActive(-1);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
          className="min-w-0 grow bg-transparent text-base text-ellipsis outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
        />
        <kbd aria-hidden className="rounded-tag border border-line-2 px-1.5 text-xs text-ink-3 max-md:hidden">
          /
        </kbd>
      </label>
      <output className="sr-only">{shown && isCurrent ? foundInWords(rows.length) : ""}</output>
      <FoundList
        id={list}
        groups={groups}
        active={active}
        hidden={!shown}
        state={found.isError && !found.isFetching ? "failed" : isCurrent || rows.length > 0 ? "found" : "searching"}
        again={() => {
          // The button that was pressed goes away.
          input.current?.focus();
          void found.refetch();
        }}
        onChoose={(row) => go(row.to)}
      />
    </search>
  );
}

const foundInWords = (count: number) => (count === 0 ? t("Nothing found") : plural(count, "{count} result", "{count} results"));

/** Puts the cursor into the box when `/` is pressed outside a field. */
function useSlashKey(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=grid]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input]);
}
