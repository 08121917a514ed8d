import { completeSearch } from "#features/search/completions/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { paths } from "#web/paths.ts";
import { expect, PHONE, test, WIDTHS, THEMES, type ShopPage } from "./shop.ts";
import { signedIn } from "./shopper.ts";

const parts = (shop: ShopPage) => {
  const box = shop.page.getByRole("combobox", { name: "Search the shop" });
  const list = shop.page.getByRole("grid", { name: "Suggestions" });
  return { box, list, rows: list.getByRole("row") };
};

test("suggestions by keyboard: completions, the first products, Escape, Home and Enter", async ({ shop, page }) => {
  await shop.open("/search");
  const { box, list, rows } = parts(shop);
  await box.pressSequentially("cho");
  await expect(list).toBeVisible();
  await expect(box).toHaveAttribute("aria-expanded", "true");
  const { data } = await shop.call(completeSearch, { search: "cho" });
  await expect(rows.first()).toHaveText(new RegExp(data[0]!.text));
  await expect(page.getByRole("status").filter({ hasText: /^\d+ suggestions below$/ })).toBeAttached();
  await shop.assertAccessible({ covered: "main" });

  const active = () =>
    box.evaluate((input) => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent ?? null);
  expect(await active()).toBeNull();
  await box.press("ArrowDown");
  expect(await active()).toContain(data[0]!.text);
  await expect(list.locator("[aria-selected=true]")).toHaveCount(1);
  await box.press("Home");
  expect(await active()).toBeNull();
  await expect(box).toBeFocused();
  await box.press("Escape");
  await expect(list).toBeHidden();
  await expect(box).toHaveValue("cho");
  await box.press("ArrowUp");
  await expect(list).toBeVisible();
  const { data: found } = await shop.call(searchProducts, { search: "cho" });
  expect(await active()).toContain(found[2]!.name);
  await box.press("ArrowDown");
  expect(await active()).toBeNull();
  await box.press("ArrowDown");
  await box.press("Enter");
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(paths.search(data[0]!.text));
  await expect(box).toHaveValue(data[0]!.text);
  await expect(shop.heading(`Results for “${data[0]!.text}”`)).toBeVisible();
});

test("the keyboard adds a suggested product to the cart without leaving the box, and opens it", async ({ shop, page }) => {
  const { data } = await shop.call(searchProducts, { search: "choc" });
  const product = data.find(({ stock }, place) => stock > 0 && place < 3)!;
  await shop.open("/search");
  const { box, list } = parts(shop);
  await box.pressSequentially("choc");
  await expect(list.getByText(product.name)).toBeVisible();
  for (let place = data.indexOf(product); place < 3; place++) await box.press("ArrowUp");
  await box.press("ArrowRight");
  await box.press("Enter");
  await expect(list.getByRole("group", { name: `Quantity of ${product.name}` })).toBeVisible();
  await expect(box).toBeFocused();
  await box.press("ArrowLeft");
  await box.press("Enter");
  await expect(page).toHaveURL(paths.product(product));
});

for (const colorScheme of THEMES)
  test(`suggestions fit every screen and are readable, ${colorScheme}`, async ({ shop, page }) => {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await shop.open("/search");
      const { box, list } = parts(shop);
      await box.fill("choc");
      await expect(list.getByRole("button", { name: /^Add / }).first()).toBeVisible();
      await shop.assertFits();
      const { x, width: wide } = (await list.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
      await shop.assertAccessible({ covered: "main" });
    }
  });

test("past searches of this browser are suggested, forgotten one by one or all at once, and never sent", async ({ shop, page }) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await shop.open("/search");
  const { box, list, rows } = parts(shop);
  for (const text of ["honey", "bread", "olive oil"]) {
    await box.fill(text);
    await box.press("Enter");
    await expect(shop.heading(`Results for “${text}”`)).toBeVisible();
  }
  await shop.open("/search");
  await expect(list).toBeVisible();
  await expect(rows).toHaveText(["olive oil", "bread", "honey", "Clear recent searches"]);
  await shop.assertAccessible();
  await list.getByRole("button", { name: "Forget “bread”" }).click();
  await expect(rows).toHaveText(["olive oil", "honey", "Clear recent searches"]);
  await rows.getByText("honey").click();
  await expect(shop.heading("Results for “honey”")).toBeVisible();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await box.click();
  await rows.getByText("Clear recent searches").click();
  await expect(list).toBeHidden();
  await shop.open("/search");
  await page.waitForTimeout(300);
  await expect(list).toBeHidden();
  expect(sent.filter((request) => request.includes("olive oil") && request.includes("bread"))).toEqual([]);
});

test("logging out forgets the past searches", { tag: "@campaign" }, async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/search?q=honey");
  const { box, list } = parts(shop);
  await box.press("Enter");
  await shop.open("/search");
  await expect(list.getByText("honey")).toBeVisible();
  await page.evaluate(() => {
    // Like when another person's tokens replace these.
    for (const key of ["accesstoken", "refreshToken"]) localStorage.removeItem(key);
  });
  await shop.open("/search");
  await page.waitForTimeout(300);
  await expect(list).toBeHidden();
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test("a tap chooses a suggestion, adds a product, or closes the list", async ({ shop, page }) => {
    await shop.open("/search");
    const { box, list, rows } = parts(shop);
    await box.tap();
    await box.pressSequentially("choco");
    await expect(list).toBeVisible();
    for (const row of await rows.all()) {
      for (const target of [row.getByRole("gridcell").first(), ...(await row.getByRole("button").all())]) {
        const { width, height } = (await target.boundingBox())!;
        expect(Math.min(width, height), await row.innerText()).toBeGreaterThanOrEqual(40);
      }
    }
    await shop.assertFits();
    await list.getByRole("button", { name: /^Add / }).first().tap();
    await expect(list.getByRole("group", { name: /^Quantity of/ })).toBeVisible();
    await expect(box).toBeFocused();
    // Between the cards and the edge of the screen.
    await page.touchscreen.tap(3, PHONE.height - 200);
    await expect(list).toBeHidden();
    await box.fill("hone");
    await rows.first().getByRole("gridcell").first().tap();
    await expect(list).toBeHidden();
    await expect(page).toHaveURL(/\/search\?q=/);
  });
});

test("a misspelled word is read as the one that was meant, and can be searched for as it is", async ({ shop, page }) => {
  await page.goto("/search?q=shmapoo");
  await expect(shop.heading("Results for “shampoo”")).toBeVisible();
  expect(await (await page.request.get("/search?q=shmapoo")).text()).toContain("Results for “shampoo”");
  await shop.isAlive();
  await expect(shop.cards.first()).toContainText(/shampoo/i);
  await shop.assertAccessible();
  const instead = page.getByRole("link", { name: "Search for “shmapoo” instead" });
  await expect(instead).toHaveAttribute("rel", "nofollow");
  await instead.click();
  await expect(page).toHaveURL("/search?q=shmapoo&exact=1");
  await expect(shop.heading("Results for “shmapoo”")).toBeVisible();
  await expect(page.getByText("No Data found for search")).toBeVisible();
  await expect(page.getByLabel("Search the shop")).toHaveValue("shmapoo");
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("searching for a word as it is keeps the chosen filters and sorting", async ({ page }) => {
      await page.goto("/search?q=shmapoo&stock=1&sort=price");
      await page.getByRole("link", { name: "Search for “shmapoo” instead" }).click();
      await expect(page).toHaveURL("/search?q=shmapoo&exact=1&stock=1&sort=price");
    });
  });
