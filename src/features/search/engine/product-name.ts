import { isForm, nounPlace, shelfParts } from "./nouns.ts";
import { plain, usefulWords, words } from "./words.ts";

/** What a product is, going by its name: "Tuna fillets in olive oil" is tuna. */
export interface Head {
  /** The word for the thing itself; undefined if the name has no words. */
  noun: string | undefined;
  /** The other words that describe it. */
  modifiers: readonly string[];
  /** The words up to the noun, surrounded by spaces. Two spaces come first if a cut or pack follows: "  garlic " for "Garlic bulbs". */
  text: string;
}

const END_OF_HEAD = / [-–—+|] |[,;:/([]| (?:with|without|for|in|on|from|to) /;

/**
 * Finds the head of a product's name: what comes before a dash, a comma or a preposition. If the shelves name something
 * that is mentioned only later, that is the head: "Orange - dark chocolate" on the shelf "Chocolates" is chocolate.
 * @param shelves names of the product's type and subcategories
 */
export function readHead(name: string, shelves: readonly string[]): Head {
  const head = wordsOf(plain(name).split(END_OF_HEAD)[0] ?? "");
  const place = nounPlace(head);
  const noun = head[place];
  if (noun === undefined) return { noun, modifiers: [], text: " " };

  const things = new Set(shelves.flatMap((shelf) => shelfParts(shelf).map((part) => part.noun)).filter((thing) => !isForm(thing)));
  if (!things.has(noun)) {
    const all = wordsOf(name);
    const later = all.findLastIndex((key, at) => at >= head.length && things.has(key));
    if (later >= 0) return { noun: all[later], modifiers: all.slice(0, later), text: spaced(all.slice(0, later + 1)) };
  }
  const text = spaced(head.slice(0, place + 1));
  return { noun, modifiers: head.toSpliced(place, 1), text: place < head.length - 1 ? ` ${text}` : text };
}

/** The keys with a space around each, so that phrases can be found. */
export function spaced(keys: readonly string[]): string {
  return ` ${keys.join(" ")} `;
}

/** Longer heads are descriptions rather than what someone searches for. */
const MOST_HEAD_WORDS = 4;

/**
 * What someone would type to find things like this: the name's head in lower case, without its brand and pack size. Empty if the
 * head is too long.
 */
export function headText(name: string, brand: string): string {
  const own = name.toLowerCase().startsWith(`${brand.toLowerCase()} `) ? name.slice(brand.length) : name;
  const head = own.split(END_OF_HEAD)[0] ?? "";
  const tokens = head.toLowerCase().match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’&-]*/gu) ?? [];
  const size = tokens.findIndex((token, at) => at > 0 && /^\d/.test(token));
  const written = (size < 0 ? tokens : tokens.slice(0, size)).map((text) => ({ text, key: words(text).at(-1)?.key ?? text }));
  const place = nounPlace(written.map(({ key }) => key));
  const texts = written.slice(0, place + 1).map(({ text }) => text);
  return texts.length > MOST_HEAD_WORDS ? "" : texts.join(" ");
}

/** Keys without pack sizes. */
function wordsOf(text: string): string[] {
  return usefulWords(text)
    .filter(({ size }) => !size)
    .map(({ key }) => key);
}
