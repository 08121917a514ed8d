import type { Request } from "@playwright/test";
import { listing } from "#features/catalogue/contract.ts";
import { completeSearch } from "#features/search/completions/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { paths } from "#web/paths.ts";
import { expect, holdAnswers, holdScripts, PHONE, test, WIDTHS } from "./shop.ts";

const SUGGESTIONS = [
  "car air freshener",
  "natural coconut oil",
  "luxury leather wallet",
  "bike water bottle holder",
  "car seat covers",
  "organic shea butter",
  "designer sunglasses",
  "bike phone mount",
  "car phone charger",
  "natural essential oils",
  "luxury silk scarf",
  "bike helmet",
];

test("SRCH-1 SRCH-2 off the search page a click on the box leads there, where it is a focused input", async ({ shop, page }) => {
  await shop.open("/");
  const box = page.getByLabel("Search the shop");
  await box.click();
  // Focus immediately, so that phones show the keyboard.
  expect(await box.evaluate((input) => input === document.activeElement)).toBe(true);
  await expect(page).toHaveURL("/search");
  await expect(box).toBeFocused();
  await expect(box).toHaveAttribute("placeholder", "Search for atta dal and more.");
  await shop.open("/search?q=honey");
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("honey");
});

test("SRCH-1 SRCH-3 what is typed before the page is ready is searched for", async ({ shop, page }) => {
  const ready = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  const box = page.getByLabel("Search the shop");
  await box.click();
  await page.keyboard.type("hon");
  ready();
  await expect(page).toHaveURL("/search?q=hon");
  await page.keyboard.type("ey");
  await expect(box).toHaveValue("honey");
  await expect(shop.heading("Results for “honey”")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(box).toHaveValue("");
});

test("SRCH-1 a tap on the box before the page is ready opens the search", async ({ page }) => {
  const ready = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByLabel("Search the shop").click();
  ready();
  await expect(page).toHaveURL("/search");
  await expect(page.getByLabel("Search the shop")).toBeFocused();
});

test("SRCH-5 the placeholder types each suggestion in order, 50 ms a character, with a pause of 1000 ms, forever", async ({
  shop,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  expect(await (await page.request.get("/")).text()).toContain(`“${SUGGESTIONS[0]}”`);
  await shop.open("/");
  const placeholder = page.getByTestId("placeholder");
  await expect(placeholder.locator("xpath=ancestor-or-self::*[@aria-hidden='true']")).toHaveCount(1);
  await page.clock.pauseAt(Date.now() + 60_000);
  // Wait for a complete suggestion, then watch the next one being typed letter by letter.
  const whole = async () => SUGGESTIONS.findIndex((text) => `“${text}”` === shown);
  let shown = "";
  const look = async () => (shown = await placeholder.innerText());
  await look();
  for (let tries = 0; (await whole()) < 0 && tries < 40; tries++) {
    await page.clock.runFor(50);
    await look();
  }
  for (let round = 0; round < SUGGESTIONS.length + 1; round++) {
    const next = SUGGESTIONS[((await whole()) + 1) % SUGGESTIONS.length]!;
    await page.clock.runFor(1000);
    expect(next.startsWith((await look()).slice(1, -1))).toBe(true);
    await page.clock.runFor(50 * (next.length - 1));
    expect(await look()).toBe(`“${next}”`);
  }
});

test("SRCH-5 the animated placeholder can be stopped", async ({ shop, page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await shop.open("/");
  await page.getByRole("button", { name: "Pause suggestions" }).click();
  const still = await page.getByTestId("placeholder").innerText();
  await page.clock.runFor(5000);
  await expect(page.getByTestId("placeholder")).toHaveText(still);
  await shop.open("/about-us");
  await expect(page.getByRole("button", { name: "Play suggestions" })).toBeVisible();
});

test("SRCH-5 the placeholder is static with reduced motion", async ({ shop, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await shop.open("/");
  await page.clock.runFor(5000);
  await expect(page.getByTestId("placeholder")).toHaveText(`“${SUGGESTIONS[0]}”`);
});

test("SRCH-3 NAV-2 every letter changes address and results immediately, and Back leaves the search", async ({ shop, page }) => {
  await shop.open("/");
  await page.getByLabel("Search the shop").click();
  const box = page.getByLabel("Search the shop");
  for (const text of ["h", "ho", "hon", "hone", "honey"]) {
    await box.press(text.at(-1)!);
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get("q") === text);
  }
  await expect(shop.heading("Results for “honey”")).toBeVisible();
  await expect(shop.cards.first()).toContainText(/honey/i);
  await page.goBack();
  await expect(page).toHaveURL("/");
});

test("SRCH-3 the filters are counted once, after a pause of 400 ms in typing", async ({ shop, page }) => {
  await page.clock.install();
  await shop.open("/search?q=tea");
  const asked: string[] = [];
  const counted: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith(searchProducts.path)) return;
    const { search, choices } = request.postDataJSON() as { search: string; choices?: boolean };
    (choices ? counted : asked).push(search);
  });
  const filters = page.getByRole("form", { name: "Filters and sorting" });
  await page.clock.pauseAt(Date.now() + 60_000);
  const box = page.getByLabel("Search the shop");
  await box.fill("hone");
  await expect(shop.heading("Results for “hone”")).toBeVisible();
  await page.clock.runFor(350);
  await box.press("y");
  await expect(shop.heading("Results for “honey”")).toBeVisible();
  await page.clock.runFor(350);
  expect([asked, counted]).toEqual([["hone", "honey"], []]);
  await page.clock.runFor(50);
  const { choices } = await shop.call(searchProducts, { search: "honey", choices: true });
  await expect(filters.getByRole("checkbox", { name: `In stock ${choices!.stock}` })).toBeVisible();
  expect(counted).toEqual(["honey"]);

  // What was counted is remembered with the results.
  await shop.cards.first().getByRole("link").click();
  await expect(page).not.toHaveURL(/search/);
  await page.goBack();
  await expect(filters.getByRole("checkbox", { name: `In stock ${choices!.stock}` })).toBeVisible();
  await page.clock.runFor(1000);
  expect(counted).toEqual(["honey"]);
});

