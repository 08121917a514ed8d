import type { ComponentProps } from "react";
import { PasswordField } from "#ui/field.tsx";
import { t } from "#words/t.ts";

/** The current password, to confirm it's really them. */
export function CurrentPasswordField(input: Partial<ComponentProps<typeof PasswordField>>) {
  return <PasswordField label={t("Your password")} autoComplete="current-password" required {...input} />;
}

/** A new password and its repetition. Each takes react-hook-form's `register(…)` and its error. */
export function NewPasswordFields({ password, confirm }: Record<"password" | "confirm", ComponentProps<typeof PasswordField>>) {
  return (
    <>
      <PasswordField autoComplete="new-password" hint={t("At least 8 characters")} {...password} />
      <PasswordField autoComplete="new-password" {...confirm} />
    </>
  );
}
