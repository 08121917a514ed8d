import { listing, listSubCategories } from "#features/catalogue/contract.ts";
import { paths } from "#web/paths.ts";
import { expect, PHONE, test, WIDTHS } from "./shop.ts";

test("LIST-1 NAV-8 the left column lists the sub categories and highlights the current one", async ({ shop, page }) => {
  const { category, subCategory } = await shop.longShelf();
  const shelves = (await shop.call(listSubCategories, undefined)).data.filter((one) =>
    one.category.some(({ _id }) => _id === category._id),
  );
  await shop.open(paths.listing(category, subCategory));
  const column = page.getByRole("navigation", { name: category.name });
  await expect(column.getByRole("link")).toHaveText(shelves.map(({ name }) => name));
  await expect(column.locator("[aria-current=page]")).toHaveText(subCategory.name);

  const other = shelves.find(({ _id }) => _id !== subCategory._id)!;
  await column.getByRole("link", { name: other.name, exact: true }).click();
  await expect(page).toHaveURL(paths.listing(category, other));
  await expect(shop.heading(other.name)).toBeVisible();
  await expect(column.locator("[aria-current=page]")).toHaveText(other.name);
});

test("NAV-8 NAV-9 a wrong name before the right id redirects to the right address", async ({ shop, page }) => {
  const { category, subCategory } = await shop.longShelf();
  const wrong = await page.request.get(`/Old-name-${category._id}/x-${subCategory._id}`, { maxRedirects: 0 });
  expect(wrong.status()).toBe(301);
  expect(wrong.headers()["location"]).toBe(paths.listing(category, subCategory));
  const product = await shop.product();
  const old = await page.request.get(`/product/Old-name-${product._id}`, { maxRedirects: 0 });
  expect(old.status()).toBe(301);
  expect(old.headers()["location"]).toBe(paths.product(product));
});

test("a page past the last one of a listing or search is not found", async ({ shop, page }) => {
  const { category, subCategory, totalCount } = await shop.longShelf();
  const last = Math.ceil(totalCount / 8);
  const status = async (path: string) => (await page.request.get(path)).status();
  expect(await status(`${paths.listing(category, subCategory)}?page=${last}`)).toBe(200);
  expect(await status(`${paths.listing(category, subCategory)}?page=${last + 1}`)).toBe(404);
  expect(await status("/search?q=o&page=2")).toBe(200);
  expect(await status("/search?q=o&page=9999")).toBe(404);
  expect(await status("/search?q=nothing-has-this-name&page=1")).toBe(200);
});

test("STAT-6 a sub category without products says No Data", async ({ shop, page }) => {
  const { category, subCategory } = await shop.longShelf();
  await shop.open(paths.listing(category, subCategory));
  const answer = { success: true, error: false, message: "", page: 1, totalPage: 0, totalCount: 0, data: [] };
  await page.route(listing.path, (route) => route.fulfill({ json: answer }));
  const column = page.getByRole("navigation", { name: category.name });
  await column.getByRole("link").and(page.locator(":not([aria-current])")).first().click();
  await expect(page.getByText("No Data", { exact: true })).toBeVisible();
  await expect(shop.cards).toHaveCount(0);
  await shop.assertAccessible();
});

test("LIST-2 a listing starts with 8 products and loads more while scrolling", async ({ shop, page }) => {
  const { category, subCategory, totalCount } = await shop.longShelf();
  await page.setViewportSize(PHONE);
  await shop.open(paths.listing(category, subCategory));
  await expect(shop.heading(subCategory.name)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: `${totalCount} products` })).toBeVisible();
  await expect(shop.cards).toHaveCount(8);
  await shop.scrollTo(0.82);
  await expect.poll(() => shop.cards.count()).toBeGreaterThan(8);
  await shop.scrollUntil(totalCount);
  // Placeholders had reserved the space for the next cards.
  expect(await shop.layoutShift()).toBeLessThan(0.02);
});

test("Back from a product restores the list with all its pages and position", async ({ shop, page }) => {
  const { category, subCategory } = await shop.longShelf();
  await page.setViewportSize(PHONE);
  await shop.open(paths.listing(category, subCategory));
  await shop.scrollTo(0.9);
  await expect.poll(() => shop.cards.count()).toBeGreaterThan(8);
  const card = shop.cards.nth(8);
  const name = await card.getByRole("heading").innerText();
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  const count = await shop.cards.count();
  await card.getByRole("link").click();
  await expect(shop.heading(name)).toBeVisible();
  await page.goBack();
  await expect(shop.heading(subCategory.name)).toBeVisible();
  expect(await shop.cards.count()).toBeGreaterThanOrEqual(count);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await expect(shop.cards.nth(8)).toBeInViewport();
});

test("CARD-5 a sold-out product has a label instead of the control", async ({ shop, page }) => {
  const product = await shop.productAnywhere(({ stock }) => stock === 0);
  await shop.open(paths.product(product));
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last().click();
  const card = shop.card(product.name);
  await expect(card).toContainText("Out of stock");
  await expect(card.getByRole("button", { name: /^Add/ })).toHaveCount(0);
});

test.describe("a failed request", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("a next page that fails to load says so and can be retried", async ({ shop, page }) => {
    const { category, subCategory } = await shop.longShelf();
    await page.setViewportSize(PHONE);
    await shop.open(paths.listing(category, subCategory));
    await page.route(`**${listing.path}`, (route) => route.abort());
    await shop.scrollTo(1);
    await expect(page.getByRole("alert")).toContainText("No response from the shop.");
    await page.unroute(`**${listing.path}`);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => shop.cards.count()).toBeGreaterThan(8);
  });
});

test("a listing fits every screen, does not shift while loading and is accessible", async ({ shop, page }) => {
  const { category, subCategory } = await shop.product(({ discount }) => discount > 0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await shop.open(paths.listing(category[0]!, subCategory[0]!));
    await shop.assertFits();
    expect(await shop.layoutShift()).toBeLessThan(0.02);
    // The heart is a disk of 32 px or a little more, in a target of 44 px.
    const gaps = await page.locator("article:has(.offer-badge)").evaluateAll((cards) =>
      cards.map((card) => {
        const [badge, heart] = [".offer-badge", ".heart"].map((part) => card.querySelector(part)!.getBoundingClientRect());
        return heart!.left + heart!.width / 2 - 16 - badge!.right;
      }),
    );
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
  }
  await shop.assertAccessible();
});

test("a listing has structured data for search engines", async ({ shop, page }) => {
  const { category, subCategory } = await shop.longShelf();
  await page.goto(paths.listing(category, subCategory));
  await expect(page).toHaveTitle(`${subCategory.name} · Despensa`);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", shop.own.url + paths.listing(category, subCategory));
  const facts = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText());
  expect(facts).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "Home" }, { name: category.name }, { name: subCategory.name }],
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the pages of a listing are links", async ({ shop, page }) => {
    const { category, subCategory, totalCount } = await shop.longShelf();
    await page.goto(paths.listing(category, subCategory));
    await expect(shop.cards).toHaveCount(8);
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL(`${paths.listing(category, subCategory)}?page=2`);
    await expect(shop.cards).toHaveCount(Math.min(8, totalCount - 8));
  });
});
