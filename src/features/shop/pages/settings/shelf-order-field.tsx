import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useId } from "react";
import { listCategories } from "#features/catalogue/contract.ts";
import { FieldNote, SelectField } from "#ui/field.tsx";
import { Reload } from "#ui/failure/reload.tsx";
import { call } from "#web/call.ts";
import { usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";

interface ShelfOrderFieldProps {
  /** Ids of categories. */
  order: readonly string[];
  onChange: (order: string[]) => void;
  error: string | undefined;
}

/** The categories that come first on the home page, in their order. */
export function ShelfOrderField({ order, onChange, error }: ShelfOrderFieldProps) {
  const id = useId();
  const { data: categories, isError, refetch } = usePersonal(["categories-by-name"], async () => (await call(listCategories, {})).data);
  if (!categories) return isError && <Reload again={() => void refetch()} className="" />;
  const nameOf = new Map(categories.map(({ _id, name }) => [_id, name]));
  // A deleted category leaves the list with the next change.
  const known = order.filter((one) => nameOf.has(one));
  const left = categories.filter(({ _id }) => !known.includes(_id));
  const swap = (place: number, other: number) => onChange(known.with(place, known[other]!).with(other, known[place]!));
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{t("Shelves that come first")}</legend>
      <ol className="mt-1.5 flex flex-col gap-1.5">
        {known.map((one, place) => {
          const name = nameOf.get(one) ?? "";
          return (
            <li key={one} className="flex items-center gap-1 rounded-control border border-line bg-surface pl-4">
              <span className="min-w-0 grow truncate">
                {place + 1}. {name}
              </span>
              <IconButton
                label={t("Move {name} up", { name })}
                disabled={place === 0}
                onClick={() => swap(place, place - 1)}
                icon={ArrowUp}
              />
              <IconButton
                label={t("Move {name} down", { name })}
                disabled={place === known.length - 1}
                onClick={() => swap(place, place + 1)}
                icon={ArrowDown}
              />
              <IconButton
                label={t("Remove {name} from this list", { name })}
                onClick={() => onChange(known.filter((other) => other !== one))}
                icon={X}
              />
            </li>
          );
        })}
      </ol>
      <SelectField
        label={t("Add a shelf")}
        className="mt-2.5 max-w-80"
        value=""
        disabled={left.length === 0}
        onChange={({ target }) => target.value && onChange([...known, target.value])}
      >
        <option value="">{t("Choose a shelf")}</option>
        {left.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="mt-1.5">
        <FieldNote id={id} error={error} hint={t("On the home page. All other shelves follow: food first, then by name.")} />
      </div>
    </fieldset>
  );
}

interface IconButtonProps {
  label: string;
  icon: typeof X;
  disabled?: boolean;
  onClick: () => void;
}

function IconButton({ label, icon: Icon, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-11 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink disabled:opacity-35"
      {...button}
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  );
}
