import type { Locator, Page } from "@playwright/test";
import { updateProduct } from "#features/catalogue/admin/contract.ts";
import { addCategory, updateCategory } from "#features/catalogue/admin/shelves/contract.ts";
import { findProducts } from "#features/catalogue/admin/find/contract.ts";
import { listCategories, listProducts, productDetails } from "#features/catalogue/contract.ts";
import { LONG } from "../support/rounds.ts";
import { adminSignedIn, newName, newProduct, pictureOf } from "./admin.ts";
import type { Envelope, ReplyOf } from "#shared/endpoint.ts";
import { expect, holdAnswers, isGreen, PHONE, test, WIDE } from "./shop.ts";
import { assertUnsaid, toast } from "./shopper.ts";

const dialog = (page: Page, name?: string): Locator => page.getByRole("dialog", name ? { name } : {});
const fileInput = (where: Locator | Page): Locator => where.locator("input[type=file]");
const columns = (list: Locator) => list.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(" ").length);

/** Opens a combobox and selects an option. */
async function pick(where: Locator | Page, label: string, name: string): Promise<void> {
  await where.getByRole("combobox", { name: label, exact: true }).fill(name);
  await where.getByRole("option", { name }).first().click();
}

test("ADM-1 ADM-2 ADM-5 ADM-16 STAT-9 a category is added, changed, deleted and restored", async ({ shop, page }) => {
  await adminSignedIn(shop);
  await shop.open("/dashboard/category");
  const list = page
    .getByRole("main")
    .getByRole("list")
    .filter({ has: page.getByRole("button", { name: /^Edit / }) });
  await expect(list).toBeVisible();
  for (const [width, wanted] of [
    [PHONE.width, 2],
    [768, 4],
    [WIDE.width, 6],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect(await columns(list)).toBe(wanted);
    await shop.assertFits();
  }
  await shop.assertAccessible();
  // A card per category: its image, name, Edit and Delete.
  const categories = (await shop.call(listCategories, undefined)).data;
  await expect(list.getByRole("listitem")).toHaveCount(categories.length);
  const card = list.getByRole("listitem").filter({ has: page.getByRole("heading", { name: categories[0]!.name, exact: true }) });
  await expect(card.locator("img")).toHaveAttribute("src", categories[0]!.image);
  await expect(card.getByRole("button")).toHaveText(["Edit", "Delete"]);

  const name = newName("Nuts & Seeds");
  await page.getByRole("button", { name: "Add Category" }).click();
  const add = dialog(page, "Add Category");
  await expect(add.getByRole("button", { name: "Upload Image" })).toBeDisabled();
  await add.getByLabel("Name").fill(name);
  await fileInput(add).setInputFiles(await pictureOf(page, 1));
  await expect(add.getByRole("button", { name: "See Picture 1 large" }).locator("img")).toHaveAttribute("src", /^\/images\//);
  await shop.assertAccessible();
  await add.getByRole("button", { name: "Submit" }).click();
  await expect(toast(page, "Category added")).toBeVisible();
  await expect(add).toBeHidden();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();

  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const update = dialog(page, "Update Category");
  await expect(update.getByLabel("Name")).toHaveValue(name);
  await update.getByLabel("Name").fill(`${name}, dried`);
  await update.getByRole("button", { name: "Submit" }).click();
  await expect(toast(page, "Category updated")).toBeVisible();
  await expect(page.getByRole("heading", { name: `${name}, dried` })).toBeVisible();

  await page.getByRole("button", { name: `Delete ${name}, dried` }).click();
  const ask = dialog(page, "Permanent Delete");
  await expect(ask).toContainText("Are you sure permanent delete ?");
  await ask.getByRole("button", { name: "Cancel" }).click();
  await expect(ask).toBeHidden();
  await page.getByRole("button", { name: `Delete ${name}, dried` }).click();
  await ask.getByRole("button", { name: "Confirm" }).click();
  await expect(toast(page, "Category deleted")).toBeVisible();
  await expect(page.getByRole("heading", { name: `${name}, dried` })).toBeHidden();

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Recently deleted" }).click();
  await page.getByRole("button", { name: `Restore ${name}, dried` }).click();
  await expect(toast(page, "Category restored")).toBeVisible();
  await expect(page.getByRole("button", { name: `Restore ${name}, dried` })).toBeHidden();
  expect((await shop.call(listCategories, undefined)).data.map((category) => category.name)).toContain(`${name}, dried`);
  await shop.assertAccessible();
});

test("ADM-1 STAT-6 the categories show that they are loading, and No Data when there are none", async ({ shop, page }) => {
  await adminSignedIn(shop);
  const release = await holdAnswers(page, listCategories);
  await shop.open("/dashboard/category");
  await expect(page.getByLabel("Loading")).toHaveAttribute("aria-busy", "true");
  await page.unrouteAll();
  await page.route(`**${listCategories.path}`, (route) =>
    route.fulfill({ json: { success: true, error: false, message: "", data: [] } satisfies ReplyOf<typeof listCategories> & Envelope }),
  );
  release();
  await shop.open("/dashboard/category");
  await expect(page.getByText("No Data")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Category" })).toBeVisible();
  await shop.assertAccessible();
});

test.describe("what the server refuses", () => {
  test.use({ expectedErrors: [/status of 4/] });

  for (const what of LONG ? ["Category", "Sub Category"] : ["Sub Category"]) {
    test(`ADM-2 ADM-4 STAT-8 submitting a ${what} is never blocked: the server says what is missing`, async ({ shop, page }) => {
      await adminSignedIn(shop);
      await shop.open(what === "Category" ? "/dashboard/category" : "/dashboard/subcategory");
      await page.getByRole("button", { name: `Add ${what}` }).click();
      const add = dialog(page, `Add ${what}`);
      const submit = add.getByRole("button", { name: "Submit" });
      const color = () => submit.evaluate((button) => getComputedStyle(button).color);
      const inactive = await color();
      await submit.click();
      await expect(toast(page, "name is required")).toBeVisible();
      await expect(add.getByRole("alert").first()).toHaveText("Is required");
      await add.getByLabel("Name").fill(newName("Unfinished"));
      expect(await color()).toBe(inactive);
      await submit.click();
      await expect(toast(page, "image is required")).toBeVisible();
      await fileInput(add).setInputFiles(await pictureOf(page, 2));
      await expect(add.getByRole("button", { name: "See Picture 1 large" }).locator("img")).toHaveAttribute("src", /^\/images\//);
      if (what === "Sub Category") {
        expect(await color()).toBe(inactive);
        await submit.click();
        await expect(toast(page, "category is required")).toBeVisible();
        await pick(add, "Category", "Bakery");
      }
      await expect.poll(color).not.toBe(inactive);
      await add.getByLabel("Name").fill("");
      await expect.poll(color).toBe(inactive);
    });
  }

  test("ADM-5 a category in use is not deleted, and the dialog says what uses it", async ({ shop, page }) => {
    await adminSignedIn(shop);
    const { category } = await shop.longShelf();
    await shop.open("/dashboard/category");
    await page.getByRole("button", { name: `Delete ${category.name}` }).click();
    await dialog(page).getByRole("button", { name: "Confirm" }).click();
    await expect(dialog(page).getByRole("alert")).toContainText("still used by");
  });

  test("two admins edit one product: the second sees what changed and loses nothing they typed", async ({ shop, page }) => {
    const token = await adminSignedIn(shop);
    const product = await newProduct(shop, token);
    await shop.open(`/dashboard/product?edit=${product._id}`);
    const edit = dialog(page, "Edit Product");
    await edit.getByLabel("Name", { exact: true }).fill(`${product.name}, mine`);
    // Meanwhile, the other admin saves a change.
    const { _id, category, subCategory, image, unit, stock, discount, description, more_details, version, name } = product;
    await shop.call(
      updateProduct,
      { _id, category, subCategory, image, unit, stock, discount, description, more_details, version, name, price: 5 },
      token,
    );
    await edit.getByRole("button", { name: "Update Product" }).click();
    const notice = edit.getByRole("alert", { name: "Changed by another admin" });
    await expect(notice).toContainText("$4.00 → $5.00");
    await expect(notice).toBeFocused();
    await shop.assertAccessible();
    await notice.getByRole("button", { name: "Load the latest version" }).click();
    await expect(edit.getByLabel("Price")).toHaveValue("5.00");
    await expect(edit.getByLabel("Name", { exact: true })).toHaveValue(`${product.name}, mine`);
    await edit.getByRole("button", { name: "Update Product" }).click();
    await expect(toast(page, "Product updated")).toBeVisible();
    const saved = (await shop.call(productDetails, { productId: _id })).data;
    expect([saved.name, saved.price, saved.stock]).toEqual([`${product.name}, mine`, 5, 20]);
  });

  test(
    "two admins edit one category: the second sees and hears what changed, and continues with what they typed",
    { tag: "@campaign" },
    async ({ shop, page }) => {
      const token = await adminSignedIn(shop);
      const names = { first: newName("Grains"), theirs: newName("Cereals") };
      const image = (await shop.call(listCategories, undefined)).data[0]!.image;
      const { _id } = (await shop.call(addCategory, { name: names.first, image }, token)).data;
      await shop.open("/dashboard/category");
      await page.getByRole("button", { name: `Edit ${names.first}` }).click();
      const edit = dialog(page, "Update Category");
      await fileInput(edit).setInputFiles(await pictureOf(page, 4));
      const picture = edit.getByRole("button", { name: "See Picture 1 large" }).locator("img");
      await expect(picture).toHaveAttribute("src", /^\/images\/catalogue-/);
      await expect(picture).not.toHaveAttribute("src", image);
      const mine = await picture.getAttribute("src");
      // Meanwhile, the other admin saves a change.
      await shop.call(updateCategory, { _id, name: names.theirs, image, version: 1 }, token);
      await edit.getByRole("button", { name: "Submit" }).click();
      // By role, so that only what screen readers can reach is found.
      await expect(page.getByRole("status").getByText("has been changed since you opened it")).toBeVisible();
      const notice = edit.getByRole("alert", { name: "Changed by another admin" });
      await expect(notice).toContainText(`${names.first} → ${names.theirs}`);
      await notice.getByRole("button", { name: "Load the latest version" }).click();
      await expect(edit.getByLabel("Name")).toHaveValue(names.theirs);
      await expect(picture).toHaveAttribute("src", mine ?? "");
      await edit.getByRole("button", { name: "Submit" }).click();
      await expect(toast(page, "Category updated")).toBeVisible();
      const saved = (await shop.call(listCategories, undefined)).data.find((category) => category._id === _id);
      expect([saved?.name, saved?.version]).toEqual([names.theirs, 3]);
    },
  );
});

test("ADM-3 ADM-4 ADM-16 STAT-9 a sub category is added with chips, enlarged, changed and deleted", async ({ shop, page }) => {
  test.slow();
  await adminSignedIn(shop);
  await shop.open("/dashboard/subcategory");
  await expect(page.getByRole("columnheader")).toHaveText(["Sr.No", "Name", "Image", "Category", "Action"]);
  await shop.assertAccessible();
  for (const width of [PHONE.width, 768, WIDE.width]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
    // Nothing is cut on a phone: the table has its categories below the names.
    const row = page.getByRole("row", { name: "Bagels & Soft Pretzels" });
    await expect(row.getByText("Bakery").filter({ visible: true })).toHaveCount(1);
    await expect
      .poll(() => page.getByRole("region", { name: "Sub categories" }).evaluate((region) => region.scrollWidth - region.clientWidth))
      .toBe(0);
  }
  await page.getByRole("button", { name: "Add Sub Category" }).click();
  const add = dialog(page, "Add Sub Category");
  const name = newName("A shelf");
  const submit = add.getByRole("button", { name: "Submit" });
  const look = () => submit.evaluate((button) => getComputedStyle(button).color);
  const idle = await look();
  await add.getByLabel("Name").fill(name);
  await fileInput(add).setInputFiles(await pictureOf(page, 3));
  await expect(add.getByRole("button", { name: "See Picture 1 large" })).toBeVisible();
  // Without a category it looks inactive, but can be pressed.
  expect(await look()).toBe(idle);
  await expect(submit).toBeEnabled();
  await pick(add, "Category", "Bakery");
  await expect.poll(look).not.toBe(idle);
  // Chosen twice, it counts once.
  await pick(add, "Category", "Bakery");
  await expect(add.getByRole("list", { name: "Chosen: Category" }).getByRole("listitem")).toHaveText(["Bakery"]);
  await pick(add, "Category", "Frozen");
  const box = add.getByRole("combobox", { name: "Category" });
  await expect(add.getByRole("option", { name: "Bakery" })).toHaveAttribute("aria-selected", "true");
  await shop.assertAccessible();
  await box.press("Escape");
  await expect(add.getByRole("listbox")).toBeHidden();
  await add.getByRole("button", { name: "Remove Frozen" }).click();
  await pick(add, "Category", "Coffee & Tea");
  await submit.click();
  await expect(toast(page, "Sub category added")).toBeVisible();

  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Bakery");
  await expect(row).toContainText("Coffee & Tea");
  await row.getByRole("button", { name: /^Enlarge the image/ }).click();
  const viewer = dialog(page, name);
  expect(await viewer.boundingBox()).toMatchObject({ x: 0, y: 0, width: WIDE.width, height: 900 });
  await page.keyboard.press("Escape");

  await row.getByRole("button", { name: /^Edit/ }).click();
  const edit = dialog(page, "Edit Sub Category");
  await edit.getByRole("button", { name: "Remove Bakery" }).click();
  await edit.getByRole("button", { name: "Submit" }).click();
  await expect(toast(page, "Sub category updated")).toBeVisible();
  await expect(row).not.toContainText("Bakery");

  // The dialog shows who changed what.
  await row.getByRole("button", { name: /^Edit/ }).click();
  await edit.getByText("History").click();
  await expect(edit.getByRole("listitem").filter({ hasText: "changed it" })).toContainText("Bakery, Coffee & Tea → Coffee & Tea");
  await page.keyboard.press("Escape");

  await row.getByRole("button", { name: /^Delete/ }).click();
  await expect(dialog(page, "Permanent Delete")).toContainText("Are you sure permanent delete ?");
  await dialog(page).getByRole("button", { name: "Confirm" }).click();
  await expect(toast(page, "Sub category deleted")).toBeVisible();
  await expect(row).toBeHidden();
});

test("ADM-6 ADM-7 STAT-7 STAT-9 a product is uploaded with pictures and extra fields, and the form resets", async ({ shop, page }) => {
  await adminSignedIn(shop);
  await shop.open("/dashboard/upload-product");
  // However long the form is.
  await expect(page.getByRole("button", { name: "Submit" })).toBeInViewport();
  const main = page.getByRole("main");
  await expect(main.getByLabel("Discount")).toHaveValue("0");
  await main.getByLabel("Discount").clear();
  await main.getByRole("button", { name: "Submit" }).click();
  for (const label of ["Name", "Description", "Unit", "Number of Stock", "Price", "Discount", "Category", "Sub Category"])
    await expect(main.getByText(`${label} is required`, { exact: true })).toBeVisible();
  await expect(main.getByLabel("Name", { exact: true })).toBeFocused();

  const name = newName("Figs");
  await main.getByLabel("Name", { exact: true }).fill(name);
  await main.getByLabel("Description").fill("Ripe and soft");
  const wrong = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };
  await fileInput(main).setInputFiles([await pictureOf(page, 4), await pictureOf(page, 5), wrong]);
  const sent = main.getByRole("group", { name: "Image" }).locator('img[src^="/images/"]');
  await expect(sent).toHaveCount(2);
  await expect(main.getByText("Use a JPEG, PNG, WebP, AVIF or GIF")).toBeVisible();
  await main.getByRole("button", { name: "Delete Picture 3" }).click();
  const first = await sent.first().getAttribute("src");
  await main.getByRole("button", { name: "Move Picture 1" }).press("ArrowRight");
  await expect(sent.last()).toHaveAttribute("src", first!);
  await main.getByRole("button", { name: "See Picture 1 large" }).click();
  await expect(dialog(page).getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");

  await pick(main, "Category", "Fruits & Vegetables");
  await pick(main, "Sub Category", "Berries, Cherries & Grapes");
  await main.getByLabel("Unit").fill("500 g");
  await main.getByLabel("Number of Stock").fill("many");
  await main.getByLabel("Price").fill("4,50");
  await main.getByLabel("Discount").fill("10");
  await expect(main.getByText("Shoppers pay $4.05 instead of $4.50")).toBeVisible();
  await main.getByRole("button", { name: "Add Fields" }).click();
  await dialog(page, "Add Field").getByLabel("Field name").fill("Shelf life");
  await dialog(page).getByRole("button", { name: "Add Field" }).click();
  await main.getByRole("button", { name: "Submit" }).click();
  await expect(main.getByText("Shelf life is required")).toBeVisible();
  await expect(main.getByText(/Number of Stock must be a whole number/)).toBeVisible();
  await main.getByLabel("Number of Stock").fill("12");
  await main.getByLabel("Shelf life", { exact: true }).fill("3 days");
  await shop.assertAccessible();
  await main.getByRole("button", { name: "Submit" }).click();

  const success = dialog(page, "Success");
  await expect(success).toContainText("Product added");
  await expect(success.getByRole("button")).toHaveText(["OK"]);
  expect(await isGreen(success.getByRole("button", { name: "OK" }))).toBe(true);
  await success.getByRole("button", { name: "OK" }).click();
  await expect(main.getByLabel("Name", { exact: true })).toHaveValue("");
  await expect(main.getByLabel("Shelf life", { exact: true })).toHaveCount(0);
  await expect(sent).toHaveCount(0);
  const [made] = (await shop.call(listProducts, { search: name })).data;
  expect(made).toMatchObject({ name, unit: "500 g", stock: 12, price: 4.5, discount: 10, more_details: { "Shelf life": "3 days" } });
  expect(made!.image[1]).toBe(first);
});

test("ADM-6 pictures are added by drag and drop and reordered with the mouse", async ({ shop, page }) => {
  await adminSignedIn(shop);
  await shop.open("/dashboard/upload-product");
  const field = page.getByRole("main").getByRole("group", { name: "Image" });
  const pictures = [await pictureOf(page, 6), await pictureOf(page, 7), await pictureOf(page, 8)];
  const files = await page.evaluateHandle(
    (list) => {
      const data = new DataTransfer();
      for (const { name, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
        data.items.add(new File([bytes], name, { type: "image/png" }));
      }
      return data;
    },
    pictures.map(({ name, buffer }) => ({ name, base64: buffer.toString("base64") })),
  );
  await field.getByRole("button", { name: "Upload Image" }).dispatchEvent("drop", { dataTransfer: files });
  const sent = field.locator('img[src^="/images/"]');
  await expect(sent).toHaveCount(3);
  const before = await sent.evaluateAll((images) => images.map((image) => image.getAttribute("src")));
  const [from, to] = [await sent.nth(0).boundingBox(), await sent.nth(2).boundingBox()];
  await page.mouse.move(from!.x + 50, from!.y + 60);
  await page.mouse.down();
  await page.mouse.move(to!.x + 20, to!.y + 60, { steps: 8 });
  await page.mouse.move(to!.x + 60, to!.y + 60, { steps: 4 });
  await page.mouse.up();
  const [a, b, c] = before;
  await expect.poll(() => sent.evaluateAll((images) => images.map((image) => image.getAttribute("src")))).toEqual([b, c, a]);
  await expect(dialog(page)).toBeHidden();
});

test("ADM-8 search waits 300 ms and starts at page 1; page and search are in the address", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const product = await newProduct(shop, token);
  await shop.open("/dashboard/product");
  const cards = page.getByRole("list", { name: "Products" }).getByRole("listitem");
  await expect(cards).toHaveCount(12);
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  const { totalNoPage } = await shop.call(findProducts, {}, token);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText(`2/${totalNoPage}`, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/page=2/);

  const asked: string[] = [];
  page.on("request", (request) => {
    // Page 2 without a search may still be loading.
    const search = request.url().endsWith(findProducts.path) && (request.postDataJSON() as { search: string }).search;
    if (search) asked.push(search);
  });
  await page.getByLabel("Search products").pressSequentially(product.name, { delay: 20 });
  await expect(cards).toHaveCount(1);
  expect(asked).toEqual([product.name]);
  await expect(page.getByText("1/1")).toBeVisible();
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  // A card: image, name, unit, Edit and Delete.
  await expect(cards.first().locator("img")).toHaveAttribute("src", product.image[0]!);
  await expect(cards.first().getByRole("heading")).toHaveText(product.name);
  await expect(cards.first()).toContainText("1 kg");
  await expect(cards.first().getByRole("button")).toHaveText(["Edit", "Delete"]);
  await shop.assertAccessible();
  await page.goBack();
  await expect(page.getByText(/^2\/\d+$/)).toBeVisible();
  await expect(page.getByLabel("Search products")).toHaveValue("");
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByText(/^1\/\d+$/)).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText(/^2\/\d+$/)).toBeVisible();
  // 300 ms after the last keystroke, and back on page 1.
  const asking = page.waitForRequest(
    (request) => request.url().endsWith(findProducts.path) && (request.postDataJSON() as { search: string }).search === "qxzqxzqxz",
  );
  const before = Date.now();
  await page.getByLabel("Search products").fill("qxzqxzqxz");
  expect((await asking).postDataJSON()).toMatchObject({ page: 1 });
  expect(Date.now() - before).toBeGreaterThanOrEqual(300);
  await expect(page.getByText("No Data")).toBeVisible();
  for (const width of [PHONE.width, 768, WIDE.width]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
  }
});

test("ADM-9 ADM-16 STAT-9 a product is edited in a modal, deleted, and restored", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const product = await newProduct(shop, token);
  await shop.open(`/dashboard/product?q=${encodeURIComponent(product.name)}`);
  await page.getByRole("button", { name: `Edit ${product.name}` }).click();
  const edit = dialog(page, "Edit Product");
  await expect(edit.getByLabel("Price")).toHaveValue("4.00");
  await edit.getByLabel("Unit").fill("2 kg");
  await shop.assertAccessible();
  await edit.getByRole("button", { name: "Update Product" }).click();
  await expect(toast(page, "Product updated")).toBeVisible();
  await expect(edit).toBeHidden();
  await expect(page.getByRole("list", { name: "Products" })).toContainText("2 kg");

  await page.getByRole("button", { name: `Delete ${product.name}` }).click();
  const ask = dialog(page, "Permanent Delete");
  await expect(ask).toContainText("Are you sure want to delete permanent ?");
  await expect(ask.getByRole("button", { name: "Cancel" })).toBeVisible();
  await ask.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Product deleted")).toBeVisible();
  await expect(page.getByRole("button", { name: `Edit ${product.name}` })).toBeHidden();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Recently deleted" }).click();
  await page.getByRole("button", { name: `Restore ${product.name}` }).click();
  await expect(toast(page, "Product restored")).toBeVisible();
  expect((await shop.call(productDetails, { productId: product._id })).data.unit).toBe("2 kg");
});

test("ADM-8 ADM-9 a product found by its barcode gets an offer with dates, is hidden, and found among the hidden ones", async ({
  shop,
  page,
}) => {
  const token = await adminSignedIn(shop);
  const product = await newProduct(shop, token);
  await shop.open(`/dashboard/product?edit=${product._id}`);
  const edit = dialog(page, "Edit Product");
  await edit.getByLabel("Price", { exact: true }).fill("5,00");
  await edit.getByLabel("Discount", { exact: true }).fill("20");
  await edit.getByLabel("What it costs you").fill("3,10");
  await expect(edit.getByText("Shoppers pay $4.00 instead of $5.00")).toBeVisible();
  await expect(edit.getByText("$0.90 above cost")).toBeVisible();
  await edit.getByLabel("Barcode").fill("4006381333932");
  await edit.getByLabel("Offer ends").fill("2089-12-24T18:00");
  await edit.getByRole("button", { name: "Update Product" }).click();
  await expect(edit.getByText("Barcode ends in 2 instead of 1")).toBeVisible();
  const barcode = `20${product._id.replaceAll(/\D/g, "").slice(-10).padStart(10, "7")}`;
  const sum = Array.from(barcode).reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  const gtin = barcode + ((10 - (sum % 10)) % 10);
  await edit.getByLabel("Barcode").fill(gtin);
  await edit.getByLabel("Hidden").check();
  await shop.assertAccessible();
  await edit.getByRole("button", { name: "Update Product" }).click();
  await expect(toast(page, "Product updated")).toBeVisible();

  await page.getByLabel("Search products").fill(gtin);
  const cards = page.getByRole("list", { name: "Products" }).getByRole("listitem");
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText("Hidden");
  await page.getByLabel("Shown").selectOption("Shown to shoppers");
  await expect(page.getByText("No Data")).toBeVisible();
  await page.getByLabel("Shown").selectOption("Hidden");
  await cards.getByRole("button", { name: /^Edit/ }).click();
  await expect(edit.getByLabel("Offer ends")).toHaveValue("2089-12-24T18:00");
  await expect(edit.getByLabel("Discount", { exact: true })).toHaveValue("20");
  await edit.getByLabel("Hidden").uncheck();
  await edit.getByRole("button", { name: "Update Product" }).click();
  await expect(edit).toBeHidden();
  expect((await shop.call(productDetails, { productId: product._id })).data).toMatchObject({ price: 5, discount: 20 });
});

test("STAT-7 leaving with unsaved changes asks: keep editing, discard or save", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const product = await newProduct(shop, token);
  await shop.open(`/dashboard/product?q=${encodeURIComponent(product.name)}`);
  await page.getByRole("button", { name: `Edit ${product.name}` }).click();
  const edit = dialog(page, "Edit Product");
  await edit.getByLabel("Unit").fill("3 kg");
  await page.keyboard.press("Escape");
  const ask = dialog(page, "Save your changes?");
  await expect(ask.getByRole("button")).toHaveText(["Keep editing", "Discard", "Save"]);
  await ask.getByRole("button", { name: "Keep editing" }).click();
  await expect(edit.getByLabel("Unit")).toHaveValue("3 kg");
  await page.goBack();
  await ask.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Product updated")).toBeVisible();
  await expect(edit).toBeHidden();
  expect((await shop.call(productDetails, { productId: product._id })).data.unit).toBe("3 kg");

  await page.getByRole("button", { name: `Edit ${product.name}` }).click();
  await edit.getByLabel("Unit").fill("4 kg");
  await page.keyboard.press("Escape");
  await ask.getByRole("button", { name: "Discard" }).click();
  await expect(edit).toBeHidden();
  expect((await shop.call(productDetails, { productId: product._id })).data.unit).toBe("3 kg");
  // Without edits, leaving does not ask.
  await page.getByRole("button", { name: `Edit ${product.name}` }).click();
  await expect(edit.getByLabel("Unit")).toHaveValue("3 kg");
  await page.keyboard.press("Escape");
  await expect(edit).toBeHidden();
});

test.describe("when the server does not respond", () => {
  test.use({ expectedErrors: [/status of 503|Failed to load/] });

  test("STAT-8 the category list only offers to reload", async ({ shop, page }) => {
    await adminSignedIn(shop);
    await page.route("**/api/category/get", (route) =>
      route.fulfill({ status: 503, json: { success: false, error: true, message: "A break" } }),
    );
    await shop.open("/dashboard/category");
    const reload = page.getByRole("main").getByRole("button", { name: "Reload" });
    await expect(reload).toBeVisible();
    await assertUnsaid(page);
    await page.unroute("**/api/category/get");
    await reload.click();
    await expect(page.getByRole("button", { name: "Edit Bakery" })).toBeVisible();
  });
});
