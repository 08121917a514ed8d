import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { completeSearch, type Completion } from "./contract.ts";
import { COMPLETIONS, keyOf } from "./refresh.ts";
import { readCompletions } from "./store.ts";

/** Completions in a response. */
const MOST = 6;
/** How many characters must be typed at least, and how many are looked at. */
const SHORTEST = 2;
const LONGEST = 40;

/** Suggests searches while someone types. */
export function completionRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, completeSearch, async ({ input }) => ({ data: await complete(shop, begunBy(input.search)) }), {
    cacheBy: ({ search }) => begunBy(search),
    // Not cached without completions, since anyone could make up any number of such texts.
    tags: ({ data }, { search }) => (data.length > 0 || begunBy(search) === "" ? [COMPLETIONS] : null),
  });
}

async function complete({ database }: Shop, begun: string): Promise<Completion[]> {
  if (begun === "") return [];
  // A text is found once for each of its words that begin like this.
  const found = await readCompletions(database.db, begun, 2 * MOST);
  return [...new Map(found.map((one) => [one.text, one])).values()].slice(0, MOST);
}

/** What was typed, as completions are compared; a space at its end counts. Empty if it is too short or too long to complete. */
function begunBy(search: string): string {
  const key = keyOf(search);
  if (key.length < SHORTEST || key.length > LONGEST) return "";
  return /\s$/.test(search) ? `${key} ` : key;
}
