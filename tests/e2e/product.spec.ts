import type { Locator } from "@playwright/test";
import type { Product } from "#features/catalogue/contract.ts";
import { relatedProducts } from "#features/catalogue/related/contract.ts";
import type { ReplyOf } from "#shared/endpoint.ts";
import { paths } from "#web/paths.ts";
import { LONG } from "../support/rounds.ts";
import { adminToken, newProduct } from "./admin.ts";
import { expect, holdAnswers, holdScripts, PHONE, pricesOf, test, WIDTHS, type ShopPage } from "./shop.ts";
import { toast } from "./shopper.ts";

const open = async (shop: ShopPage, wanted: (product: Product) => boolean) => {
  const product = await shop.product(wanted);
  await shop.open(paths.product(product));
  return product;
};

test("NAV-9 PROD-2 PROD-4 a product page shows everything about the product", async ({ shop, page }) => {
  const product = await open(shop, ({ discount, stock }) => discount > 0 && stock > 5);
  const { paid, list } = pricesOf(product);
  const main = page.getByRole("main");
  await expect(shop.heading(product.name)).toBeVisible();
  await expect(main.getByText("Free Shipping", { exact: true }).first()).toBeVisible();
  await expect(main).toContainText(paid);
  await expect(main).toContainText(list);
  await expect(main).toContainText(product.description);
  for (const [name, text] of [["Unit", product.unit] as const, ...Object.entries(product.more_details)]) {
    await expect(main.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) })).toContainText(text);
  }
  await expect(main.getByRole("button", { name: `Add ${product.name}` })).toBeVisible();
});

test("PROD-2 a sold-out product shows Out of Stock instead of the control", async ({ shop, page }) => {
  const product = await shop.productAnywhere(({ stock }) => stock === 0);
  await shop.open(paths.product(product));
  await expect(page.getByRole("main").getByText("Out of Stock", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: `Add ${product.name}` })).toHaveCount(0);
  const [facts] = await page.locator('script[type="application/ld+json"]').allInnerTexts();
  expect(JSON.parse(facts!).offers.availability).toBe("https://schema.org/OutOfStock");
});

test("PROD-1 dots and thumbnails follow the picture, and hovering zooms 2x", async ({ shop, page }) => {
  const product = await open(shop, ({ image, stock }) => image.length > 1 && stock > 5);
  const main = page.getByRole("img", { name: product.name, exact: true });
  await expect(main).toBeInViewport();
  const before = (await main.boundingBox())!;
  await main.hover();
  await expect.poll(async () => Math.round(((await main.boundingBox())!.width / before.width) * 10)).toBe(20);
  await page.mouse.move(5, 5);
  await expect.poll(async () => Math.round((await main.boundingBox())!.width)).toBe(Math.round(before.width));

  await expect(page.getByTestId("dots").locator("> *")).toHaveCount(product.image.length);
  await page.getByRole("button", { name: `Picture 2 of ${product.image.length}` }).click();
  await expect(page.getByRole("img", { name: `${product.name}, picture 2` })).toBeInViewport();
  await expect(page.getByRole("button", { name: `Picture 2 of ${product.image.length}` })).toHaveAttribute("aria-current", "true");
  await expect(page.getByTestId("dots").locator("[data-current=true]")).toHaveCount(1);
});

test("PROD-1 the buttons beside many thumbnails scroll by 100 px; a few thumbnails need none", async ({ shop, page }) => {
  const image = (await shop.rows()).flatMap(({ products }) => products).flatMap(({ image: [first] }) => first ?? []);
  const product = await newProduct(shop, await adminToken(shop), { image: [...new Set(image)].slice(0, 8) });
  await shop.open(paths.product(product));
  const strip = page.getByTestId("thumbnails");
  await page.getByRole("button", { name: "Scroll thumbnails right" }).click();
  await expect.poll(() => strip.evaluate((list) => Math.round(list.scrollLeft))).toBe(100);
  await page.getByRole("button", { name: "Scroll thumbnails left" }).click();
  await expect.poll(() => strip.evaluate((list) => Math.round(list.scrollLeft))).toBe(0);

  await open(shop, (one) => one.image.length === 2);
  await expect(page.getByRole("button", { name: "Picture 2 of 2" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Scroll thumbnails/ })).toHaveCount(0);
});

