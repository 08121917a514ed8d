import type { Page } from "@playwright/test";
import { listing, productDetails } from "#features/catalogue/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { paths } from "#web/paths.ts";
import { expect, opensStream, test } from "./shop.ts";

/**
 * Counts the requests for pages' data from now on. The home page makes other requests too, and what a list can be narrowed by is asked
 * for once it is shown.
 */
function countCalls(page: Page): () => number {
  let calls = 0;
  const ofPages: string[] = [listing, productDetails, searchProducts].map(({ path }) => path);
  page.on("request", (request) => {
    if (ofPages.includes(new URL(request.url()).pathname) && !request.postData()?.includes('"limit":1,"choices":true')) calls++;
  });
  return () => calls;
}

/** Where the code of the search page is loaded ahead. */
async function searchCode(page: Page) {
  const module = await page.evaluate(() => {
    const { routes } = (window as unknown as { __reactRouterManifest: { routes: Record<string, { path?: string; module: string }> } })
      .__reactRouterManifest;
    return Object.values(routes).find(({ path }) => path === "search")!.module;
  });
  return page.locator(`link[rel=modulepreload][href="${module}"]`);
}

const answerOf = (page: Page, { path }: { path: string }) => page.waitForResponse((response) => new URL(response.url()).pathname === path);

test("hovering over a link loads its page, and a click then requests nothing more", async ({ shop, page }) => {
  const product = await shop.product();
  await shop.open("/");
  const calls = countCalls(page);
  const link = page.getByRole("link", { name: product.name, exact: true }).first();
  await link.scrollIntoViewIfNeeded();
  const loaded = answerOf(page, productDetails);
  await link.hover();
  await loaded;
  expect(calls()).toBe(1);
  await link.click();
  await expect(shop.heading(product.name)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(paths.product(product));
  expect(calls()).toBe(1);
});

test("so does hovering over the link to all offers", async ({ shop, page }) => {
  await shop.open("/");
  const calls = countCalls(page);
  const link = page.getByRole("region", { name: "Offers" }).getByRole("link", { name: "See All" });
  await link.scrollIntoViewIfNeeded();
  const loaded = answerOf(page, searchProducts);
  await link.hover();
  await loaded;
  await link.click();
  await expect(page.getByRole("heading", { name: "Offers", level: 1 })).toBeVisible();
  expect(calls()).toBe(1);
});

test("so does hovering over the search box", async ({ shop, page }) => {
  await shop.open("/");
  const calls = countCalls(page);
  const loaded = answerOf(page, searchProducts);
  await page.getByRole("searchbox").hover();
  await loaded;
  await expect(await searchCode(page)).not.toHaveCount(0);
  expect(calls()).toBe(1);
});

test("so does focusing a link to a listing", async ({ shop, page }) => {
  const { category, subCategory } = await shop.longShelf();
  await shop.open("/");
  const calls = countCalls(page);
  const link = page.getByRole("link", { name: `See All ${category.name}` });
  const loaded = answerOf(page, listing);
  await link.focus();
  await loaded;
  await page.keyboard.press("Enter");
  await expect(shop.heading(subCategory.name)).toBeVisible();
  expect(calls()).toBe(1);
});

test("so does touching a link, before the finger is lifted", async ({ shop, page }) => {
  const product = await shop.product();
  const opened = opensStream(page);
  await shop.open("/");
  await opened;
  const calls = countCalls(page);
  const link = page.getByRole("link", { name: product.name, exact: true }).first();
  await link.scrollIntoViewIfNeeded();
  const loaded = answerOf(page, productDetails);
  await link.dispatchEvent("touchstart");
  await loaded;
  await link.dispatchEvent("click");
  await expect(shop.heading(product.name)).toBeVisible();
  expect(calls()).toBe(1);
});

test("at most ten pages are loaded ahead per view, each once", async ({ shop, page }) => {
  const opened = opensStream(page);
  await shop.open("/");
  await opened;
  const calls = countCalls(page);
  const links = page.getByRole("region", { name: "Browse the shelves" }).getByRole("link");
  expect(await links.count()).toBeGreaterThan(10);
  for (const link of [...(await links.all()).slice(0, 14), links.first()]) await link.focus();
  await expect.poll(calls).toBe(10);
  await page.waitForTimeout(200);
  expect(calls()).toBe(10);
});

test("nothing is loaded ahead for visitors who save data", async ({ shop, page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  const product = await shop.product();
  const opened = opensStream(page);
  await shop.open("/");
  await opened;
  const calls = countCalls(page);
  const link = page.getByRole("link", { name: product.name, exact: true }).first();
  await link.hover();
  await link.focus();
  await page.getByRole("searchbox").hover();
  await page.waitForTimeout(300);
  expect(calls()).toBe(0);
  await expect(await searchCode(page)).toHaveCount(0);
  await link.click();
  await expect(shop.heading(product.name)).toBeVisible();
  expect(calls()).toBe(1);
});
