import { language } from "./language.ts";

export type Values = Readonly<Record<string, string | number>>;

/** The form of a text that goes with a number in the current language, its `{names}` replaced by values. */
export function form(count: number, one: string, other: string, values?: Values): string {
  const rule = new Intl.PluralRules(language()).select(count);
  return fill(rule === "one" ? one : other, { count, ...values });
}

/** Replaces `{names}` by values. */
export function fill(text: string, values: Values = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
