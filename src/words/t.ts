import { fill, form, type Values } from "./form.ts";
import { language } from "./language.ts";
import { spanish } from "./spanish.ts";

type Spanish = typeof spanish;
/** A text of the catalogue. Where one English text means two things, the meaning follows in brackets: `Order [verb]`. */
export type Text = { [K in keyof Spanish]: Spanish[K] extends string ? K : never }[keyof Spanish];
/** A text of two forms, named by its singular. */
type Counted = Exclude<keyof Spanish, Text>;
type Names<K extends string> = K extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Fills<K extends string> = [Names<K>] extends [never] ? [] : [values: Readonly<Record<Names<K>, string | number>>];

/**
 * A text in the current language: `t("Delivery to {district}", { district })`. Pages are built once per language, with the text in place
 * of the call (`bin/words/inline-words.ts`). The server looks the text up, so it must not call this while modules load.
 */
export function t<K extends Text>(text: K, ...[values]: Fills<K>): string {
  return fill(translate(text), values);
}

/** A text in one of two forms: `plural(count, "{count} product", "{count} products")`. The catalogue has both under the singular. */
export function plural(count: number, one: Counted, other: string, values?: Values): string {
  const [first, second] = language() === "es" ? (spanish[one] as readonly string[]) : [one, other];
  return form(count, first ?? one, second ?? other, values);
}

/** The text in the current language, its names unfilled. */
export function translate(text: Text): string {
  return (language() === "es" && spanish[text]) || withoutMeaning(text);
}

/** Removes the note in brackets that tells apart texts that are alike in English. */
export function withoutMeaning(text: string): string {
  return text.replace(/ \[[a-z ]+\]$/, "");
}
