import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { LONGEST } from "#features/catalogue/admin/contract.ts";
import { LONG } from "../support/rounds.ts";
import { runImport } from "../support/run-import.ts";
import { dataFolder, freePort, startShop } from "../support/shop-process.ts";

const CATEGORIES = 70;
const PRODUCTS = 9;
/** Bytes of HTML before compression. */
const MOST = 150_000;

/** A text of this length, in a script whose characters take three bytes, and nine in an address. */
const long = (length: number, n: number) => `${n} ${"漬".repeat(length)}`.slice(0, length);

const CATALOGUES = {
  "very many categories": {
    columns: ["sku", "name", "category", "sub_category", "unit", "stock", "price", "discount"],
    rowOf: (n: number) => [
      ...[`S${n}`, `Hand-picked heirloom tomatoes from the sunny side of field ${n}`],
      ...[`Fruit and vegetables from the gardens of valley number ${(n % CATEGORIES) + 1}`, `Shelf ${n % CATEGORIES}`],
      ...["1 kg", "50", "12.90", "20"],
    ],
  },
  "the longest names and addresses of pictures": {
    columns: ["sku", "name", "category", "sub_category", "unit", "stock", "price", "discount", "brand", "image"],
    rowOf: (n: number) => [
      ...[`S${n}`, long(LONGEST.name, n), long(LONGEST.shelf, n % CATEGORIES), long(LONGEST.shelf, n % CATEGORIES)],
      ...[long(LONGEST.unit, n), "50", "12.90", "20", long(LONGEST.brand, n)],
      `https://pictures.example/${n}/`.padEnd(2000, "x"),
    ],
  },
};

// The last one has as many categories.
for (const [what, { columns, rowOf }] of Object.entries(CATALOGUES).slice(LONG ? 0 : -1))
  test(`HOME-1 the home page stays small with ${what}, and links lead to all categories`, async ({ browser }) => {
    test.setTimeout(180_000);
    const data = dataFolder();
    const file = join(data.path, "goods.csv");
    const rows = Array.from({ length: CATEGORIES * PRODUCTS }, (_, n) => rowOf(n).join(","));
    writeFileSync(file, [columns.join(","), ...rows].join("\n"));
    const env = { DATA_DIR: data.path, FETCH_PICTURES: "off" };
    expect((await runImport([file], env)).text).toContain(`${CATEGORIES * PRODUCTS} added`);
    const port = await freePort();
    const shop = await startShop({ ...env, NODE_ENV: "production", PORT: port, PUBLIC_URL: `http://localhost:${port}` });
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: `http://localhost:${port}` });
    try {
      const page = await context.newPage();
      const found = new Set<string>();
      let pages = 0;
      for (let at: string | null = "/"; at; pages++) {
        const answer = await page.goto(at);
        expect((await answer!.body()).byteLength).toBeLessThan(MOST);
        // Some products are complete on every page.
        if (at === "/") await expect(page.getByRole("article").first()).toBeVisible();
        for (const name of await page.getByRole("region", { name: "Browse the shelves" }).getByRole("link").allTextContents())
          found.add(name);
        const more = page.getByRole("link", { name: "More shelves" });
        at = (await more.count()) > 0 ? await more.getAttribute("href") : null;
      }
      expect(found.size).toBe(CATEGORIES);
      expect((await page.goto(`/?page=${pages + 1}`))!.status()).toBe(404);
    } finally {
      await context.close();
      await shop.stop();
      data.remove();
    }
  });
