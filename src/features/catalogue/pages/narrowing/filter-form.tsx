import { useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { localPath } from "#words/language.ts";
import { t } from "#words/t.ts";
import { SORTS, type Choices } from "../../narrowing/contract.ts";
import { PRICE_FIELDS, readAddress } from "../../narrowing/rules.ts";
import { FilterGroup, FilterSwitch } from "./filter-groups.tsx";
import { groupsOf } from "./groups.ts";
import { SORT_LABELS } from "./labels.ts";
import { useEarlyChoices } from "./use-early-choices.ts";
import type { PageNarrowing } from "./use-narrowing.ts";

interface FilterFormProps {
  choices: Choices;
  page: PageNarrowing;
  /** How many products the list has. */
  total: number;
  /** What the list is sorted by if nothing else is chosen. */
  usual: string;
  /** A bar above the list, whose groups open over it. Otherwise a column. */
  floating?: boolean;
}

/**
 * Filters and sorting as a form that sends itself whenever something is chosen. Without scripts, a button sends it as a plain GET form. So
 * choices are never links, which robots would follow endlessly.
 */
export function FilterForm({ choices, page, total, usual, floating = false }: FilterFormProps) {
  const { narrowing, kept, change } = page;
  const { pathname } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  useCloseOutside(form, floating);

  const send = (changed?: EventTarget) => {
    const name = changed instanceof HTMLInputElement ? changed.name : "";
    // A custom price range is applied by its button; choosing a given range replaces it.
    if (!form.current || isPriceField(name)) return;
    const entries = [...new FormData(form.current)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
    change(readAddress(new URLSearchParams(name === "price" ? entries.filter(([field]) => !isPriceField(field)) : entries)));
  };
  useEarlyChoices(form, send);
  return (
    <form
      ref={form}
      method="get"
      autoComplete="off" // no browser restores choices that the address does not have
      action={localPath(pathname)}
      aria-label={t("Filters and sorting")}
      onChange={({ target }) => send(target)}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className={floating ? "flex flex-wrap items-start gap-2" : "flex flex-col"}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Sorting floating={floating}>
        <select
          name="sort"
          aria-label={t("Sort by")}
          value={narrowing.sort ?? ""}
          onChange={() => {
            // The form reads all of its fields at once.
          }}
          className="min-h-10.5 max-w-full cursor-pointer rounded-control border border-line-2 bg-surface px-3 font-semibold hover:border-field-line"
        >
          <option value="">{usual}</option>
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_LABELS[sort]}
            </option>
          ))}
        </select>
      </Sorting>
      {(choices.offer > 0 || narrowing.offer) && (
        <FilterSwitch name="offer" label={t("On offer")} count={choices.offer} checked={narrowing.offer ?? false} floating={floating} />
      )}
      {(choices.stock > 0 || narrowing.stock) && (
        <FilterSwitch name="stock" label={t("In stock")} count={choices.stock} checked={narrowing.stock ?? false} floating={floating} />
      )}
      {groupsOf(choices, narrowing, { total, narrowing: page.shown }).map((group) => (
        <FilterGroup key={`${group.name} ${group.title}`} group={group} floating={floating} />
      ))}
      <noscript>
        <button type="submit" className={buttonLook({}, "px-4")}>
          {t("Apply")}
        </button>
      </noscript>
    </form>
  );
}

const isPriceField = (name: string) => PRICE_FIELDS.some((field) => field === name);

function Sorting({ floating, children }: { floating: boolean; children: ReactNode }) {
  if (floating) return children;
  return (
    <p className="flex min-h-14 items-center justify-between gap-3 border-b border-line font-semibold">
      <span aria-hidden>{t("Sort by")}</span>
      {children}
    </p>
  );
}

/** Closes an open group when the person presses Escape or anything outside of it. */
function useCloseOutside(form: { current: HTMLFormElement | null }, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined;
    const open = () => form.current?.querySelector<HTMLDetailsElement>("details[name=filter][open]");
    const onPress = (event: PointerEvent) => {
      const group = open();
      if (group && event.target instanceof Node && !group.contains(event.target)) group.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      const group = open();
      if (event.key !== "Escape" || !group) return;
      if (group.contains(document.activeElement)) group.querySelector("summary")?.focus();
      group.open = false;
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, [form, wanted]);
}
