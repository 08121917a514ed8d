import { home, listSubCategories, productDetails } from "#features/catalogue/contract.ts";
import { paths } from "#web/paths.ts";
import { PHONE, expect, test } from "./shop.ts";

test("the choice of a language keeps page and query, and leads back to it later", async ({ shop, page }) => {
  await shop.open("/search?q=rice");
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Español" }).click();
  await expect(page).toHaveURL("/es/search?q=rice");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  // Links stay in the language.
  await page
    .getByRole("banner")
    .getByRole("link", { name: /despensa/i })
    .click();
  await expect(page).toHaveURL("/es");
  // Whoever comes from elsewhere finds the language they chose.
  await page.goto("about:blank");
  await page.goto("/cart");
  await expect(page).toHaveURL("/es/cart");
  await footer.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test.describe("with a browser in Spanish", () => {
  test.use({ locale: "es-PE" });

  test("Spanish is proposed once, and never forced", async ({ shop, page }) => {
    await page.setViewportSize(PHONE);
    await shop.open("/");
    const proposal = page.getByRole("complementary", { name: "¿Prefieres ver la tienda en español?" });
    await proposal.getByRole("button", { name: "Seguir en inglés" }).click();
    await expect(proposal).toBeHidden();
    await expect(page).toHaveURL("/");
    await page.evaluate(() => localStorage.removeItem("language"));
    await shop.open("/cart");
    await page.waitForLoadState("networkidle");
    await expect(proposal).toBeHidden();
  });
});

test("search engines find each page at its own address in both languages, and the switch leads right there", async ({ shop, page }) => {
  const { data } = await shop.call(productDetails, { productId: (await shop.product(({ stock }) => stock > 0))._id });
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
  // Names of the other language, or former ones, lead to the right address at once.
  for (const [wrong, right] of [
    [`/es${english}`, spanish],
    [spanish.slice("/es".length), english],
  ] as const) {
    const { status, headers } = await page.request.get(wrong, { maxRedirects: 0 }).then((answer) => ({
      status: answer.status(),
      headers: answer.headers(),
    }));
    expect([status, headers["location"]]).toEqual([301, right]);
  }
});

test("a shelf names its address in the other language, later pages too", async ({ shop, page }) => {
  const [row] = (await shop.call(home, { page: 1 })).data;
  const all = (await shop.call(listSubCategories, undefined)).data;
  const { category, subCategory } = row!;
  const sub = all.find(({ _id }) => _id === subCategory._id)!;
  const parent = sub.category.find(({ _id }) => _id === category._id)!;
  const spanish = paths.listing({ ...parent, name: parent.name_es! }, { ...sub, name: sub.name_es! });
  for (const query of ["", "?page=2"]) {
    const { text, status } = await page.request.get(paths.listing(category, subCategory) + query).then(async (answer) => ({
      text: await answer.text(),
      status: answer.status(),
    }));
    // The first shelf may be short.
    if (query && status === 404) continue;
    expect(text).toContain(`<link rel="alternate" hrefLang="es" href="${shop.own.url}/es${spanish}${query}"/>`);
    expect(text).toContain(`<link rel="canonical" href="${shop.own.url}${paths.listing(category, subCategory)}${query}"/>`);
  }
});
