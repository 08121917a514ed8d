import { createAddress } from "#features/addresses/contract.ts";
import { fullName } from "#features/catalogue/full-name.ts";
import { getOrder } from "#features/orders/contract.ts";
import { updateOrderStatus } from "#features/orders/admin/contract.ts";
import { adminToken, newProduct } from "./admin.ts";
import { expect, PHONE, test, WIDE } from "./shop.ts";
import { buys, QUAY, signedIn, toast } from "./shopper.ts";

test("a shopper changes pieces and address of an order until it is sent, and sees what it costs first", async ({ shop, page }) => {
  const admin = await adminToken(shop);
  // $4.00 minus 10%, and $2.00 minus 10%.
  const [apples, pears] = [await newProduct(shop, admin), await newProduct(shop, admin, { name: `Pears ${Date.now()}`, price: 2 })];
  const shopper = await signedIn(shop);
  const number = await buys(shop, shopper, apples, 2);
  await shop.call(createAddress, { ...QUAY, address_line: "9 Hill Road" }, shopper.token);

  await shop.open(`/dashboard/myorders/${number}`);
  await page.getByRole("link", { name: "Change order" }).click();
  await expect(shop.heading(`Change order ${number}`)).toBeVisible();
  const save = page.getByRole("button", { name: "Save changes" });
  await expect(save).toBeDisabled();
  await page.getByRole("button", { name: `One more of ${apples.name}` }).click();
  const summary = page.getByRole("complementary", { name: "New total" });
  await expect(summary.getByText("You pay $10.80 on delivery.")).toBeVisible();
  await page.getByLabel("Add a product").fill(pears.name);
  await page.getByRole("button", { name: `Add ${pears.name}` }).click();
  await expect(summary.getByText("You pay $12.60 on delivery.")).toBeVisible();
  await page.getByRole("radio", { name: /9 Hill Road/ }).check();
  await shop.assertAccessible();
  for (const width of [320, PHONE.width, WIDE.width]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
  }
  await save.click();
  await expect(toast(page, "Your order was changed")).toBeVisible();
  await expect(shop.heading(`Order ${number}`)).toBeVisible();
  await expect(page.getByText(`Changed 2 × ${fullName(apples)} to 3 × ${fullName(apples)}`)).toBeVisible();
  await expect(page.getByText(`Added 1 × ${fullName(pears)}`)).toBeVisible();
  await expect(page.getByText("9 Hill Road")).toBeVisible();
  const { data } = await shop.call(getOrder, { orderId: number }, shopper.token);
  expect([data.totalAmt, data.products.map(({ quantity }) => quantity)]).toEqual([12.6, [3, 1]]);

  // An order can't be emptied, so one product is put back.
  await page.getByRole("link", { name: "Change order" }).click();
  // A double tap does not put it back again.
  await page.getByRole("button", { name: `Remove ${pears.name}` }).dblclick();
  await expect(page.getByRole("button", { name: `Put back ${pears.name}` })).toBeVisible();
  await page.getByRole("textbox", { name: `Quantity of ${apples.name}` }).fill("1");
  await page.getByRole("textbox", { name: `Quantity of ${apples.name}` }).press("Enter");
  await page.getByRole("button", { name: `Remove ${apples.name}` }).click();
  await expect(summary.getByText("Nothing is left in your order.")).toBeVisible();
  await page.getByRole("button", { name: `Put back ${pears.name}` }).click();
  await expect(summary.getByText("You pay $1.80 on delivery.")).toBeVisible();
  await save.click();
  await expect(page.getByText(`Removed 3 × ${fullName(apples)}`)).toBeVisible();

  await shop.call(updateOrderStatus, { orderId: number, status: "SHIPPED" }, admin);
  await shop.open(`/dashboard/myorders/${number}`);
  await expect(page.getByText("SHIPPED").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Change order" })).toBeHidden();
});

test("an order whose total an admin changed offers no change", async ({ shop, page }) => {
  const admin = await adminToken(shop);
  const shopper = await signedIn(shop);
  const number = await buys(shop, shopper, await newProduct(shop, admin), 2);
  await shop.call(updateOrderStatus, { orderId: number, status: "PENDING", totalAmt: 5 }, admin);
  await shop.open(`/dashboard/myorders/${number}`);
  await expect(page.getByText("$5.00").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Change order" })).toBeHidden();
});
