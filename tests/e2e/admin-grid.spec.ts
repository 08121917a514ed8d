import { productDetails, type Product } from "#features/catalogue/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { adminSignedIn, newName, newProduct } from "./admin.ts";
import { expect, PHONE, test, WIDE } from "./shop.ts";
import { toast } from "./shopper.ts";

test("API-20 many products are edited like a spreadsheet: typed, pasted, filled, previewed, applied and undone", async ({
  shop,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const token = await adminSignedIn(shop);
  const word = newName("Quinces").replaceAll(" ", "");
  const made: Product[] = [];
  for (const number of [1, 2, 3]) made.push(await newProduct(shop, token, { name: `${word} ${number}` }));
  await shop.open(`/dashboard/product-grid?q=${word}`);
  const grid = page.getByRole("grid", { name: "Products" });
  const rows = grid.getByRole("row").filter({ hasText: word });
  await expect(rows).toHaveCount(3);
  await shop.assertAccessible();
  const cell = (row: number, column: number) => rows.nth(row).getByRole("gridcell").nth(column);

  // Type a 10% increase, and a price in the next row.
  await cell(0, 0).click();
  await page.keyboard.type("+10%");
  await page.keyboard.press("Enter");
  await expect(cell(0, 0)).toHaveText("+10%");
  await page.keyboard.type("5");
  await page.keyboard.press("Escape");
  await expect(cell(1, 0)).toHaveText("4.00");

  // Paste discount and stock of two rows from a spreadsheet.
  await cell(1, 1).click();
  await page.evaluate(() => navigator.clipboard.writeText("20\t7\n25\t8\n"));
  await page.keyboard.press("ControlOrMeta+v");
  await expect(cell(2, 2)).toHaveText("8");
  // Fill down from the first row, then undo.
  await cell(0, 1).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("ControlOrMeta+d");
  await expect(cell(1, 1)).toHaveText(/^10/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(cell(1, 1)).toHaveText("20");
  // Invalid values block the change.
  await cell(0, 2).dblclick();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("lots");
  await page.keyboard.press("Tab");
  await expect(page.getByText("3 products changed; 1 cell cannot be read")).toBeVisible();
  await expect(page.getByRole("button", { name: "Preview" })).toBeDisabled();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Delete");
  await shop.assertAccessible();

  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(preview).toContainText("3 products will change.");
  await expect(
    preview
      .getByRole("listitem")
      .filter({ hasText: `${word} ` })
      .filter({ hasText: "$4.00 → $4.40" }),
  ).toHaveCount(1);
  await shop.assertAccessible();
  await preview.getByRole("button", { name: "Apply" }).click();
  await expect(toast(page, "3 products changed")).toBeVisible();
  const now = async () =>
    Promise.all(
      made.map(async ({ _id }) => {
        const { price, discount, stock } = (await shop.call(productDetails, { productId: _id })).data;
        return [price, discount, stock];
      }),
    );
  const asMade = [4, 10, 20];
  // Whatever the order of the rows, each change was applied to one of them.
  const found = new Set((await now()).map((values) => values.join(" ")));
  expect(found).toEqual(new Set(["4 20 7", "4 25 8", "4.4 10 20"]));
  await expect(cell(0, 0)).toHaveText("4.40");
  await page.getByRole("button", { name: "Undo: 3 products changed" }).click();
  await expect(toast(page, "3 products changed back")).toBeVisible();
  expect(await now()).toEqual([asMade, asMade, asMade]);
});

test("ADM-8 ADM-9 everything a filter finds is chosen, changed, hidden and deleted, which can be undone after coming back", async ({
  shop,
  page,
}) => {
  const token = await adminSignedIn(shop);
  const word = newName("Tamarinds").replaceAll(" ", "");
  for (const number of [1, 2, 3]) await newProduct(shop, token, { name: `${word} ${number}` });
  await shop.open("/dashboard/product-grid");
  const grid = page.getByRole("grid", { name: "Products" });
  const bar = page.getByRole("region", { name: "Chosen products" });
  await grid.getByRole("checkbox", { name: "Choose all that are loaded" }).check();
  await bar.getByRole("button", { name: /^Choose all \d+ found$/ }).click();
  await expect(bar).toContainText(/^\d{3,} products chosen/);
  await shop.assertAccessible();
  await bar.getByRole("button", { name: "Clear" }).click();
  await expect(bar).toBeHidden();

  await page.getByLabel("Search products").fill(word);
  await expect(grid.getByRole("rowheader")).toHaveCount(3);
  await grid.focus();
  await page.keyboard.press("Shift+Space");
  await expect(bar).toContainText("1 product chosen");
  await grid.getByRole("checkbox", { name: "Choose all that are loaded" }).check();
  await bar.getByRole("button", { name: "Change" }).click();
  await page.getByRole("dialog", { name: "Change 3 products" }).getByLabel("Price").fill("+25%");
  await page.getByRole("dialog").getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(preview.getByRole("listitem").filter({ hasText: "$4.00 → $5.00" })).toHaveCount(3);
  await shop.assertAccessible();
  await preview.getByRole("button", { name: "Apply" }).click();
  await expect(toast(page, "3 products changed")).toBeVisible();
  await expect(grid.getByText("5.00")).toHaveCount(3);

  await grid.getByRole("checkbox", { name: "Choose all that are loaded" }).check();
  await bar.getByRole("button", { name: "Hide" }).click();
  await expect(toast(page, "3 products hidden")).toBeVisible();
  await expect(grid.getByText("Hidden · 1 kg")).toHaveCount(3);
  expect((await shop.call(searchProducts, { search: word })).data).toEqual([]);
  await page.getByLabel("Shown").selectOption("Shown to shoppers");
  await expect(page.getByText("No Data")).toBeVisible();
  await page.getByLabel("Shown").selectOption("Hidden");
  await grid.getByRole("checkbox", { name: "Choose all that are loaded" }).check();
  await bar.getByRole("button", { name: "Show" }).click();
  await expect(toast(page, "3 products shown")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await grid.getByRole("checkbox", { name: "Choose all that are loaded" }).check();
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete 3 products?" }).getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "3 products deleted")).toBeVisible();

  await shop.open("/dashboard/product");
  await shop.open(`/dashboard/product-grid?q=${word}`);
  await expect(page.getByText("No Data")).toBeVisible();
  await page.getByRole("button", { name: "Undo: 3 products deleted" }).click();
  await expect(grid.getByRole("rowheader")).toHaveCount(3);
  expect((await shop.call(searchProducts, { search: word })).totalCount).toBe(3);
  for (const width of [PHONE.width, 768, WIDE.width]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
  }
});

test("API-20 only visible rows are rendered, and more are loaded while scrolling", async ({ shop, page }) => {
  await adminSignedIn(shop);
  await shop.open("/dashboard/product-grid");
  const grid = page.getByRole("grid", { name: "Products" });
  const rows = grid.getByRole("rowheader");
  await expect(rows.first()).toBeVisible();
  await grid.focus();
  await expect(async () => {
    await page.keyboard.press("PageDown");
    await expect(page.locator("#cell-100-0")).toBeAttached({ timeout: 500 });
  }).toPass();
  expect(await rows.count()).toBeLessThan(60);
  await page.keyboard.press("ControlOrMeta+Home");
  await expect(page.locator("#cell-0-0")).toBeInViewport();
  const head = grid.getByRole("columnheader").first();
  for (const width of [PHONE.width, 768, 1024, WIDE.width]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
    // The page is the only thing that scrolls down, and the head stays below its header.
    await grid.evaluate((one) => scrollBy(0, one.getBoundingClientRect().top + 2000));
    const bottom = (await page.getByRole("banner").boundingBox())!.height;
    await expect.poll(async () => Math.abs((await head.boundingBox())!.y - bottom)).toBeLessThanOrEqual(1);
    expect(await grid.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
    await expect(page.locator("#cell-50-0")).toBeInViewport();
    await expect(page.getByRole("button", { name: "Preview" })).toBeInViewport();
  }
});

test("STAT-7 edits in the grid are not lost by following a link", async ({ shop, page }) => {
  await adminSignedIn(shop);
  await shop.open("/dashboard/product-grid");
  await page.locator("#cell-0-0").click();
  await page.keyboard.type("9");
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Category", exact: true }).click();
  const ask = page.getByRole("dialog", { name: "Leave without applying?" });
  await ask.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.locator("#cell-0-0")).toHaveText("9");
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Category", exact: true }).click();
  await ask.getByRole("button", { name: "Discard" }).click();
  await expect(shop.heading("Category")).toBeVisible();
});
