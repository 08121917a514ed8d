import type { Page } from "@playwright/test";
import { productsOf, readDemoCatalogue } from "#features/catalogue/demo/demo-catalogue.ts";
import { originalsOf } from "#features/shop/texts/originals.ts";
import { spanishOriginalsOf } from "#features/shop/texts/spanish-originals.ts";
import type { Language } from "#words/language.ts";
import { spanish } from "#words/spanish.ts";
import { withoutMeaning } from "#words/t.ts";

/** Patterns with fewer letters outside their braces fit texts of both languages. */
const LEAST_LETTERS = 3;

/** What a language says: its texts, those with values as patterns, and its words. */
interface Said {
  texts: ReadonlySet<string>;
  patterns: readonly RegExp[];
  words: ReadonlySet<string>;
}

const catalogue = Object.entries<string | readonly string[]>(spanish);
const facts = { delivers: true, freeDelivery: true, collects: false, complaintsBook: true, offline: true, push: true } as const;
const SAID: Record<Language, Said> = {
  en: saidIn([...catalogue.map(([text]) => withoutMeaning(text)), ...Object.values(originalsOf(facts)), "Despensa"]),
  es: saidIn([...catalogue.flatMap(([, text]) => text), ...Object.values(spanishOriginalsOf(facts)), "Despensa"]),
};

function currenciesIn(spoken: Language): string[] {
  const names = new Intl.DisplayNames(spoken, { type: "currency" });
  return Intl.supportedValuesOf("currency").map((code) => names.of(code) ?? code);
}

function saidIn(texts: readonly string[]): Said {
  const [fixed, filled] = [texts.filter((text) => !/\{\w+\}/.test(text)), texts.filter((text) => /\{\w+\}/.test(text))];
  return {
    texts: new Set(fixed.map(normal)),
    patterns: filled.flatMap((text) => {
      const parts = normal(text).split(/\{\w+\}/);
      if (parts.join("").replaceAll(/\P{L}/gu, "").length < LEAST_LETTERS) return [];
      return [new RegExp(`^${parts.map((part) => RegExp.escape(part)).join("(.+)")}$`, "s")];
    }),
    words: new Set(texts.flatMap((text) => wordsIn(text.replaceAll(/\{\w+\}/g, " ")))),
  };
}

/** The texts of the goods, by language. Brands stay as they are. */
export const GOODS: Readonly<Record<Language, readonly string[]>> = goods();

function goods() {
  const shelves = readDemoCatalogue().flatMap(({ subCategories, ...category }) => [category, ...subCategories]);
  const products = productsOf(readDemoCatalogue());
  const brands = products.map(({ brand = "" }) => brand);
  const about = ({ name, unit, description, details }: (typeof products)[number]["spanish"]) => [
    ...[name, unit, description],
    ...Object.entries(details).flat(),
  ];
  return {
    en: [...brands, ...shelves.map(({ name }) => name), ...products.flatMap(about)],
    es: [...brands, ...shelves.map(({ nameEs }) => nameEs), ...products.flatMap((product) => about(product.spanish))],
  };
}

function normal(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function allWordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/** Shorter words are alike in both languages too often. */
function wordsIn(text: string): string[] {
  return allWordsIn(text).filter((word) => word.length >= LEAST_LETTERS);
}

/** Texts that a page may have as they are, whatever their language. Not their words elsewhere. */
class Phrases {
  readonly #keys: ReadonlySet<string>;
  /** By their first word, the longest first. */
  readonly #byFirst = new Map<string, string[][]>();

  constructor(texts: Iterable<string>) {
    this.#keys = new Set([...texts].map((text) => allWordsIn(text).join(" ")));
    for (const words of [...this.#keys].map((key) => key.split(" ")).toSorted((one, other) => other.length - one.length))
      this.#byFirst.set(words[0]!, [...(this.#byFirst.get(words[0]!) ?? []), words]);
  }

  has(text: string): boolean {
    return this.#keys.has(allWordsIn(text).join(" "));
  }

  /** What remains of a text without these phrases. A phrase of one word counts only between punctuation, since other texts may have it. */
  without(text: string): string {
    return text
      .split(/[^\p{L}\p{N}\s'’]+/u)
      .filter((part) => !this.has(part))
      .map((part) => this.#withoutLonger(allWordsIn(part)))
      .join(" ");
  }

  #withoutLonger(words: readonly string[]): string {
    const rest: string[] = [];
    for (let at = 0; at < words.length; at++) {
      const phrase = this.#byFirst.get(words[at]!)?.find((one) => one.length > 1 && one.every((word, n) => words[at + n] === word));
      if (phrase) at += phrase.length - 1;
      else rest.push(words[at]!);
    }
    return rest.join(" ");
  }
}

/** Addresses of all kinds, time zones, names in braces, codes of currencies, and names of settings. */
const CODES = /\S*[@/]\S*|\{\w+\}|\b[A-Z]{3}\b|\b[A-Z]+_[A-Z_]+\b/g;

/** Everything a page says to people: its texts, and the names, hints and titles of its parts. What was typed is left out. */
export async function textsOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const { lang } = document.documentElement;
    const found = [document.title];
    // Parts marked as being in another language may be in it.
    const isSaid = (element: Element) =>
      (element.closest("select") ?? element).checkVisibility() &&
      !element.closest("script, style, textarea, [contenteditable=true]") &&
      element.closest<HTMLElement>("[lang]")?.lang === lang;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (parentElement && nodeValue?.trim() && isSaid(parentElement)) found.push(nodeValue);
    }
    for (const name of ["aria-label", "placeholder", "title", "alt", "aria-description", "aria-roledescription"]) {
      for (const element of document.querySelectorAll(`body [${name}]`)) if (isSaid(element)) found.push(element.getAttribute(name)!);
    }
    return found;
  });
  return [...new Set(texts.map(normal))];
}

/**
 * The texts that are in the other language: a text of its catalogue, or with a word that only it has.
 * @param allowed whole texts that people typed
 */
export function textsInOther(spoken: Language, texts: readonly string[], allowed: Iterable<string> = []): string[] {
  const own = SAID[spoken];
  const other = SAID[spoken === "es" ? "en" : "es"];
  const phrases = new Phrases([...GOODS[spoken], ...currenciesIn(spoken), ...allowed]);
  const isForeign = (word: string) => other.words.has(word) && !own.words.has(word);
  const isOwn = (text: string): boolean => {
    if (phrases.has(text)) return true;
    if (!wordsIn(phrases.without(text.replaceAll(CODES, " "))).some(isForeign) && (!says(other, text) || says(own, text))) return true;
    // A text with values is as good as they are.
    return own.patterns.some((pattern) => pattern.exec(text)?.slice(1).every(isOwn));
  };
  return texts.filter((text) => !isOwn(text));
}

function says({ texts, patterns }: Said, text: string): boolean {
  return texts.has(text) || patterns.some((pattern) => pattern.test(text));
}
