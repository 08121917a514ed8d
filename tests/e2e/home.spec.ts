import { home } from "#features/catalogue/contract.ts";
import { aisleOf, NO_FOOD } from "#features/catalogue/food-first.ts";
import { oftenBought } from "#features/orders/bought/contract.ts";
import { paths } from "#web/paths.ts";
import { LONG } from "../support/rounds.ts";
import { expect, holdAnswers, PHONE, pricesOf, test, WIDTHS } from "./shop.ts";
import { assertUnsaid, buys, openListWith, signedIn, toast } from "./shopper.ts";

test("NAV-1 HOME-1 HOME-4 the home page has a banner, a grid of category pictures and a row of products for each", async ({
  shop,
  page,
}) => {
  const rows = await shop.rows();
  await shop.open("/");
  await expect(page.getByRole("region", { name: "Welcome" })).toContainText("Quality products, exceptional service and free shipping");
  const tiles = page.getByRole("region", { name: "Browse the shelves" }).getByRole("listitem");
  await expect(tiles).toHaveCount(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(20);
  for (const [place, { category, subCategory, products }] of rows.entries()) {
    const tile = tiles.nth(place);
    await expect(tile.getByRole("link", { name: category.name, exact: true })).toBeVisible();
    await expect(tile.locator("img")).toHaveAttribute("src", category.image);
    const row = page.getByRole("region", { name: category.name, exact: true });
    await expect(row.getByRole("link", { name: `See All ${category.name}` })).toHaveAttribute("href", paths.listing(category, subCategory));
    // Without a campaign, of the rows further down only every fifth is looked at.
    if (!LONG && place % 5 > 0) continue;
    await row.scrollIntoViewIfNeeded();
    await expect(row.getByRole("article")).toHaveCount(products.length);
    for (const [at, { name, image }] of products.entries()) {
      const card = row.getByRole("article").nth(at);
      await expect(card.getByRole("link", { name, exact: true })).toBeAttached();
      await expect(card.locator("img")).toHaveAttribute("src", image[0]!);
    }
    // All in one line, longer than the screen.
    const strip = row.getByRole("list");
    expect(await strip.evaluate((list) => new Set([...list.children].map((item) => item.getBoundingClientRect().top)).size)).toBe(1);
    expect(await strip.evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(products.length > 6);
  }
  const loaded = await tiles.locator("img").evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0));
  expect(loaded).toBe(true);
});

test("offers and food come first, and See All leads on from the offers", async ({ shop, page }) => {
  await shop.open("/");
  const titles = await page.getByRole("heading", { level: 2 }).allTextContents();
  const order = ["Browse the shelves", "Offers", "Fruits & Vegetables", "Dairy & Eggs", "Cleaning"].map((title) => titles.indexOf(title));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  const offers = page.getByRole("region", { name: "Offers" });
  await expect(offers.getByRole("article").first()).toContainText("% off");
  const { offers: all } = await shop.call(home, { page: 1 });
  const areFood = all.map(({ category }) => category.some(({ name }) => aisleOf(name) < NO_FOOD));
  expect(areFood).toEqual(areFood.toSorted((a, b) => Number(b) - Number(a)));
  await expect(offers.getByRole("article").first()).toContainText(all[0]!.name);
  await expect(offers.getByRole("link", { name: "See All Offers" })).toHaveAttribute("href", paths.offers);
});

test("rows further down load when they are near, in the space reserved for them", async ({ shop, page }) => {
  const rows = await shop.rows();
  const last = rows.at(-1)!.category.name;
  for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
    await page.setViewportSize(viewport);
    // Otherwise the browser would restore the scroll position.
    await page.goto("about:blank");
    await shop.open("/");
    const row = page.getByRole("region", { name: last, exact: true });
    await expect(row.getByRole("article")).toHaveCount(0);
    const place = await row.evaluate((section) => {
      section.style.contentVisibility = "visible";
      return section.getBoundingClientRect().height;
    });
    await row.scrollIntoViewIfNeeded();
    await expect(row.getByRole("article")).toHaveCount(rows.at(-1)!.products.length);
    expect(Math.abs((await row.boundingBox())!.height - place)).toBeLessThan(1.5);
    expect(await shop.layoutShift()).toBeLessThan(0.005);
  }
});

test("rows that could not be loaded can be loaded again", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const rows = await shop.rows();
  await page.route(`**${home.path}*`, (route) => route.abort());
  await shop.open("/");
  const row = page.getByRole("region", { name: rows[4]!.category.name, exact: true });
  await row.scrollIntoViewIfNeeded();
  const reload = row.getByRole("button", { name: "Reload" });
  await expect(reload).toBeVisible();
  await page.unroute(`**${home.path}*`);
  await reload.click();
  await expect(row.getByRole("article")).toHaveCount(rows[4]!.products.length);
});

