import { language } from "#words/language.ts";
import { expansions, NO_SYNONYMS, type Expansion, type Synonyms } from "./expand.ts";
import { forgiveTypos } from "./forgive-typos.ts";
import type { Query } from "./read-query.ts";
import { completeSpanish, findSpanish, inSpanish, type Translation } from "./spanish.ts";
import { spanishKey, spanishWord } from "./spanish-names.ts";
import { spellings } from "./spelling.ts";
import { MOST_EXTENSIONS, type SearchIndex } from "./search-index.ts";
import { meanings } from "./synonyms.ts";
import { FACTORS, type Term } from "./term.ts";

/** A Spanish word is read as English if the catalogue has the English one more than this many times as often. */
const FAR_MORE = 5;
/** A word of up to this many letters that is still being typed may become anything. */
const LONGEST_AMBIGUOUS = 3;

/** How a query is read. */
export interface Reading {
  /** Typos are not forgiven. */
  exact?: boolean;
  /** The admins' synonyms, besides the built-in ones. */
  synonyms?: Synonyms;
}

/** The terms of a query, one for each typed word. A term without words matches nothing. */
export async function readTerms(index: SearchIndex, query: Query, reading: Reading = {}): Promise<Term[]> {
  const { exact = false, synonyms = NO_SYNONYMS } = reading;
  const keys = query.words.map(({ key }) => key);
  const spanish = findSpanish(keys);
  const expanded = expansions(keys, synonyms);
  const terms = literalTerms(query);
  addWhatSpansWords(terms, query);
  addSynonyms(terms, expanded);
  const candidates = [
    ...terms.flatMap((term) => [...term.words.keys()]),
    ...spanish.flatMap(({ english, apart }) => [...english, ...apart]),
  ];
  const prefix = terms.at(-1)?.prefix;
  const counts = await index.readWordCounts([...new Set(candidates)], prefix);

  const [meant, ambiguous] = judgeSpanish(query, spanish, expanded, counts);
  if (meant.length > 0) return readTerms(index, inEnglish(query, meant), reading);
  for (const { at, english } of ambiguous) addEnglish(terms[at]!, english[0]!, counts);
  for (const term of terms) keepKnown(term, counts);
  for (const { at, length, others } of expanded) lendKey(terms.slice(at, at + length), others);

  const last = terms.at(-1);
  const inSpanish = last ? [...last.words.keys()].flatMap((word) => spanishKey(word) ?? []) : [];
  const completed =
    prefix !== undefined && last?.words.size === inSpanish.length && prefix.length > LONGEST_AMBIGUOUS
      ? completeSpanish(prefix)
      : undefined;
  if (completed) {
    const completion = {
      at: terms.length - 1,
      length: 1,
      english: completed,
      apart: completed,
      ...(inSpanish.length === 1 && { typed: inSpanish }),
    };
    return readTerms(index, inEnglish(query, [completion]), reading);
  }
  if (exact) return terms;
  const forgiven = await forgiveTypos(
    index,
    terms,
    query.words.map(({ text }) => text),
    query.words.every(({ replaces }) => replaces === undefined),
  );
  return forgiven.spanish.size > 0 ? readTerms(index, withSpanish(query, forgiven.spanish), reading) : forgiven.terms;
}

/** A query with the Spanish words that were meant, by their place. */
function withSpanish({ words, begun }: Query, meant: ReadonlyMap<number, string>): Query {
  const corrected = words.map((word, place) => {
    const key = meant.get(place);
    return key === undefined ? word : { key, text: key, stop: false, size: false, replaces: [{ typed: word.text, keys: [key] }] };
  });
  return { words: corrected, begun: begun && !meant.has(words.length - 1) };
}

/**
 * Separates Spanish words to be read as English from those that may also be English, or the start of an English word ("pan", "sal"), or
 * that an admin has given a meaning.
 */
function judgeSpanish(
  { words, begun }: Query,
  spanish: readonly Translation[],
  expanded: readonly Expansion[],
  counts: ReadonlyMap<string, number>,
) {
  const least = (keys: readonly string[]) => Math.min(...keys.map((key) => counts.get(key) ?? 0));
  const known = spanish
    .map((translation) => (least(translation.english) > 0 ? translation : { ...translation, english: translation.apart }))
    .filter(({ english }) => least(english) > 0);
  const isAmbiguous = ({ at, length, english }: Translation) => {
    const typed = words.slice(at, at + length);
    const short = begun && at === words.length - 1 && typed[0]!.text.length <= LONGEST_AMBIGUOUS;
    const isAdmins = expanded.some((other) => other.at < at + length && at < other.at + other.length);
    // A name of several words is never Spanish by chance.
    if (length > 1) return isAdmins;
    return isAdmins || short || least(typed.map(({ key }) => key)) * FAR_MORE >= least(english);
  };
  return [
    known.filter((translation) => !isAmbiguous(translation)),
    known.filter((translation) => isAmbiguous(translation) && translation.length === 1 && translation.english.length === 1),
  ] as const;
}

