import { createProduct } from "#features/catalogue/admin/contract.ts";
import { productDetails } from "#features/catalogue/contract.ts";
import { pickList } from "#features/pick/contract.ts";
import { paths } from "#web/paths.ts";
import { adminSignedIn, newProduct } from "./admin.ts";
import { expect, PHONE, test } from "./shop.ts";
import { addressOf, newShopper, useTokens } from "./shopper.ts";

test("loose apples are sold by weight, ordered by an estimate, weighed, and cost what they weigh", async ({ shop, page }) => {
  test.setTimeout(120_000);
  const token = await adminSignedIn(shop);
  const apples = await newProduct(shop, token, { price: 4, stock: 60 });
  await shop.open(`/dashboard/product?edit=${apples._id}`);
  const edit = page.getByRole("dialog", { name: "Edit Product" });
  await edit.getByLabel("Sold by").selectOption("Piece, price per kilogram");
  await edit.getByRole("button", { name: "Update Product" }).click();
  await expect(edit.getByText("The weight must be a whole number")).toBeVisible();
  await edit.getByLabel("Sold by").selectOption("Weight, in steps of 100 g");
  await expect(edit.getByText("In steps of 100 g: 6 kg")).toBeVisible();
  await edit.getByLabel("Price").fill("3.98");
  await edit.getByLabel("Discount").fill("0");
  await shop.assertAccessible();
  await edit.getByRole("button", { name: "Update Product" }).click();
  await expect(edit).toBeHidden();
  const { data: product } = await shop.call(productDetails, { productId: apples._id });
  expect(product.weighed).toEqual({ by: "weight", grams: 100 });
  const { name, image, stock, price, unit, discount, description, more_details, category, subCategory } = product;
  const fields = { image, stock, price, unit, discount, description, more_details, category, subCategory };
  const mango = (await shop.call(createProduct, { ...fields, name: `${name} mango`, weighed: { by: "piece", grams: 300 } }, token)).data;

  const shopper = await newShopper(shop);
  await addressOf(shop, shopper);
  await useTokens(page, shopper);
  await page.setViewportSize(PHONE);
  await shop.open(paths.product(mango));
  const main = page.getByRole("main");
  await expect(main.getByText("$3.98/kg").first()).toBeVisible();
  await expect(main.getByText("about 0.3 kg each, about $1.19").first()).toBeVisible();
  await main.getByRole("button", { name: `Add ${mango.name}`, exact: true }).click();
  await expect(main.getByRole("textbox", { name: `Quantity of ${mango.name}` })).toHaveValue("1");
  await shop.open(paths.product(product));
  await main
    .getByRole("button", { name: `Add ${name}`, exact: true })
    .first()
    .click();
  const quantity = main.getByRole("textbox", { name: `Quantity of ${name}`, exact: true }).first();
  await expect(quantity).toHaveValue("0.1 kg");
  await main
    .getByRole("button", { name: `100 g more of ${name}`, exact: true })
    .first()
    .click();
  await expect(quantity).toHaveValue("0.2 kg");
  await quantity.fill("0,5");
  await quantity.press("Enter");
  await expect(quantity).toHaveValue("0.5 kg");
  await shop.assertAccessible();
  await shop.assertFits();

  await shop.open("/cart");
  const line = main.getByRole("article").filter({ has: page.getByRole("link", { name, exact: true }) });
  await expect(line).toContainText("about $1.99");
  await expect(main).toContainText("An estimate: we weigh some items");
  await shop.assertAccessible();
  await shop.assertFits();
  await shop.open("/checkout");
  const summary = page.getByRole("complementary", { name: "Summary" });
  await expect(summary).toContainText("about 0.5 kg × $3.98/kg");
  await expect(summary).toContainText("1 · about 0.3 kg × $3.98/kg");
  await expect(summary).toContainText("$3.18");
  await page.getByText("Cash on delivery").click();
  await summary.getByRole("button", { name: /order/i }).click();
  await expect(page).toHaveURL(paths.myOrders);
  const order = main.getByRole("article").first();
  await expect(order).toContainText("about 0.5 kg × $3.98/kg");
  const number = (await order.getAttribute("aria-label"))!.replace("Order ", "");

  await adminSignedIn(shop);
  await shop.open(`/dashboard/pick?orders=${number}`);
  const dialog = page.getByRole("dialog");
  // Ticking it asks for the weight.
  await main.getByRole("checkbox", { name: `0.5 kg of ${name}`, exact: true }).click();
  await expect(dialog.getByText("0.5 kg ordered")).toBeVisible();
  await dialog.getByLabel("Weight in grams (430) or kilograms (0.43)").fill("0.43");
  await shop.assertAccessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await main.getByRole("checkbox", { name: `1 × ${mango.name}` }).click();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Weight in grams").fill("350");
  // The total comes late, after the question is asked.
  const asked = Promise.withResolvers<void>();
  await page.route(`**${pickList.path}*`, async (route) => {
    await asked.promise;
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(main.getByText("2 of 2 picked").first()).toBeVisible();
  await expect(main.getByRole("button", { name: `Order ${number}: 0.5 kg of ${name}, 0.43 kg` })).toBeVisible();
  await shop.assertFits();
  await main.getByRole("button", { name: `Pack order ${number}` }).click();
  await expect(dialog).toContainText("Bags");
  asked.resolve();
  await expect(dialog).toContainText("$2.90");
  await dialog.getByRole("button", { name: "Pack order" }).click();
  await expect(page.getByText("All packed")).toBeVisible();

  await useTokens(page, shopper);
  await shop.open(`/dashboard/myorders/${number}`);
  await expect(main).toContainText("0.43 kg × $3.98/kg");
  await expect(main).not.toContainText("about 0.43 kg");
  await expect(main).toContainText(`Weighed 0.43 kg instead of 0.5 kg of ${name}`);
  await expect(main).toContainText("$2.90");
});
