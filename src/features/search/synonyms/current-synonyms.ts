import { EVERYTHING } from "#server/cache/response-cache.ts";
import type { Shop } from "#server/shop.ts";
import { compile, type Synonyms } from "../engine/expand.ts";
import { readSynonyms } from "./store.ts";

/** The tag of what depends on the admins' synonyms: all search results. */
export const SYNONYMS = "synonyms";

const perShop = new WeakMap<Shop["database"], () => Promise<Synonyms>>();

/** The admins' synonyms, read once and again after a change in any process. */
export function currentSynonyms({ database, invalidations }: Pick<Shop, "database" | "invalidations">): Promise<Synonyms> {
  const known = perShop.get(database);
  if (known) return known();
  let reading: Promise<Synonyms> | undefined;
  // What began to be read before a change is not used after it.
  invalidations.subscribe((tags) => {
    if (tags.includes(SYNONYMS) || tags.includes(EVERYTHING)) reading = undefined;
  });
  const read = () => {
    const own = (reading ??= readSynonyms(database.db).then(compile));
    own.catch(() => {
      if (reading === own) reading = undefined;
    });
    return own;
  };
  perShop.set(database, read);
  return read();
}
