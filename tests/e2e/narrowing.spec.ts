import { listing } from "#features/catalogue/contract.ts";
import type { Narrowing } from "#features/catalogue/narrowing/rules.ts";
import { searchProducts } from "#features/search/contract.ts";
import { paths } from "#web/paths.ts";
import { LONG } from "../support/rounds.ts";
import { adminToken, newProduct, newShelf } from "./admin.ts";
import { expect, holdScripts, PHONE, test, WIDE, WIDTHS, THEMES, type ShopPage } from "./shop.ts";

/** A long listing, and what it can be narrowed by. */
async function longShelf(shop: ShopPage) {
  const { category, subCategory, totalCount } = await shop.longShelf();
  const where = { categoryId: category._id, subCategoryId: subCategory._id };
  const { choices } = await shop.call(listing, { ...where, choices: true });
  return { path: paths.listing(category, subCategory), where, totalCount, choices: choices!, name: subCategory.name };
}

/**
 * A shelf with 15 products in stock, which other tests can't sell out, and one without: as a listing, and as a search for the last word
 * of its name. `all` says what a narrowing leaves, in order.
 */
async function ownLists(shop: ShopPage) {
  const token = await adminToken(shop);
  const shelf = await newShelf(shop, token);
  await newProduct(shop, token, { stock: 0 }, shelf);
  for (let price = 15; price > 0; price--) await newProduct(shop, token, { price }, shelf);
  const where = { categoryId: shelf.category[0]!._id, subCategoryId: shelf._id };
  const search = shelf.name.split(" ").at(-1)!;
  return [
    {
      path: paths.listing(shelf.category[0]!, shelf),
      and: "?",
      perPage: 8,
      all: async (more: Narrowing) => (await shop.call(listing, { ...where, ...more, limit: 50 })).data.map(({ name }) => name),
    },
    {
      path: paths.search(search),
      and: "&",
      perPage: 12,
      all: async (more: Narrowing) => (await shop.call(searchProducts, { search, ...more, limit: 50 })).data.map(({ name }) => name),
    },
  ] as const;
}

/** The last brand of a search with many, and its group of choices, opened as far as it goes. */
async function openAllBrands(shop: ShopPage) {
  const { page } = shop;
  const { choices } = await shop.call(searchProducts, { search: "chocolate", choices: true });
  expect(choices!.brand.length).toBeGreaterThan(8);
  const last = choices!.brand.at(-1)!;
  const group = page.locator("details[name=filter]").filter({ has: page.locator("summary", { hasText: "Brand" }) });
  const box = group.getByRole("checkbox", { name: `${last.value} ${last.count}` });
  await expect(box).toBeHidden();
  for (const summary of [group.locator("summary").first(), group.locator("summary").last()]) {
    await summary.focus();
    await page.keyboard.press("Enter");
  }
  return { box, brand: last.value, url: `/search?${new URLSearchParams({ q: "chocolate", brand: last.value })}` };
}

/** Pages a robot reads at once, and in all. It checks many more: all they link to. */
const AT_ONCE = 8;
const MOST_READ = LONG ? Infinity : 120;

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
  await shop.isAlive();
  await expect(shop.cards).toHaveCount(Math.min(8, brand.count));
  await form.getByRole("combobox", { name: "Sort by" }).selectOption("price");
  await expect(page).toHaveURL(/sort=price$/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(`${path}?sort=price`);
  await expect(page.getByRole("status").filter({ hasText: `${totalCount} products` })).toBeVisible();
});

