import { inLanguage } from "#server/http/request-language.ts";
import { timed } from "#server/metrics/events.ts";
import type { CheckedInputOf } from "#shared/endpoint.ts";
import type { Shop } from "#server/shop.ts";
import { language } from "#words/language.ts";
import { readCards } from "../catalogue/cards.ts";
import { readList, type List } from "../catalogue/narrowing/read-list.ts";
import { isNarrowed } from "../catalogue/narrowing/rules.ts";
import type { searchProducts } from "./contract.ts";
import { correctedText } from "./corrected-text.ts";
import { closeFirst } from "./engine/rank.ts";
import { search } from "./engine/search.ts";
import { MOST_RESULTS, searchIndexOf } from "./engine/search-index.ts";
import { readTypes, type PageOf } from "./engine/store.ts";
import type { Replaced } from "./engine/words.ts";
import { currentSynonyms } from "./synonyms/current-synonyms.ts";

const EVERYTHING: PageOf = { page: 1, limit: MOST_RESULTS };
/** The products whose texts say how a corrected word is written: the best ones, however the results are narrowed. */
const BEST: PageOf = { page: 1, limit: 12 };

export const isEmpty = (input: { search: string }) => input.search.trim() === "";

/**
 * A page of what was found. A search for words finds at most the best 600 products; narrowing and sorting work on these, so that the
 * counts of choices are what the shopper can page through. Sorted by anything but the match, the close ones still come first. A misspelled
 * search has the results of the corrected one. A search for nothing is the list of bestsellers, or of the newest products.
 */
export async function readResults(shop: Shop, input: CheckedInputOf<typeof searchProducts>): Promise<List & { corrected?: string }> {
  const { db } = shop.database;
  if (isEmpty(input)) return readList(db, "bestsellers", input);
  const reading = { exact: input.exact ?? false, synonyms: await currentSynonyms(shop) };
  const find = (text: string, page: PageOf) => timed("search", () => search(searchIndexOf(shop), text, page, reading));
  const isWhole = !isNarrowed(input) && !input.choices;
  const page = isWhole ? input : EVERYTHING;
  const typed = await find(input.search, page);
  const corrected = typed.replaced && (await correct(shop, input.search, typed.replaced, (await find(input.search, BEST)).ids));
  const found = corrected ? await find(corrected, page) : typed;
  const list = isWhole ? found : await readList(db, input.sort ? closeFirst(found) : { found: found.ids }, input);
  return { ...list, ...(corrected && { corrected }) };
}

/** @param ids of products that have the words */
async function correct(shop: Shop, text: string, replaced: readonly Replaced[], ids: readonly string[]): Promise<string | undefined> {
  const [own, translated, types] = await Promise.all([
    readCards(shop, ids),
    // With their texts in the language that was not asked for.
    inLanguage(language() === "es" ? "en" : "es", () => readCards(shop, ids)),
    readTypes(shop.database.db, ids),
  ]);
  return correctedText(text, replaced, [...own, ...translated], types);
}
