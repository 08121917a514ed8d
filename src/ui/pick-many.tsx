// The ARIA pattern of a combobox with a listbox, whose keys are handled by the input.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from "react";
import { Check, ChevronDown, X } from "lucide-react";
import { t } from "#words/t.ts";
import { classNames } from "./class-names.ts";
import { describe, FieldNote, inputLook } from "./field.tsx";

export interface Option {
  id: string;
  name: string;
  /** Tells it apart from options of the same name. */
  detail?: string;
}

interface PickManyProps {
  label: string;
  /** In display order. */
  options: readonly Option[];
  /** Ids of the chosen options, in the order they were chosen. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error?: string | undefined;
  hint?: string;
  /** The input, to focus it. */
  ref?: Ref<HTMLInputElement>;
}

/**
 * Picks several options: typing filters the list, arrow keys and Enter choose, and each chosen option is a removable chip.
 * Backspace in the empty input removes the last one.
 */
export function PickMany({ label, options, chosen, onChange, error, hint, ref }: PickManyProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);

  const words = typed.trim().toLowerCase();
  const shown = options.filter(({ name, detail = "" }) => `${name} ${detail}`.toLowerCase().includes(words));
  const at = Math.min(active, shown.length - 1);
  const nameOf = (one: string) => options.find((option) => option.id === one)?.name ?? "…";

  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  useEffect(() => {
    if (open) list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [open, at]);

  // Chosen twice counts once (ADM-4): chips and Backspace remove.
  const choose = (one: string) => {
    if (!chosen.includes(one)) onChange([...chosen, one]);
    setTyped("");
  };
  const remove = (one: string) => {
    onChange(chosen.filter((other) => other !== one));
    document.getElementById(id)?.focus();
  };
  const move = (to: number) => {
    setOpen(true);
    setActive(open ? Math.max(0, Math.min(to, shown.length - 1)) : 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Enter: open ? () => shown[at] && choose(shown[at].id) : () => setOpen(true),
      Escape: open ? () => setOpen(false) : undefined,
      Backspace: typed === "" && chosen.length > 0 ? () => onChange(chosen.slice(0, -1)) : undefined,
    };
    const work = moves[event.key];
    if (!work) return;
    event.preventDefault();
    work();
  };

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold text-ink">
        {label}
      </label>
      {chosen.length > 0 && (
        <ul aria-label={t("Chosen: {label}", { label })} className="flex flex-wrap gap-1.5">
          {chosen.map((one) => (
            <li key={one} className="inline-flex items-center rounded-tag bg-leaf-tint pl-2.5 text-sm font-semibold text-leaf">
              {nameOf(one)}
              <button
                type="button"
                aria-label={t("Remove {name}", { name: nameOf(one) })}
                onClick={() => remove(one)}
                className="grid size-8 place-items-center rounded-tag hover:bg-surface"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="relative">
        <input
          ref={ref}
          id={id}
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && shown[at] ? `${id}-${shown[at].id}` : undefined}
          {...describe(id, { error, hint })}
          autoComplete="off"
          placeholder={t("Select {what}", { what: label.toLowerCase() })}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            setTyped("");
          }}
          onKeyDown={onKeyDown}
          className={classNames(inputLook, "pr-11")}
        />
        <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-ink-2" />
        {open && (
          <ul
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-multiselectable
            aria-label={label}
            className="absolute inset-x-0 top-full z-30 mt-1 max-h-60 scroll-mb-4 overflow-y-auto rounded-control border border-line-2 bg-surface p-1 shadow-float"
          >
            {shown.map((option, place) => (
              <li
                key={option.id}
                id={`${id}-${option.id}`}
                role="option"
                aria-selected={chosen.includes(option.id)}
                onMouseMove={() => setActive(place)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option.id)}
                className={classNames(
                  "flex min-h-10 cursor-pointer items-center gap-2 rounded-tag px-3 py-1.5",
                  place === at && "bg-sunken",
                )}
              >
                <span className="min-w-0 flex-1">
                  {option.name}
                  {option.detail && <span className="block truncate text-sm text-ink-2">{option.detail}</span>}
                </span>
                {chosen.includes(option.id) && <Check aria-hidden className="size-5 shrink-0 text-leaf" />}
              </li>
            ))}
            {shown.length === 0 && <li className="px-3 py-2 text-ink-2">{t("No Data")}</li>}
          </ul>
        )}
      </div>
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}
