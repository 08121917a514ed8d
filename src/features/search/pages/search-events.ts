import { readJson } from "#web/stored-json.ts";
import { countSearch, type SearchEvent } from "../report/contract.ts";

/** The products that searches of this tab led to, each with its search. Logging out clears it. */
const FOUND = "found-by-search";
const MOST = 100;

/** Counts the outcome of a search, without saying who searched: no token or cookie is sent. */
export function countEvent(search: string, event: SearchEvent): void {
  const { path, method } = countSearch;
  const headers = { "content-type": "application/json" };
  // `keepalive` lets it finish after the page is left. A lost count does not matter.
  fetch(path, { method, headers, body: JSON.stringify({ search, event }), keepalive: true, credentials: "omit" }).catch(() => {});
}

/** Remembers the search by which a product was opened or added, until it is ordered. */
export function rememberFound(productId: string, search: string): void {
  store([...found().filter(([id]) => id !== productId), [productId, search]]);
}

/** Counts the searches by which the lines of a new order were found, each once. */
export function countBought(lines: readonly { productId: { _id: string } }[]): void {
  const bought = new Set(lines.map(({ productId }) => productId._id));
  const all = found();
  const searches = new Set(all.filter(([id]) => bought.has(id)).map(([, search]) => search));
  if (searches.size === 0) return;
  store(all.filter(([id]) => !bought.has(id)));
  for (const search of searches) countEvent(search, "bought");
}

type Found = [productId: string, search: string];

const found = () => readJson<Found[]>("sessionStorage", FOUND, []);
const store = (list: readonly Found[]) => sessionStorage.setItem(FOUND, JSON.stringify(list.slice(-MOST)));
