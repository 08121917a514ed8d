import type { Page } from "@playwright/test";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type ShopPage } from "./shop.ts";
import { openCart, openListWith } from "./shopper.ts";

async function withCart(shop: ShopPage): Promise<void> {
  const product = await shop.product();
  await openListWith(shop, product);
  await shop.card(product.name).getByRole("button", { name: /^Add/ }).click();
}

/** Controls without a border or outline. */
function withoutFrame(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("button, fieldset, [aria-current=page], [class*=bg-badge]")]
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
  await shop.open(`/${category.name}-${category._id}/${subCategory.name}-${subCategory._id}`);
  expect(await withoutFrame(page)).toEqual([]);
});

/** The text spacing of WCAG 1.4.12. */
const SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

test("nothing of search, cart and footer is lost with wide text spacing or at 320 px", async ({ shop, page }) => {
  await withCart(shop);
  for (const path of ["/search?q=luxury leather wallets and all the rest", "/cart", "/about-us"]) {
    await shop.open(path);
    await page.addStyleTag({ content: SPACING });
    for (const width of [320, 768, 1440]) {
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

test("headings keep their order, and accessible names begin with the visible text", async ({ shop, page }) => {
  await withCart(shop);
  for (const path of ["/search?q=bread", "/cart", "/about-us"]) {
    await shop.open(path);
    const { violations } = await new AxeBuilder({ page })
      .withRules(["heading-order", "label-content-name-mismatch", "page-has-heading-one", "region", "landmark-unique"])
      .analyze();
    expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
  }
});

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
});