test("on a phone the shelves are one row, and the first product is on the first screen", async ({ shop, page }) => {
  await page.setViewportSize(PHONE);
  await shop.open("/");
  const tiles = page.getByRole("region", { name: "Browse the shelves" }).getByRole("listitem");
  const tops = await tiles.evaluateAll((items) => new Set(items.map((item) => Math.round(item.getBoundingClientRect().top))).size);
  expect(tops).toBe(1);
  await expect(shop.cards.first()).toBeInViewport();
});

test("on a phone no picture lies behind a link of the banner", async ({ shop, page }) => {
  await page.setViewportSize(PHONE);
  await shop.open("/");
  for (const name of ["See offers", "See all"]) {
    const tile = page.locator("section").filter({ has: page.getByRole("link", { name, exact: true }) });
    const picture = await tile.locator("img").evaluate((image) => image.getBoundingClientRect().left);
    expect(await tile.locator("a > svg").evaluate((arrow) => arrow.getBoundingClientRect().right)).toBeLessThan(picture);
  }
});

test("HOME-2 a category leads to its first sub category", async ({ shop, page }) => {
  const [row] = await shop.rows();
  await shop.open("/");
  await page.getByRole("region", { name: "Browse the shelves" }).getByRole("link", { name: row!.category.name }).click();
  await expect(page).toHaveURL(paths.listing(row!.category, row!.subCategory));
  await expect(shop.heading(row!.subCategory.name)).toBeVisible();
});

test("HOME-3 a row scrolls by 200 px, and skeletons reserve the space while loading", async ({ shop, page }) => {
  const [row] = await shop.rows();
  await shop.open("/");
  const name = row!.category.name;
  const strip = page.getByRole("region", { name, exact: true }).getByRole("list");
  await expect(page.getByRole("button", { name: `Scroll ${name} left` })).toBeDisabled();
  await page.getByRole("button", { name: `Scroll ${name} right` }).click();
  await expect.poll(() => strip.evaluate((list) => Math.round(list.scrollLeft))).toBeGreaterThanOrEqual(195);
  // The row then snaps to the nearest card.
  expect(await strip.evaluate((list) => list.scrollLeft)).toBeLessThan(230);
  await expect(page.getByRole("button", { name: `Scroll ${name} left` })).toBeEnabled();

  await shop.open("/about-us");
  const answer = await holdAnswers(page, home);
  await page.getByRole("link", { name: "Despensa, home" }).first().click();
  await expect(page.getByTestId("category-skeletons").locator("> *")).toHaveCount(12);
  await expect(page.getByTestId("row-skeleton").first().locator("> *")).toHaveCount(6);
  answer();
  await expect(page.getByRole("heading", { name: "Browse the shelves" })).toBeVisible();
});

