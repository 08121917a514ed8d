import { paidCents } from "#features/catalogue/rules.ts";
import { getCart } from "#features/cart/contract.ts";
import { expect, test } from "./shop.ts";
import { cartButton } from "./shopper.ts";
import { answerPayPal, atCheckout, goToPayPal, ordersOf, storedId } from "./payer.ts";

test("CHK-3 CHK-6 NAV-13 a shopper pays with PayPal and gets the order's number", async ({ shop, page }) => {
  const { shopper, product } = await atCheckout(shop, 2);
  await goToPayPal(page);
  await answerPayPal(page, "approve");
  await expect(shop.heading("Payment successful!")).toBeVisible();
  const [order] = await ordersOf(shop, shopper);
  expect(order).toMatchObject({ payment_status: "PAID", totalAmt: (2 * paidCents(product)) / 100 });
  await expect(page.getByRole("main")).toContainText(order!.orderId);
  await expect(cartButton(page)).toHaveText("My Cart");
  expect((await shop.call(getCart, undefined, shopper.token)).data).toEqual([]);
  expect(await storedId(page)).toBeNull();
  await shop.assertAccessible();
  await page.getByRole("main").getByRole("link", { name: "My Orders" }).click();
  await expect(page.getByRole("article", { name: `Order ${order!.orderId}` })).toContainText("PAID");
});

test("CHK-9 NAV-13 who cancels at PayPal is told so, and can pay afterwards", async ({ shop, page }) => {
  const { shopper } = await atCheckout(shop);
  await goToPayPal(page);
  await answerPayPal(page, "cancel");
  await expect(shop.heading("Order Canceled")).toBeVisible();
  await expect(page.getByText(/We are sorry/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Return home" })).toHaveAttribute("href", "/");
  await expect.poll(() => storedId(page)).toBeNull();
  await page.getByRole("link", { name: "Back to checkout" }).click();
  await goToPayPal(page);
  await answerPayPal(page, "approve");
  await expect(shop.heading("Payment successful!")).toBeVisible();
  expect(await ordersOf(shop, shopper)).toHaveLength(1);
});
