// npm run test:soak [-- MINUTES]: what people do in a shop, for minutes, on two web processes. Fails if memory, open files,
// connections or waiting jobs grow, if an order leaves too many temporary rows, or if the shop doesn't remove them. Takes eleven minutes at
// least, because the shop cleans up every ten.
import { chmodSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { listProducts } from "#features/catalogue/contract.ts";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { paths } from "#web/paths.ts";
import { callOver, openBackdoor } from "../support/live-shop.ts";
import { runImport } from "../support/run-import.ts";
import { dataFolder, freePort, startShop, untilTrue } from "../support/shop-process.ts";
import { judge, read, type Reading } from "./gauges.ts";
import { comeAndGo, type Tally } from "./shoppers.ts";
import { watchTemporaryRows } from "./temporary-rows.ts";

const MINUTES = Number(process.argv[2] ?? 15);
const PEOPLE = 12;
const READ_EVERY_MS = 5000;
const IMPORT_EVERY_MS = 45_000;

const data = dataFolder();
chmodSync(data.path, 0o755);
const env = { DATA_DIR: data.path, RATE_LIMIT: "on", TRUST_PROXY: "loopback", CATALOGUE: "demo", WORKERS: "2" };
// The memory limits of `npm start`.
const nodeOptions = "--max-semi-space-size=8 --max-old-space-size=512";
const shop = await startShop({ PORT: await freePort(), NODE_OPTIONS: nodeOptions, ...env });
const behind = openBackdoor(data.path, (await reachEmbedded(data.path)).connection, env);
const { pool } = behind.shop.database;

const problems: string[] = [];

async function soak(): Promise<void> {
  const { body } = await callOver(shop.url, listProducts, { page: 1, limit: 50 });
  const products: { _id: string; name: string }[] = body.data;
  const productIds = products.map(({ _id }) => _id);
  await pool.query("update product set stock = 1000000");
  const pages = [paths.home, ...products.map((product) => paths.product(product)), paths.search("apple")];
  const tally: Tally = new Map();
  const wrong: unknown[] = [];
  const [begin, end] = [Date.now(), Date.now() + MINUTES * 60_000];
  const temporary = await watchTemporaryRows(pool);
  const isOver = () => Date.now() > end;
  const soaked = { behind, url: shop.url, productIds, pages, tally, wrong, isOver };
  console.log(`${PEOPLE} people for ${MINUTES} minutes`);
  const everybody = Promise.all([...Array.from({ length: PEOPLE }, (_, n) => comeAndGo(soaked, n + 1)), importNowAndThen(isOver, tally)]);
  everybody.catch(() => {});

  const readings: Reading[] = [];
  let isAged = false;
  while (!isOver()) {
    if (!isAged && Date.now() > (begin + end) / 2) {
      await temporary.age();
      isAged = true;
    }
    await delay(READ_EVERY_MS);
    readings.push(await read(shop.child.pid!, pool));
    if (readings.length % 12 === 0) console.log(describe(readings.at(-1)!));
  }
  await everybody;

  for (const { text, hasGrown } of judge(readings)) {
    console.log(text);
    if (hasGrown) problems.push(text);
  }
  console.log([...tally].map(([name, times]) => `${name} ${times}`).join(", "));
  if (wrong.length > 0) problems.push(`Unexpected responses: ${JSON.stringify(wrong.slice(0, 5))}`);
  await nothingWaits();
  const orders = ["order", "PayPal"].reduce((sum, name) => sum + (tally.get(name) ?? 0), 0);
  problems.push(...(await temporary.problems(orders)));
}

const describe = ({ memory, files, connections, late, waiting }: Reading) =>
  `${memory.toFixed(0)} MB, ${files} open files, ${connections} connections, ${late} late jobs, ${waiting} waiting`;

async function importNowAndThen(isOver: () => boolean, tally: Tally): Promise<void> {
  const file = `${data.path}/products.csv`;
  for (let n = 0; !isOver(); n++) {
    const rows = Array.from({ length: 500 }, (_, row) => `soak-${row},Soaked beans ${row},Soaked,Beans,${1 + ((n + row) % 50)}.50,100`);
    writeFileSync(file, ["sku,name,category,sub_category,price,stock", ...rows].join("\n"));
    const { code, text } = await runImport([file], { DATA_DIR: data.path });
    tally.set("import", (tally.get("import") ?? 0) + 1);
    if (code !== 0) problems.push(`An import failed: ${text}`);
    for (let waited = 0; waited < IMPORT_EVERY_MS && !isOver(); waited += 1000) await delay(1000);
  }
}

const due = async () => (await pool.query("select 1 from graphile_worker._private_jobs where run_at < now()")).rowCount;

async function nothingWaits(): Promise<void> {
  await untilTrue(async () => (await due()) === 0, 30_000).catch(async () => void problems.push(`${await due()} jobs still wait`));
}

try {
  await soak();
} finally {
  await behind.close();
  await shop.stop();
  data.remove();
}
for (const problem of problems) console.error(`FAILED: ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
