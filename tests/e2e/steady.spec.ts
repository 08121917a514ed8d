import { LONG } from "../support/rounds.ts";
import { expect, PHONE, test } from "./shop.ts";
import { adminSignedIn, newName, newProduct } from "./admin.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { pathIn } from "#words/language.ts";
import { untilComplete } from "./until-hydrated.ts";

const WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";

test("a name that is one long word fits every page, narrow and wide", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const product = await newProduct(shop, token, { name: newName(WORD), price: 99_999.99 });
  for (const width of LONG ? [320, 1440] : [320]) {
    await page.setViewportSize({ width, height: 800 });
    await shop.open(paths.search(product.name));
    await expect(shop.card(product.name)).toBeVisible();
    await shop.assertFits();
    await shop.open(paths.product(product));
    await page
      .getByRole("main")
      .getByRole("button", { name: /^(Add|One more of)/ })
      .first()
      .click();
    await shop.assertFits();
    await shop.open("/cart");
    await expect(page.getByRole("main").getByRole("link", { name: product.name })).toBeVisible();
    await shop.assertFits();
    await shop.open(adminPaths.products);
    await expect(page.getByText(product.name)).toBeVisible();
    await shop.assertFits();
  }
});

test("nothing shifts while the cart, the contact page and the back office load", async ({ shop, page }) => {
  for (const path of [paths.cart, "/ContactUsPage"]) {
    await shop.open(path);
    await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
    expect(await shop.layoutShift()).toBeLessThan(0.02);
  }
  await adminSignedIn(shop);
  await shop.open("/");
  await expect(page.locator("html[data-admin]")).toBeVisible();
  await shop.open(paths.dashboard);
  await expect(shop.heading("Overview")).toBeVisible();
  // Turning a page rendered for shoppers into an admin's would shift 0.4; figures that come late on a busy machine, less than 0.1.
  expect(await shop.layoutShift()).toBeLessThan(0.1);
});

test("fonts that load late move neither prices nor what is beside them", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.setViewportSize(PHONE);
  const address = pathIn("es", paths.product(await shop.product(({ stock, discount }) => stock > 5 && discount > 0)));
  const places = () =>
    page
      .getByRole("main")
      .locator("s")
      .first()
      .evaluate(({ parentElement }) =>
        Array.from(parentElement!.children, (part) => {
          const { x, y } = part.getBoundingClientRect();
          return [x, y];
        }),
      );
  await page.route(/\.woff2/, (route) => route.abort());
  await shop.open(address);
  const without = await places();
  await page.unroute(/\.woff2/);
  await shop.open(address);
  await page.evaluate(async () => await document.fonts.ready);
  // Browsers don't count smaller movements as shifts.
  for (const [n, [x = 0, y = 0]] of (await places()).entries()) {
    expect(Math.abs(x - (without[n]?.[0] ?? Number.NaN))).toBeLessThan(3);
    expect(Math.abs(y - (without[n]?.[1] ?? Number.NaN))).toBeLessThan(3);
  }
});

test("the search box has the same position before and after the wordmark's font has loaded", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const begins = async () => (await page.getByTestId("search-box").boundingBox())!.x;
  await page.route(/\.woff2/, (route) => route.abort());
  for (const width of LONG ? [800, 1100, 1440] : [800]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.open("/about-us");
    const without = await begins();
    await page.unroute(/\.woff2/);
    await shop.open("/about-us");
    await page.evaluate(async () => await document.fonts.ready);
    expect([width, await begins()]).toEqual([width, without]);
    await page.route(/\.woff2/, (route) => route.abort());
  }
});

test("CARD-2 CARD-4 keyboard focus is kept when Add and the stepper replace each other", async ({ shop, page }) => {
  const product = await shop.product();
  await shop.open(paths.product(product));
  const main = page.getByRole("main");
  await main.getByRole("button", { name: `Add ${product.name}` }).press("Enter");
  const more = main.getByRole("button", { name: `One more of ${product.name}` });
  await expect(more).toBeFocused();
  await main.getByRole("button", { name: `Remove ${product.name}` }).press("Enter");
  await expect(main.getByRole("button", { name: `Add ${product.name}` })).toBeFocused();
});

test("LAY-3 navigating closes the drawer, and keyboard focus moves to the new page", async ({ shop, page }) => {
  await shop.open("/");
  await page
    .getByRole("main")
    .getByRole("link", { name: /See All/ })
    .first()
    .press("Enter");
  await expect(shop.cards.first()).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  await page.getByRole("banner").getByRole("button", { name: "My Cart" }).click();
  await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Browse the shelves" })).toBeVisible();
});

test("Add changes little of the page, so that a slow phone responds at once", async ({ shop, page }) => {
  await page.setViewportSize(PHONE);
  await shop.open("/");
  await untilComplete(page);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Performance.enable");
  const styled = async () => {
    const { metrics } = await devTools.send("Performance.getMetrics");
    const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
    return { layouts: of("LayoutCount"), styles: of("RecalcStyleCount") };
  };
  await page.evaluate(() => {
    const counts = { changed: 0 };
    Object.assign(window, { counts });
    new MutationObserver((records) => {
      counts.changed += records.length;
    }).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  const changed = () => page.evaluate(() => (window as unknown as { counts: { changed: number } }).counts.changed);
  const add = page.getByRole("main").getByRole("button", { name: /^Add / }).first();
  // Rows come when they are near, which changes the page, too.
  await add.scrollIntoViewIfNeeded();
  let soFar = -1;
  const isStill = async () => {
    const earlier = soFar;
    soFar = await changed();
    return earlier === soFar;
  };
  await expect.poll(isStill, { intervals: [500] }).toBe(true);
  const before = await styled();
  await add.click();
  await expect(page.getByRole("complementary", { name: "Your cart" })).toBeVisible();
  const after = await styled();
  // One card, the cart bar, the header's button, a toast, and links to what is loaded ahead; not the rest of the page.
  expect((await changed()) - soFar).toBeLessThan(40);
  expect(after.layouts - before.layouts).toBeLessThan(60);
});
