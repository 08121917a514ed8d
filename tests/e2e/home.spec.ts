import { home } from "#features/catalogue/contract.ts";
import { paths } from "#web/paths.ts";
import { expect, holdAnswers, PHONE, pricesOf, test } from "./shop.ts";

test("NAV-1 HOME-1 HOME-4 the home page has a banner, a grid of categories and a row for each", async ({ shop, page }) => {
  const rows = await shop.rows();
  await shop.open("/");
  await expect(page.getByRole("region", { name: "Welcome" })).toContainText("Quality products, exceptional service and free shipping");
  await expect(page.getByRole("region", { name: "Browse the shelves" }).getByRole("link")).toHaveCount(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(20);
  for (const { category, subCategory } of rows) {
    const row = page.getByRole("region", { name: category.name, exact: true });
    await expect(row.getByRole("link", { name: `See All ${category.name}` })).toHaveAttribute("href", paths.listing(category, subCategory));
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
  const product = await shop.product(({ discount, stock }) => discount > 0 && stock > 5);
  await shop.open("/");
  const card = shop.card(product.name);
  const { paid, list } = pricesOf(product);
  expect(paid).toMatch(/^\$\d+\.\d\d$/);
  await expect(card).toContainText(product.unit);
  await expect(card).toContainText("Free Shipping");
  await expect(card).toContainText(paid);
  await expect(card).toContainText(list);
  await expect(card).toContainText(`${Math.max(1, Math.floor(product.discount))}% off`);
  await expect(card.getByRole("button", { name: `Add ${product.name}` })).toBeVisible();

  const plain = await shop.product(({ discount, stock }) => discount === 0 && stock > 5);
  await expect(shop.card(plain.name)).toContainText(plain.unit);
  await expect(shop.card(plain.name)).not.toContainText("% off");
});

test("LAY-1 the header has logo, search, Login and a cart button that says My Cart while empty", async ({ shop, page }) => {
  await shop.open("/");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Despensa, home" })).toBeVisible();
  await expect(header.getByRole("searchbox")).toBeVisible();
  await expect(header.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(header.getByRole("button", { name: "My Cart" })).toBeVisible();
  await page.mouse.wheel(0, 3000);
  await expect(header.getByRole("searchbox")).toBeInViewport();
});

test("LAY-7 below 768 px the search has its own row and the cart leaves the header", async ({ shop, page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await shop.open("/");
  const header = page.getByRole("banner");
  const logo = header.getByRole("link", { name: "Despensa, home" });
  const search = header.getByRole("searchbox");
  const below = async () => (await search.boundingBox())!.y > (await logo.boundingBox())!.y + 30;
  expect(await below()).toBe(false);
  await expect(header.getByRole("button", { name: "My Cart" })).toBeVisible();
  await page.setViewportSize({ width: 767, height: 900 });
  expect(await below()).toBe(true);
  await expect(header.getByRole("button", { name: "My Cart" })).toBeHidden();
});

test("the home page fits every screen and does not shift while loading", async ({ shop, page }) => {
  for (const width of [320, PHONE.width, 768, 1440]) {
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
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("Only N left appears on low stock once the page has loaded", async ({ shop, page }) => {
  const product = await shop.product(({ stock }) => stock > 0 && stock <= 5);
  const source = await (await page.request.get("/")).text();
  expect(source).toContain(product.name);
  expect(source).not.toContain(`Only ${product.stock} left`);
  await shop.open("/");
  await shop.card(product.name).scrollIntoViewIfNeeded();
  await expect(shop.card(product.name)).toContainText(`Only ${product.stock} left`);
});

test("STAT-8 categories that fail to load are only logged, and can be reloaded", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await shop.open("/about-us");
  await page.route(`**${home.path}`, (route) => route.abort());
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("Could not load the categories"));
  await page.getByRole("link", { name: "Despensa, home" }).first().click();
  await logged;
  const reload = page.getByRole("main").getByRole("button", { name: "Reload" });
  await expect(reload).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.unroute(`**${home.path}`);
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
