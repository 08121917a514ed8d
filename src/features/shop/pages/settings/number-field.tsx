import { useState } from "react";
import { Field } from "#ui/field.tsx";

interface NumberFieldProps {
  label: string;
  hint: string;
  value: number;
  onChange: (value: number) => void;
  error: string | undefined;
  /** Reads what was typed; NaN if it can't. */
  read?: (typed: string) => number;
  /** What the field shows for a value. */
  show?: (value: number) => number;
}

const readNumber = (typed: string) => (typed.trim() === "" ? Number.NaN : Number(typed));

/** A number as people type it. */
export function NumberField({ label, hint, value, onChange, error, read = readNumber, show = (number) => number }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(show(value)));
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      className="max-w-80"
      value={read(typed) === value || Number.isNaN(value) ? typed : String(show(value))}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(read(target.value));
      }}
    />
  );
}