test("rows of related products have arrows only where not all of them fit", async ({ shop, page }) => {
  await page.route(`**${relatedProducts.path}*`, async (route) => {
    const answer = (await (await route.fetch()).json()) as ReplyOf<typeof relatedProducts>;
    const all = [...answer.data.similar, ...answer.data.goesWellWith];
    await route.fulfill({ json: { ...answer, data: { similar: all.slice(0, 5), goesWellWith: all.slice(0, 7) } } });
  });
  await shop.open("/");
  await shop.cards.first().getByRole("link").first().click();
  const arrow = (title: string, to: "left" | "right") => page.getByRole("button", { name: `Scroll ${title} ${to}` });
  const isScrolled = (title: string) =>
    page
      .getByRole("region", { name: title, exact: true })
      .getByRole("list")
      .evaluate((list) => list.scrollWidth > list.clientWidth);
  for (const [width, fits] of [
    [1440, { "Similar products": true, "Goes well with": false }],
    [1100, { "Similar products": true, "Goes well with": false }],
    [800, { "Similar products": false, "Goes well with": false }],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const [title, doFit] of Object.entries(fits)) {
      await page.getByRole("heading", { name: title }).scrollIntoViewIfNeeded();
      expect([width, title, await isScrolled(title)]).toEqual([width, title, !doFit]);
      await expect(arrow(title, "left")).toBeVisible({ visible: !doFit });
      await expect(arrow(title, "right")).toBeVisible({ visible: !doFit });
      if (!doFit) await expect(arrow(title, "right")).toBeEnabled();
    }
  }
});

test("PROD-3 three selling points, and more than 5,000 products", async ({ shop, page }) => {
  await open(shop, ({ stock }) => stock > 5);
  const main = page.getByRole("main");
  for (const name of ["Fast Delivery", "Best Prices & Offers", "Wide Assortment"]) {
    await expect(main.getByRole("heading", { name })).toBeVisible();
  }
  await expect(main).toContainText("more than 5,000 products");
});

test("a product page has structured data with price and availability", async ({ shop, page }) => {
  const product = await open(shop, ({ discount, stock }) => discount > 0 && stock > 5);
  const [facts, way] = (await page.locator('script[type="application/ld+json"]').allInnerTexts()).map((text) => JSON.parse(text));
  expect(facts).toMatchObject({
    "@type": "Product",
    name: product.name,
    offers: { price: pricesOf(product).paid.slice(1), priceCurrency: "USD", availability: "https://schema.org/InStock" },
  });
  expect(way).toMatchObject({ "@type": "BreadcrumbList" });
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", shop.own.url + paths.product(product));
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", product.name);
});

test("a product page fits every screen, does not shift while loading and is accessible", async ({ shop, page }) => {
  const product = await shop.product(({ stock }) => stock > 0 && stock <= 5);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await shop.open(paths.product(product));
    await expect(page.getByText(`Only ${product.stock} left`)).toBeVisible();
    await shop.assertFits();
    expect(await shop.layoutShift()).toBe(0);
  }
  await shop.assertAccessible();
});

const top = async (locator: Locator) => (await locator.boundingBox())!.y;

async function bottom(locator: Locator): Promise<number> {
  const { y, height } = (await locator.boundingBox())!;
  return y + height;
}

