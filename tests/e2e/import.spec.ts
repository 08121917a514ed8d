import { readFile } from "node:fs/promises";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { listProducts } from "#features/catalogue/contract.ts";
import { MOST_OF_FILE } from "#features/catalogue/import/contract.ts";
import { fileTooLarge } from "#features/catalogue/import/words.ts";
import { BAD_ROWS, wholeFile } from "../support/imports.ts";
import { LONG } from "../support/rounds.ts";
import { dataFolder, freePort, startShop } from "../support/shop-process.ts";
import { adminSignedIn } from "./admin.ts";
import { ADMIN, type OwnShop } from "./own-shop.ts";
import { expect, PHONE, test as base, WIDE, type ShopPage } from "./shop.ts";

/** A shop for this file only, which may be killed. */
interface MortalShop extends OwnShop {
  kill(): Promise<unknown>;
  openAgain(): Promise<void>;
}

const test = base.extend<object, { mortal: MortalShop; ownShop: OwnShop }>({
  mortal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const data = dataFolder();
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const env = {
        NODE_ENV: "production",
        PORT: port,
        PUBLIC_URL: url,
        DATA_DIR: data.path,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      };
      let running = await startShop(env);
      const close = async () => {
        await running.stop();
        data.remove();
      };
      const kill = () => running.stop("SIGKILL");
      await use({ url, data: data.path, close, kill, openAgain: async () => void (running = await startShop(env)) });
      await close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  ownShop: [({ mortal }, use) => use(mortal), { scope: "worker" }],
});

/** The import pages. */
function importPage(page: Page) {
  return {
    choose: (name: string, text: string) =>
      page.getByLabel("Product file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) }),
    check: () => page.getByRole("button", { name: /^Check / }).click(),
    tile: (outcome: string) => page.getByRole("region", { name: "Rows by result" }).getByRole("button", { name: outcome }),
    rows: page.getByRole("list", { name: "Rows" }).locator(":scope > li"),
    apply: page.getByRole("button", { name: /^Import [\d,]+ product/ }),
    done: page.getByRole("heading", { name: "Your products are in the shop" }),
  };
}

/** Checks accessibility, and that the page fits on a phone 320 px wide. */
async function assertGood(shop: ShopPage): Promise<void> {
  await shop.assertAccessible();
  await shop.page.setViewportSize({ width: 320, height: 800 });
  await shop.assertFits();
  await shop.page.setViewportSize({ width: 1440, height: 1000 });
}

test.use({ expectedErrors: [/status of 400/] });

test("a shop owner imports another shop's file, previews it, exports it again, and undoes it", async ({ page, shop, mortal }) => {
  test.setTimeout(180_000);
  await adminSignedIn(shop);
  const steps = importPage(page);
  await shop.open("/dashboard/product");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Import", exact: true }).click();
  await expect(shop.heading("Import products")).toBeVisible();
  await assertGood(shop);
  await steps.choose("empty.csv", "");
  await expect(page.getByRole("alert")).toHaveText("The file is empty.");
  const large = join(mortal.data, "large.csv");
  writeFileSync(large, "sku,name\n");
  truncateSync(large, MOST_OF_FILE.bytes + 1);
  await page.getByLabel("Product file").setInputFiles(large);
  await expect(page.getByRole("alert")).toHaveText(fileTooLarge());

  // A file with many columns shows those that are not recognized on demand.
  await steps.choose("shopify.csv", await readFile(join(import.meta.dirname, "../fixtures/catalogue/shopify.csv"), "utf8"));
  await expect(page.getByLabel("What column Title holds")).toHaveValue("name");
  await expect(page.getByLabel("What column Tags holds")).toBeHidden();
  await page.getByText(/^\d+ more columns/).click();
  await expect(page.getByLabel("What column Tags holds")).toHaveValue("");
  await assertGood(shop);
  await shop.open("/dashboard/import");

  await steps.choose(
    "otra-tienda.csv",
    "Código;Título;Grupo;Shelf;Precio\nM-1;Manzana; Fruta ;Manzanas;3,60\nM-2;=Pera;Fruta;Peras;gratis\n",
  );
  await expect(page.getByText("We recognized 4 of 5 columns")).toBeVisible();
  await page.getByLabel("What column Grupo holds").selectOption("Category");
  await page.getByLabel("What column Shelf holds").selectOption("Sub category");
  await page.getByLabel("Stock for new products without one").fill("12");
  await assertGood(shop);
  await steps.check();

  await expect(steps.tile("Added")).toContainText("1");
  await expect(steps.rows).toHaveCount(1);
  await expect(steps.rows.first()).toContainText('Line 3=PeraM-2price "gratis" must be 0.01 to 99999.99');
  await expect(page.getByText("1 new category will be created: Fruta")).toBeVisible();
  // On a phone, the buttons leave the rows room.
  await page.setViewportSize(PHONE);
  expect((await steps.apply.locator("..").boundingBox())!.height).toBeLessThan(100);
  await page.setViewportSize(WIDE);
  await steps.tile("Added").press("Enter");
  await expect(steps.rows.first()).toContainText("Manzana");
  await assertGood(shop);
  const [refused] = await Promise.all([
    page.waitForEvent("download"),
    steps
      .tile("Refused")
      .click()
      .then(() => page.getByRole("button", { name: "Download refused rows" }).click()),
  ]);
  const mended = (await readFile(await refused.path(), "utf8")).replace("gratis", "4");

  // The URL identifies the file.
  await page.reload();
  await steps.apply.click();
  await expect(steps.done).toBeVisible();
  await expect(page.getByText("1 product added, 0 changed, 0 unchanged.")).toBeVisible();
  await assertGood(shop);

  await page.getByRole("link", { name: "Import another file" }).click();
  await steps.choose("mended.csv", mended);
  await page.getByLabel("What column Shelf holds").selectOption("Sub category");
  await page.getByLabel("What column Grupo holds").selectOption("Category");
  await steps.check();
  await steps.apply.click();
  await page.getByRole("link", { name: "See the products" }).click();
  await expect(page.getByText("=Pera")).toBeVisible();

  await page.getByRole("button", { name: "More" }).click();
  const [exported] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Export" }).click()]);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Import", exact: true }).click();
  await steps.choose("products.csv", await readFile(await exported.path(), "utf8"));
  await steps.check();
  await expect(page.getByText("Nothing to import: your shop already has all of this.")).toBeVisible();
  await expect(steps.tile("Unchanged")).toContainText("2");

  await shop.open("/dashboard/import");
  await page.getByRole("link", { name: /mended\.csv/ }).click();
  await page.getByRole("button", { name: "Undo this import" }).click();
  await expect(page.getByRole("dialog")).toContainText("1 added product is deleted");
  await page.getByRole("button", { name: "Undo it" }).click();
  await expect(page.getByRole("heading", { name: "The import was undone" })).toBeVisible();
  await expect(page.getByText("1 change undone, 0 left alone.")).toBeVisible();
  await assertGood(shop);
  await page.getByRole("link", { name: "See the products" }).click();
  await expect(page.getByText("Manzana", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("=Pera")).toHaveCount(0);
});

