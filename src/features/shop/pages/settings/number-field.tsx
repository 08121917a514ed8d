import { useState } from "react";
import { Field } from "#ui/field.tsx";

interface NumberFieldProps {
  label: string;
  hint: string;
  value: number;
  onChange: (value: number) => void;
  error: string | undefined;
}

const numberOf = (text: string) => (text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", ".")));

/** A number, typed with a decimal point or comma. */
export function NumberField({ label, hint, value, onChange, error }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      className="max-w-80"
      value={numberOf(typed) === value || Number.isNaN(value) ? typed : String(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(numberOf(target.value));
      }}
    />
  );
}