for (const [n, kind] of (LONG ? ["listing", "search"] : ["listing"]).entries())
  test(`sorting and filters of a ${kind} stay while scrolling endlessly and on reload, and Back restores the position`, async ({
    shop,
    page,
  }) => {
    const { path, and, all: read } = (await ownLists(shop))[n]!;
    const all = await read({ sort: "price", stock: true });
    expect(all).toHaveLength(15);
    await page.setViewportSize(PHONE);
    await shop.open(`${path}${and}stock=1&sort=price`);
    await shop.scrollUntil(all.length);
    expect(await shown(shop)).toEqual(all);
    const last = shop.cards.last();
    await last.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    await last.getByRole("link").click();
    await expect(shop.heading(all.at(-1)!)).toBeVisible();
    await page.goBack();
    await expect(shop.cards).toHaveCount(all.length);
    expect(await shown(shop)).toEqual(all);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
    await page.reload();
    await shop.scrollUntil(all.length);
    expect(await shown(shop)).toEqual(all);
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

test("every brand can be chosen, also those that are not shown at first", async ({ shop, page }) => {
  await shop.open("/search?q=chocolate");
  const { box, url } = await openAllBrands(shop);
  await box.check();
  await expect(page).toHaveURL(url);
  await expect(box).toBeChecked();
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
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await shop.assertAccessible();
  }
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
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
  await expect(shop.cards).toHaveCount(8);
});

test("a search whose words find nothing, whatever the filters, doesn't blame these", async ({ shop, page }) => {
  for (const filters of ["brand=Nobody", "stock=1&sort=price"]) {
    await shop.open(`/search?q=zzqx&${filters}`);
    const main = page.getByRole("main");
    await expect(main.getByText("No Data found for search")).toBeVisible();
    await expect(main.getByRole("link", { name: "See popular products" })).toBeVisible();
    await expect(main.getByText("Clear filters")).toHaveCount(0);
    await expect(main.getByRole("form")).toHaveCount(0);
  }
});

test("a search page says what it lists, in both languages, whatever is chosen", async ({ shop, page }) => {
  const main = page.getByRole("main");
  for (const [address, title, text] of [
    ["/search", "Popular right now"],
    ["/search?offer=1&sort=discount", "Offers"],
    ["/search?sort=new", "Products"],
    ["/es/search?sort=price", "Productos"],
    ["/search?q=zzqx&sort=price", "Results for “zzqx”", "No Data found for search"],
    ["/es/search?q=zzqx&sort=price", "Resultados para “zzqx”", "No hay resultados para tu búsqueda"],
    ["/search?q=choclate&brand=Nobody", "Results for “chocolate”", "No products match these filters"],
    ["/search?q=choclate&brand=Nobody", "Results for “chocolate”", "Search for “choclate” instead"],
    ["/es/search?q=lehce&stock=1", "Resultados para “leche”", "Buscar “lehce”"],
  ] as const) {
    await shop.open(address);
    await expect(page.getByRole("heading", { level: 1 }), address).toHaveText(title);
    if (text) await expect(main.getByText(text), address).toBeVisible();
  }
  // A detail that lists can't be narrowed by is ignored, so it is no chosen filter.
  await shop.open("/search?q=chocolate&detail=Color:Brown&stock=1");
  await expect(page.getByRole("list", { name: "Chosen filters" }).getByRole("button")).toHaveText([
    "Remove filter In stock",
    "Clear filters",
  ]);
  for (const past of ["/search?q=chocolate&page=99", "/es/search?q=choclate&sort=price&page=99", "/search?q=zzqx&page=2"])
    expect((await page.request.get(past)).status(), past).toBe(404);
});

test("a sorted search shows the close matches, then the other results under a heading of their own", async ({ shop, page }) => {
  const { data } = await shop.call(searchProducts, { search: "olive oil", sort: "price", limit: 50 });
  await page.setViewportSize(PHONE);
  await shop.open("/search?q=olive+oil&sort=price");
  const others = page.getByRole("heading", { name: "Other results" });
  await shop.scrollUntil(data.length);
  expect(await shown(shop)).toEqual(data.map(({ name }) => name));
  await expect(others).toHaveCount(1);
  const above = await page.locator("#products > li:has(h2)").evaluate((item) => [...item.parentElement!.children].indexOf(item));
  const names = await shown(shop);
  expect(names.slice(0, above).every((name) => name.toLowerCase().includes("olive oil"))).toBe(true);
  expect(names[above]).not.toMatch(/olive oil/i);
  await shop.assertAccessible();
  await shop.assertFits();
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
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await shop.open(`${path}?stock=1&sort=unit-price&price=-19.99`);
    await shop.assertFits();
    expect(await shop.layoutShift()).toBeLessThan(0.02);
  }
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await shop.assertAccessible();
  }
});

