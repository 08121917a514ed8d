import type { Page } from "@playwright/test";
import { productsOf, readDemoCatalogue } from "#features/catalogue/demo-catalogue.ts";
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
const SAID: Record<Language, Said> = {
  en: saidIn(catalogue.map(([text]) => withoutMeaning(text))),
  es: saidIn(catalogue.flatMap(([, text]) => text)),
};

function saidIn(texts: readonly string[]): Said {
  const [fixed, filled] = [texts.filter((text) => !/\{\w+\}/.test(text)), texts.filter((text) => /\{\w+\}/.test(text))];
  return {
    texts: new Set(fixed.map(normal)),
    patterns: filled.flatMap((text) => {
      const parts = normal(text).split(/\{\w+\}/);
      if (parts.join("").replaceAll(/\P{L}/gu, "").length < LEAST_LETTERS) return [];
      return [new RegExp(`^${parts.map((part) => RegExp.escape(part)).join(".+")}$`, "s")];
    }),
    words: new Set(texts.flatMap((text) => wordsIn(text.replaceAll(/\{\w+\}/g, " ")))),
  };
}

/** The words of the goods, by language. Brands stay as they are. */
export const GOODS: Readonly<Record<Language, ReadonlySet<string>>> = goods();

function goods() {
  const shelves = readDemoCatalogue().flatMap(({ subCategories, ...category }) => [category, ...subCategories]);
  const products = productsOf(readDemoCatalogue());
  const brands = products.map(({ brand = "" }) => brand);
  const words = (texts: string[]) => new Set([...texts, ...brands].flatMap(wordsIn));
  const about = ({ name, unit, description, details }: (typeof products)[number]["spanish"]) => [
    ...[name, unit, description],
    ...Object.entries(details).flat(),
  ];
  return {
    en: words([...shelves.map(({ name }) => name), ...products.flatMap(about)]),
    es: words([...shelves.map(({ nameEs }) => nameEs), ...products.flatMap((product) => about(product.spanish))]),
  };
}

function normal(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
}

/** Addresses of all kinds, time zones, names in braces, and codes of currencies. */
const CODES = /\S*[@/]\S*|\{\w+\}|\b[A-Z]{3}\b/g;

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
 * @param allowed texts that people typed
 */
export function textsInOther(spoken: Language, texts: readonly string[], allowed: Iterable<string> = []): string[] {
  const own = SAID[spoken];
  const other = SAID[spoken === "es" ? "en" : "es"];
  const typed = new Set([...allowed].flatMap(wordsIn));
  const isForeign = (word: string) => other.words.has(word) && !own.words.has(word) && !GOODS[spoken].has(word) && !typed.has(word);
  return texts.filter((text) => {
    const bare = text.replaceAll(CODES, " ");
    if (wordsIn(bare).some(isForeign)) return true;
    return says(other, text) && !says(own, text) && !wordsIn(text).every((word) => typed.has(word));
  });
}

function says({ texts, patterns }: Said, text: string): boolean {
  return texts.has(text) || patterns.some((pattern) => pattern.test(text));
}
