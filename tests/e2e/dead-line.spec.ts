import type { Page } from "@playwright/test";
import { getCart } from "#features/cart/contract.ts";
import { paths } from "#web/paths.ts";
import { LONG } from "../support/rounds.ts";
import { adminToken, newProduct } from "./admin.ts";
import { serveInFront, type InFront } from "./in-front.ts";
import { expect, test as base } from "./shop.ts";
import { quantityOf, signedIn, toast } from "./shopper.ts";
import { stored } from "./stored-pages.ts";
import { untilComplete } from "./until-hydrated.ts";

/** The shop behind a line that can be cut, which the browser does not notice. */
const test = base.extend<{ line: InFront }>({
  line: async ({ ownShop }, use) => {
    const line = await serveInFront(ownShop.url);
    await use(line);
    line.close();
  },
  baseURL: ({ line }, use) => use(line.url),
});
test.use({ expectedErrors: [/ERR_|Failed to|Could not load|Error loading route module/] });

const isOnline = (page: Page) => page.evaluate(() => navigator.onLine);

/** Marks this document, so that a reload can be told. */
const mark = (page: Page) => page.evaluate(() => void ((globalThis as { marked?: true }).marked = true));
const isMarked = (page: Page) => page.evaluate(() => "marked" in globalThis);

test.describe("on a dead line that counts as online", () => {
  test.use({ serviceWorkers: "allow" });

  test("the search box and links lead to the shop's own pages, and the cart stays", async ({ shop, page, line }) => {
    const product = await shop.product(({ stock }) => stock > 9);
    await shop.open(paths.product(product));
    await page
      .getByRole("main")
      .getByRole("button", { name: `Add ${product.name}` })
      .click();
    await expect(quantityOf(page.getByRole("main"), product.name)).toHaveValue("1");
    await expect.poll(() => stored(page, "pages")).toContain(paths.product(product));
    await page
      .getByRole("banner")
      .getByRole("link", { name: /despensa/i })
      .click();
    await expect.poll(() => stored(page, "pages")).toContain("/");
    await untilComplete(page);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const cannotReach = page.getByRole("heading", { name: "We can't reach the shop" });

    line.cut();
    expect(await isOnline(page)).toBe(true);
    await page.getByRole("banner").getByLabel("Search the shop").click();
    await expect(page).toHaveURL(paths.search());
    await expect(cannotReach).toBeVisible();
    await page.getByRole("link", { name: product.name }).click();
    await expect(page.getByText("The shop didn't respond. This page is from")).toBeVisible();
    await expect(quantityOf(page.getByRole("main"), product.name)).toHaveValue("1");

    await untilComplete(page);
    await mark(page);
    const terms = page.getByRole("contentinfo").getByRole("link", { name: /Terms/ });
    await shop.cards.first().getByRole("link").first().hover();
    await page.getByRole("banner").getByLabel("Search the shop").hover();
    await shop.painted();
    expect(await isMarked(page)).toBe(true);
    await page.getByRole("banner").getByLabel("Search the shop").press("m");
    await expect(page).toHaveURL(paths.search("m"));
    await expect(cannotReach).toBeVisible();
    await page.goBack();
    await untilComplete(page);
    await terms.click();
    await expect(cannotReach).toBeVisible();

    await line.mend();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(shop.heading(/Terms/)).toBeVisible();
  });

  test(
    "a gateway's error is never shown or stored: a page that was seen is, and elsewhere the shop's own offline page",
    { tag: "@campaign" },
    async ({ shop, page, line }) => {
      await shop.open("/about-us");
      await expect.poll(() => stored(page, "pages")).toContain("/about-us");
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      for (const status of [502, 503, 504]) {
        line.failWith(status);
        await page.goto("/about-us");
        await expect(shop.heading("About Despensa")).toBeVisible();
        await expect(page.getByText("The shop didn't respond. This page is from")).toBeVisible();
        for (const path of ["/terms", "/checkout", "/login"]) {
          await page.goto(path);
          await expect(page.getByRole("heading", { name: "We can't reach the shop" })).toBeVisible();
        }
      }
      line.failWith(0);
      await page.goto("/about-us");
      await expect(shop.heading("About Despensa")).toBeVisible();
      await expect(page.getByText("This page is from")).toHaveCount(0);
      // The shop's own errors are pages like any other.
      expect((await page.goto("/nowhere"))?.status()).toBe(404);
      await expect(shop.heading("Page not found")).toBeVisible();
      expect(await stored(page, "pages")).not.toContain("/terms");
    },
  );
});

