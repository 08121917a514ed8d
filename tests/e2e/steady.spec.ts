import { expect, test } from "./shop.ts";
import { keeperSignedIn, newName, newProduct } from "./keeper.ts";
import { paths } from "#web/paths.ts";

const WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";

test("a name that is one long word fits every page of a narrow and of a wide screen", async ({ shop, page }) => {
  const token = await keeperSignedIn(shop);
  const product = await newProduct(shop, token, { name: newName(WORD), price: 99_999.99 });
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await shop.open(paths.search(product.name));
    await expect(shop.card(product.name)).toBeVisible();
    await shop.assertFits();
    await shop.open(paths.product(product));
    await page
      .getByRole("main")
      .getByRole("button", { name: /^(Add|One more of)/ })
      .click();
    await shop.assertFits();
    await shop.open("/cart");
    await expect(page.getByRole("main").getByRole("link", { name: product.name })).toBeVisible();
    await shop.assertFits();
    await shop.open(paths.adminProducts);
    await expect(page.getByText(product.name)).toBeVisible();
    await shop.assertFits();
  }
});

test("nothing moves while the cart, the contact page and the back office find out what they show", async ({ shop, page }) => {
  for (const path of [paths.cart, "/ContactUsPage"]) {
    await shop.open(path);
    await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
    expect(await shop.layoutShift()).toBeLessThan(0.02);
  }
  await keeperSignedIn(shop);
  await shop.open("/");
  await expect(page.locator("html[data-admin]")).toBeVisible();
  await shop.open(paths.dashboard);
  await expect(shop.heading("Overview")).toBeVisible();
  expect(await shop.layoutShift()).toBeLessThan(0.02);
});
