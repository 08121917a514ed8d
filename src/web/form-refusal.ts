import { toast } from "#ui/toast.ts";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { messageOf } from "./call.ts";

/** Tells why a form was refused: toasted (STAT-8), and beside the field that the message begins with, where it names one. */
export function tellRefusal<T extends FieldValues>(error: unknown, form: UseFormReturn<T>): void {
  toast.error(messageOf(error));
  showRefusal(error, form);
}

/** As {@link tellRefusal}, where the toast has words of its own; what names no field becomes the form's `root` error. */
export function showRefusal<T extends FieldValues>(error: unknown, form: UseFormReturn<T>): void {
  const message = messageOf(error);
  const [name = "", ...words] = message.split(" ");
  if (!(name in form.getValues())) return form.setError("root", { message });
  const rest = words.join(" ");
  form.setError(name as FieldPath<T>, { message: rest.charAt(0).toUpperCase() + rest.slice(1) }, { shouldFocus: true }); // it is one of the form's own
}
