import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Language } from "#words/language.ts";
import { SPANISH_SIZES } from "../unit-words.ts";

/** A text in a language: the Spanish one if there is one, otherwise the English one. */
export function textIn(spoken: Language, english: SQLWrapper, spanish: SQLWrapper): SQL<string> {
  return spoken === "es" ? sql<string>`coalesce(nullif(${spanish}, ''), ${english})` : sql<string>`${english}`;
}

const inSpanish = (text: SQLWrapper, [from, to]: (typeof SPANISH_SIZES)[number]): SQLWrapper =>
  sql`regexp_replace(${text}, ${from}, ${to.replaceAll("$", "\\")}, 'i')`;

/** What a pack holds, in a language. Without a Spanish text, the usual English words are in Spanish. */
export function unitIn(spoken: Language, english: SQLWrapper, spanish: SQLWrapper): SQL<string> {
  if (spoken === "en") return textIn(spoken, english, spanish);
  return textIn(spoken, SPANISH_SIZES.reduce(inSpanish, english), spanish);
}

/** The name of a shelf or product in the language that is not shown, if it has two: `name_es` beside English, `name_en` beside Spanish. */
export function otherName({ english, spanish }: { english: string; spanish: string }, spoken: Language): OtherName {
  if (spanish === "") return {};
  return spoken === "es" ? { name_en: english } : { name_es: spanish };
}

export interface OtherName {
  name_en?: string;
  name_es?: string;
}
