import type { ComponentProps } from "react";
import { Field } from "#ui/field.tsx";
import { t } from "#words/t.ts";

type Input = Omit<ComponentProps<typeof Field>, "label">;

interface SpokenFieldsProps {
  label: string;
  hint?: string;
  maxLength: number;
  english: Input;
  spanish: Input;
  /** What is shown while both fields are empty. */
  original?: { en: string; es: string } | undefined;
}

/** A text that shoppers read, in both languages side by side. */
export function SpokenFields({ label, hint, maxLength, english, spanish, original }: SpokenFieldsProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        label={t("{label} in English", { label })}
        lang="en"
        hint={hint}
        maxLength={maxLength}
        placeholder={original?.en}
        {...english}
      />
      <Field
        label={t("{label} in Spanish", { label })}
        lang="es"
        maxLength={maxLength}
        // Until somebody writes a Spanish text, the English one is shown.
        placeholder={String(english.value ?? "") || original?.es}
        {...spanish}
      />
    </div>
  );
}
