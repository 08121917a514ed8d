import { updateOrderStatus } from "#features/orders/admin/contract.ts";
import { quoteItemsRefund, refundItems } from "#features/orders/refunds/contract.ts";
import { getOrder } from "#features/orders/contract.ts";
import { adminSignedIn, adminToken, newProduct } from "./admin.ts";
import { answerPayPal, atCheckout, goToPayPal, ordersOf, putIntoCart } from "./payer.ts";
import { expect, PHONE, test, WIDE } from "./shop.ts";
import { emailTo, toast, useTokens } from "./shopper.ts";

test("an admin refunds a part of a sent order, and its shopper sees what, why and how much", async ({ shop, page }) => {
  const token = await adminToken(shop);
  // $3.60 and $1.80 each.
  const [avocado, yogurt] = [await newProduct(shop, token, { price: 4 }), await newProduct(shop, token, { price: 2 })];
  const { shopper } = await atCheckout(shop, 2, avocado);
  await putIntoCart(shop, shopper, yogurt, 3);
  await shop.open("/checkout");
  await goToPayPal(page);
  await answerPayPal(page, "approve");
  await expect(shop.heading("Payment successful!")).toBeVisible();
  const { orderId } = (await ordersOf(shop, shopper))[0]!;

  await adminSignedIn(shop);
  await shop.open(`/dashboard/allorders/${orderId}`);
  const more = page.getByRole("button", { name: "More" });
  await more.click();
  await expect(page.getByRole("menuitem", { name: "Edit note" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Refund items" })).toBeHidden();
  await page.keyboard.press("Escape");
  await shop.call(updateOrderStatus, { orderId, status: "DELIVERED" }, token);
  await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible();
  await more.click();
  await page.getByRole("menuitem", { name: "Refund items" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund items" });
  await expect(dialog.getByRole("button", { name: "Refund", exact: true })).toBeDisabled();
  const field = (name: string) => dialog.getByRole("textbox", { name: new RegExp(`^${name}`) });
  await field(avocado.name).fill("3");
  await expect(field(avocado.name)).toHaveAttribute("aria-invalid", "true");
  await field(avocado.name).fill("1");
  await field(yogurt.name).fill("2");
  const confirm = dialog.getByRole("button", { name: "Refund $7.20" });
  await expect(confirm).toBeEnabled();
  await expect(dialog).toContainText("It will be refunded to PayPal.");
  await confirm.click();
  await expect(dialog).toContainText("Enter the reason");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("One was rotten, two were missing");
  await shop.assertAccessible();
  for (const size of [{ width: 320, height: 700 }, PHONE, WIDE]) {
    await page.setViewportSize(size);
    await shop.assertFits();
  }
  await confirm.click();
  await expect(toast(page, "Refund started")).toBeVisible();
  await expect(dialog).toBeHidden();
  const refunded = `Refunding 1 × ${avocado.name}`;
  await expect(page.getByText(refunded)).toContainText("Reason: One was rotten, two were missing");
  await expect(page.getByText("Refunded $7.20")).toBeVisible();

  const { data } = await shop.call(getOrder, { orderId }, shopper.token);
  expect(data).toMatchObject({ payment_status: "PAID", products: [{ quantity: 1 }, { quantity: 1 }] });
  const email = await emailTo(shop, shopper, `Your refund for order ${orderId}`);
  for (const words of [`1 × ${avocado.name}`, `2 × ${yogurt.name}`, "Reason: One was rotten", "$7.20"]) expect(email).toContain(words);
  await useTokens(page, shopper);
  await shop.open(`/dashboard/myorders/${orderId}`);
  await expect(page.getByText(refunded)).toBeVisible();
});

test("a refund of items says that the order has changed meanwhile, and that all items mean to cancel it", async ({
  shop,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  const token = await adminToken(shop);
  const avocado = await newProduct(shop, token, { price: 4 });
  const { shopper } = await atCheckout(shop, 2, avocado);
  await goToPayPal(page);
  await answerPayPal(page, "approve");
  await expect(shop.heading("Payment successful!")).toBeVisible();
  const { orderId } = (await ordersOf(shop, shopper))[0]!;
  await shop.call(updateOrderStatus, { orderId, status: "SHIPPED" }, token);
  await adminSignedIn(shop);
  await shop.open(`/dashboard/allorders/${orderId}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Refund items" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund items" });
  const field = dialog.getByRole("textbox", { name: new RegExp(`^${avocado.name}`) });
  await field.fill("2");
  await expect(dialog).toContainText("To refund all items, cancel the order instead.");
  await field.fill("1");
  await expect(dialog.getByRole("button", { name: "Refund $3.60" })).toBeEnabled();
  const items = [{ position: 0, productId: avocado._id, amount: 1 }];
  const { data: quote } = await shop.call(quoteItemsRefund, { orderId, items }, token);
  await shop.call(refundItems, { orderId, items, totalAmt: quote.totalAmt, reason: "Rotten" }, token);
  await expect(dialog).toContainText("This order has changed. Check it and try again.");
  await expect(dialog.getByRole("button", { name: "Refund", exact: false })).toBeDisabled();
});
