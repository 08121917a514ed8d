import { existsSync, mkdtempSync, rmSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDespensa, type Despensa } from "./despensa.ts";
import { everydayDemo, everydayLarge } from "./everyday.ts";
import { judge, readQueries, type JudgedQuery, type Quality, type Search } from "./judge.ts";
import { openMiniSearch, openTextSearch } from "./peers.ts";
import { beginnings, HARD_TEXTS } from "./texts.ts";

const USAGE = `npm run bench:search [-- --data DIR] [--keep DIR] [--alone] [--worst]

  --data DIR   the folder of bigbasket.csv.gz and search-queries.ndjson.gz (../shared/data)
  --keep DIR   reuses the filled databases in this folder
  --alone      measures Despensa without the two others
  --worst      names the queries with the worst and the slowest answers

Without the data only the everyday queries over the demo catalogue are judged.`;

/** Results per page. */
const PAGE = 12;
/** The least nDCG@10 of the queries judged by rule. */
const LEAST_NDCG = 0.97;
/** Short rounds are repeated, since other load on the machine affects them more. */
const rounds = (texts: readonly string[]) => (texts.length > 1000 ? 1 : 3);

const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: join(import.meta.dirname, "../../../shared/data") },
    keep: { type: "string" },
    alone: { type: "boolean", default: false },
    worst: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

async function main(): Promise<void> {
  if (options.help) return console.log(USAGE);
  const folder = options.keep ?? mkdtempSync(join(tmpdir(), "despensa-bench-"));
  if (!options.keep) chmodSync(folder, 0o755); // the postgres user needs access
  try {
    await measureDemo(join(folder, "demo"));
    const [catalogue, judged] = [join(options.data, "bigbasket.csv.gz"), join(options.data, "search-queries.ndjson.gz")];
    if (existsSync(catalogue) && existsSync(judged)) await measureLarge(folder, catalogue, judged);
    else console.log(`\nThe large catalogue was not measured: ${catalogue} and ${judged} are missing. Set their folder with --data.`);
  } finally {
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
}

/** Adapts the API call to a search that returns skus. */
const skusOf =
  ({ call }: Despensa): Search =>
  async (text, limit) =>
    (await call(text, limit)).map(({ sku }) => sku ?? "");

async function measureDemo(folder: string): Promise<void> {
  const despensa = await openDespensa(folder);
  try {
    await quality("everyday queries, demo catalogue", [["Despensa", skusOf(despensa)]], everydayDemo());
  } finally {
    await despensa.close();
  }
}

async function measureLarge(folder: string, catalogue: string, judged: string): Promise<void> {
  const despensa = await openDespensa(folder, catalogue);
  try {
    const queries = readQueries(judged);
    const texts = queries.map(({ query }) => query);
    const { pool } = despensa.shop.database;
    const searches: [string, Search][] = [["Despensa", skusOf(despensa)]];
    if (!options.alone) searches.push(["PostgreSQL text search", await openTextSearch(pool)], ["MiniSearch", await openMiniSearch(pool)]);
    await quality("everyday queries, large catalogue", searches, everydayLarge(catalogue));
    const [own] = await quality("queries judged by rule, large catalogue", searches, queries);
    const isReached = own!.ndcg10 >= LEAST_NDCG; // Despensa is first
    console.log(`\nnDCG@10 of at least ${LEAST_NDCG} on the queries judged by rule: ${isReached ? "reached" : "missed"}`);
    if (!isReached) process.exitCode = 1;

    console.log(`\nFirst page on the server, ms            p50    p95    p99    max`);
    for (const [name, search] of searches.slice(1)) await latency(`${name}, queries`, search, texts);
    for (const [name, list] of [
      ["queries", texts],
      ["their beginnings", beginnings(texts)],
      ["hard texts", HARD_TEXTS],
    ] as const) {
      await latency(`Despensa, ${name}`, despensa.find, list);
      await latency(`  with the products, as JSON`, despensa.call, list);
    }
  } finally {
    await despensa.close();
  }
}

/** Prints the quality of each search. */
async function quality(
  title: string,
  searches: readonly (readonly [string, Search])[],
  queries: readonly JudgedQuery[],
): Promise<Quality[]> {
  const all: Quality[] = [];
  console.log(`\n${`${queries.length} ${title}`.padEnd(45)} nDCG@10  recall@50  first right  empty`);
  for (const [name, search] of searches) {
    const judged = await judge(search, queries);
    const { ndcg10, recall50, firstRight, empty, worst } = judged;
    console.log(
      `  ${name.padEnd(43)} ${ndcg10.toFixed(4)}   ${recall50.toFixed(4)}     ${percent(firstRight).padStart(7)}      ${percent(empty)}`,
    );
    if (options.worst) console.log(`    ${worst.slice(0, 40).join(" | ")}`);
    all.push(judged);
  }
  return all;
}

/** Measures every text once per round and prints the percentiles of the fastest round. */
async function latency(name: string, search: (text: string, limit: number) => Promise<unknown>, texts: readonly string[]): Promise<void> {
  let best: { text: string; ms: number }[] | undefined;
  for (let round = 0; round < rounds(texts); round++) {
    const times = [];
    for (const text of texts) {
      const started = performance.now();
      await search(text, PAGE);
      times.push({ text, ms: performance.now() - started });
    }
    times.sort((a, b) => a.ms - b.ms);
    if (!best || percentile(times, 0.95) < percentile(best, 0.95)) best = times;
  }
  const row = [0.5, 0.95, 0.99, 1].map((part) => percentile(best!, part).toFixed(1).padStart(6));
  console.log(`  ${name.padEnd(30)} ${row.join(" ")}   of ${texts.length}`);
  if (options.worst) {
    const slowest = best!.slice(-12).toReversed();
    console.log(`    ${slowest.map(({ text, ms }) => `${text.slice(0, 40)} ${ms.toFixed(1)}`).join(" | ")}`);
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function percentile(sorted: readonly { ms: number }[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.ms;
}

await main();
