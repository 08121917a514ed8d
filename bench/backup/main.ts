// npm run bench:backup: how long a backup of 37,445 products and 100,000 orders takes, and its restore into an embedded database
// and into Debian's PostgreSQL, and how much memory. Fails above a minute each, or if memory grows with the shop.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { noExternalPostgres, startExternalPostgres } from "../../tests/support/external-postgres.ts";
import { PASSING } from "#start/backup/shop-data.ts";
import { dataFolder } from "../../tests/support/shop-process.ts";
import { makeOrders } from "../admin/make-orders.ts";
import { makeCatalogue } from "../make-catalogue.ts";
import { importCatalogue, startShop, stop } from "../servers.ts";

const PRODUCTS = Number(process.env["BENCH_PRODUCTS"] ?? 37_445);
const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 100_000);
const MOST_SECONDS = 60;
/** Node, the shop's code and the derivation of the key (128 MB), but not the shop's rows. */
const MOST_MB = 450;
const LINES_OF_ORDER = 4;
const root = join(import.meta.dirname, "../..");

const folders = [dataFolder(), dataFolder(), dataFolder()] as const;
const [data, backups, restored] = folders;
for (const { path } of folders) chmodSync(path, 0o755);
let failed = false;

try {
  await fill();
  const before = await fingerprints((await reachEmbedded(data.path)).connection);
  await measure("backup", { DATA_DIR: data.path });
  await measure("restore", { DATA_DIR: restored.path });
  const database = await reachEmbedded(restored.path);
  compare("the embedded database", before, await fingerprints(database.connection));
  await database.stop();
  if (noExternalPostgres) console.log(`Not measured: ${noExternalPostgres}`);
  else {
    const external = await startExternalPostgres();
    await measure("restore", { DATA_DIR: join(restored.path, "external"), DATABASE_URL: external.url });
    compare("Debian's PostgreSQL", before, await fingerprints(external.connection));
    await external.stop();
  }
} finally {
  await reachEmbedded(data.path).then((database) => database.stop());
  for (const folder of folders) folder.remove();
}
process.exit(failed ? 1 : 0);

async function fill(): Promise<void> {
  const file = join(data.path, "catalogue.csv.gz");
  makeCatalogue(file, PRODUCTS);
  const shop = await startShop(data.path);
  await importCatalogue(data.path, file);
  const pool = new pg.Pool((await reachEmbedded(data.path)).connection);
  const baskets = Array.from({ length: 1000 }, (_, n) =>
    Array.from({ length: LINES_OF_ORDER }, (_, line) => `item ${(n * 7 + line * 31) % 170}`),
  );
  await makeOrders(pool, baskets, ORDERS);
  await pool.end();
  await stop(shop);
}

/** Runs a command as `npm run` does, with the memory limit of `npm start`. */
async function measure(name: "backup" | "restore", env: Record<string, string>): Promise<void> {
  const begun = performance.now();
  const child = spawn(process.execPath, ["--max-old-space-size=512", `src/start/backup/${name}-main.ts`, backups.path], {
    cwd: root,
    env: { PATH: process.env["PATH"], BACKUP_PASSPHRASE: "measured with care", ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  let peak = 0;
  const looking = setInterval(() => (peak = Math.max(peak, memoryOf(child.pid!))), 100);
  const [code] = await once(child, "close");
  clearInterval(looking);
  const seconds = (performance.now() - begun) / 1000;
  const where = env["DATABASE_URL"] ? " into Debian's PostgreSQL" : "";
  console.log(`${name}${where}: ${seconds.toFixed(1)} s, ${peak.toFixed(0)} MB at most`);
  if (code !== 0 || seconds > MOST_SECONDS || peak > MOST_MB) failed = true;
}

function memoryOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // it just exited
  }
}

/** Of each table: its rows and a sum of their hashes, whatever their order. */
async function fingerprints(connection: pg.ClientConfig): Promise<Map<string, string>> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const all = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ print: string }>(
      `select count(*) || ' rows, ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) as print from ${pg.escapeIdentifier(name)} t`,
    );
    all.set(name, rows[0]!.print);
  }
  await client.end();
  return all;
}

function compare(where: string, before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void {
  const wrong = [...before].filter(([name, print]) => !PASSING.includes(name) && after.get(name) !== print);
  console.log(
    wrong.length === 0 ? `Every row is the same in ${where}.` : `Different in ${where}: ${wrong.map(([name]) => name).join(", ")}`,
  );
  if (wrong.length > 0) failed = true;
}
