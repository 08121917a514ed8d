import { expect, test } from "vitest";
import { addProduct, addShelf } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";

const testShop = await openTestShop({ PUBLIC_URL: "https://shop.example" });
const { app, shop } = testShop;

const addresses = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
const get = async (path: string) => {
  const answer = await app.inject(path);
  return { status: answer.statusCode, type: answer.headers["content-type"], text: answer.body };
};

test("the sitemap lists every shelf and product under the shop's public address", async () => {
  const id = await addProduct(testShop, { name: "Ben & Rosa's crème" });
  const { categoryId, subCategoryId } = await addShelf(testShop, [id]);
  const index = await get("/sitemap.xml");
  expect(index).toMatchObject({ status: 200, type: "application/xml; charset=utf-8" });
  expect(addresses(index.text)).toEqual(["https://shop.example/sitemap-shelves.xml", "https://shop.example/sitemap-products-1.xml"]);
  expect(addresses((await get("/sitemap-shelves.xml")).text)).toContain(
    `https://shop.example/Category-${categoryId}-${categoryId}/Shelf-${subCategoryId}-${subCategoryId}`,
  );
  expect(addresses((await get("/sitemap-products-1.xml")).text)).toEqual([`https://shop.example/product/Ben-Rosa&apos;s-cr%C3%A8me-${id}`]);
  for (const path of ["/sitemap-products-2.xml", "/sitemap-products-0.xml"]) expect((await get(path)).status).toBe(404);
});

test("the sitemap lists the later pages of a listing", async () => {
  const ids = await Promise.all(Array.from({ length: 17 }, () => addProduct(testShop)));
  const { categoryId, subCategoryId } = await addShelf(testShop, ids);
  shop.cache.invalidate(["shelves"]);
  const path = `https://shop.example/Category-${categoryId}-${categoryId}/Shelf-${subCategoryId}-${subCategoryId}`;
  const pages = addresses((await get("/sitemap-shelves.xml")).text).filter((address) => address?.startsWith(path));
  expect(pages).toEqual([path, `${path}?page=2`, `${path}?page=3`]);
  await shop.database.transact(async (tx) => {
    await tx.execute(
      `delete from product_category; delete from product_sub_category; delete from product where id in ('${ids.join("','")}')`,
    );
  });
});

test("a part holds 10,000 addresses, and the sitemap follows the catalogue", async () => {
  await shop.database.transact(async (tx, invalidate) => {
    await tx.execute(
      `insert into product (id, name, stock, price_cents) select md5(n::text), 'Product ' || n, 1, 100 from generate_series(1, 10000) n`,
    );
    invalidate("products");
  });
  expect(addresses((await get("/sitemap.xml")).text)).toContain("https://shop.example/sitemap-products-2.xml");
  const parts = await Promise.all([1, 2].map(async (part) => addresses((await get(`/sitemap-products-${part}.xml`)).text)));
  expect(parts.map(({ length }) => length)).toEqual([10_000, 1]);
  expect(new Set(parts.flat()).size).toBe(10_001);
});

test("robots.txt excludes personal pages, the API and the search, and no category", async () => {
  const { text, type } = await get("/robots.txt");
  expect(type).toContain("text/plain");
  expect(text).toContain("\nSitemap: https://shop.example/sitemap.xml\n");
  const rules = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, rule]) => new RegExp(`^${rule!.replace(/[?.]/g, "\\$&")}`));
  const allowed = (path: string) => !rules.some((rule) => rule.test(path));
  for (const path of ["/api/category/get", "/search", "/search?q=atta", "/cart", "/checkout", "/dashboard/myorders", "/login", "/user"]) {
    expect([path, allowed(path)]).toEqual([path, false]);
  }
  for (const path of ["/", "/about-us", "/product/Apple-0a", "/cart-covers-0a/user-guides-0b", "/images/a/640.webp"]) {
    expect([path, allowed(path)]).toEqual([path, true]);
  }
});
