import { home, productDetails } from "#features/catalogue/contract.ts";
import { paths } from "#web/paths.ts";
import { expect, test } from "./shop.ts";

test("search engines find each page at its own address in both languages, and the language switch leads there", async ({ shop, page }) => {
  const [row] = (await shop.call(home, { page: 1 })).data;
  const found = await Promise.all(row!.products.map(({ _id }) => shop.call(productDetails, { productId: _id })));
  // Other tests add products without Spanish texts.
  const { data } = found.find((one) => one.data.name_es)!;
  const english = paths.product(data);
  const spanish = `/es${paths.product({ _id: data._id, name: data.name_es! })}`;
  const href = (selector: string) => page.locator(`head link${selector}`).getAttribute("href");
  const at = (path: string) => shop.own.url + path;
  for (const [path, switched, name, locale] of [
    [english, spanish, "Español", "en_US"],
    [spanish, english, "English", "es_PE"],
  ] as const) {
    await page.goto(path);
    expect(await href("[rel=canonical]")).toBe(at(path));
    for (const [spoken, address] of Object.entries({ en: english, es: spanish, "x-default": english }))
      expect(await href(`[hreflang=${spoken}]`)).toBe(at(address));
    await expect(page.locator('meta[property="og:locale"]')).toHaveAttribute("content", locale);
    const [facts] = (await page.locator('script[type="application/ld+json"]').allInnerTexts()).map((text) => JSON.parse(text));
    expect(facts.offers.url).toBe(at(path));
    await expect(page.getByRole("contentinfo").getByRole("link", { name })).toHaveAttribute("href", switched);
  }
  // Names in the other language, former names and other spellings redirect straight to the right address.
  for (const [wrong, right] of [
    [`/es${english}`, spanish],
    [spanish.slice("/es".length), english],
    ["/Search?q=oat+milk&offer=1", "/search?q=oat+milk&offer=1"],
    ["/es/SEARCH?q=avena", "/es/search?q=avena"],
  ] as const) {
    const { status, headers } = await page.request.get(wrong, { maxRedirects: 0 }).then((answer) => ({
      status: answer.status(),
      headers: answer.headers(),
    }));
    expect([status, headers["location"]]).toEqual([301, right]);
  }
});

test("the home page says in both languages what site and shop it is, and where to search", async ({ shop, page }) => {
  for (const [path, inLanguage] of [
    ["/", "en"],
    ["/es", "es"],
  ] as const) {
    await page.goto(path);
    const facts = (await page.locator('script[type="application/ld+json"]').allInnerTexts()).map((text) => JSON.parse(text));
    const url = shop.own.url + path;
    const site = facts.find((fact) => fact["@type"] === "WebSite");
    expect(site).toMatchObject({ url, inLanguage, publisher: { "@id": `${shop.own.url}/#shop` } });
    const { pathname } = new URL(site.potentialAction.target.replace("{search_term_string}", "bread"));
    expect(pathname).toBe(`${path === "/" ? "" : path}/search`);
    expect(facts.find((fact) => fact["@id"] === `${shop.own.url}/#shop`)).toMatchObject({ name: expect.any(String) });
  }
});

test("later pages of a shelf refer to each other in both languages, as the sitemap does", async ({ page }) => {
  const sitemap = await (await page.request.get("/sitemap-shelves.xml")).text();
  const [entry = ""] = sitemap.split("\n").filter((line) => line.includes("?page=2</loc>"));
  const [english = "", spanish = "", standard] = [...entry.matchAll(/href="([^"]*)"/g)].map(([, address]) =>
    address!.replaceAll("&amp;", "&").replaceAll("&apos;", "'"),
  );
  expect([new URL(spanish).pathname.slice(0, 4), standard]).toEqual(["/es/", english]);
  for (const address of [english, spanish]) {
    const answer = await page.goto(address);
    expect([answer!.status(), answer!.request().redirectedFrom()]).toEqual([200, null]);
    for (const [link, href] of Object.entries({ canonical: address, "[hreflang=en]": english, "[hreflang=es]": spanish }))
      await expect(page.locator(link === "canonical" ? "link[rel=canonical]" : `link${link}`)).toHaveAttribute("href", href);
  }
});
