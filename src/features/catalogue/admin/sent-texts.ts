import { isDeepStrictEqual } from "node:util";
import { language } from "#words/language.ts";

/** A text in both languages. */
interface InBoth<T> {
  english: T;
  spanish: T;
}

/**
 * The new texts of a shelf or product. Unless the Spanish text is sent too, a text is in the language of the request, as in responses: what was
 * read under `/es` and is sent back there never replaces an English text.
 * @param spanish undefined if it was not sent
 * @param shown what responses under `/es` show
 */
export function textsAfter<T>(sent: T, spanish: T | undefined, { shown, ...known }: InBoth<T> & { shown: T }): InBoth<T> {
  if (spanish !== undefined) return { english: sent, spanish };
  if (language() === "en") return { english: sent, spanish: known.spanish };
  const isUnchanged = isDeepStrictEqual(sent, shown) || isDeepStrictEqual(sent, known.english);
  return isUnchanged ? known : { english: known.english, spanish: sent };
}
