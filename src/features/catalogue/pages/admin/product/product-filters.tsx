import { useId, type ReactNode } from "react";
import { X } from "lucide-react";
import { useSearchParams } from "react-router";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { selectLook } from "#ui/field.tsx";
import { Reload } from "#ui/failure/reload.tsx";
import { withChanges } from "#web/address-parameters.ts";
import { t } from "#words/t.ts";
import { spokenName } from "../in-page-language.ts";
import { useShelves } from "../use-catalogue.ts";
import { FILTERS, type FilterName } from "./product-filter.ts";

/** Narrows and sorts the products of the back office. The choices are in the URL. */
export function ProductFilters() {
  const [params, setParams] = useSearchParams();
  const { categories, subCategories, reload } = useShelves();
  const change = (values: Partial<Record<FilterName, string>>) => setParams((now) => withChanges(now, { ...values, page: "" }));
  const any = Object.keys(FILTERS).some((name) => params.get(name));
  const choice = (name: FilterName, children?: ReactNode) => (
    <Choice label={FILTERS[name].label} value={params.get(name) ?? ""} onChange={(value) => change({ [name]: value })}>
      {children}
      {Object.entries(FILTERS[name].choices).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Choice>
  );
  return (
    <search aria-label={t("Filters")} className="mb-4 grid grid-cols-2 items-end gap-2.5 md:flex md:flex-wrap">
      {choice(
        "shelf",
        <>
          <option value="">{t("All [choice]")}</option>
          <Shelves label={t("Category")} shelves={categories} />
          <Shelves label={t("Sub Category")} shelves={subCategories} />
        </>,
      )}
      {choice("stock")}
      {choice("check")}
      {choice("shown")}
      {choice("sort")}
      {reload && <Reload again={reload} className="" />}
      {any && (
        <Button kind="plain" onClick={() => change({ shelf: "", stock: "", check: "", shown: "", sort: "" })} className="min-h-10.5 px-3">
          <X aria-hidden className="size-4.5" />
          {t("Clear filters")}
        </Button>
      )}
    </search>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1 md:w-40">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={classNames(selectLook, "h-10.5 min-h-10.5! px-3 text-sm! touch")}
      >
        {children}
      </select>
    </div>
  );
}

function Shelves({ label, shelves }: { label: string; shelves: readonly { _id: string; name: string; name_es: string }[] }) {
  return (
    <optgroup label={label}>
      {shelves.map((shelf) => (
        <option key={shelf._id} value={shelf._id}>
          {spokenName(shelf)}
        </option>
      ))}
    </optgroup>
  );
}
