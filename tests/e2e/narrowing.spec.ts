import { listing } from "#features/catalogue/contract.ts";
import { paths } from "#web/paths.ts";
import { adminToken, newProduct, newShelf } from "./admin.ts";
import { expect, PHONE, test, type ShopPage } from "./shop.ts";

/** A long listing, and what it can be narrowed by. */
async function longShelf(shop: ShopPage) {
  const { category, subCategory, totalCount } = await shop.longShelf();
  const where = { categoryId: category._id, subCategoryId: subCategory._id };
  const { choices } = await shop.call(listing, { ...where, choices: true });
  return { path: paths.listing(category, subCategory), where, totalCount, choices: choices!, name: subCategory.name };
}

/** A shelf with 12 products in stock, which other tests can't sell out, and one without. */
async function ownShelf(shop: ShopPage) {
  const token = await adminToken(shop);
  const shelf = await newShelf(shop, token);
  await newProduct(shop, token, { stock: 0 }, shelf);
  for (let price = 12; price > 0; price--) await newProduct(shop, token, { price }, shelf);
  const where = { categoryId: shelf.category[0]!._id, subCategoryId: shelf._id };
  return { path: paths.listing(shelf.category[0]!, shelf), where };
}

/** The addresses of a sitemap. */
function locations(xml: string): URL[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, location]) => new URL(location!.replaceAll("&amp;", "&").replaceAll("&apos;", "'")),
  );
}

/** The names on the page, in order. */
const shown = (shop: ShopPage) => shop.cards.getByRole("heading").allInnerTexts();

test("choices narrow a listing, are in its address, and are removed one by one or all at once", async ({ shop, page }) => {
  const { path, where, totalCount, choices } = await longShelf(shop);
  const brand = choices.brand[0]!;
  await shop.open(path);
  const form = page.getByRole("form", { name: "Filters and sorting" });
  await form.locator("summary", { hasText: "Brand" }).click();
  await form.getByRole("checkbox", { name: `${brand.value} ${brand.count}` }).check();
  await expect(page).toHaveURL(`${path}?${new URLSearchParams({ brand: brand.value })}`);
  await expect(page.getByRole("status").filter({ hasText: /^\d+ products?$/ })).toHaveText(
    brand.count === 1 ? "1 product" : `${brand.count} products`,
  );
  await form.getByRole("checkbox", { name: /^In stock/ }).check();
  await expect(page).toHaveURL(/stock=1/);
  const expected = await shop.call(listing, { ...where, brand: [brand.value], stock: true, limit: 50 });
  await expect(shop.cards).toHaveCount(Math.min(8, expected.totalCount));

  await page.getByRole("button", { name: "Remove filter In stock" }).click();
  await expect(shop.cards).toHaveCount(Math.min(8, brand.count));
  await page.reload();
  await expect(shop.cards).toHaveCount(Math.min(8, brand.count));
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("status").filter({ hasText: `${totalCount} products` })).toBeVisible();
});

test("sorting and filters stay while scrolling endlessly, and Back restores the position", async ({ shop, page }) => {
  const { path, where } = await ownShelf(shop);
  const all = (await shop.call(listing, { ...where, sort: "price", stock: true, limit: 50 })).data;
  expect(all).toHaveLength(12);
  await page.setViewportSize(PHONE);
  await shop.open(`${path}?stock=1&sort=price`);
  await shop.scrollUntil(all.length);
  expect(await shown(shop)).toEqual(all.map(({ name }) => name));
  const last = shop.cards.last();
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  await last.getByRole("link").click();
  await expect(shop.heading(all.at(-1)!.name)).toBeVisible();
  await page.goBack();
  await expect(shop.cards).toHaveCount(all.length);
  expect(await shown(shop)).toEqual(all.map(({ name }) => name));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
});

test("Back undoes one choice at a time", async ({ shop, page }) => {
  const { path, totalCount, where } = await longShelf(shop);
  const cheapest = (await shop.call(listing, { ...where, sort: "price" })).data[0]!.name;
  await shop.open(path);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("price");
  await expect(page).toHaveURL(`${path}?sort=price`);
  await expect(shop.cards.first().getByRole("heading")).toHaveText(cheapest);
  await page.goBack();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("");
  await expect(page.getByRole("status").filter({ hasText: `${totalCount} products` })).toBeVisible();
});

