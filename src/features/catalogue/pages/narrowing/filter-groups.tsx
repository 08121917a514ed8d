import { useState } from "react";
import { ChevronDown } from "lucide-react";
import { currencySign } from "#shared/money.ts";
import { buttonLook } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { t } from "#words/t.ts";
import { PRICE_FIELDS } from "../../narrowing/rules.ts";
import type { Group, Value } from "./groups.ts";

/** Values a group shows at first. */
const FIRST = 8;

interface FilterGroupProps {
  group: Group;
  /** Opens below its button, over the page. Otherwise in its place. */
  floating?: boolean;
}

/** A group of choices that opens, without script too. */
export function FilterGroup({ group, floating = false }: FilterGroupProps) {
  const { title, values, chosen } = group;
  const first = values.slice(0, FIRST);
  const more = values.slice(FIRST);
  return (
    <details
      name={floating ? "filter" : undefined}
      open={floating ? undefined : chosen.length > 0}
      onToggle={({ currentTarget }) => floating && keepInView(currentTarget)}
      className="group/filter relative"
    >
      <summary
        className={classNames(
          "flex cursor-pointer items-center gap-1.5 font-semibold [&::-webkit-details-marker]:hidden",
          floating ? PILL : "min-h-12 justify-between border-b border-line",
          floating && chosen.length > 0 && "border-leaf bg-leaf-tint text-leaf-2",
        )}
      >
        <span>
          {title}
          {chosen.length > 0 && (
            <span className="tabular-nums">
              {" "}
              ({chosen.length}
              <span className="sr-only"> {t("chosen")}</span>)
            </span>
          )}
        </span>
        <ChevronDown aria-hidden className="size-4 transition-transform duration-150 group-open/filter:rotate-180" />
      </summary>
      <fieldset
        className={classNames(
          floating
            ? "z-30 mt-2 max-h-[min(26rem,60dvh)] min-w-64 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-2 md:absolute md:top-full md:left-0 md:shadow-float"
            : "py-2",
        )}
      >
        <legend className="sr-only">{title}</legend>
        {group.name === "price" && <Box group={group} one={{ value: "", label: t("Any price"), count: 0 }} />}
        {first.map((one) => (
          <Box key={one.value} group={group} one={one} />
        ))}
        {group.name === "price" && <OwnPrice key={chosen[0]} chosen={chosen[0]} />}
        {more.length > 0 && <More group={group} values={more} />}
      </fieldset>
    </details>
  );
}

/** Values beyond the first ones. There may be hundreds, so the page gets them when they are wanted; without script it has them. */
function More({ group, values }: { group: Group; values: readonly Value[] }) {
  const hasChosen = values.some(({ value }) => group.chosen.includes(value));
  const [isOpen, setOpen] = useState(hasChosen);
  const boxes = values.map((one) => <Box key={one.value} group={group} one={one} />);
  return (
    <details
      ref={(own) => {
        // It may have been opened before the page was ready.
        if (own?.open) setOpen(true);
      }}
      open={hasChosen || undefined}
      onToggle={() => setOpen(true)}
    >
      <summary className="flex min-h-10 cursor-pointer items-center px-2 font-semibold text-leaf">
        {t("Show {count} more", { count: values.length })}
      </summary>
      {isOpen || hasChosen ? boxes : <noscript>{boxes}</noscript>}
    </details>
  );
}

/** Space left beside an open group, in pixels. */
const MARGIN = 16;

/** Moves an open group to the left as far as it would leave the screen. */
function keepInView(group: HTMLDetailsElement): void {
  const values = group.querySelector<HTMLElement>(":scope > fieldset");
  if (!values) return;
  values.style.left = "";
  const over = values.getBoundingClientRect().right + MARGIN - document.documentElement.clientWidth;
  if (group.open && over > 0) values.style.left = `${-over}px`;
}

/** A custom price range. Works as plain form fields without script too. */
function OwnPrice({ chosen = "" }: { chosen?: string | undefined }) {
  const ends = chosen.split("-");
  return (
    <div className="mt-2 flex items-end gap-2 border-t border-line px-2 pt-3 pb-1">
      {PRICE_FIELDS.map((name, place) => (
        <label key={name} className="flex min-w-0 flex-1 flex-col gap-1 text-sm font-semibold">
          {`${place === 0 ? t("From") : t("To")} ${currencySign().trim()}`}
          <input
            type="number"
            name={name}
            min={0}
            max={999_999}
            step={0.01}
            inputMode="decimal"
            defaultValue={ends[place] ?? ""}
            className="min-h-11 w-full min-w-20 rounded-control border border-field-line bg-surface px-3 text-base font-normal"
          />
        </label>
      ))}
      <button type="submit" className={buttonLook({ kind: "outline" }, "px-4")}>
        {t("Apply")}
      </button>
    </div>
  );
}

function Box({ group: { name, chosen }, one: { value, label, count } }: { group: Group; one: Value }) {
  const isRadio = name === "price";
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-tile px-2 hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-leaf">
      <input
        type={isRadio ? "radio" : "checkbox"}
        name={name}
        value={value}
        checked={value === "" ? chosen.length === 0 : chosen.includes(value)}
        onChange={() => {
          // The form reads all of its fields at once.
        }}
        className="size-4.5 shrink-0 accent-leaf-fill"
      />
      <span className="min-w-0 grow wrap-anywhere">{label}</span>
      {value !== "" && <Count of={count} />}
    </label>
  );
}

interface SwitchProps {
  name: "offer" | "stock";
  label: string;
  count: number;
  checked: boolean;
  floating?: boolean;
}

/** A single on-off choice. */
export function FilterSwitch({ name, label, count, checked, floating = false }: SwitchProps) {
  return (
    <label
      className={classNames(
        "flex cursor-pointer items-center gap-2.5 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-leaf",
        floating ? PILL : "min-h-12 border-b border-line",
        floating && checked && "border-leaf bg-leaf-tint text-leaf-2",
      )}
    >
      <input
        type="checkbox"
        name={name}
        value="1"
        checked={checked}
        onChange={() => {
          // The form reads all of its fields at once.
        }}
        className="size-4.5 shrink-0 accent-leaf-fill"
      />
      <span className={floating ? "" : "grow"}>{label}</span>
      <Count of={count} />
    </label>
  );
}

function Count({ of }: { of: number }) {
  return (
    <span className="text-sm font-normal text-ink-2 tabular-nums">
      {of}
      <span className="sr-only">{` ${of === 1 ? t("product") : t("products")}`}</span>
    </span>
  );
}

const PILL = "min-h-10.5 rounded-control border border-line-2 bg-surface px-3.5 whitespace-nowrap hover:border-field-line";
