import { useState } from "react";
import { Minus, Plus, Trash2 } from "lucide-react";
import { inKilos } from "#shared/weights.ts";
import { t } from "#words/t.ts";
import { classNames } from "./class-names.ts";

interface StepperProps {
  quantity: number;
  /** The highest quantity. */
  max: number;
  /** What is counted, for screen readers: the product's name. */
  name: string;
  onMinus: () => void;
  onPlus: () => void;
  /** What one of it weighs, if a weight is shown instead. */
  grams?: number | undefined;
  /** Called with a typed quantity from 1 to `max`. */
  onType: (quantity: number) => void;
  size?: "card" | "page";
  className?: string;
}

/** Minus (a bin at quantity 1), the quantity, which can be typed, and plus. It takes the place of the Add button. */
export function Stepper({ quantity, max, name, grams, onMinus, onPlus, onType, size = "card", className }: StepperProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const finish = () => {
    const number = Number(draft?.replace(",", "."));
    const typed = grams ? Math.round((number * 1000) / grams) : number;
    if (draft !== null && Number.isInteger(typed) && typed >= 1 && typed !== quantity) onType(Math.min(typed, max));
    setDraft(null);
  };
  const [less, more] = grams
    ? [t("{grams} g less of {name}", { grams, name }), t("{grams} g more of {name}", { grams, name })]
    : [t("One less of {name}", { name }), t("One more of {name}", { name })];
  const Less = quantity === 1 ? Trash2 : Minus;
  // The height is inherited, not 100 %: in some layouts Chromium gives a fieldset's children no height to be a percentage of.
  const press =
    "grid h-[inherit] flex-1 place-items-center rounded-[inherit] hover:bg-leaf-fill-2 active:scale-90 touch transition-[scale,background-color] duration-150";
  return (
    <fieldset
      aria-label={t("Quantity of {name}", { name })}
      className={classNames(
        "flex items-center rounded-control bg-leaf-fill font-bold text-on-leaf",
        "has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-leaf",
        size === "page" ? "h-14 min-w-[min(10rem,45vw)] rounded-button text-lg" : "h-10.5 min-w-0",
        className,
      )}
    >
      <button type="button" aria-label={quantity === 1 ? t("Remove {name}", { name }) : less} onClick={onMinus} className={press}>
        <Less aria-hidden className="size-4.5" />
      </button>
      <input
        aria-label={t("Quantity of {name}", { name })}
        inputMode={grams ? "decimal" : "numeric"}
        value={draft ?? (grams ? inKilos(quantity * grams) : String(quantity))}
        onChange={(event) => setDraft(event.target.value.replace(grams ? /[^\d.,]/g : /\D/g, "").slice(0, grams ? 4 : 3))}
        onFocus={(event) => event.target.select()}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === "Enter") finish();
          if (event.key === "Escape") setDraft(null);
        }}
        className={classNames("h-[inherit] min-w-0 bg-transparent text-center outline-none", grams ? "w-13 text-sm" : "w-7")}
      />
      <button
        type="button"
        aria-label={more}
        aria-disabled={quantity >= max || undefined}
        onClick={onPlus}
        className={classNames(press, "aria-disabled:opacity-55")}
      >
        <Plus aria-hidden className="size-4.5" />
      </button>
    </fieldset>
  );
}