test("a cart change made on a dead line is kept over a reload, and made once when the shop responds again", async ({
  shop,
  page,
  line,
}) => {
  const shopper = await signedIn(shop);
  const product = await newProduct(shop, await adminToken(shop));
  await shop.open(paths.product(product));
  await untilComplete(page);
  const main = page.getByRole("main");
  const inCart = async () => (await shop.call(getCart, undefined, shopper.token)).data.map(({ quantity }) => quantity);

  line.cut();
  await main.getByRole("button", { name: `Add ${product.name}` }).click();
  await expect(toast(page, "The shop isn't responding. We'll update your cart when it does.")).toBeVisible();
  await expect(quantityOf(main, product.name)).toHaveValue("1");

  await line.mend();
  await page.reload();
  await expect(quantityOf(main, product.name)).toHaveValue("1");
  await expect.poll(inCart).toEqual([1]);
});

test("what loads late comes when the line is back, and so do the messages until then", { tag: "@campaign" }, async ({ shop, page }) => {
  const late = /\/assets\/(?:offline|toasts)-[0-9a-f]{8}\.js$/;
  let lost = 0;
  await page.route(late, (route) => {
    lost++;
    return route.abort();
  });
  const product = await shop.product();
  await shop.open(paths.product(product));
  await page
    .getByRole("main")
    .getByRole("button", { name: `Add ${product.name}` })
    .click();
  await expect.poll(() => lost).toBeGreaterThan(1);
  await page.unroute(late);
  await expect(toast(page, "Item added")).toBeVisible();
  await untilComplete(page);
});

test("a dialog whose code is missing leaves the page as it is, and opens when the code comes", async ({ shop, page }) => {
  const code = /\/assets\/cart-drawer-[0-9a-f]{8}\.js$/;
  await page.route(code, (route) => route.abort());
  const product = await shop.product();
  await shop.open(paths.product(product));
  const failed = page.waitForEvent("requestfailed", (request) => code.test(request.url()));
  await page.getByRole("banner").getByRole("button", { name: "My Cart" }).click();
  await failed;
  await shop.painted();
  await expect(shop.heading(product.name)).toBeVisible();
  await page.unroute(code);
  await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
});

test(
  "a dialog whose code never comes, though the shop responds, ends with a page that can be loaded again",
  { tag: "@campaign" },
  async ({ shop, page }) => {
    const code = /\/assets\/cart-drawer-[0-9a-f]{8}\.js$/;
    await page.route(code, (route) => route.fulfill({ status: 502 }));
    await shop.open(paths.product(await shop.product()));
    await page.getByRole("banner").getByRole("button", { name: "My Cart" }).click();
    await expect(shop.heading("Something went wrong")).toBeVisible({ timeout: 40_000 });
    await page.unroute(code);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("banner").getByRole("button", { name: "My Cart" }).click();
    await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
  },
);

test("a page stays if something never comes that it works without", { tag: "@campaign" }, async ({ shop, page }) => {
  const extra = /\/assets\/suggestion-list-[0-9a-f]{8}\.js$/;
  let lost = 0;
  await page.route(extra, (route) => {
    lost++;
    return route.fulfill({ status: 502 });
  });
  await shop.open(paths.search());
  const box = page.getByRole("searchbox", { name: "Search the shop" });
  await box.fill("milk");
  // As often as code is asked for before a page gives up.
  await expect.poll(() => lost, { timeout: 40_000 }).toBeGreaterThan(3);
  await shop.painted();
  await expect(box).toHaveValue("milk");
});

for (const browser of ["", ...(LONG ? [" in a browser without the Navigation API"] : [])]) {
  test(`without a service worker, a page stays open on a dead line${browser}, and a tapped link says why nothing comes`, async ({
    shop,
    page,
    line,
  }) => {
    if (browser) await page.addInitScript(() => void delete (globalThis as { navigation?: unknown }).navigation);
    await shop.open("/");
    expect(await page.evaluate(() => "navigation" in globalThis)).toBe(!browser);
    await untilComplete(page);
    await mark(page);
    line.cut();
    const link = shop.cards.first().getByRole("link").first();
    await link.scrollIntoViewIfNeeded();
    await link.click();
    await expect(toast(page, "No response from the shop")).toBeVisible();
    expect([await isMarked(page), new URL(page.url()).pathname]).toEqual([true, "/"]);
    await line.mend();
    await link.click();
    await expect(page).toHaveURL(/\/product\//);
  });
}
