import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { pathIn } from "#words/language.ts";
import { LONG } from "../support/rounds.ts";
import { adminSignedIn } from "./admin.ts";
import { atCheckout } from "./payer.ts";
import { expect, PHONE, test, WIDE, WIDTHS, type ShopPage } from "./shop.ts";
import { buys, openCart, openListWith } from "./shopper.ts";

async function withCart(shop: ShopPage): Promise<void> {
  const product = await shop.product();
  await openListWith(shop, product);
  await shop.card(product.name).getByRole("button", { name: /^Add/ }).click();
}

/** Controls without a border or outline. */
function withoutFrame(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("button, a.button, fieldset, [aria-current=page], [class*=bg-badge], article.product-card")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { outlineStyle, borderTopWidth, borderTopStyle } = getComputedStyle(element);
        return outlineStyle === "none" && (borderTopStyle === "none" || borderTopWidth === "0px");
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

test("every control has a border in forced colors", async ({ shop, page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await withCart(shop);
  expect(await withoutFrame(page)).toEqual([]);
  await openCart(page);
  expect(await withoutFrame(page)).toEqual([]);
  const { category, subCategory } = await shop.longShelf();
  await shop.open(paths.listing(category, subCategory));
  await expect(page.locator("[aria-current=page]").first()).toBeVisible();
  expect(await withoutFrame(page)).toEqual([]);
  await shop.open("/");
  await expect(shop.cards.first()).toBeVisible();
  expect(await withoutFrame(page)).toEqual([]);
});

test("every control of the checkout and of All Orders has a border in forced colors, and begins its name with its words", async ({
  shop,
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  const { shopper, product } = await atCheckout(shop);
  expect(await withoutFrame(page)).toEqual([]);
  const number = await buys(shop, shopper, product);
  await adminSignedIn(shop);
  await shop.open(adminPaths.allOrders);
  // A table from 1024 px on, cards below.
  for (const width of [1024, 1023]) {
    await page.setViewportSize({ width, height: 900 });
    const list = width < 1024 ? page.getByRole("listitem") : page.getByRole("row");
    const order = list.filter({ has: page.getByRole("link", { name: `Order ${number.slice(0, 8)}`, exact: true }) });
    await expect(order).toBeVisible();
    await expect(page.getByRole("table", { name: "All orders" })).toBeVisible({ visible: width === 1024 });
    await order.getByRole("checkbox").check();
    expect(await withoutFrame(page)).toEqual([]);
    await shop.assertAxe((axe) => axe.withRules(["label-content-name-mismatch"]));
  }
});

const colorOf = (one: Element) => getComputedStyle(one).backgroundColor;

/** How thick the outlines of controls are, in pixels. */
const frames = (controls: Locator) =>
  controls.evaluateAll((all) =>
    all
      .map((one) => getComputedStyle(one))
      .map(({ outlineStyle, outlineWidth }) => (outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth))),
  );

test("the current page of several and a filter that is on are told apart in forced colors", async ({ shop, page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await shop.open(paths.favorites);
  const tab = (name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
  const [[current = 0], [other = 0]] = [await frames(tab("Favorites")), await frames(tab("Lists"))];
  expect(current).toBeGreaterThan(other);
  await adminSignedIn(shop);
  await shop.open(adminPaths.allOrders);
  const paid = page.getByRole("button", { name: "Paid", exact: true });
  const [off = 0] = await frames(paid);
  await paid.click();
  await expect(paid).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await frames(paid))[0]).toBeGreaterThan(off);
});

test("the picture that is shown is told apart in forced colors", async ({ shop, page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const product = await shop.product(({ image }) => image.length > 1);
  await shop.open(paths.product(product));
  const [shown, ...others] = await frames(page.getByTestId("thumbnails").getByRole("button"));
  for (const other of others) expect(shown).toBeGreaterThan(other);
  const background = await page.locator("body").evaluate(colorOf);
  for (const dot of await page.getByTestId("dots").locator("span").all()) expect(await dot.evaluate(colorOf)).not.toBe(background);
});

/** The text spacing of WCAG 1.4.12. */
const SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

test("search, cart and footer lose nothing with wide text spacing or at 320 px", async ({ shop, page }) => {
  await withCart(shop);
  for (const path of ["/search?q=luxury leather wallets and all the rest", "/cart", "/about-us"]) {
    await shop.open(path);
    await page.addStyleTag({ content: SPACING });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await shop.assertFits();
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll("header :not(input), footer *, h1, main article:has(fieldset) *")]
          .filter((element) => !element.closest("[aria-hidden=true], .sr-only, article:has([class*=line-clamp])"))
          .filter((element) => {
            const { overflowX, overflowY } = getComputedStyle(element);
            const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
            return isCut && [overflowX, overflowY].some((overflow) => overflow === "hidden" || overflow === "clip");
          })
          .map((element) => `${location.pathname}: ${element.outerHTML.slice(0, 120)}`),
      );
      expect(cut).toEqual([]);
    }
  }
});

