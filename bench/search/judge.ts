import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** A query with its relevant results: 2 is an exact match, 1 is acceptable. */
export interface JudgedQuery {
  query: string;
  kind: string;
  relevant: Record<string, 1 | 2>;
}

/** Reads queries from a compressed file with one JSON object per line. */
export function readQueries(path: string): JudgedQuery[] {
  const lines = gunzipSync(readFileSync(path)).toString().trim().split("\n");
  return lines.map((line) => JSON.parse(line) as JudgedQuery); // a file we generate
}

/** Searches for products and returns their skus, best match first. */
export type Search = (text: string, limit: number) => Promise<string[]>;

export interface Quality {
  ndcg10: number;
  recall50: number;
  /** Share of queries whose first result is an exact match, among those that have one. */
  firstRight: number;
  /** Share of queries without results. */
  empty: number;
  /** The worst queries by nDCG. */
  worst: string[];
}

/** Rates the results. All values except `empty` are averages over the queries with relevant products. */
export async function judge(search: Search, queries: readonly JudgedQuery[]): Promise<Quality> {
  const judged: { query: string; ndcg: number; recall: number; first: number | undefined }[] = [];
  let empty = 0;
  for (const { query, relevant } of queries) {
    const skus = await search(query, 50);
    if (skus.length === 0) empty++;
    const values = Object.values(relevant);
    const first = values.includes(2) ? Number(relevant[skus[0] ?? ""] === 2) : undefined;
    if (values.length > 0) judged.push({ query, ndcg: ndcg(skus, relevant), recall: recall(skus, relevant), first });
  }
  const worst = judged
    .toSorted((a, b) => a.ndcg - b.ndcg)
    .map(({ query, ndcg: n, recall: r }) => `${query} ${n.toFixed(2)}/${r.toFixed(2)}`);
  return {
    ndcg10: mean(judged.map((q) => q.ndcg)),
    recall50: mean(judged.map((q) => q.recall)),
    firstRight: mean(judged.flatMap(({ first }) => first ?? [])),
    empty: empty / queries.length,
    worst,
  };
}

function ndcg(skus: readonly string[], relevant: Record<string, number>): number {
  const ideal = Object.values(relevant).sort((a, b) => b - a);
  return discountedGain(skus.map((sku) => relevant[sku] ?? 0)) / discountedGain(ideal);
}

function discountedGain(relevances: readonly number[]): number {
  return relevances.slice(0, 10).reduce((sum, relevance, place) => sum + (2 ** relevance - 1) / Math.log2(place + 2), 0);
}

function recall(skus: readonly string[], relevant: Record<string, number>): number {
  return skus.slice(0, 50).filter((sku) => relevant[sku]).length / Math.min(50, Object.keys(relevant).length);
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / list.length;
}
