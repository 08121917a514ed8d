import { inKilos } from "#shared/weights.ts";
import { Field } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { isFarFrom, readWeight } from "../rules.ts";

interface WeightFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** The weight that the order is based on, in grams; undefined if nothing like it was ordered. */
  estimate?: number | undefined;
  /** Whether 0 says that none of it was found. */
  mayBeNone?: boolean;
}

/** What the scale shows. */
export function WeightField({ label, value, onChange, estimate, mayBeNone = false }: WeightFieldProps) {
  const words =
    estimate === undefined
      ? t("However much it weighs, it never costs more than what is missing.")
      : t("About {estimate}. If it weighs less, the shopper pays less; if more, the same.", { estimate: inKilos(estimate) });
  const grams = readWeight(value);
  const hint = () => {
    if (grams === undefined) return t("Type grams, such as 430, or kilograms, such as 0.43.");
    if (mayBeNone && value !== "" && grams === 0) return t("None found. The shopper pays nothing for it.");
    if (estimate !== undefined && isFarFrom(grams, estimate))
      return t("That is {weight}, but {estimate} was ordered. Check it.", { weight: inKilos(grams), estimate: inKilos(estimate) });
    return mayBeNone ? `${words} ${t("Type 0 if you found none.")}` : words;
  };
  return (
    <Field
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value.replaceAll(/[^\d.,]/g, "").slice(0, 8))}
      hint={hint()}
      className="mt-3"
    />
  );
}