test("PROD-2 on a phone price and Add stay in view and cover nothing", async ({ shop, page }) => {
  await page.setViewportSize(PHONE);
  const product = await open(shop, ({ stock }) => stock > 5);
  const main = page.getByRole("main");
  const add = main.getByRole("button", { name: `Add ${product.name}` });
  await expect(add).toBeInViewport();
  // Gallery, name and price are in the first view, above the bar.
  await expect(shop.heading(product.name)).toBeInViewport();
  const price = main.getByText(pricesOf(product).paid).first();
  expect((await top(price)) + 40).toBeLessThan(await top(add));

  const before = await top(add);
  await add.click();
  const stepper = main.getByRole("group", { name: `Quantity of ${product.name}` });
  await expect(stepper).toBeInViewport();
  // The control stays under the finger; the cart bar comes above it, and the toast above both.
  expect(await top(stepper)).toBe(before);
  const cartBar = page.getByRole("complementary", { name: "Your cart" });
  const message = toast(page, "Item added to cart");
  await expect(message).toBeVisible();
  await expect.poll(async () => (await bottom(cartBar)) <= (await top(stepper))).toBe(true);
  await expect.poll(async () => (await bottom(message)) <= (await top(cartBar))).toBe(true);
  // At the end of the page, the footer is above the bars.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const theme = page.getByRole("contentinfo").getByRole("group", { name: "Theme" });
  expect(await bottom(theme)).toBeLessThanOrEqual(await top(cartBar));
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(cartBar).toBeHidden();
  expect(await stepper.evaluate((element) => getComputedStyle(element.parentElement!.parentElement!).position)).toBe("static");
});

test("late fonts and style sheets move nothing", async ({ shop, page }) => {
  await page.route(/\.(woff2|css)$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  const products = (await shop.rows()).flatMap((row) => row.products).filter((_, place) => place % 10 === 0);
  await page.setViewportSize({ width: 768, height: 900 });
  for (const product of products.slice(0, LONG ? 8 : 2)) {
    await shop.open(paths.product(product));
    await page.evaluate(() => document.fonts.ready);
    expect(await shop.layoutShift()).toBe(0);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a product is readable, and a sentence replaces Add", async ({ shop, page }) => {
    const product = await shop.product();
    await page.goto(paths.product(product));
    await expect(page.getByRole("main")).toContainText(product.description);
    // Playwright cannot read the text inside <noscript>.
    await expect(page.getByRole("main").locator("noscript > p").first()).toBeVisible();
    await expect(page.getByRole("button", { name: `Add ${product.name}` })).toHaveCount(0);
  });
});

test("below every product are at least four that go well with it and four similar ones, without JavaScript, too", async ({
  shop,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  for (const { products } of (await shop.rows()).slice(0, LONG ? 20 : 4)) {
    const product = products[0]!;
    await page.goto(paths.product(product));
    for (const name of ["Goes well with", "Similar products"]) {
      const cards = page.getByRole("region", { name }).getByRole("article");
      expect(await cards.count(), `${name}: ${product.name}`).toBeGreaterThanOrEqual(4);
      await expect(cards.getByRole("link", { name: product.name, exact: true })).toHaveCount(0);
    }
  }
  await context.close();
});

test("the related products of the next page load after it, in the space reserved for them", async ({ shop, page }) => {
  await open(shop, ({ stock }) => stock > 5);
  const answer = await holdAnswers(page, relatedProducts);
  const next = page.getByRole("region", { name: "Similar products" }).getByRole("article").first();
  const name = await next.getByRole("heading").innerText();
  await next.getByRole("link", { name, exact: true }).click();
  await expect(shop.heading(name)).toBeVisible();
  await expect(page.getByTestId("row-skeleton")).toHaveCount(2);
  answer();
  await expect(page.getByRole("region", { name: "Goes well with" }).getByRole("article").first()).toBeVisible();
  await expect(page.getByTestId("row-skeleton")).toHaveCount(0);
});

test("PROD-1 a thumbnail pressed before the page is ready shows its picture", async ({ shop, page }) => {
  const product = await shop.product(({ image }) => image.length > 1);
  const ready = await holdScripts(page);
  await page.goto(paths.product(product), { waitUntil: "commit" });
  await page.getByRole("button", { name: "Picture 2 of 2" }).click();
  ready();
  await expect(page.getByRole("button", { name: "Picture 2 of 2" })).toHaveAttribute("aria-current", "true");
});

test("a description keeps its lines", async ({ shop, page }) => {
  const product = await newProduct(shop, await adminToken(shop), { description: "Crisp and sweet.\n\n- Vegan\n- No sugar added" });
  await shop.open(paths.product(product));
  await expect.poll(() => page.getByText("No sugar added").innerText()).toMatch(/sweet\.\n+- Vegan\n- No sugar added$/);
});
