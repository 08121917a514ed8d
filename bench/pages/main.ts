// npm run bench:pages [-- CATALOGUE.csv.gz]: what Lighthouse reports about four pages in each language on a simulated phone, how soon
// a click shows the next page with and without loading it ahead, and how soon a tap on Add answers on a slow processor.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { listProducts, productDetails } from "#features/catalogue/contract.ts";
import { paths } from "#web/paths.ts";
import { LANGUAGES, pathIn } from "#words/language.ts";
import { findBrowser } from "../../tests/support/find-browser.ts";
import { freePort } from "../../tests/support/shop-process.ts";
import { makeCatalogue } from "../make-catalogue.ts";
import { ask } from "../requests.ts";
import { importCatalogue, startShop, stop } from "../servers.ts";
import { measureClicks } from "./clicks.ts";
import { audit, printAudits } from "./lighthouse.ts";
import { measureTaps } from "./taps.ts";

const PRODUCTS = Number(process.env["BENCH_PRODUCTS"] ?? 37_445);
const MOST_HTML = 150_000;
/** At the 95th percentile, in ms. */
const MOST_CLICK = 100;
const MOST_TAP = 100;

const dataDir = mkdtempSync(join(tmpdir(), "despensa-bench-"));
const missed: string[] = [];
const expect = (reached: boolean, goal: string) => void (reached || missed.push(goal));

async function main(): Promise<void> {
  const given = process.argv[2];
  const file = given ? resolve(process.env["INIT_CWD"] ?? "", given) : join(dataDir, "catalogue.csv.gz");
  if (!given) makeCatalogue(file, PRODUCTS);
  let shop = await startShop(dataDir);
  await importCatalogue(dataDir, file);
  await stop(shop);
  shop = await startShop(dataDir);
  const debugging = Number(await freePort());
  const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: [`--remote-debugging-port=${debugging}`] });
  try {
    const origin = `http://localhost:${shop.port}`;
    const { data } = await ask(shop.port, listProducts, { limit: 50 });
    const { data: product } = await ask(shop.port, productDetails, { productId: data.find(({ stock }) => stock > 50)!._id });
    const pages = {
      home: paths.home,
      listing: paths.listing(product.category[0]!, product.subCategory[0]!),
      product: paths.product(product),
      search: `/search?q=${encodeURIComponent(product.name.split(" ").at(-2) ?? "")}`,
    };
    for (const spoken of LANGUAGES)
      for (const [name, path] of Object.entries(pages)) {
        const result = await audit(origin + pathIn(spoken, path), debugging);
        missed.push(...printAudits(`${name}, ${spoken}`, result));
      }
    for (const spoken of LANGUAGES) {
      const html = (await (await fetch(origin + pathIn(spoken, paths.home))).arrayBuffer()).byteLength;
      console.log(`HTML of the home page, ${spoken}: ${(html / 1000).toFixed(0)} KB (at most ${MOST_HTML / 1000})`);
      expect(html <= MOST_HTML, `at most ${MOST_HTML / 1000} KB of HTML, ${spoken}`);
    }

    const ahead = await measureClicks(browser, origin, { hover: true });
    const plain = await measureClicks(browser, origin, { hover: false });
    console.log(`From a click on a product to its page: ${inMs(ahead)} loaded ahead, ${inMs(plain)} without`);
    expect(ahead.p95 < MOST_CLICK, `a page loaded ahead within ${MOST_CLICK} ms`);
    const taps = await measureTaps(browser, origin);
    console.log(`From a tap on Add to its answer, on a processor four times slower: ${inMs(taps)}`);
    expect(taps.p95 < MOST_TAP, `a tap on Add answered within ${MOST_TAP} ms`);
  } finally {
    await browser.close();
    await stop(shop);
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(missed.length === 0 ? "\nEvery goal is reached." : `\nMissed: ${missed.join("; ")}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

const inMs = ({ p50, p95 }: { p50: number; p95: number }) => `${p50.toFixed(0)} ms (p95 ${p95.toFixed(0)})`;

await main();