test("headings keep their order, and accessible names begin with the visible text", async ({ shop }) => {
  await withCart(shop);
  const { category, subCategory } = await shop.longShelf();
  for (const path of ["/", "/cart", ...(LONG ? [paths.listing(category, subCategory), "/search?q=bread", "/about-us"] : [])]) {
    await shop.open(path);
    await shop.assertAxe((axe) =>
      axe.withRules(["heading-order", "label-content-name-mismatch", "page-has-heading-one", "region", "landmark-unique"]),
    );
  }
});

/** The lightness of an `rgb(…)` color in percent. */
function lightness(color: string): number {
  const channels = color
    .match(/[\d.]+/g)!
    .slice(0, 3)
    .map(Number);
  return (Math.max(...channels) + Math.min(...channels)) / 5.1;
}

/** The lightness of a picture's tile, above the product. */
async function edgeOf(picture: Locator): Promise<number> {
  const seen = sharp(await picture.screenshot());
  const { width } = await seen.metadata();
  const [red, green, blue] = await seen
    .extract({ left: Math.round(width / 2), top: 6, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return lightness(`rgb(${[red, green, blue].join()})`);
}

test("shelves are round and products square; in the dark, tiles are dark and sold-out pictures gray", async ({ shop, page }) => {
  await shop.open("/");
  const tile = page.getByRole("region", { name: "Browse the shelves" }).getByRole("listitem").first().locator("img");
  const product = shop.cards.first().locator(".picture");
  const roundness = (picture: typeof tile) =>
    picture.evaluate((image) => Number.parseFloat(getComputedStyle(image).borderTopLeftRadius) / image.clientWidth);
  expect(await roundness(tile)).toBeGreaterThan(0.5);
  expect(await roundness(product)).toBeLessThan(0.2);
  const background = () => tile.evaluate((image) => getComputedStyle(image).backgroundColor);
  expect(lightness(await background())).toBeGreaterThan(80);
  expect(await edgeOf(product)).toBeGreaterThan(80);
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  expect(lightness(await background())).toBeGreaterThan(12);
  expect(lightness(await background())).toBeLessThan(30);
  await expect.poll(() => edgeOf(product)).toBeLessThan(30);
  const soldOut = await shop.productAnywhere(({ stock }) => stock === 0);
  await openListWith(shop, soldOut);
  await expect(shop.card(soldOut.name).locator(".picture")).toHaveCSS("filter", /grayscale\(1\) brightness\(0\.\d+\)/);
});

test("in the dark, the back office shows products on dark tiles too", { tag: "@campaign" }, async ({ shop, page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await adminSignedIn(shop);
  const product = await shop.product(({ image }) => image.length > 1);
  await shop.open(adminPaths.product(product._id));
  const tile = page.getByRole("button", { name: "See Picture 1 large" });
  await expect.poll(() => edgeOf(tile.locator(".picture"))).toBeLessThan(30);
  await tile.click();
  const viewer = page.getByRole("dialog", { name: /picture 1 of/ });
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    const picture = (await viewer.locator(".picture").boundingBox())!;
    expect(picture.width).toBeGreaterThan(0.7 * Math.min(size.width, size.height));
    expect(picture.height).toBeCloseTo(picture.width, 0);
    await expect.poll(() => edgeOf(viewer.locator(".picture"))).toBeLessThan(30);
  }
  await page.keyboard.press("Escape");
  await page.setViewportSize(WIDE);
  await shop.open(paths.dashboard);
  await page.getByRole("combobox", { name: "Search orders, products and customers" }).fill(product.name);
  await expect.poll(() => edgeOf(page.getByRole("option").first().locator(".picture"))).toBeLessThan(30);
});

test("at 400% zoom every page fits, and bars that stay in view cover less than half of it", async ({ shop, page }) => {
  await withCart(shop);
  await page.setViewportSize({ width: 1280 / 4, height: 1024 / 4 });
  const product = await shop.product();
  const { category, subCategory } = await shop.longShelf();
  for (const path of [paths.listing(category, subCategory), "/cart", ...(LONG ? ["/", paths.product(product), "/search?q=bread"] : [])]) {
    await shop.open(path);
    await shop.assertFits();
    expect(await heightCovered(page), path).toBeLessThan(128);
  }
});

test("with text twice as large, pages do not scroll sideways on a phone", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  await withCart(shop);
  await page.setViewportSize(PHONE);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  const product = await shop.product();
  const { category, subCategory } = await shop.longShelf();
  const listing = paths.listing(category, subCategory);
  const others = LONG ? [listing, paths.product(product), "/search?q=bread", paths.login, "/es/no/page/here"] : [];
  for (const path of ["/", "/cart", pathIn("es", listing), ...others]) {
    await shop.open(path);
    await shop.painted();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(PHONE.width);
  }
});

test("at 400% zoom nothing covers the checkout or the back office", { tag: "@campaign" }, async ({ shop, page }) => {
  await page.setViewportSize({ width: 1280 / 4, height: 1024 / 4 });
  const { shopper, product } = await atCheckout(shop);
  await expect(page.getByRole("radio", { name: /1 Quay Street/ })).toBeVisible();
  await shop.assertFits();
  expect(await heightCovered(page)).toBe(0);
  const number = await buys(shop, shopper, product);
  await adminSignedIn(shop);
  const order = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: `Order ${number.slice(0, 8)}`, exact: true }) });
  for (const [path, shown] of [
    [adminPaths.allOrders, order],
    [adminPaths.products, page.getByRole("list", { name: "Products" }).getByRole("listitem").first()],
    [adminPaths.pick(), page.getByRole("checkbox").first()],
    [adminPaths.pick([number]), page.getByRole("checkbox").first()],
  ] as const) {
    await shop.open(path);
    await expect(shown).toBeVisible();
    // Chosen orders bring a bar of their own.
    if (path === adminPaths.allOrders) await order.getByRole("checkbox").check();
    await shop.assertFits();
    expect(await heightCovered(page), path).toBe(0);
  }
});