const isLate = (request: Request) => request.url().endsWith(searchProducts.path) && request.postDataJSON().search === "hon";

test("SRCH-3 a late response never replaces a newer one", async ({ shop, page }) => {
  await shop.open("/search");
  const late: (() => void)[] = [];
  await page.route(`**${searchProducts.path}`, async (route) => {
    const { search } = route.request().postDataJSON();
    if (search === "hon") await new Promise<void>((resolve) => late.push(resolve));
    await route.continue().catch(() => {});
  });
  const over = Promise.race([page.waitForEvent("requestfinished", isLate), page.waitForEvent("requestfailed", isLate)]);
  const box = page.getByLabel("Search the shop");
  await box.pressSequentially("hon");
  await expect.poll(() => late.length).toBe(1);
  await box.fill("bread");
  await expect(shop.heading("Results for “bread”")).toBeVisible();
  const names = await shop.cards.getByRole("heading").allInnerTexts();
  late.forEach((answer) => answer());
  await over;
  await shop.painted();
  expect(await shop.cards.getByRole("heading").allInnerTexts()).toEqual(names);
  await expect(box).toHaveValue("bread");
});

test("SRCH-4 LAY-7 below 768 px an arrow that leads home replaces the search icon", async ({ shop, page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await shop.open("/search");
  const arrow = page.getByRole("link", { name: "Back to the shop" });
  await expect(arrow).toBeHidden();
  await page.setViewportSize({ width: 767, height: 900 });
  await arrow.click();
  await expect(page).toHaveURL("/");
});

test("SRCH-6 the search box is at least 300 px wide, 420 px on large screens", async ({ shop, page }) => {
  for (const path of ["/", "/search"]) {
    await shop.open(path);
    for (const [width, least] of [
      [320, 300],
      [390, 300],
      [768, 300],
      [1024, 420],
      [1440, 420],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      expect((await page.getByTestId("search-box").boundingBox())!.width).toBeGreaterThanOrEqual(least);
      await shop.assertFits();
    }
  }
});

for (const list of ["a search", "a listing"] as const) {
  test(`SRCH-8 LIST-2 ${list} checks the scroll position once in 150 ms, and loads nothing before 80 percent`, async ({ shop, page }) => {
    const { category, subCategory } = await shop.longShelf();
    const [path, { path: call }] =
      list === "a search" ? [paths.search("o"), searchProducts] : [paths.listing(category, subCategory), listing];
    await page.setViewportSize(PHONE);
    await page.clock.install();
    await shop.open(path);
    await expect(shop.cards.nth(7)).toBeAttached();
    await page.clock.pauseAt(Date.now() + 60_000);
    let requests = 0;
    page.on("request", (request) => (requests += request.url().endsWith(call) ? 1 : 0));
    /** Scrolls, and waits for the scroll event. */
    const scrollTo = async (share: number) => {
      const scrolled = page.evaluate(() => new Promise((resolve) => document.addEventListener("scroll", resolve, { once: true })));
      await Promise.all([scrolled, shop.scrollTo(share)]);
    };
    await scrollTo(0.78);
    await page.clock.runFor(1000);
    expect(requests).toBe(0);
    await scrollTo(0.83);
    await page.clock.runFor(100);
    // Doesn't put the check off, or nothing would load while someone scrolls on.
    await scrollTo(0.84);
    await page.clock.runFor(40);
    expect(requests).toBe(0);
    await page.clock.runFor(20);
    await expect.poll(() => requests).toBe(1);
  });
}

test("SRCH-7 results load while scrolling, and Back restores them", async ({ shop, page }) => {
  const { totalCount } = await shop.call(searchProducts, { search: "o" });
  expect(totalCount).toBeGreaterThan(24);
  await page.setViewportSize(PHONE);
  await shop.open("/search?q=o");
  await expect(shop.cards).toHaveCount(12);
  await shop.scrollTo(0.82);
  await expect(shop.cards).toHaveCount(24);
  const card = shop.cards.nth(14);
  const name = await card.getByRole("heading").innerText();
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  await card.getByRole("link").click();
  await expect(shop.heading(name)).toBeVisible();
  await page.goBack();
  await expect(shop.cards.nth(14)).toContainText(name);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await expect(page.getByLabel("Search the shop")).toHaveValue("o");
  // A new search starts on its first page.
  await page.getByLabel("Search the shop").fill("on");
  await expect(shop.heading("Results for “on”")).toBeVisible();
  expect(await shop.cards.count()).toBeLessThanOrEqual(12);
});

test("SRCH-9 ten skeletons while loading, and a message when nothing is found", async ({ shop, page }) => {
  await shop.open("/");
  const answer = await holdAnswers(page, searchProducts);
  await page.getByLabel("Search the shop").click();
  await expect(page.getByRole("list", { name: "Searching" }).locator("> *")).toHaveCount(10);
  await expect(page.getByLabel("Search the shop")).toBeFocused();
  answer();
  await expect(shop.cards).toHaveCount(12);
  await page.getByLabel("Search the shop").fill("xqzvjk wwqq");
  await expect(page.getByText("No Data found for search")).toBeVisible();
  await shop.assertAccessible();
});

test("old results stay, dimmed, until the new ones load", async ({ shop, page }) => {
  await shop.open("/search?q=bread");
  const first = await shop.cards.first().getByRole("heading").innerText();
  const answer = await holdAnswers(page, searchProducts);
  await page.getByLabel("Search the shop").fill("honey");
  await expect(page.getByRole("main").getByRole("list").first()).toHaveAttribute("aria-busy", "true");
  await expect(shop.cards.first()).toContainText(first);
  answer();
  await expect(shop.heading("Results for “honey”")).toBeVisible();
});

test("search fits every screen, does not shift while loading and is accessible", async ({ shop, page }) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await shop.open("/search?q=bread");
    await shop.assertFits();
    expect(await shop.layoutShift()).toBeLessThan(0.02);
  }
  await shop.assertAccessible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("search is a form, and its pages are links", async ({ shop, page }) => {
    await page.goto("/");
    await page.getByLabel("Search the shop").click();
    await page.getByLabel("Search the shop").fill("o");
    await page.getByLabel("Search the shop").press("Enter");
    await expect(page).toHaveURL("/search?q=o");
    await expect(shop.cards).toHaveCount(12);
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL("/search?q=o&page=2");
    await expect(shop.cards).toHaveCount(12);
  });
});

test("a failed search says so, logs why, and can be retried", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await shop.open("/search");
  await page.route(`**${searchProducts.path}`, (route) => route.abort());
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("Could not load the results"));
  const completed = page.waitForResponse((response) => response.url().endsWith(completeSearch.path));
  const box = page.getByRole("combobox", { name: "Search the shop" });
  await box.fill("bread");
  await logged;
  await expect(page.getByRole("alert")).toContainText("No response from the shop. Check your connection and try again.");
  // Suggestions that come later do not cover the button, but a person can ask for them.
  await completed;
  await shop.painted();
  const suggestions = page.getByRole("grid", { name: "Suggestions" });
  await expect(suggestions).toBeHidden();
  await expect(box).toHaveAttribute("aria-expanded", "false");
  await box.press("ArrowDown");
  await expect(suggestions).toBeVisible();
  await box.press("Escape");
  await page.unroute(`**${searchProducts.path}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(shop.heading("Results for “bread”")).toBeVisible();
  await expect(shop.cards.first()).toContainText(/bread/i);
});
