import { Search } from "lucide-react";
import { useTypedFilter } from "./use-typed-filter.ts";

interface SearchFieldProps {
  /** What can be searched for. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The search of a list in the back office. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { typed, type } = useTypedFilter(value, onChange);
  return (
    <div className="relative w-full sm:w-72">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4.5 text-ink-2" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => type(event.target.value)}
        className="min-h-10.5 w-full rounded-control border border-field-line bg-surface pr-3 pl-9.5 text-sm"
      />
    </div>
  );
}
