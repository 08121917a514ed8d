import { bestOf, type Scored } from "./scored.ts";
import { MOST_RESULTS, type RankedProduct, type SearchIndex } from "./search-index.ts";
import type { Found, PageOf } from "./store.ts";

/** Only candidates of the same band compete with each other, so a page reads no more than the bands it touches. */
const BAND = 100;
/** Products with at least this share of the best one's points are close matches. */
const CLOSE = 0.5;
/** A sold-out product comes after those with at least this share of its points, which match about as well. */
const SOLD_OUT = 0.95;
/** How much the departments of the best products raise their products, for a single word. */
const DEPARTMENT = 0.4;

/**
 * A page of the best candidates. Decided among them by what single words cannot tell: whether the typed words are the head of the name or
 * only occur in it, whether they are the brand, then stock and sales.
 * @param phrase the typed words with spaces around, but none at the end if the last word is incomplete
 */
export async function rank(index: SearchIndex, found: Scored, phrase: string, { page, limit }: PageOf): Promise<Found> {
  const start = (page - 1) * limit;
  const first = Math.floor(start / BAND) * BAND;
  const last = Math.ceil((start + limit) / BAND) * BAND;
  const { nos, scores } = bestOf(found, Math.min(last, MOST_RESULTS));
  const typed = phrase.trimEnd();
  const isOneWord = !typed.trimStart().includes(" ");
  // The shares of the departments come from the first band, so that they are the same on each page.
  const read = isOneWord && first > 0 ? [...nos.slice(0, BAND), ...nos.slice(first)] : nos.slice(first);
  const products = await index.readRanked(read);
  const placeOf = new Map(nos.map((no, place) => [no, place]));
  const candidates = products.map((product) => {
    const place = placeOf.get(product.no)!;
    return { product, band: Math.floor(place / BAND), points: scores[place]! + pointsOf(product, phrase, typed, isOneWord) };
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

function pointsOf({ brandWords, nameWords, headWords }: RankedProduct, phrase: string, typed: string, isOneWord: boolean): number {
  const brand = brandWords === `${typed} ` ? 40 : 0;
  if (!nameWords.includes(phrase)) return brand;
  const at = headWords.indexOf(phrase);
  const endsHead =
    at >= 0 &&
    !headWords
      .slice(at + typed.length)
      .trimEnd()
      .includes(" ");
  if (endsHead) return brand + (at === 0 ? 90 : 55);
  return isOneWord ? brand : brand + 25;
}

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