const DEVICES = [
  ["a phone", PHONE.width],
  ["a wide screen", WIDE.width],
] as const;

for (const [device, width] of LONG ? DEVICES : DEVICES.slice(0, 1))
  test(`on ${device}, a listing that is opened shows its products before its choices are counted, and nothing moves then`, async ({
    shop,
    page,
  }) => {
    const { category, subCategory } = await shop.longShelf();
    await page.setViewportSize({ width, height: 900 });
    const counted = Promise.withResolvers<void>();
    await page.route(`**${listing.path}`, async (route) => {
      if (route.request().postData()?.includes('"choices":true')) await counted.promise;
      await route.continue();
    });
    await shop.open("/");
    await page.getByRole("link", { name: `See All ${category.name}` }).click();
    await expect(shop.heading(subCategory.name)).toBeVisible();
    await expect(shop.cards).not.toHaveCount(0);
    const top = () => page.locator("#products").evaluate((list) => list.getBoundingClientRect().top + window.scrollY);
    const before = await top();
    counted.resolve();
    if (width === PHONE.width) await page.getByRole("button", { name: "Filter and sort" }).click();
    await expect(page.locator("summary:visible", { hasText: "Brand" })).toBeVisible();
    expect(await top()).toBe(before);
  });

test("every group of choices opens within the screen", async ({ shop, page }) => {
  for (const width of LONG ? [768, 900, 1024] : [768]) {
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

  test("every brand can be chosen", async ({ shop, page }) => {
    await page.goto("/search?q=chocolate");
    const { box, brand } = await openAllBrands(shop);
    await box.check();
    await page.getByRole("form", { name: "Filters and sorting" }).getByRole("button", { name: "Apply" }).last().click();
    await expect(page.getByRole("button", { name: `Remove filter ${brand}` })).toBeVisible();
  });

  for (const [n, kind] of (["listing", "search"] as const).entries())
    for (const viewport of LONG ? [WIDE, PHONE] : [[WIDE, PHONE][n]!])
      test(`filters, sorting, chips and pages of a ${kind} are a plain form, ${viewport.width} px wide`, async ({ shop, page }) => {
        await page.setViewportSize(viewport);
        const { path, and, perPage, all } = (await ownLists(shop))[n]!;
        await page.goto(path);
        const form = page.getByRole("form", { name: "Filters and sorting" });
        await form.getByRole("combobox", { name: "Sort by" }).selectOption("price");
        await form.getByRole("checkbox", { name: /^In stock/ }).check();
        await form.getByRole("button", { name: "Apply" }).last().click();
        await expect(page).toHaveURL(/stock=1/);
        const expected = await all({ stock: true, sort: "price" });
        expect(await shown(shop)).toEqual(expected.slice(0, perPage));
        await shop.assertFits();
        await page.getByRole("button", { name: "Next page" }).click();
        expect(await shown(shop)).toEqual(expected.slice(perPage, 2 * perPage));
        await page.getByRole("button", { name: "Remove filter In stock" }).click();
        await expect(page).toHaveURL(`${path}${and}sort=price`);
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

  test("a robot that follows the links of a narrowed search finds the pages of the plain search, and nothing more", async ({
    shop,
    page,
  }) => {
    const { totalPage } = await shop.call(searchProducts, { search: "chocolate" });
    const start = "/search?q=chocolate&stock=1&sort=price";
    const seen = new Set<string>();
    const waiting = [start];
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      if (seen.has(address)) continue;
      seen.add(address);
      expect(seen.size, address).toBeLessThan(100);
      const html = await (await page.request.get(address)).text();
      for (const [, link] of html.matchAll(/<(?:a|link rel="canonical") [^>]*href="([^"]*)"/g)) {
        const { pathname, search } = new URL(link!.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"), shop.own.url + address);
        // What robots.txt lets them read; the test below follows the other links.
        if ((pathname + search).startsWith("/search?q=")) waiting.push(pathname + search);
      }
    }
    const plain = Array.from({ length: totalPage }, (_, n) => `/search?q=chocolate${n > 0 ? `&page=${n + 1}` : ""}`);
    expect([...seen].toSorted()).toEqual([start, ...plain].toSorted());
  });

  test("a robot that follows every link of a narrowed listing finds no more pages than the sitemap has", async ({ shop }) => {
    test.setTimeout(300_000);
    const { path } = await longShelf(shop);
    const read = async (address: string) => (await fetch(shop.own.url + address)).text();
    const inSitemap = new Set<string>();
    for (const part of locations(await read("/sitemap.xml")))
      for (const { pathname, search } of locations(await read(part.pathname))) inSitemap.add(pathname + search);
    const forbidden = [...(await read("/robots.txt")).matchAll(/^Disallow: (.*)$/gm)].map(([, rule]) => rule!);
    const isForbidden = (address: string) =>
      forbidden.some((rule) => (rule.endsWith("$") ? address === rule.slice(0, -1) : address.startsWith(rule)));
    const linksOf = async (address: string) => {
      const html = await read(address);
      const links = new Set([...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link]) => link!));
      return [...links].flatMap((link) => {
        const { origin, pathname, search } = new URL(link.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"), shop.own.url + address);
        // The Spanish pages mirror these. The footer spells the contact page as the specification does.
        const isOwn = origin === shop.own.url && !/^\/es(\/|$)/.test(pathname);
        return isOwn ? [pathname.replace("/contactUsPage", paths.contact) + search] : [];
      });
    };

    const start = `${path}?stock=1&sort=price`;
    const seen = new Set([start]);
    const waiting = [start];
    for (let read = 0; waiting.length > 0 && read < MOST_READ; read += AT_ONCE) {
      const found = await Promise.all(waiting.splice(0, AT_ONCE).map(linksOf));
      for (const address of found.flat()) {
        if (seen.has(address) || isForbidden(address)) continue;
        seen.add(address);
        waiting.push(address);
      }
      expect(seen.size, [...seen].at(-1)).toBeLessThan(2 * inSitemap.size);
    }
    expect(seen.size).toBeGreaterThan(500);
    // Everything it finds is in the sitemap, except the page it started from.
    expect([...seen].filter((address) => !inSitemap.has(address))).toEqual([start]);
  });
});

test("on a phone Filter and sort, pressed before the page is ready, opens the sheet", async ({ shop, page }) => {
  await page.setViewportSize(PHONE);
  const { category, subCategory } = await shop.longShelf();
  const ready = await holdScripts(page);
  await page.goto(paths.listing(category, subCategory), { waitUntil: "commit" });
  await page.getByRole("button", { name: "Filter and sort" }).click();
  ready();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a price range chosen before the scripts run replaces the one that was typed", async ({ shop, page }) => {
  await page.setViewportSize(WIDE);
  const { path } = await longShelf(shop);
  const ready = await holdScripts(page);
  await page.goto(`${path}?price=1-12.5`, { waitUntil: "commit" });
  const form = page.getByRole("form", { name: "Filters and sorting" });
  await form.locator("summary", { hasText: "Price" }).click();
  await form.getByRole("radio", { name: "Any price" }).check();
  ready();
  await expect(page).toHaveURL(path);
});

test("what is chosen before the scripts run is applied when they do", async ({ shop, page }) => {
  await page.setViewportSize(WIDE);
  for (const { path, and, all } of (await ownLists(shop)).slice(LONG ? 0 : 1)) {
    const ready = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    const form = page.getByRole("form", { name: "Filters and sorting" });
    await form.getByLabel("Sort by").selectOption("price");
    await form.getByLabel("In stock").check();
    ready();
    await expect(page).toHaveURL(`${path}${and}stock=1&sort=price`);
    const expected = await all({ stock: true, sort: "price" });
    await expect.poll(() => shown(shop)).toEqual(expected.slice(0, (await shown(shop)).length));
    await expect(form.getByLabel("Sort by")).toHaveValue("price");
    await page.reload();
    await expect(page).toHaveURL(`${path}${and}stock=1&sort=price`);
    await page.unrouteAll({ behavior: "wait" });
  }
});
