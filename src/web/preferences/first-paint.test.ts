import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { CHOICES } from "./choices.ts";
import { chosenLanguage } from "./first-paint.ts";

/** Where a page leads someone who chose a language; undefined if they stay. */
function leadsTo(address: string, language: string, referrer = ""): string | undefined {
  const { origin, pathname, search, hash } = new URL(address, "https://shop.example");
  let led: string | undefined;
  runInNewContext(chosenLanguage, {
    localStorage: { getItem: (key: string) => (key === CHOICES.language ? language : null) },
    location: { origin, pathname, search, hash, replace: (to: string) => (led = new URL(to, origin).href) },
    document: { referrer },
  });
  return led?.replace(origin, "");
}

test("whoever comes from elsewhere is led to the same page in the language they chose", () => {
  expect(leadsTo("/es", "en")).toBe("/");
  expect(leadsTo("/es/search?q=rice#top", "en")).toBe("/search?q=rice#top");
  expect(leadsTo("/?page=2", "es")).toBe("/es?page=2");
  expect(leadsTo("/cart", "es")).toBe("/es/cart");
  expect([leadsTo("/cart", "en"), leadsTo("/es/cart", "es"), leadsTo("/cart", "es", "https://shop.example/")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("and never to another site", () => {
  for (const path of ["/es//elsewhere.example", "/es/\\elsewhere.example", "/es///elsewhere.example/a"])
    expect(leadsTo(path, "en")).toMatch(/^\/elsewhere\.example/);
  expect(leadsTo("//shop.example//elsewhere.example", "es")).toBe("/es//elsewhere.example");
});
