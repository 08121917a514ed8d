import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { runImport } from "../support/run-import.ts";
import { dataFolder, freePort, startShop } from "../support/shop-process.ts";

const CATEGORIES = 70;
const PRODUCTS = 9;
/** Bytes of HTML before compression. */
const MOST = 150_000;

test("HOME-1 the home page stays small with very many categories, and links lead to all of them", async ({ browser }) => {
  const data = dataFolder();
  const file = join(data.path, "goods.csv");
  const rows = Array.from({ length: CATEGORIES * PRODUCTS }, (_, n) => {
    const category = `Fruit and vegetables from the gardens of valley number ${(n % CATEGORIES) + 1}`;
    return `S${n},Hand-picked heirloom tomatoes from the sunny side of field ${n},${category},Shelf ${n % CATEGORIES},1 kg,50,12.90,20`;
  });
  writeFileSync(file, ["sku,name,category,sub_category,unit,stock,price,discount", ...rows].join("\n"));
  const env = { DATA_DIR: data.path };
  expect((await runImport([file], env)).text).toContain(`${CATEGORIES * PRODUCTS} added`);
  const port = await freePort();
  const shop = await startShop({ ...env, NODE_ENV: "production", PORT: port, PUBLIC_URL: `http://localhost:${port}` });
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: `http://localhost:${port}` });
  try {
    const page = await context.newPage();
    const found = new Set<string>();
    for (let at: string | null = "/"; at;) {
      const answer = await page.goto(at);
      expect((await answer!.body()).byteLength).toBeLessThan(MOST);
      for (const name of await page.getByRole("region", { name: "Browse the shelves" }).getByRole("link").allTextContents())
        found.add(name);
      const more = page.getByRole("link", { name: "More shelves" });
      at = (await more.count()) > 0 ? await more.getAttribute("href") : null;
    }
    expect(found.size).toBe(CATEGORIES);
    expect((await page.goto("/?page=4"))!.status()).toBe(404);
  } finally {
    await context.close();
    await shop.stop();
    data.remove();
  }
});
