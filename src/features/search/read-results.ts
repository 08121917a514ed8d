import { inLanguage } from "#server/http/request-language.ts";
import { timed } from "#server/metrics/events.ts";
import type { CheckedInputOf } from "#shared/endpoint.ts";
import type { Shop } from "#server/shop.ts";
import { language } from "#words/language.ts";
import { readCards } from "../catalogue/cards.ts";
import { readList, type List } from "../catalogue/narrowing/read-list.ts";
import { isNarrowed } from "../catalogue/narrowing/rules.ts";
import type { searchProducts } from "./contract.ts";
import { correctedText, textsOf } from "./corrected-text.ts";
import { closeFirst } from "./engine/rank.ts";
import { search } from "./engine/search.ts";
import { MOST_RESULTS, searchIndexOf } from "./engine/search-index.ts";
import { readTypes, type PageOf } from "./engine/store.ts";
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
  const readBest = async () => (page.page === 1 && page.limit >= BEST.limit ? typed : await find(input.search, BEST)).ids;
  const corrected = typed.replaced && (await correctedText(input.search, typed.replaced, textsInAllLanguages(shop, await readBest())));
  const found = corrected ? await find(corrected, page) : typed;
  const list = isWhole ? found : await readList(db, input.sort ? closeFirst(found) : { found: found.ids }, input);
  return { ...list, ...(corrected && { corrected }) };
}

/** The texts of the best products in every language, those in the language of the request first. What these don't say is read only then. */
async function* textsInAllLanguages(shop: Shop, ids: readonly string[]): AsyncGenerator<string, void> {
  const best = ids.slice(0, BEST.limit);
  yield* textsOf(await readCards(shop, best));
  const [translated, types] = await Promise.all([
    inLanguage(language() === "es" ? "en" : "es", () => readCards(shop, best)),
    readTypes(shop.database.db, best),
  ]);
  yield* textsOf(translated);
  yield* types;
}
