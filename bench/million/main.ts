// npm run bench:million: whether the shop holds a million products and a million orders.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { reachEmbedded, startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { addUpTotals } from "#features/customers/add-up-totals.ts";
import { EVERYTHING } from "#server/cache/response-cache.ts";
import { BY_THE_SHOP } from "#features/account/security-events.ts";
import { Sessions } from "#features/account/session/sessions.ts";
import { makeAdmin } from "../../tests/support/sign-up.ts";
import { makeOrders, readBaskets } from "../admin/make-orders.ts";
import { openDespensa, type Despensa } from "../search/despensa.ts";
import { databaseTime } from "../servers.ts";
import { importMillion, type Imported } from "./import-million.ts";
import { makeMillion } from "./make-million.ts";
import { readMeasures, type Ask, type Measure } from "./measures.ts";

const USAGE = `npm run bench:million [-- --data DIR] [--only TEXT]

  --data DIR    where bigbasket.csv.gz, search-queries.ndjson.gz and baskets-groceries.csv.gz are (../shared/data);
                without them, products and queries are made from the demo catalogue
  --only TEXT   only the measures whose name contains this, and the slowest calls of each

  PRODUCTS=100000 ORDERS=100000   a smaller shop (1000000 of each)
  DATA_DIR=DIR                    keeps the filled shop there; the next run only measures`;

const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: join(import.meta.dirname, "../../../shared/data") },
    only: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const PRODUCTS = Number(process.env["PRODUCTS"] ?? 1_000_000);
const ORDERS = Number(process.env["ORDERS"] ?? PRODUCTS);
const MOST_IMPORT_SECONDS = 600;
/** How many times as much memory the whole import may take as its beginning. */
const FLAT = 1.3;
/** The first round warms up. Of the others, the middle one counts. */
const ROUNDS = 3;
/** Measures of few calls are repeated. */
const LEAST_CALLS = 20;
const missed: string[] = [];

