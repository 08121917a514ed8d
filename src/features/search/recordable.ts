import { plain } from "./engine/words.ts";

/** Longer queries are not product searches. */
const MAX_LENGTH = 60;
/** Looks like an email address, a phone number or a card number. */
const PERSONAL = /@|\d[\d\s().+-]{5,}\d/;

/** A query as statistics may record it; undefined if it is too short or too long, or is probably about a person rather than a product. */
export function recordable(typed: string): string | undefined {
  const text = plain(typed).replace(/\s+/g, " ").trim();
  return text.length < 2 || text.length > MAX_LENGTH || PERSONAL.test(text) ? undefined : text;
}