const list = (price: string) => `sku;name;category;price\nQ-1;Queso;Lácteos;${price}\n`;

test("what a file leaves open is asked, and remembered for the next one", async ({ page, shop }) => {
  await adminSignedIn(shop);
  const steps = importPage(page);
  await shop.open("/dashboard/import");
  await steps.choose("lista.csv", list("1.200"));
  await expect(page.getByRole("button", { name: /^Check / })).toBeDisabled();
  await page.getByLabel("How much is 1.200 in price?").selectOption("1.20");
  await page.getByLabel("Stock for new products without one").fill("7");
  await assertGood(shop);
  await steps.check();
  await steps.apply.click();
  await expect(steps.done).toBeVisible();
  await page.getByRole("link", { name: "Import another file" }).click();
  await steps.choose("lista.csv", list("1.300"));
  await expect(page.getByLabel("How much is 1.300 in price?")).toHaveValue(".");
  await expect(page.getByLabel("Stock for new products without one")).toHaveValue("7");
});

test.describe("a whole supermarket", () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE|status of 503/] });

  test("is checked with 200 bad rows of ten kinds, and resumes by itself after the shop is killed while writing", async ({
    page,
    shop,
    mortal,
  }) => {
    test.setTimeout(600_000);
    // Enough to be killed in the middle.
    const PRODUCTS = LONG ? 12_000 : 4000;
    const { text, lines } = wholeFile(PRODUCTS, 200);
    expect([lines.size, BAD_ROWS.length]).toEqual([200, 10]);
    await adminSignedIn(shop);
    const before = (await shop.call(listProducts, {})).totalCount;
    const steps = importPage(page);
    await shop.open("/dashboard/import");
    await steps.choose("supermarket.csv", text);
    await steps.check();

    await expect(steps.tile("Refused")).toContainText("200", { timeout: 180_000 });
    await expect(steps.tile("Added")).toContainText(PRODUCTS.toLocaleString("en"));
    const more = page.getByRole("button", { name: "Show more rows" });
    for (const shown of [100, 150, 200]) {
      await more.click();
      await expect(steps.rows).toHaveCount(shown);
    }
    const told = new Map((await steps.rows.allInnerTexts()).map((row) => [Number(/^Line (\d+)/.exec(row)?.[1]), row]));
    expect([...told.keys()]).toEqual([...lines.keys()]);
    for (const [line, reason] of lines) expect([line, told.get(line)?.toLowerCase().includes(reason)]).toEqual([line, true]);

    await steps.apply.click();
    const written = new RegExp(`^[1-9][\\d,]* of ${(PRODUCTS + 200).toLocaleString("en")} rows`);
    await expect(page.getByText(written)).toBeVisible({ timeout: 60_000 });
    await mortal.kill();
    await expect(page.getByRole("alert")).toContainText("The shop isn't answering right now", { timeout: 60_000 });
    await mortal.openAgain();
    const there = (await shop.call(listProducts, {})).totalCount;
    expect(there).toBeGreaterThan(before);
    expect(there).toBeLessThan(before + PRODUCTS);
    // It resumes by itself once the dead process's job is released.
    await expect(steps.done).toBeVisible({ timeout: 300_000 });
    expect((await shop.call(listProducts, {})).totalCount).toBe(before + PRODUCTS);
  });
});