test("CARD-1 LAY-8 a card shows picture, name, unit, price, Free Shipping and the discount", async ({ shop }) => {
  const product = await shop.product(({ discount, stock, image }) => discount > 0 && stock > 5 && image.length > 1);
  await openListWith(shop, product);
  const card = shop.card(product.name);
  // The first of its pictures, and it loads.
  await expect(card.locator("img")).toHaveCount(1);
  await expect(card.locator("img")).toHaveAttribute("src", product.image[0]!);
  await expect.poll(() => card.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  const { paid, list } = pricesOf(product);
  expect(paid).toMatch(/^\$\d+\.\d\d$/);
  await expect(card).toContainText(product.unit);
  await expect(card).toContainText("Free Shipping");
  await expect(card).toContainText(paid);
  await expect(card).toContainText(list);
  await expect(card).toContainText(`${Math.max(1, Math.floor(product.discount))}% off`);
  await expect(card.getByRole("button", { name: `Add ${product.name}` })).toBeVisible();

  const plain = await shop.product(({ discount, stock }) => discount === 0 && stock > 5);
  await openListWith(shop, plain);
  await expect(shop.card(plain.name)).toContainText(plain.unit);
  await expect(shop.card(plain.name)).not.toContainText("% off");
});

test("LAY-1 the header has logo, search, Login and a cart button that says My Cart while empty", async ({ shop, page }) => {
  await shop.open("/");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Despensa, home" })).toBeVisible();
  await expect(header.getByLabel("Search the shop")).toBeVisible();
  await expect(header.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(header.getByRole("button", { name: "My Cart" })).toBeVisible();
  await page.mouse.wheel(0, 3000);
  await expect(header.getByLabel("Search the shop")).toBeInViewport();
});

test("LAY-7 below 768 px the search has its own row and the cart leaves the header", async ({ shop, page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await shop.open("/");
  const header = page.getByRole("banner");
  const logo = header.getByRole("link", { name: "Despensa, home" });
  const search = header.getByLabel("Search the shop");
  const below = async () => (await search.boundingBox())!.y > (await logo.boundingBox())!.y + 30;
  expect(await below()).toBe(false);
  await expect(header.getByRole("button", { name: "My Cart" })).toBeVisible();
  await page.setViewportSize({ width: 767, height: 900 });
  expect(await below()).toBe(true);
  await expect(header.getByRole("button", { name: "My Cart" })).toBeHidden();
});

test("the home page fits every screen and does not shift while loading", async ({ shop, page }) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await shop.open("/");
    await shop.assertFits();
    expect(await shop.layoutShift()).toBeLessThan(0.02);
  }
});

test("the home page is accessible in both themes, and the choice is remembered", async ({ shop, page }) => {
  await shop.open("/");
  await shop.assertAccessible();
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await shop.assertAccessible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the first focusable link skips the header", async ({ shop, page }) => {
  await shop.open("/");
  await page.keyboard.press("Tab");
  const link = page.getByRole("link", { name: "Skip to content" });
  await expect(link).toBeFocused();
  expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("Only N left appears on low stock once the page has loaded", async ({ shop, page }) => {
  const { offers } = await shop.call(home, { page: 1 });
  const product = offers.find(({ stock }) => stock <= 5)!;
  const source = await (await page.request.get("/")).text();
  expect(source).toContain(product.name);
  expect(source).not.toContain(`Only ${product.stock} left`);
  await shop.open("/");
  await shop.card(product.name).scrollIntoViewIfNeeded();
  await expect(shop.card(product.name)).toContainText(`Only ${product.stock} left`);
  // The label of the pack stays readable.
  const badge = await shop.card(product.name).getByText(`Only ${product.stock} left`).boundingBox();
  const picture = await shop.card(product.name).locator("img").first().boundingBox();
  expect(badge!.y).toBeGreaterThan(picture!.y + picture!.height * 0.85);
});

test("STAT-8 categories that fail to load are only logged, and can be reloaded", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await shop.open("/about-us");
  await page.route(`**${home.path}*`, (route) => route.abort());
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("Could not load the categories"));
  await page.getByRole("link", { name: "Despensa, home" }).first().click();
  await logged;
  const reload = page.getByRole("main").getByRole("button", { name: "Reload" });
  await expect(reload).toBeVisible();
  await assertUnsaid(page);
  await page.unroute(`**${home.path}*`);
  await reload.click();
  await expect(page.getByRole("heading", { name: "Browse the shelves" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page is complete, its links work, and it says what needs JavaScript", async ({ shop, page }) => {
    const rows = await shop.rows();
    await page.goto("/");
    await expect(shop.cards.first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Add / })).toHaveCount(0);
    // Playwright cannot read the text inside <noscript>.
    await expect(shop.cards.first().locator("noscript > p")).toBeVisible();
    await page.getByRole("link", { name: `See All ${rows[0]!.category.name}` }).click();
    await expect(shop.heading(rows[0]!.subCategory.name)).toBeVisible();
  });
});

test("people find what they have ordered on the home page, in its place from the first paint; others see nothing of it", async ({
  shop,
  page,
}) => {
  const again = page.getByRole("region", { name: "Buy it again" });
  const shopper = await signedIn(shop);
  const empty = page.waitForResponse((response) => response.url().endsWith(oftenBought.path));
  await shop.open("/");
  await empty;
  await expect(again).toBeHidden();

  const [milk, bread] = (await shop.rows()).map(({ products }) => products.find(({ stock }) => stock > 20)!);
  await buys(shop, shopper, milk!);
  await buys(shop, shopper, bread!);
  await buys(shop, shopper, bread!);
  await shop.open("/");
  await expect(again.getByRole("heading", { level: 3 })).toHaveText([bread!.name, milk!.name]);

  const answer = await holdAnswers(page, oftenBought);
  await shop.open("/");
  await expect(again).toBeVisible();
  answer();
  await again.getByRole("button", { name: `Add ${bread!.name}` }).click();
  await expect(toast(page, "Item added to cart")).toBeVisible();
  expect(await shop.layoutShift()).toBe(0);
});

test("scripts load after the first paint, or at once where nothing is painted", async ({ shop, page }) => {
  await shop.open("/");
  const [paint, script] = await page.evaluate(() => {
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    return [performance.getEntriesByType("paint")[0]!.startTime, Math.min(...scripts.map(({ startTime }) => startTime))];
  });
  expect(script).toBeGreaterThanOrEqual(paint);
  // Like in a tab opened in the background.
  await page.addInitScript(() => {
    Object.defineProperty(document, "hidden", { value: true });
    PerformanceObserver.prototype.observe = () => {};
  });
  await shop.open("/");
});
