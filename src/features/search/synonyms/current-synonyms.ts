import { LastKnown } from "#server/cache/last-known.ts";
import { oncePerShop } from "#server/once-per-shop.ts";
import type { Shop } from "#server/shop.ts";
import { compile, type Synonyms } from "../engine/expand.ts";
import { readSynonyms } from "./store.ts";

/** The tag of what depends on the admins' synonyms: all search results. */
export const SYNONYMS = "synonyms";

const known = oncePerShop(
  ({ database, invalidations }: Pick<Shop, "database" | "invalidations">) =>
    new LastKnown({ read: async () => compile(await readSynonyms(database.db)), tag: SYNONYMS, invalidations, first: compile([]) }),
);

/** The admins' synonyms. */
export const currentSynonyms = (shop: Pick<Shop, "database" | "invalidations">): Promise<Synonyms> => known(shop).read();