test("all of it works by keyboard", async ({ shop, page }) => {
  const { path, choices } = await longShelf(shop);
  await shop.open(path);
  const group = page.locator("summary", { hasText: "Brand" });
  await group.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/brand=/);
  await expect(page.getByRole("checkbox", { name: new RegExp(`^${choices.brand[0]!.value} `) })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(group).toBeFocused();
  await expect(page.getByRole("checkbox", { name: new RegExp(`^${choices.brand[0]!.value} `) })).toBeHidden();
});

test("on a phone a sheet narrows a search and says how many products it will show", async ({ shop, page }) => {
  await page.setViewportSize(PHONE);
  await shop.open(paths.search("chocolate"));
  await page.getByRole("button", { name: "Filter and sort" }).click();
  const sheet = page.getByRole("dialog", { name: "Filter and sort" });
  await sheet.locator("summary", { hasText: "Diet" }).click();
  const vegan = sheet.getByRole("checkbox", { name: /^Vegan/ });
  const count = /\d+/.exec((await vegan.locator("..").innerText()).replace("Vegan", ""))![0];
  await vegan.check();
  await shop.assertAccessible();
  await sheet.getByRole("button", { name: `Show ${count} product` }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(paths.search("chocolate") + "&detail=Diet%3AVegan");
  await expect(page.getByRole("button", { name: "Remove filter Vegan" })).toBeVisible();
});

test("a custom price range is typed into two fields and applied, whichever field has the higher price", async ({ shop, page }) => {
  const { path, where } = await longShelf(shop);
  await shop.open(path);
  const form = page.getByRole("form", { name: "Filters and sorting" });
  await form.locator("summary", { hasText: "Price" }).click();
  await form.getByRole("spinbutton", { name: "From $" }).fill("12.5");
  await form.getByRole("spinbutton", { name: "To $" }).fill("1");
  await expect(page).toHaveURL(path);
  await form.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(`${path}?price=1-12.5`);
  const { totalCount } = await shop.call(listing, { ...where, price: "1-12.5" });
  await expect(page.getByRole("status").filter({ hasText: `${totalCount} product` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove filter $1.00 to $12.50" })).toBeVisible();
  await shop.assertAccessible();
  await form.getByRole("radio", { name: "Any price" }).check();
  await expect(page).toHaveURL(path);
});

test("a list that nothing fits says so and offers to clear the filters", async ({ shop, page }) => {
  const { path } = await longShelf(shop);
  await shop.open(`${path}?brand=Nobody`);
  await expect(page.getByText("No products match these filters")).toBeVisible();
  await shop.assertAccessible();
  await page.getByRole("main").getByRole("link", { name: "Clear filters" }).last().click();
  await expect(shop.cards).toHaveCount(8);
});

test("a narrowed page is not for search engines, and invalid choices redirect to the page without them", async ({ shop, page }) => {
  const { path, choices } = await longShelf(shop);
  await page.goto(`${path}?stock=1&sort=name`);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", shop.own.url + path);
  for (const [address, plain] of [
    ["/search?q=chocolate&stock=1", "/search?q=chocolate"],
    ["/es/search?q=chocolate&sort=price", "/es/search?q=chocolate"],
    ["/search?q=chocolate&exact=1&stock=1", "/search"],
    ["/search?q=choclate&stock=1", "/search"],
    ["/search?q=chocolate&brand=Nobody", "/search"],
    ["/search?offer=1&sort=discount", "/search"],
  ] as const) {
    await page.goto(address);
    await expect(page.locator("meta[name=robots]"), address).toHaveAttribute("content", "noindex");
    await expect(page.locator("link[rel=canonical]"), address).toHaveAttribute("href", shop.own.url + plain);
  }
  await page.goto(path);
  await expect(page.locator("meta[name=robots]")).toHaveCount(0);
  for (const odd of ["price=9-2", "price=abc", "sort=cheapest", "stock=yes", "offer=0", "detail=x", `brand=${"x".repeat(200)}`]) {
    const answer = await page.request.get(`${path}?${odd}`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()["location"]], odd).toEqual([302, path]);
  }
  const answer = await page.request.get(`${path}?price=9-2&brand=${encodeURIComponent(choices.brand[0]!.value)}`);
  expect(new URL(answer.url()).search).toBe(`?${new URLSearchParams({ brand: choices.brand[0]!.value })}`);
  expect((await page.request.get(`${path}?stock=1&page=999`)).status()).toBe(404);
});

test("a narrowed list fits every screen, does not shift while loading and is accessible", async ({ shop, page }) => {
  const { path } = await longShelf(shop);
  for (const width of [320, PHONE.width, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.open(`${path}?stock=1&sort=unit-price&price=-19.99`);
    await shop.assertFits();
    expect(await shop.layoutShift()).toBeLessThan(0.02);
  }
  await shop.assertAccessible();
});

test("every group of choices opens within the screen", async ({ shop, page }) => {
  for (const width of [768, 900, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.open(paths.search("chocolate"));
    const groups = page.getByRole("form", { name: "Filters and sorting" }).locator("details[name=filter]");
    await expect(groups.first()).toBeVisible();
    for (const group of await groups.all()) {
      await group.locator("summary").first().click();
      const values = group.locator("fieldset");
      await expect(values).toBeVisible();
      await expect.poll(async () => values.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(width);
      await shop.assertFits();
    }
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("filters, sorting, chips and pages are a plain form", async ({ shop, page }) => {
    const { path, where } = await ownShelf(shop);
    await page.goto(path);
    const form = page.getByRole("form", { name: "Filters and sorting" });
    await form.getByRole("combobox", { name: "Sort by" }).selectOption("price");
    await form.getByRole("checkbox", { name: /^In stock/ }).check();
    await form.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/stock=1/);
    const expected = await shop.call(listing, { ...where, stock: true, sort: "price", limit: 50 });
    expect(await shown(shop)).toEqual(expected.data.slice(0, 8).map(({ name }) => name));
    await page.getByRole("button", { name: "Next page" }).click();
    expect(await shown(shop)).toEqual(expected.data.slice(8, 16).map(({ name }) => name));
    await page.getByRole("button", { name: "Remove filter In stock" }).click();
    await expect(page).toHaveURL(`${path}?sort=price`);
  });

  test("a custom price range works as a plain form, and has the same address", async ({ shop, page }) => {
    const { path } = await longShelf(shop);
    await page.goto(path);
    const form = page.getByRole("form", { name: "Filters and sorting" });
    await form.locator("summary", { hasText: "Price" }).click();
    await form.getByRole("spinbutton", { name: "From $" }).fill("2");
    await form.getByRole("button", { name: "Apply" }).first().click();
    await expect(page).toHaveURL(`${path}?price=2-`);
  });

  test("a robot that follows every link of a narrowed listing finds no more pages than the sitemap has", async ({ shop, page }) => {
    test.setTimeout(180_000);
    const { path } = await longShelf(shop);
    const read = async (address: string) => (await page.request.get(address)).text();
    const inSitemap = new Set<string>();
    for (const part of locations(await read("/sitemap.xml")))
      for (const { pathname, search } of locations(await read(part.pathname))) inSitemap.add(pathname + search);
    const forbidden = [...(await read("/robots.txt")).matchAll(/^Disallow: (.*)$/gm)].map(([, rule]) => rule!);
    const isForbidden = (address: string) =>
      forbidden.some((rule) => (rule.endsWith("$") ? address === rule.slice(0, -1) : address.startsWith(rule)));

    const seen = new Set<string>();
    const waiting = [`${path}?stock=1&sort=price`];
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      if (seen.has(address) || isForbidden(address)) continue;
      seen.add(address);
      expect(seen.size, address).toBeLessThan(2 * inSitemap.size);
      const html = await read(address);
      for (const [, link] of html.matchAll(/<a [^>]*href="([^"]*)"/g)) {
        const { origin, pathname, search } = new URL(link!.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"), shop.own.url + address);
        // The Spanish pages mirror these. The footer spells the contact page as the specification does.
        if (origin === shop.own.url && !/^\/es(\/|$)/.test(pathname))
          waiting.push(pathname.replace("/contactUsPage", paths.contact) + search);
      }
    }
    expect(seen.size).toBeGreaterThan(500);
    // Everything it finds is in the sitemap, except the page it started from.
    expect([...seen].filter((address) => !inSitemap.has(address))).toEqual([`${path}?stock=1&sort=price`]);
  });
});