async function main(): Promise<void> {
  if (options.help) return console.log(USAGE);
  const given = process.env["DATA_DIR"];
  const folder = given ?? mkdtempSync(join(tmpdir(), "despensa-bench-"));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755); // the account of PostgreSQL needs access
  try {
    await fill(folder);
    const despensa = await openDespensa(folder);
    try {
      await measureAll(folder, despensa);
    } finally {
      await despensa.close();
    }
  } finally {
    await reachEmbedded(folder).then((database) => database.stop());
    if (!given) rmSync(folder, { recursive: true, force: true });
  }
  console.log(missed.length === 0 ? "\nEvery goal is met." : `\nMissed: ${missed.join("; ")}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

async function fill(folder: string): Promise<void> {
  const source = join(options.data, "bigbasket.csv.gz");
  const file = join(folder, "catalogue.csv.gz");
  await makeMillion(file, PRODUCTS, existsSync(source) ? source : undefined);
  report(await importMillion(folder, file, PRODUCTS));
  const database = await startEmbedded(folder);
  const pool = new pg.Pool(database.connection);
  pool.on("error", () => {}); // the database stops as soon as its connections end
  await fillOrders(pool);
  await pool.end();
  await database.stop();
}

/** Fills the order book up to {@link ORDERS}, and gives what was ordered the sales that follow from it. */
async function fillOrders(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number }>("select count(*)::int as count from customer_order");
  const missing = ORDERS - rows[0]!.count;
  if (missing <= 0) return;
  const baskets = join(options.data, "baskets-groceries.csv.gz");
  const items = Array.from({ length: 170 }, (_, n) => `item ${n}`);
  const madeUp = Array.from({ length: 1000 }, (_, n) => Array.from({ length: 4 }, (_item, line) => items[(n * 7 + line * 31) % 170]!));
  await makeOrders(pool, existsSync(baskets) ? readBaskets(baskets) : madeUp, missing);
  await pool.query(`update product p set sold = s.pieces, popularity = s.pieces
    from (select product_id, sum(quantity)::int as pieces from order_line group by 1) s where p.id = s.product_id`);
  await pool.query("vacuum analyze product");
}

function report({ products, seconds, commandSeconds, databaseSeconds, firstMegabytes, megabytes }: Imported): void {
  const each = (commandSeconds + databaseSeconds) / products;
  console.log(
    `Import of ${products.toLocaleString("en-US")} products: ${seconds.toFixed(0)} s, ${commandSeconds.toFixed(0)} s of CPU in the command and ` +
      `${databaseSeconds.toFixed(0)} s in PostgreSQL (${(each * 1000).toFixed(2)} ms a product) ` +
      verdict("the time of the import", seconds <= MOST_IMPORT_SECONDS, `at most ${MOST_IMPORT_SECONDS} s`),
  );
  console.log(
    `Memory of the import: ${firstMegabytes.toFixed(0)} MB at most in its first fifth, ${megabytes.toFixed(0)} MB in all ` +
      verdict("the memory of the import", megabytes <= firstMegabytes * FLAT, `at most ${FLAT} times as much`),
  );
}

async function measureAll(folder: string, despensa: Despensa): Promise<void> {
  const { shop, app } = despensa;
  const admin = await makeAdmin({ shop });
  const sessions = new Sessions(shop);
  /** An access token is valid for 15 minutes, which what comes between two measures may take. */
  const renewLogin = async () => {
    const { accessToken: token, refreshToken } = await sessions.renew(admin.refreshToken, BY_THE_SHOP);
    Object.assign(admin, { token, refreshToken });
  };
  // As the shop does every minute.
  await addUpTotals(shop.database, Infinity);
  const ask: Ask = async (endpoint, input, by) => {
    shop.cache.invalidate([EVERYTHING]);
    const { method, path: url } = endpoint;
    const headers = by ? { authorization: `Bearer ${by.token}` } : {};
    const sent = method === "GET" ? { query: (input ?? {}) as Record<string, string> } : { payload: input ?? {} }; // the measures send texts
    const answer = await app.inject({ method, url, headers, ...sent });
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode} to ${JSON.stringify(input)}: ${answer.body}`);
    return answer.json();
  };
  await renewLogin();
  const measures = await readMeasures(ask, admin, join(options.data, "search-queries.ndjson.gz"));
  console.log(`\n${"".padEnd(48)}${["p50 ms", "p95 ms", "max ms", "CPU ms"].map((text) => text.padStart(9)).join("")}`);
  for (const measure of measures) {
    if (!measure.name.includes(options.only ?? "")) continue;
    await renewLogin();
    await run(folder, measure);
  }
}

async function run(folder: string, { name, calls, goal }: Measure): Promise<void> {
  const repeated = Array.from({ length: Math.ceil(LEAST_CALLS / calls.length) }, () => calls).flat();
  const measured: { place: number; ms: number }[][] = [];
  const before = { shop: process.cpuUsage(), database: databaseTime(folder) };
  for (let round = 0; round <= ROUNDS; round++) {
    const times = [];
    for (const [place, call] of repeated.entries()) {
      const begun = performance.now();
      await call();
      times.push({ place: place % calls.length, ms: performance.now() - begun });
    }
    times.sort((a, b) => a.ms - b.ms);
    if (round > 0) measured.push(times);
  }
  const middle = measured.toSorted((a, b) => at(a, 0.95) - at(b, 0.95))[measured.length >> 1]!; // several
  const { user, system } = process.cpuUsage(before.shop);
  const busy = (user + system) / 1000 + databaseTime(folder) - before.database;
  const each = busy / repeated.length / (ROUNDS + 1);
  const row = [at(middle, 0.5), at(middle, 0.95), at(middle, 1), each].map((ms) => ms.toFixed(1).padStart(9)).join("");
  console.log(`${name.padEnd(48)}${row}  ${verdict(name, at(middle, 0.95) <= goal, `p95 at most ${goal} ms`)}`);
  if (options.only !== undefined)
    console.log(
      middle
        .slice(-12)
        .toReversed()
        .map(({ place, ms }) => `    call ${place}: ${ms.toFixed(1)} ms`)
        .join("\n"),
    );
}

const at = (sorted: readonly { ms: number }[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.ms;

function verdict(name: string, isMet: boolean, goal: string): string {
  if (!isMet) missed.push(name);
  return `(${goal}: ${isMet ? "met" : "missed"})`;
}

await main();
