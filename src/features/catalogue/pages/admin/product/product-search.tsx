import { useEffect, useRef, useState } from "react";
import { Search } from "lucide-react";
import { classNames } from "#ui/class-names.ts";
import { inputLook } from "#ui/field.tsx";
import { t } from "#words/t.ts";

/** Milliseconds after the last keystroke. */
const DEBOUNCE = 300;

interface ProductSearchProps {
  /** The current search. */
  search: string;
  onSearch: (search: string) => void;
}

/** Searches 300 ms after the last keystroke (ADM-8). */
export function ProductSearch({ search, onSearch }: ProductSearchProps) {
  const [typed, setTyped] = useState(search);
  const asked = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The search was changed elsewhere, by Back or a link.
    if (search !== asked.current) setTyped(search);
    asked.current = search;
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (text: string) => {
    asked.current = text.trim();
    onSearch(asked.current);
  };
  return (
    <search className="relative mb-4 block max-w-md">
      <Search aria-hidden className="pointer-events-none absolute top-3.5 left-4 size-5 text-ink-2" />
      <input
        type="search"
        aria-label={t("Search products")}
        placeholder={t("Search product here ...")}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => ask(target.value), DEBOUNCE);
        }}
        onKeyDown={({ key }) => {
          if (key !== "Enter") return;
          clearTimeout(timer.current);
          ask(typed);
        }}
        className={classNames(inputLook, "pl-11")}
      />
    </search>
  );
}
