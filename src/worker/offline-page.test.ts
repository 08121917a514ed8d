import { expect, test } from "vitest";
import { GREEN } from "#shared/accent.ts";
import { offlinePage } from "./offline-page.ts";
import { stampOf, withStamp } from "./stamp.ts";

test("the offline page names the pages that can be read, and nothing in an address becomes markup", async () => {
  const page = offlinePage([
    "https://shop.example/product/dried-figs-0123456789abcdef0123456789abcdef",
    'https://shop.example/search?q="><script>alert(1)</script>',
    "https://shop.example/dashboard/myorders/ABC",
    "https://shop.example/cart",
    "https://shop.example/unknown",
  ]);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const html = await page.text();
  expect([...html.matchAll(/<li><a[^>]*>(.*?)<\/a>/g)].map(([, name]) => name)).toEqual([
    "Dried figs",
    "Search: &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;",
    "Order ABC",
    "Your cart",
  ]);
  expect(html).not.toContain("<script");
});

test("the offline page says in the language of the address which orders can be read", async () => {
  expect(await offlinePage([], false, "/dashboard/myorders/ABC").text()).toContain("once you've opened it on this device");
  expect(await offlinePage([], false, "/es/dashboard/myorders/ABC").text()).toContain("si ya lo abriste en este dispositivo");
  expect(await offlinePage([], false, "/terms").text()).not.toContain("on this device");
});

test("the offline page has the shop's own green", async () => {
  const html = await offlinePage([]).text();
  expect([...html.matchAll(/--leaf: (#\w+)/g)].map(([, color]) => color)).toEqual([GREEN.light.leaf, GREEN.dark.leaf]);
});

const fresh = () => new Response('<html lang="en">', { headers: { "content-type": "text/html", "content-security-policy": "x" } });

test("a stored page says since when it was stored, one from the shop does not", async () => {
  expect(await (await stampOf(fresh())).text()).toBe('<html lang="en">');
  const stored = await stampOf(await withStamp(fresh(), 1000));
  expect(stored.headers.get("content-security-policy")).toBe("x");
  expect(await stored.text()).toBe('<html data-stored-at="1000" lang="en">');
});
