import { bestOf, type Scored } from "./scored.ts";
import { MOST_RESULTS, type RankedProduct, type SearchIndex } from "./search-index.ts";
import { isCompound } from "./synonyms.ts";
import type { Found, PageOf } from "./store.ts";

/** Only candidates of the same band compete with each other, so a page reads no more than the bands it touches. */
const BAND = 100;
/** Products with at least this share of the best one's points are close matches. */
const CLOSE = 0.5;
/** A sold-out product comes after those with at least this share of its points, which match about as well. */
const SOLD_OUT = 0.95;
/** How much the departments of the best products raise their products, for a single word. */
const DEPARTMENT = 0.4;

/** The typed words with spaces around, but none at the end if the last word is incomplete. */
export interface Phrases {
  /** As English names have them, if they have them. */
  english: string;
  /** As Spanish names have them, in the singular, and other Spanish names of the same thing. */
  spanish: readonly string[];
  /** The words are Spanish, so a product with names in both languages is judged by the Spanish one. */
  isSpanish: boolean;
}

/**
 * A page of the best candidates. Decided among them by what single words cannot tell: whether the typed words are the head of the name or
 * only occur in it, whether they are the brand, then stock and sales.
 */
export async function rank(index: SearchIndex, found: Scored, phrases: Phrases, { page, limit }: PageOf): Promise<Found> {
  const start = (page - 1) * limit;
  const first = Math.floor(start / BAND) * BAND;
  const last = Math.ceil((start + limit) / BAND) * BAND;
  const { nos, scores } = bestOf(found, Math.min(last, MOST_RESULTS));
  const isOneWord = !phrases.english.trim().includes(" ");
  // The shares of the departments come from the first band, so that they are the same on each page.
  const read = isOneWord && first > 0 ? [...nos.slice(0, BAND), ...nos.slice(first)] : nos.slice(first);
  const products = await index.readRanked(read);
  const placeOf = new Map(nos.map((no, place) => [no, place]));
  const candidates = products.map((product) => {
    const place = placeOf.get(product.no)!;
    return { product, band: Math.floor(place / BAND), points: scores[place]! + pointsOf(product, phrases, isOneWord) };
  });
  const shareOf = isOneWord ? sharesOf(candidates.filter(({ band }) => band === 0)) : undefined;
  const ranked = candidates
    .filter(({ band }) => band * BAND >= first)
    .map(({ product, band, points: own }) => {
      const points = Math.round(own * (1 + DEPARTMENT * (shareOf?.get(product.department) ?? 0)));
      const { id, isAvailable, popularity } = product;
      return { id, isAvailable, popularity, band, points, worth: isAvailable ? points : points * SOLD_OUT };
    })
    .sort(
      (a, b) =>
        a.band - b.band ||
        b.worth - a.worth ||
        Number(b.isAvailable) - Number(a.isAvailable) ||
        b.popularity - a.popularity ||
        (a.id < b.id ? -1 : 1),
    )
    .slice(start - first, start - first + limit);
  return { ids: ranked.map(({ id }) => id), points: ranked.map(({ points }) => points), total: Math.min(found.nos.length, MOST_RESULTS) };
}

/**
 * How many of the products found are close matches, and all of them with these first. Most of the others only mention what was searched
 * for: in their shelf, their description or as an ingredient.
 * @param found all results of a search
 */
export function closeFirst({ ids, points }: Omit<Found, "total">): { found: string[]; close: number } {
  const least = leastOfClose(points);
  const [close, others] = [true, false].map((isClose) => ids.filter((_, place) => points[place]! >= least === isClose));
  return { found: [...close!, ...others!], close: close!.length };
}

const leastOfClose = (points: readonly number[]) => CLOSE * points.reduce((best, one) => Math.max(best, one), 0);

function pointsOf(product: RankedProduct, { english, spanish, isSpanish }: Phrases, isOneWord: boolean): number {
  const { brandWords, nameWords, headWords, headWordsEs } = product;
  const brand = brandWords === `${english.trimEnd()} ` ? 40 : 0;
  const inEnglish = headPoints(headWords, english);
  const isJudgedInSpanish = headWordsEs !== "" && (isSpanish || headWords === "");
  const head = !isJudgedInSpanish
    ? inEnglish
    : spanish.some((phrase) => beginsWith(headWordsEs, phrase))
      ? HEAD.noun
      : Math.min(inEnglish, HEAD.translated);
  if (head > 0) return brand + head;
  return isOneWord || !nameWords.includes(english) ? brand : brand + 25;
}

/** How much it counts that the typed words are all of the head, its noun, or that of the English name while a Spanish one says otherwise. */
const HEAD = { whole: 90, noun: 55, translated: 30 };

/** In English, the noun comes last. */
function headPoints(headWords: string, phrase: string): number {
  const at = headWords.indexOf(phrase);
  if (at < 0 || isCompound(headWords.slice(0, at).split(" ").at(-1), phrase.split(" ")[1])) return 0;
  const rest = headWords.slice(at + phrase.trimEnd().length).trimEnd();
  if (rest.includes(" ")) return 0;
  return at === 0 ? HEAD.whole : HEAD.noun;
}

/** In Spanish, the noun comes first, after the two spaces that stand for a cut or pack. */
const beginsWith = (headWords: string, phrase: string) => headWords.startsWith(phrase) || headWords.startsWith(` ${phrase}`);

/**
 * How much each department has of the points above those of the least close match: "fish" is salmon before it is food for fish, because
 * the department with the most and the best candidates counts too.
 */
function sharesOf(candidates: readonly { product: RankedProduct; points: number }[]): ReadonlyMap<string, number> {
  const least = leastOfClose(candidates.map(({ points }) => points));
  const weights = new Map<string, number>();
  let sum = 0;
  for (const { product, points } of candidates) {
    if (points <= least) continue;
    weights.set(product.department, (weights.get(product.department) ?? 0) + points - least);
    sum += points - least;
  }
  return new Map([...weights].map(([department, weight]) => [department, weight / sum]));
}