/** How many pixels of the window's height are covered by what stays where it is when the page scrolls. */
function heightCovered(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const fixed = [...document.querySelectorAll("body *")].filter(
      (element) => ["fixed", "sticky"].includes(getComputedStyle(element).position) && element.checkVisibility(),
    );
    const boxesAt = async (y: number) => {
      window.scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return fixed.map((element) => element.getBoundingClientRect());
    };
    const middle = (document.documentElement.scrollHeight - innerHeight) / 2;
    const [before, after] = [await boxesAt(middle - 40), await boxesAt(middle)];
    const stuck = after.filter(({ top }, place) => Math.abs(top - before[place]!.top) < 20);
    return Array.from({ length: innerHeight }, (_, y) => stuck.some(({ top, bottom }) => top <= y && y < bottom)).filter(Boolean).length;
  });
}

test("a page prints on white paper, even in the dark theme", async ({ shop, page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await shop.open("/about-us");
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const colors = await page.evaluate(() =>
    [document.documentElement, document.body, document.querySelector("h1")!, document.querySelector("main p")!].map((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return [backgroundColor, color];
    }),
  );
  expect(colors[0]![0]).toBe("rgb(255, 255, 255)");
  expect(colors[1]![0]).toBe("rgb(255, 255, 255)");
  for (const [, color] of colors) expect(Math.max(...color!.match(/\d+/g)!.map(Number))).toBeLessThan(110);
  const product = await shop.product();
  await shop.open(paths.product(product));
  const [picture, bar] = await page.evaluate(() => [
    getComputedStyle(document.querySelector("main .picture")!).filter,
    getComputedStyle(document.querySelector("header")!).display,
  ]);
  expect([picture, bar]).toEqual(["brightness(1)", "none"]);
});
