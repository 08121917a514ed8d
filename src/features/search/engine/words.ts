/** Stop words: English and Spanish words that say nothing about a product. */
const STOP_WORDS = new Set(
  `a an and any are as at be been being but by can could did does for from had has have if in into is it its of on or our should so
  than that the their them then there these they this those to was we were what when where which while who will with would you your
  n w con de del el en la las los para y`.split(/\s+/),
);

/** Units with their factor and base: "1 kg", "1kg" and "1000 g" become one word, "1000g". */
const UNITS = new Map<string, readonly [number, string]>();
for (const [factor, base, names] of [
  [0.001, "g", "mg"],
  [1, "g", "g gm gms gr gram grams"],
  [1000, "g", "kg kgs kilo kilos kilogram kilograms"],
  [1, "ml", "ml"],
  [10, "ml", "cl"],
  [1000, "ml", "l lt ltr ltrs lit litre litres liter liters"],
  [1, "pc", "pc pcs piece pieces nos units"],
] as const) {
  for (const name of names.split(" ")) UNITS.set(name, [factor, base]);
}

const LONGEST = 32;
const WORD = /(\d+(?:\.\d+)?)\s*([a-z]+)|[\p{L}\p{N}]+/gu;

/** One word of a text. */
export interface Word {
  /** What index and query compare. Not always a real word. */
  key: string;
  /** As written, for prefixes. */
  text: string;
  stop: boolean;
  /** A pack size, such as "500ml". */
  size: boolean;
  /** The keys that were typed, if it was translated from Spanish. */
  typed?: readonly string[];
  /** The misspelled words that it was typed as. */
  replaces?: readonly Replaced[];
}

/** A typed word that does not occur, and the keys of the words it was read as, in their own language. */
export interface Replaced {
  typed: string;
  keys: readonly string[];
}

/** Lowercases a text and removes accents and apostrophes ("Lay's" becomes "lays"). */
export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}'’`]/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss");
}

/** Makes singular and plural equal. The result is nearly always a prefix of the word, so that prefixes still match. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  if (/[^aeiou](ies|ie|y)$/.test(word)) return word.replace(/(ies|ie|y)$/, "i");
  if (/oes?$/.test(word)) return word.replace(/es?$/, "");
  if (/(ss|x|zz|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (/[^siu]s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** The words of a text in order. `typing` completes a unit at the end: "5 k" is "5 kg". */
export function words(text: string, typing = false): Word[] {
  const source = plain(text);
  const end = source.trimEnd().length;
  return [...source.matchAll(WORD)].flatMap((match) => {
    const [all, number, letters] = match;
    if (number === undefined || letters === undefined) return [word(all)];
    const unit = UNITS.get(letters) ?? (typing && match.index + all.length === end ? unitBeginningWith(letters) : undefined);
    if (unit) return [size(Number(number), unit)];
    return /\s/.test(all) ? [word(number), word(letters)] : [word(all)];
  });
}

function word(written: string): Word {
  const text = written.slice(0, LONGEST);
  return { key: stem(text), text, stop: STOP_WORDS.has(text), size: false };
}

function size(number: number, [factor, base]: readonly [number, string]): Word {
  const text = `${Number((number * factor).toFixed(3))}${base}`.slice(-LONGEST);
  return { key: text, text, stop: false, size: true };
}

function unitBeginningWith(letters: string): readonly [number, string] | undefined {
  return [...UNITS].find(([name]) => name.startsWith(letters))?.[1];
}

/** The words of a text without stop words, in order. */
export function usefulWords(text: string): Word[] {
  return words(text).filter((word) => !word.stop);
}

/** The keys of the words without stop words, in order. */
export function keysOf(text: string): string[] {
  return usefulWords(text).map((word) => word.key);
}

/** The word that indexes the products of a shelf with exactly this name, or with a part of this name. */
export function shelfWord(keys: readonly string[]): string {
  return `=${keys.join(" ")}`;
}
