import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { addProduct, addShelf } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { subCategories } from "./tables.ts";

const testShop = await openTestShop({ PUBLIC_URL: "https://shop.example" });
const { app, shop } = testShop;

const isSpanish = (address: string) => address.startsWith("https://shop.example/es");
/** The addresses of a sitemap or its index, those in Spanish apart. */
const pagesIn = (text: string) => {
  const all = addresses(text);
  return { english: all.filter((address) => !isSpanish(address)), spanish: all.filter(isSpanish) };
};
const addresses = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!);
const get = async (path: string) => {
  const answer = await app.inject(path);
  return { status: answer.statusCode, type: answer.headers["content-type"], text: answer.body };
};

/** The products' parts of the sitemap. */
const parts = async () =>
  addresses((await get("/sitemap.xml")).text)
    .slice(1)
    .map((address) => new URL(address).pathname);

test("the sitemap lists every shelf and product in both languages under the shop's public address", async () => {
  const id = await addProduct(testShop, { name: "Ben & Rosa's crème", nameEs: "Crema de Ben y Rosa" });
  const { categoryId, subCategoryId } = await addShelf(testShop, [id]);
  await shop.database.db.update(subCategories).set({ nameEs: "Cremas" }).where(eq(subCategories.id, subCategoryId));
  const index = await get("/sitemap.xml");
  expect(index).toMatchObject({ status: 200, type: "application/xml; charset=utf-8" });
  expect(addresses(index.text)).toEqual(["https://shop.example/sitemap-shelves.xml", `https://shop.example/sitemap-products-${id}.xml`]);
  const category = `Category-${categoryId}-${categoryId}`;
  const shelves = pagesIn((await get("/sitemap-shelves.xml")).text);
  expect(shelves.english).toContain(`https://shop.example/${category}/Shelf-${subCategoryId}-${subCategoryId}`);
  expect(shelves.spanish).toContain(`https://shop.example/es/${category}/Cremas-${subCategoryId}`);
  expect(shelves.english).toContain("https://shop.example/");
  expect(shelves.spanish).toContain("https://shop.example/es");

  const { text } = await get(`/sitemap-products-${id}.xml`);
  const [en, es] = [
    `https://shop.example/product/Ben-Rosa&apos;s-cr%C3%A8me-${id}`,
    `https://shop.example/es/product/Crema-de-Ben-y-Rosa-${id}`,
  ];
  expect(addresses(text)).toEqual([en, es]);
  // Each address names those in both languages.
  for (const [spoken, address] of Object.entries({ en, es, "x-default": en })) {
    expect(text.split(`<xhtml:link rel="alternate" hreflang="${spoken}" href="${address}"/>`)).toHaveLength(3);
  }
  expect(text).toContain('<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  expect(text.trim()).toMatch(/<\/urlset>$/);
  for (const path of [`/sitemap-products-${"f".repeat(32)}.xml`, "/sitemap-products-1.xml"]) expect((await get(path)).status).toBe(404);
});

test("the sitemap lists the later pages of a listing", async () => {
  const ids = await Promise.all(Array.from({ length: 17 }, () => addProduct(testShop)));
  const { categoryId, subCategoryId } = await addShelf(testShop, ids);
  shop.cache.invalidate(["shelves"]);
  const path = (prefix: string) =>
    `https://shop.example${prefix}/Category-${categoryId}-${categoryId}/Shelf-${subCategoryId}-${subCategoryId}`;
  const { english, spanish } = pagesIn((await get("/sitemap-shelves.xml")).text);
  for (const [pages, base] of [
    [english, path("")],
    [spanish, path("/es")],
  ] as const)
    expect(pages.filter((address) => address.startsWith(base))).toEqual([base, `${base}?page=2`, `${base}?page=3`]);
  await shop.database.transact(async ({ tx }) => {
    await tx.execute(
      `delete from product_category; delete from product_sub_category; delete from product where id in ('${ids.join("','")}')`,
    );
  });
});

test("a part holds 1,000 products in both languages, and the sitemap follows the catalogue", async () => {
  await shop.database.transact(async ({ tx, invalidate }) => {
    await tx.execute(
      `insert into product (id, name, stock, price_cents) select md5(n::text), 'Product ' || n, 1, 100 from generate_series(1, 2000) n`,
    );
    invalidate("products");
  });
  const all = await Promise.all((await parts()).map(async (part) => addresses((await get(part)).text)));
  expect(all.map(({ length }) => length)).toEqual([2000, 2000, 2]);
  expect(new Set(all.flat()).size).toBe(4002);
});

test("robots don't push pages out of the cache: parts are not cached, the others once, however their address is spelled", async () => {
  const respond = vi.spyOn(shop.cache, "respond");
  const cachedAs = async (...paths: string[]) => {
    respond.mockClear();
    for (const path of paths) expect((await get(path)).status).toBe(200);
    const keys = new Set(respond.mock.calls.map(([key]) => key));
    return [...keys].filter((key) => shop.cache.get(key));
  };
  expect(await cachedAs("/sitemap.xml", "/%73itemap.xml", "/sitemap%2Exml?x")).toHaveLength(1);
  expect(await cachedAs("/sitemap-shelves.xml", "/sitemap-%73helves.xml")).toHaveLength(1);
  const [part = ""] = await parts();
  expect(await cachedAs(part)).toEqual([]);
  respond.mockRestore();
});

test("robots.txt excludes personal pages, the API and lists of all products, but no category and no search for words", async () => {
  const { text, type } = await get("/robots.txt");
  expect(type).toContain("text/plain");
  expect(text).toContain("\nSitemap: https://shop.example/sitemap.xml\n");
  const rules = [...text.matchAll(/^(Allow|Disallow): (.*)$/gm)]
    .map(([, kind, rule]) => ({ kind, length: rule!.length, start: new RegExp(`^${rule!.replace(/[?.]/g, "\\$&")}`) }))
    .toSorted((a, b) => b.length - a.length);
  const allowed = (path: string) => rules.find(({ start }) => start.test(path))?.kind !== "Disallow";
  for (const path of [
    "/api/category/get",
    "/search",
    "/search?page=2",
    "/search?offer=1",
    "/cart",
    "/checkout",
    "/dashboard/myorders",
    "/login",
    "/join?token=a",
    "/user",
    "/lists",
  ]) {
    expect([path, allowed(path), allowed(`/es${path}`)]).toEqual([path, false, false]);
  }
  for (const path of ["/", "/about-us", "/product/Apple-0a", "/cart-covers-0a/user-guides-0b", "/search?q=atta", "/images/a/640.webp"]) {
    expect([path, allowed(path), allowed(`/es${path}`)]).toEqual([path, true, true]);
  }
});
