// npm run bench:hostile [-- CATALOGUE.csv.gz]: what requests cost that are never cached, and how long a logged-in shopper waits for
// the cart while 64 clients send them, compared with a quiet shop in the same run.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { getCart } from "#features/cart/contract.ts";
import { listing, listProducts, type Product } from "#features/catalogue/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { paths } from "#web/paths.ts";
import { BUDGET } from "#server/limits/load-shedding.ts";
import type { Measured } from "../load.ts";
import { makeCatalogue } from "../make-catalogue.ts";
import { apiCall, ask, page, raw, type Prepared } from "../requests.ts";
import { databaseTime, importCatalogue, load, processorTime, startShop, stop, type Server } from "../servers.ts";
import { fillCart, signUp } from "../shoppers.ts";

const PRODUCTS = Number(process.env["BENCH_PRODUCTS"] ?? 37_445);
const HOSTILE = 64;
const SHOPPERS = 2;
const ROUNDS = 3;
/** Requests of each kind whose CPU time is measured. */
const COSTED = 150;
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
/** The cart's 95th percentile may be this many times slower under attack. */
const MOST_RATIO = 20;

const dataDir = mkdtempSync(join(tmpdir(), "despensa-bench-"));
let shop: Server | undefined;
const products: Product[] = [];
/** A cart request for each shopper. */
let looks: string[][] = [];

async function main(): Promise<void> {
  const given = process.argv[2];
  const file = given ? resolve(process.env["INIT_CWD"] ?? "", given) : join(dataDir, "catalogue.csv.gz");
  if (!given) makeCatalogue(file, PRODUCTS);
  try {
    shop = await startShop(dataDir);
    await importCatalogue(dataDir, file);
    await fillCarts(shop.port);
    await stop(shop);
    await measureCosts();
    const off = await ratioWith("off");
    const on = await ratioWith("on");
    console.log(
      `\nUnder attack the cart took ${on.toFixed(1)} times as long (at most ${MOST_RATIO}), and ${off.toFixed(1)} times without load shedding.`,
    );
    process.exitCode = on <= MOST_RATIO ? 0 : 1;
  } finally {
    if (shop && shop.process.exitCode === null) await stop(shop);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fillCarts(port: number): Promise<void> {
  for (let number = 1; number <= 4; number++) products.push(...(await ask(port, listProducts, { page: number, limit: 50 })).data);
  const ids = products.map(({ _id }) => _id);
  const shoppers = await signUp(port, SHOPPERS);
  const fill = shoppers.map((shopper) => fillCart(shopper, ids, 0).slice(0, 10));
  await load({ port, requests: fill, seconds: 30, once: true });
  looks = shoppers.map(({ token }) => [raw(apiCall(getCart, undefined, { authorization: `Bearer ${token}` }))]);
}

/**
 * Alternates between both, so that other load on the machine affects them equally.
 * @returns cart p95 under attack over that of the quiet shop
 */
async function ratioWith(rateLimit: "on" | "off"): Promise<number> {
  shop = await startShop(dataDir, { RATE_LIMIT: rateLimit });
  const quiet: Measured[] = [];
  const attacked: Measured[] = [];
  const attacks: Measured[] = [];
  const { port } = shop;
  await lookAtCarts(port);
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(await lookAtCarts(port));
    const attack = load({ port, requests: attackers(), seconds: SECONDS + 2, once: false });
    await new Promise((done) => setTimeout(done, 1000));
    attacked.push(await lookAtCarts(port));
    attacks.push(await attack);
  }
  await stop(shop);
  const failed = [...quiet, ...attacked].reduce((sum, part) => sum + part.failures, 0);
  console.log(
    `RATE_LIMIT=${rateLimit}: cart p95 ${mean(quiet, "p95").toFixed(1)} ms quiet, ${mean(attacked, "p95").toFixed(1)} ms under attack; ` +
      `${failed} carts failed; the attack got ${mean(attacks, "perSecond").toFixed(0)} answers/s`,
  );
  return mean(attacked, "p95") / mean(quiet, "p95");
}

const mean = (parts: Measured[], what: "p95" | "perSecond") => parts.reduce((sum, part) => sum + part[what], 0) / parts.length;

const lookAtCarts = (port: number) => load({ port, requests: looks, seconds: SECONDS, once: false });

/**
 * The CPU time of each kind of uncached request, one at a time, and what share of a processor the budget of a network is. Unlike
 * response times, it hardly depends on what else the machine does.
 */
async function measureCosts(): Promise<void> {
  shop = await startShop(dataDir, { WORKERS: "1" });
  const costs: number[] = [];
  for (const kind of Object.keys(uncached(0, 0))) {
    const requests = (from: number) => [Array.from({ length: COSTED }, (_, n) => raw(uncached(HOSTILE, from + n)[kind]!))];
    // The first ones compile code and connect.
    await load({ port: shop.port, requests: requests(0), seconds: 60, once: true });
    const before = [processorTime(shop), databaseTime(dataDir)] as const;
    await load({ port: shop.port, requests: requests(COSTED), seconds: 60, once: true });
    const web = (processorTime(shop) - before[0]) / COSTED;
    const database = (databaseTime(dataDir) - before[1]) / COSTED;
    costs.push(web + database);
    console.log(`${kind}: ${web.toFixed(1)} ms of CPU in the shop, ${database.toFixed(1)} ms in the database`);
  }
  const average = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  console.log(`${BUDGET.perSecond} a second: ${share(average)} of a processor, ${share(Math.max(...costs))} for the most expensive kind`);
  await stop(shop);
}

/** What a network's budget of requests at this cost takes of a processor. */
const share = (costMs: number) => `${((costMs * BUDGET.perSecond) / 10).toFixed(0)} %`;

/** Uncached requests by kind, different for each client and number. */
function uncached(client: number, n: number): Record<string, Prepared> {
  const { name, category, subCategory } = products[(client * 7 + n) % products.length]!;
  const at = { categoryId: category[0]!._id, subCategoryId: subCategory[0]!._id };
  const typo = `${misspelled(name)} ${n}${client}`;
  const far = 1000 + client * 1000 + n;
  return {
    "misspelled search": apiCall(searchProducts, { search: typo }),
    "page of a misspelled search": page(paths.search(typo)),
    "made-up page": page(`/${randomUUID()}`),
    "page past the end": page(`${paths.listing(category[0]!, subCategory[0]!)}?page=${far}`),
    "list past the end": apiCall(listing, { ...at, page: far }),
  };
}

/** A mix of all kinds for each hostile client. */
function attackers(): string[][] {
  return Array.from({ length: HOSTILE }, (_, client) =>
    Array.from({ length: 400 }, (__, n) => {
      const requests = Object.values(uncached(client, n));
      return raw(requests[n % requests.length]!);
    }),
  );
}

/** Puts four typos into the first words of a name. */
function misspelled(name: string): string {
  const words = name.split(" ").slice(0, 4);
  return words.map((word) => (word.length > 3 ? `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}` : word)).join(" ");
}

await main();
