import { sql, type SQL } from "drizzle-orm";
import { readQuery } from "./read-query.ts";
import { readTerms, type Reading } from "./read-terms.ts";
import { search } from "./search.ts";
import type { SearchIndex } from "./search-index.ts";
import type { Term } from "./term.ts";
import { shelfWord } from "./words.ts";

/** The ids of all products that a search finds, in batches: first those that {@link search} ranks, best first, then the rest. */
export async function* searchAll(index: SearchIndex, text: string, limit: number, reading: Reading = {}): AsyncGenerator<string[]> {
  const ranked = new Set<string>();
  for (let page = 1; ; page++) {
    const { ids } = await search(index, text, { page, limit }, reading);
    for (const id of ids) ranked.add(id);
    if (ids.length > 0) yield ids;
    if (ids.length < limit) break;
  }
  const terms = (await readTerms(index, readQuery(text), reading)).filter((term) => term.words.size > 0);
  if (terms.length === 0) return;
  const hard = terms.some((term) => !term.soft) ? terms.filter((term) => !term.soft) : terms;
  const matches = sql.join(hard.map(hasTerm), sql` intersect `);
  const isOnShelf = sql`select no from search_posting where word = ${shelfWord(terms.map(({ key }) => key))}`;
  for (let last = ""; ;) {
    const { rows } = await index.db.execute<{ id: string }>(sql`
      select product_id as id from search_product where product_id > ${last} and no in ((${matches}) union (${isOnShelf}))
      order by product_id limit ${limit}`);
    const rest = rows.flatMap(({ id }) => (ranked.has(id) ? [] : id));
    if (rest.length > 0) yield rest;
    if (rows.length < limit) return;
    last = rows.at(-1)!.id;
  }
}

/** All products that have one of the term's words, or a word with its prefix. */
function hasTerm({ words, prefix }: Term): SQL {
  const extended = prefix === undefined ? sql`` : sql` or (word >= ${prefix} and word < ${prefix} || U&'\\+10FFFF')`;
  return sql`select no from search_posting where word = any(${sql.param([...words.keys()])}::text[])${extended}`;
}
