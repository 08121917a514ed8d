import { Field } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { MOST_GRAMS } from "../contract.ts";

interface WeightFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** The weight that the order is based on. */
  estimate: string;
  /** Whether 0 says that none of it was found. */
  mayBeNone?: boolean;
}

/** What the scale shows. */
export function WeightField({ label, value, onChange, estimate, mayBeNone = false }: WeightFieldProps) {
  const words = t("About {estimate}. If it weighs less, the shopper pays less; if more, the same.", { estimate });
  const isNone = mayBeNone && value !== "" && gramsIn(value) === 0;
  return (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value.replace(/\D/g, "").slice(0, 8))}
      hint={isNone ? t("None found. The shopper pays nothing for it.") : mayBeNone ? `${words} ${t("Type 0 if you found none.")}` : words}
      className="mt-3"
    />
  );
}

/** The grams in a text; 0 without any. */
export const gramsIn = (text: string) => Math.min(Number(text), MOST_GRAMS);