function inEnglish({ words, begun }: Query, translations: readonly Translation[]): Query {
  const lastIsTyped = translations.every(({ at, length }) => at + length < words.length);
  const english = words.flatMap((word, place) => {
    const translation = translations.find(({ at, length }) => at <= place && place < at + length);
    if (!translation) return [word];
    if (translation.at !== place) return [];
    const { at, length, english: meant } = translation;
    const typed = translation.typed ?? words.slice(at, at + length).map(({ key }) => key);
    const replaced = words.slice(at, at + length).flatMap(({ replaces = [] }) => replaces);
    return meant.map((key, n) => ({
      key,
      text: key,
      stop: false,
      size: false,
      typed: typedFor(n, meant.length, typed),
      ...(replaced.length > 0 && { replaces: replaced }),
    }));
  });
  return { words: english, begun: begun && lastIsTyped };
}

/** The Spanish words that one of several English words may stand for: in Spanish, what describes a thing comes after it. */
function typedFor(place: number, count: number, typed: readonly string[]): readonly string[] {
  if (typed.length === 1) return typed;
  return typed.length === count ? typed.slice(count - 1 - place, count - place) : [];
}

/** Adds what a word means in Spanish. That comes first on Spanish pages, or if English lacks the word. */
function addEnglish(term: Term, english: string, counts: ReadonlyMap<string, number>): void {
  const isEnglishToo = counts.has(term.key);
  const isFirst = !isEnglishToo || language() === "es";
  if (!term.words.has(english)) term.words.set(english, isFirst ? 1 : FACTORS.meaning);
  if (!isFirst) return;
  term.words.set(term.key, FACTORS.englishWord);
  term.key = english;
}

function literalTerms({ words, begun }: Query): Term[] {
  return words.map(({ key, text, size, typed = [key], replaces }, place) => ({
    words: new Map([
      ...typed.map((one) => [spanishWord(one), FACTORS.spanishText] as const),
      ...spellings(key).map((other) => [other, FACTORS.spelling] as const),
      [key, 1],
    ]),
    prefix: begun && place === words.length - 1 ? text : undefined,
    vague: false,
    soft: size,
    count: 0,
    key,
    ...(replaces !== undefined && { replaces }),
  }));
}

/** Adds synonyms of one or several words ("clarified butter" is ghee), Spanish names, and compounds ("tooth paste"). */
function addWhatSpansWords(terms: Term[], { words }: Query): void {
  const add = (at: number, length: number, word: string, factor: number) => {
    for (const term of terms.slice(at, at + length)) if (!term.words.has(word)) term.words.set(word, factor);
  };
  const keys = words.map(({ key }) => key);
  for (const { at, length, meaning } of meanings(keys)) add(at, length, meaning, FACTORS.meaning);
  for (const { at, length, spanish } of inSpanish(keys)) add(at, length, spanish, FACTORS.spanish);
  for (let at = 0; at + 1 < words.length; at++) add(at, 2, words[at]!.text + words[at + 1]!.key, FACTORS.joined);
}

/** Adds the admins' synonyms of a single word, English or Spanish. Those of several words are searched for separately: see `variants`. */
function addSynonyms(terms: Term[], expanded: readonly Expansion[]): void {
  for (const { at, length, others } of expanded) {
    for (const term of terms.slice(at, at + length)) {
      for (const [word, ...more] of others) {
        if (more.length > 0) term.isPhrase = true;
        else if (word !== undefined) {
          if (!term.words.has(word)) term.words.set(word, FACTORS.meaning);
          const spanish = spanishWord(word);
          if (!term.words.has(spanish)) term.words.set(spanish, FACTORS.meaning * FACTORS.spanishText);
        }
      }
    }
  }
}

/** A word that does not occur is ranked by the synonym that does. */
function lendKey([term, ...more]: Term[], others: readonly (readonly string[])[]): void {
  if (!term || more.length > 0 || term.words.has(term.key)) return;
  const occurs = (word: string) => term.words.has(word) || term.words.has(spanishWord(word));
  const known = others.find(([word, ...rest]) => rest.length === 0 && word !== undefined && occurs(word));
  if (known) term.key = known[0]!;
}

/** Removes words that are not in the index, and adds those that begin with the prefix. */
function keepKnown(term: Term, counts: ReadonlyMap<string, number>): void {
  const { prefix, words } = term;
  if (prefix !== undefined) {
    const extensions = [...counts.keys()].filter((word) => word.startsWith(prefix));
    const factor = counts.has(term.key) ? FACTORS.longer : FACTORS.prefix;
    for (const word of extensions) if (!words.has(word)) words.set(word, factor);
    const spanish = [...counts.keys()].filter((word) => word.startsWith(spanishWord(prefix)));
    for (const word of spanish) if (!words.has(word)) words.set(word, factor * FACTORS.spanishText);
    term.vague = extensions.length >= MOST_EXTENSIONS;
  }
  for (const word of words.keys()) {
    const count = counts.get(word);
    if (count === undefined) words.delete(word);
    else term.count += count;
  }
}
