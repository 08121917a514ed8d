import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { CallError, messageOf } from "../call.ts";

/** Toasts why a form was refused (STAT-8), and shows it beside the field that the response names or its message starts with. */
export function tellRefusal<T extends FieldValues>(error: unknown, form: UseFormReturn<T>): void {
  toast.error(messageOf(error));
  showRefusal(error, form);
}

/** As {@link tellRefusal}, without the toast; a message that names no field becomes the form's `root` error. */
export function showRefusal<T extends FieldValues>(error: unknown, form: UseFormReturn<T>): void {
  const { field, words } = refusedField(error);
  const isField = (name: string): name is FieldPath<T> => name in form.getValues();
  if (isField(field)) form.setError(field, { message: words }, { shouldFocus: true });
  else form.setError("root", { message: messageOf(error) });
}

/**
 * The field that a refusal may be about, and what to say beside it. English messages start with the field's name. Spanish ones start with
 * what people call it, so the response names it.
 */
export function refusedField(error: unknown): { field: string; words: string } {
  const message = messageOf(error);
  const named = error instanceof CallError ? (error.body as { field?: unknown } | null)?.field : undefined;
  const [first = "", ...rest] = message.split(" ");
  if (typeof named === "string" && named !== first) return { field: named, words: message };
  const words = rest.join(" ");
  return { field: first, words: words.charAt(0).toUpperCase() + words.slice(1) };
}
