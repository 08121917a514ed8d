import { Minus, Plus } from "lucide-react";
import { amountOf, type Weighed } from "#shared/weights.ts";
import { Button } from "#ui/button.tsx";
import { t } from "#words/t.ts";

interface AmountProps {
  label: string;
  value: number;
  least: number;
  most: number;
  /** Whether it is out of how many there are to be. */
  isPart?: boolean;
  weighed?: Weighed | undefined;
  onChange: (value: number) => void;
}

/** A number of pieces, or a weight in steps of 100 g, with large buttons. */
export function Amount({ label, value, least, most, isPart = true, weighed, onChange }: AmountProps) {
  return (
    <fieldset className="mt-2 flex items-center gap-4">
      <legend className="float-left mr-4 font-semibold">{label}</legend>
      <Button
        kind="outline"
        size="icon"
        aria-label={t("{label}: one less", { label })}
        disabled={value <= least}
        onClick={() => onChange(value - 1)}
      >
        <Minus aria-hidden className="size-5" />
      </Button>
      <output className="min-w-20 text-center text-2xl font-bold">
        {amountOf(value, weighed)}{" "}
        {isPart && <span className="text-base font-normal text-ink-2">{t("of {most}", { most: amountOf(most, weighed) })}</span>}
      </output>
      <Button
        kind="outline"
        size="icon"
        aria-label={t("{label}: one more", { label })}
        disabled={value >= most}
        onClick={() => onChange(value + 1)}
      >
        <Plus aria-hidden className="size-5" />
      </Button>
    </fieldset>
  );
}
