import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { toast } from "#ui/toast.ts";
import { CallError, messageOf } from "../call.ts";

/** Toasts why a form was refused (STAT-8), and shows it beside the field that the response names or its message starts with. */
export function tellRefusal<T extends FieldValues>(error: unknown, form: UseFormReturn<T>): void {
  toast.error(messageOf(error));
  showRefusal(error, form);
}

/** As {@link tellRefusal}, without the toast; a message that names no field becomes the form's `root` error. */
export function showRefusal<T extends FieldValues>(error: unknown, form: UseFormReturn<T>): void {
  const message = messageOf(error);
  const isField = (name: unknown): name is FieldPath<T> => typeof name === "string" && name in form.getValues();
  const named = error instanceof CallError ? (error.body as { field?: unknown } | null)?.field : undefined;
  if (isField(named)) return form.setError(named, { message }, { shouldFocus: true });
  const [name, ...words] = message.split(" ");
  if (!isField(name)) return form.setError("root", { message });
  const rest = words.join(" ");
  form.setError(name, { message: rest.charAt(0).toUpperCase() + rest.slice(1) }, { shouldFocus: true });
}
