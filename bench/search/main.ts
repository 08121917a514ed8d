import { existsSync, mkdtempSync, rmSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDespensa } from "./despensa.ts";
import { judge, readQueries, type Search } from "./judge.ts";
import { openMiniSearch, openTextSearch } from "./peers.ts";
import { beginnings, HARD_TEXTS } from "./texts.ts";

const USAGE = `npm run bench:search [-- --data DIR] [--keep DIR] [--alone] [--worst]

  --data DIR   where bigbasket.csv.gz and search-queries.ndjson.gz are (../shared/data)
  --keep DIR   keeps the filled database there for the next run
  --alone      Despensa without the two others
  --worst      also names the queries that are answered worst and slowest`;

/** Products on a page of results. */
const PAGE = 12;
/** A round is disturbed by whatever else the machine does; a long one less so. */
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
  const [catalogue, judged] = [join(options.data, "bigbasket.csv.gz"), join(options.data, "search-queries.ndjson.gz")];
  if (!existsSync(catalogue) || !existsSync(judged)) {
    return console.log(`Nothing measured: there are no ${catalogue} and ${judged}. Say with --data where they are.`);
  }
  const folder = options.keep ?? mkdtempSync(join(tmpdir(), "despensa-bench-"));
  if (!options.keep) chmodSync(folder, 0o755); // PostgreSQL's own account must get in
  const despensa = await openDespensa(folder, catalogue);
  try {
    const queries = readQueries(judged);
    const texts = queries.map(({ query }) => query);
    const { pool } = despensa.shop.database;
    const own: Search = async (text, limit) => (await despensa.call(text, limit)).map(({ sku }) => sku ?? "");
    const searches: [string, Search][] = [["Despensa", own]];
    if (!options.alone) searches.push(["PostgreSQL text search", await openTextSearch(pool)], ["MiniSearch", await openMiniSearch(pool)]);

    console.log(`${queries.length} judged queries        nDCG@10  recall@50  empty`);
    for (const [name, search] of searches) {
      const { ndcg10, recall50, empty, worst } = await judge(search, queries);
      console.log(`  ${name.padEnd(25)} ${ndcg10.toFixed(4)}     ${recall50.toFixed(4)}  ${(empty * 100).toFixed(1)} %`);
      if (options.worst) console.log(`    ${worst.slice(0, 40).join(" | ")}`);
    }

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
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures each text once a round, and prints the percentiles of the quietest one. */
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

function percentile(sorted: readonly { ms: number }[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.ms;
}

await main();
