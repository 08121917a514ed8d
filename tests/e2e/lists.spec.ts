import { createList, getLists, MAX_LISTS, setListLine } from "#features/lists/contract.ts";
import { withKind } from "#features/catalogue/words.ts";
import { deleteProduct } from "#features/catalogue/admin/contract.ts";
import { paths } from "#web/paths.ts";
import { adminToken, newProduct } from "./admin.ts";
import { expect, PHONE, test, WIDE, WIDTHS, THEMES, type ShopPage } from "./shop.ts";
import { newShopper, openCart, openListWith, quantityOf, signedIn, toast } from "./shopper.ts";

const newListId = () => crypto.randomUUID().replaceAll("-", "");
const heartOf = ({ page }: ShopPage, name: string) => page.getByRole("button", { name: `Save ${name} to favorites` }).first();

/** Presses the heart of a product on its card. */
async function saveAsFavorite(shop: ShopPage, product: Parameters<typeof openListWith>[1]): Promise<void> {
  await openListWith(shop, product);
  const heart = heartOf(shop, product.name);
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
}

test("a guest's favorites survive reloading and login, join those of the account, and show in another tab", async ({ shop, page }) => {
  const [first, second] = (await shop.rows()).map(({ products }) => products.find(({ stock }) => stock > 5)!);
  const shopper = await newShopper(shop);
  await shop.call(setListLine, { _id: "favorites", productId: second!._id, quantity: 1 }, shopper.token);
  await saveAsFavorite(shop, first!);
  await shop.open(paths.favorites);
  await expect(shop.cards.getByRole("heading")).toHaveText([first!.name]);

  await shop.open("/login");
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByLabel("Password", { exact: true }).fill(shopper.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await shop.open(paths.favorites);
  await expect(shop.cards.getByRole("heading")).toHaveText([first!.name, second!.name]);
  expect(await page.evaluate(() => localStorage.getItem("lists"))).toBeNull();

  const other = await page.context().newPage();
  await other.goto(paths.favorites);
  const there = other.getByRole("button", { name: `Save ${first!.name} to favorites` });
  await expect(there).toHaveAttribute("aria-pressed", "true");
  await heartOf(shop, first!.name).click();
  await expect(there).toHaveAttribute("aria-pressed", "false");
  const { data } = await shop.call(getLists, undefined, shopper.token);
  expect(data[0]!.lines.map(({ productId }) => productId)).toEqual([second!._id]);
});

test("a login that leaves lists out says so, in Spanish too", async ({ shop, page }) => {
  const { token, email, password } = await newShopper(shop);
  for (let n = 0; n < MAX_LISTS; n++) await shop.call(createList, { _id: newListId(), name: `List ${n}` }, token);
  await shop.open("/es/login");
  const guest = [{ _id: newListId(), name: "Party", lines: [] }];
  await page.evaluate((stored) => localStorage.setItem("lists", stored), JSON.stringify(guest));
  await page.getByLabel("Correo").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/es");
  await expect(toast(page, /^Tus listas están llenas/)).toBeVisible();
  expect((await shop.call(getLists, undefined, token)).data).toHaveLength(MAX_LISTS + 1);
});

test("a heart pressed before the page is ready counts, by keyboard too, and is 44 px large", async ({ shop, page }) => {
  await page.setViewportSize(PHONE);
  const product = await shop.product();
  await openListWith(shop, product);
  const heart = heartOf(shop, product.name);
  const { width, height } = (await heart.boundingBox())!;
  expect([width, height]).toEqual([44, 44]);
  await heart.focus();
  await page.keyboard.press("Enter");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(toast(page, "Saved to favorites")).toBeVisible();
  await page.reload();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
});

test("sold-out favorites say so, and products that left the shop disappear", async ({ shop, page }) => {
  const token = await adminToken(shop);
  const [out, gone] = [await newProduct(shop, token, { stock: 0 }), await newProduct(shop, token, {})];
  await shop.open("/");
  const lines = [out, gone].map(({ _id }) => ({ productId: _id, quantity: 1 }));
  await page.evaluate((stored) => localStorage.setItem("lists", stored), JSON.stringify([{ _id: "favorites", name: "Favorites", lines }]));
  await shop.call(deleteProduct, { _id: gone._id }, token);
  await shop.open(paths.favorites);
  await expect(shop.cards.getByRole("heading")).toHaveText([out.name]);
  await expect(page.getByText("1 product, 1 out of stock")).toBeVisible();
  await expect(shop.cards.getByText("Out of stock")).toBeVisible();
});

test("a list is made on a product page, filled, renamed and put into the cart, which says what is sold out; deleting it can be undone", async ({
  shop,
  page,
}) => {
  const shopper = await signedIn(shop);
  /** The quantities of the account's list, largest first. Leaving a page would cut off a change that is being sent. */
  const inAccount = async (name: string) => {
    const list = (await shop.call(getLists, undefined, shopper.token)).data.find((one) => one.name === name);
    return list?.lines.map(({ quantity }) => quantity).toSorted((one, other) => other - one);
  };
  const token = await adminToken(shop);
  const [plenty, out] = [await newProduct(shop, token, { stock: 50 }), await newProduct(shop, token, { stock: 0 })];
  const dialog = page.getByRole("dialog", { name: "Save to list" });
  await shop.open(paths.product(plenty));
  await page.getByRole("button", { name: "Save to list" }).click();
  await dialog.getByLabel("New list").fill("Weekly groceries");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("checkbox", { name: /Weekly groceries/ })).toBeChecked();
  await shop.assertAccessible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => inAccount("Weekly groceries")).toEqual([1]);
  await shop.open(paths.product(out));
  await page.getByRole("button", { name: "Save to list" }).click();
  await dialog.getByRole("checkbox", { name: /Weekly groceries/ }).check();
  await page.keyboard.press("Escape");
  await expect.poll(() => inAccount("Weekly groceries")).toEqual([1, 1]);

  await shop.open(paths.lists);
  await shop.assertAccessible();
  await page.getByRole("link", { name: /Weekly groceries/ }).click();
  await expect(page.getByText("2 products, 1 out of stock")).toBeVisible();
  await page.getByRole("button", { name: `One more of ${plenty.name}` }).click();
  await expect(quantityOf(page, plenty.name)).toHaveValue("2");
  await expect.poll(() => inAccount("Weekly groceries")).toEqual([2, 1]);
  await shop.assertAccessible();

  await page.getByRole("button", { name: "Add all to cart" }).click();
  const told = page.getByRole("dialog", { name: "2 items added" });
  await expect(told).toContainText(`${withKind(out.name, out.unit)} is sold out`);
  await told.getByRole("button", { name: "Close" }).last().click();
  const drawer = await openCart(page);
  await expect(quantityOf(drawer, plenty.name)).toHaveValue("2");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "More for Weekly groceries" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Every week");
  await page.keyboard.press("Enter");
  await expect(shop.heading("Every week")).toBeVisible();
  await page.getByRole("button", { name: "More for Every week" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page).toHaveURL(paths.lists);
  await page.getByRole("button", { name: "Undo: bring Every week back" }).click();
  await expect.poll(() => inAccount("Every week")).toEqual([2, 1]);
  await page.reload();
  await page.getByRole("link", { name: /Every week/ }).click();
  await expect(page.getByText("2 products, 1 out of stock")).toBeVisible();
});

