import type { ShelfPart } from "./nouns.ts";
import { spaced, type Head } from "./product-name.ts";
import { keysOf, plain, usefulWords } from "./words.ts";

// In Spanish the thing comes first, and what describes it follows: "Aceite de oliva extra virgen" is oil.

const END_OF_HEAD = / [-–—+|] |[,;:/([]| (?:con|sin|para|en) /i;

/** Cuts, parts and packs. What follows them says what the thing is: "Cabezas de ajo", "Lomo fino de cerdo". */
const FORMS = new Set(
  keysOf(
    `ala atado barra botella brocheta cabeza chuleta corazón costilla costillar cubo cuarto diente filete hoja lámina lata lomo manojo medallón
    mitad muslo paquete pechuga pierna porción pulpa racimo rama ramita rodaja tableta tajada tira trozo`,
  ).map(singular),
);

/**
 * What a product is, going by its Spanish name. The words of its text are in the singular, and begin with the thing: " aceite oliva ". Two
 * spaces come first if a cut or pack does.
 */
export function readSpanishHead(name: string): Head {
  const head = plain(name).split(END_OF_HEAD)[0] ?? "";
  let thing = head;
  for (let parts = inForm(thing); parts; parts = inForm(thing)) thing = parts;
  const [noun, ...rest] = wordsOf(thing);
  const skipped = wordsOf(head.slice(0, head.length - thing.length));
  const text = spaced(noun === undefined ? [] : [noun, ...rest].map(singular));
  return { noun, modifiers: [...skipped, ...rest], text: skipped.length > 0 ? ` ${text}` : text };
}

/** What a cut or pack is of; undefined if the text doesn't begin with one. */
function inForm(text: string): string | undefined {
  const [, form = "", thing] = /^ *(\S+)(?: \S+)?? del? (.*)$/.exec(text) ?? [];
  return keysOf(form).some((key) => FORMS.has(singular(key))) ? thing : undefined;
}

/** Keys without pack sizes. */
function wordsOf(text: string): string[] {
  return usefulWords(text)
    .filter(({ size }) => !size)
    .map(({ key }) => key);
}

/** The parts of the Spanish name of a shelf: "Frutas y verduras" has two. */
export function spanishParts(name: string): ShelfPart[] {
  return name
    .split(/[&,]| [ye] /i)
    .map(keysOf)
    .filter((keys) => keys.length > 0)
    .map((keys) => ({ keys, noun: keys[0]! }));
}

/** Longer heads are descriptions rather than what someone searches for. */
const MOST_HEAD_WORDS = 5;
const SMALL_WORDS = /(?: (?:de|del|la|el|los|las|y|e|a|al))+$/;

/** What someone would type to find things like this, in lower case without pack size; empty if the name does not say. */
export function spanishHeadText(name: string): string {
  const head = (name.split(END_OF_HEAD)[0] ?? "").toLowerCase();
  const tokens = head.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’&-]*/gu) ?? [];
  const size = tokens.findIndex((token, at) => at > 0 && /^\d/.test(token));
  const text = (size < 0 ? tokens : tokens.slice(0, size)).join(" ").replace(SMALL_WORDS, "");
  return text.split(" ").length > MOST_HEAD_WORDS ? "" : text;
}

/** The word that indexes the products with this key in their Spanish texts. */
export const spanishWord = (key: string) => `~es ${key}`;

/** The key of such a word; undefined for any other word. */
export const spanishKey = (word: string) => (word.startsWith("~es ") ? word.slice(4) : undefined);

/**
 * The key of a Spanish word, and that of its other number where that is more than an s: "limón" and "limones", "nuez" and "nueces". The
 * keys of plurals have lost the s.
 */
export function spanishForms(key: string): string[] {
  if (key.length < 3 || /[^a-z]/.test(key)) return [key];
  if (/[dlnrz]$/.test(key)) return [key, `${key.replace(/z$/, "c")}e`];
  if (/[cdlnr]e$/.test(key)) return [key, key.slice(0, -1).replace(/c$/, "z")];
  return [key];
}

/** The same key for both numbers of a Spanish word. Not always a real word. */
export function singular(key: string): string {
  return spanishForms(key).reduce((short, form) => (form.length < short.length ? form : short));
}
