import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addUpDays } from "#features/dashboard/days/add-up-days.ts";
import { readBestSellers, readLowStock, readSales } from "#features/dashboard/store.ts";
import { DAYS } from "#features/dashboard/contract.ts";
import { addCounts, readSearches } from "#features/search/report/store.ts";
import { openDespensa } from "../search/despensa.ts";
import { listQueries } from "./list-orders.ts";
import { makeOrders, readBaskets } from "./make-orders.ts";

const USAGE = `npm run bench:admin [-- --data DIR] [--keep DIR] [--orders N]

  --data DIR   where bigbasket.csv.gz and baskets-groceries.csv.gz are (../shared/data)
  --keep DIR   keeps the filled database there for the next run
  --orders N   how many orders the books hold (100000)`;

const NOTHING = { found: 0, missed: 0, clicked: 0, added: 0, bought: 0 };
/** Maximum time for the whole dashboard, in ms. */
const GOAL = 100;
/** Maximum time for a page of the order list, in ms. */
const LIST_GOAL = 50;
const ROUNDS = 15;

const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: join(import.meta.dirname, "../../../shared/data") },
    keep: { type: "string" },
    orders: { type: "string", default: "100000" },
    help: { type: "boolean", default: false },
  },
});

/** Median and maximum time in ms, after a warm-up round. */
async function measure(work: () => Promise<unknown>): Promise<{ middle: number; most: number }> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { middle: times[ROUNDS >> 1]!, most: times.at(-1)! };
}

async function main(): Promise<void> {
  if (options.help) return console.log(USAGE);
  const [catalogue, baskets] = [join(options.data, "bigbasket.csv.gz"), join(options.data, "baskets-groceries.csv.gz")];
  if (!existsSync(catalogue) || !existsSync(baskets)) {
    return console.log(`Nothing measured: there are no ${catalogue} and ${baskets}. Say with --data where they are.`);
  }
  const folder = options.keep ?? mkdtempSync(join(tmpdir(), "despensa-bench-"));
  if (!options.keep) chmodSync(folder, 0o755); // the postgres user needs access
  const despensa = await openDespensa(folder, catalogue);
  const { pool, db } = despensa.shop.database;
  try {
    const count = async () => (await pool.query<{ count: number }>("select count(*)::int as count from customer_order")).rows[0]!.count;
    const missing = Number(options.orders) - (await count());
    if (missing > 0) {
      await makeOrders(pool, readBaskets(baskets), missing);
      await pool.query("update product set stock = abs(hashtext(id)) % 13 where abs(hashtext(sku)) % 50 = 0");
      const missed = Array.from({ length: 20 }, (_, n) => [`nowhere to be found ${n}`, { ...NOTHING, missed: n + 1 }] as const);
      await addCounts(db, new Map(missed), "UTC");
    }
    const span = { timeZone: "America/Lima", days: DAYS, limit: 10 };
    const parts: [string, () => Promise<unknown>][] = [
      ["sales", () => readSales(db, span)],
      ["best sellers and categories", () => addUpDays(despensa.shop.database, span).then(() => readBestSellers(db, span))],
      ["low stock", () => readLowStock(db, 10, 10)],
      ["searches that found nothing", () => readSearches(db, span, "missed", span.limit)],
    ];
    console.log(`The dashboard with ${(await count()).toLocaleString("en-US")} orders, ms    p50    max`);
    let all = 0;
    for (const [name, work] of parts) {
      const { middle, most } = await measure(work);
      all += middle;
      console.log(`  ${name.padEnd(42)} ${middle.toFixed(1).padStart(6)} ${most.toFixed(1).padStart(6)}`);
    }
    console.log(
      `  ${"in all, one after the other".padEnd(42)} ${all.toFixed(1).padStart(6)}          ${all <= GOAL ? "reached" : "missed"}: ${GOAL}`,
    );
    const { middle, most } = await measure(() => Promise.all(parts.map(([, work]) => work())));
    console.log(`  ${"at once, as the page asks".padEnd(42)} ${middle.toFixed(1).padStart(6)} ${most.toFixed(1).padStart(6)}`);
    if (all > GOAL) process.exitCode = 1;

    console.log("\nA page of all orders, ms                        p50    max");
    let slowest = 0;
    for (const [name, work] of await listQueries(db, span.timeZone)) {
      const { middle, most } = await measure(work);
      slowest = Math.max(slowest, middle);
      console.log(`  ${name.padEnd(42)} ${middle.toFixed(1).padStart(6)} ${most.toFixed(1).padStart(6)}`);
    }
    console.log(
      `  ${"the slowest".padEnd(42)} ${slowest.toFixed(1).padStart(6)}          ${slowest <= LIST_GOAL ? "reached" : "missed"}: ${LIST_GOAL}`,
    );
    if (slowest > LIST_GOAL) process.exitCode = 1;
  } finally {
    await despensa.close();
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
}

await main();