test("guests have lists in their browser, and put them into their cart", async ({ shop, page }) => {
  const product = await shop.product();
  await shop.open(paths.lists);
  await page.getByRole("button", { name: "New list" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Party");
  await page.keyboard.press("Enter");
  await expect(shop.heading("Party")).toBeVisible();
  await shop.open(paths.product(product));
  await page.getByRole("button", { name: "Save to list" }).click();
  await page.getByRole("checkbox", { name: /Party/ }).check();
  await page.keyboard.press("Escape");
  await shop.open(paths.lists);
  await page.getByRole("link", { name: /Party/ }).click();
  await page.getByRole("button", { name: "Add all to cart" }).click();
  await expect(toast(page, "1 item added to your cart")).toBeVisible();
  await page.getByRole("button", { name: "Add all to cart" }).click();
  await expect(toast(page, "All of it is in your cart")).toBeVisible();
  await expect(quantityOf(await openCart(page), product.name)).toHaveValue("1");
});

test("favorites and lists fit small screens, and are accessible when empty", async ({ shop, page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const address of [paths.favorites, paths.lists, paths.list("a".repeat(32))]) {
    await shop.open(address);
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await shop.assertFits();
    await shop.assertAccessible();
  }
});

test("a double tap on minus takes one product off a list, and leaves the one below", { tag: "@campaign" }, async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const [one, two] = (await shop.rows()).map(({ products }) => products.find(({ stock }) => stock > 5)!);
  const list = newListId();
  const lines = [one!, two!].map(({ _id }) => ({ productId: _id, quantity: 1 }));
  await shop.call(createList, { _id: list, name: "Breakfast", lines }, shopper.token);
  await shop.open(paths.list(list));
  const button = page.getByRole("button", { name: `Remove ${one!.name}` });
  const { x, y, width, height } = (await button.boundingBox())!;
  await page.mouse.dblclick(x + width / 2, y + height / 2);
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  await expect(quantityOf(page, two!.name)).toHaveValue("1");
});

test("favorites and lists with products fit every screen, in the dark too", async ({ shop, page }) => {
  const { token } = await signedIn(shop);
  const products = (await shop.rows()).slice(0, 6).flatMap((row) => row.products[0] ?? []);
  const lines = products.map(({ _id }) => ({ productId: _id, quantity: 2 }));
  for (const line of lines) await shop.call(setListLine, { _id: "favorites", ...line }, token);
  const _id = newListId();
  await shop.call(createList, { _id, name: "A list with a name as long as the name of a list can be", lines }, token);
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const address of [paths.favorites, paths.lists, paths.list(_id)]) {
      await page.setViewportSize(WIDE);
      await shop.open(address);
      await expect(address === paths.lists ? page.getByRole("link", { name: /A list with/ }) : shop.cards.nth(5)).toBeVisible();
      await shop.assertAccessible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await shop.assertFits();
      }
    }
  }
});
