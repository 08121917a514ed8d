import { t } from "#words/t.ts";
import { keysOf } from "../engine/words.ts";

/** The texts that a search treats alike. One way: a search for the first finds the others too, but not the other way round. */
export interface SynonymRule {
  texts: string[];
  oneWay: boolean;
}

const MOST_TEXTS = 10;
const LONGEST_TEXT = 60;
const MOST_WORDS = 4;
/** How many synonyms a shop may have. */
export const MOST_SYNONYMS = 500;

const ARROW = /→|[-=]>/;

type Read = { ok: true; rule: SynonymRule } | { ok: false; reason: string };

/** Reads a synonym as admins write it. */
export function readRule(written: string): Read {
  const sides = written.split(ARROW);
  const oneWay = sides.length > 1;
  if (sides.length > 2) return no(t("may have one arrow only"));
  const texts = sides.flatMap((side) => side.split(/[=,]/)).map((text) => text.trim().replace(/\s+/g, " ").toLowerCase());
  if (oneWay && sides[0]!.split(/[=,]/).length > 1) return no(t("may have one word or phrase before the arrow"));
  if (texts.includes("")) return no(texts.length === 1 ? t("is required") : t("has an empty side: write a word on each side"));
  if (texts.length < 2) return no(t("needs at least two words, like palta = avocado"));
  if (texts.length > MOST_TEXTS) return no(t("may have up to {MOST_TEXTS} words or phrases", { MOST_TEXTS }));
  for (const text of texts) {
    const words = keysOf(text);
    if (words.length === 0) return no(t("has “{text}”, which search ignores", { text }));
    if (words.length > MOST_WORDS || text.length > LONGEST_TEXT)
      return no(t("has “{text}”, which is too long: use up to {MOST_WORDS} words", { text, MOST_WORDS }));
  }
  const keys = texts.map((text) => keysOf(text).join(" "));
  const again = texts.find((_, place) => keys.indexOf(keys[place]!) !== place);
  if (again !== undefined) return no(t("has “{again}” twice; singular and plural are alike", { again }));
  return { ok: true, rule: { texts, oneWay } };
}

const no = (reason: string): Read => ({ ok: false, reason });

/** A synonym as admins write it. */
export function writeRule({ texts: [first = "", ...others], oneWay }: SynonymRule): string {
  return oneWay ? `${first} → ${others.join(", ")}` : [first, ...others].join(" = ");
}

/** Rules with the same key say the same. */
export function ruleKey({ texts, oneWay }: SynonymRule): string {
  const keys = texts.map((text) => keysOf(text).join(" "));
  return oneWay ? `${keys[0]} > ${keys.slice(1).toSorted().join(" = ")}` : keys.toSorted().join(" = ");
}
