import { bestOf, type Scored } from "./scored.ts";
import { MOST_RESULTS, type RankedProduct, type SearchIndex } from "./search-index.ts";
import type { Found, PageOf } from "./store.ts";

/** Only candidates of the same band compete with each other, so a page reads no more than the bands it touches. */
const BAND = 100;
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
  const ids = candidates
    .filter(({ band }) => band * BAND >= first)
    .map(({ product, band, points }) => ({
      id: product.id,
      isAvailable: product.isAvailable,
      popularity: product.popularity,
      band,
      points: Math.round(points * (1 + DEPARTMENT * (shareOf?.get(product.department) ?? 0))),
    }))
    .sort(
      (a, b) =>
        a.band - b.band ||
        b.points - a.points ||
        Number(b.isAvailable) - Number(a.isAvailable) ||
        b.popularity - a.popularity ||
        (a.id < b.id ? -1 : 1),
    )
    .slice(start - first, start - first + limit)
    .map(({ id }) => id);
  return { ids, total: Math.min(found.nos.length, MOST_RESULTS) };
}

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
 * How much each department has of the points above half of the best: "fish" is salmon before it is food for fish, because the department
 * with the most and the best candidates counts too.
 */
function sharesOf(candidates: readonly { product: RankedProduct; points: number }[]): ReadonlyMap<string, number> {
  const half = Math.max(...candidates.map(({ points }) => points)) / 2;
  const weights = new Map<string, number>();
  let sum = 0;
  for (const { product, points } of candidates) {
    if (points <= half) continue;
    weights.set(product.department, (weights.get(product.department) ?? 0) + points - half);
    sum += points - half;
  }
  return new Map([...weights].map(([department, weight]) => [department, weight / sum]));
}
