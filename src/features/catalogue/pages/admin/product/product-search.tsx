import { Search } from "lucide-react";
import { classNames } from "#ui/class-names.ts";
import { inputLook } from "#ui/field.tsx";
import { useTypedFilter } from "#web/filters/use-typed-filter.ts";
import { t } from "#words/t.ts";

interface ProductSearchProps {
  /** The current search. */
  search: string;
  onSearch: (search: string) => void;
}

/** Searches 300 ms after the last keystroke (ADM-8). */
export function ProductSearch({ search, onSearch }: ProductSearchProps) {
  const { typed, type, askNow } = useTypedFilter(search, onSearch);
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
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === "Enter" && askNow()}
        className={classNames(inputLook, "pl-11")}
      />
    </search>
  );
}
