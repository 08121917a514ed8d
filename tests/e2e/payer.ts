import { expect, type Page } from "@playwright/test";
import { addToCart, updateQuantity } from "#features/cart/contract.ts";
import type { Product } from "#features/catalogue/contract.ts";
import { listOrders, type Order } from "#features/orders/contract.ts";
import type { ShopPage } from "./shop.ts";
import { addressOf, signedIn, type Shopper } from "./shopper.ts";

/** A shopper with an address and a product in the cart, at the checkout. */
export async function atCheckout(
  shop: ShopPage,
  quantity = 1,
  wanted?: (product: Product) => boolean,
): Promise<{ shopper: Shopper; product: Product }> {
  const shopper = await signedIn(shop);
  const product = await shop.product(wanted);
  await addressOf(shop, shopper);
  await putIntoCart(shop, shopper, product, quantity);
  await shop.open("/checkout");
  await expect(shop.page.getByRole("radio", { name: /1 Quay Street/ })).toBeChecked();
  return { shopper, product };
}

export async function putIntoCart(shop: ShopPage, { token }: Shopper, { _id }: Product, quantity = 1): Promise<void> {
  const { data } = await shop.call(addToCart, { productId: _id }, token);
  if (quantity > 1) await shop.call(updateQuantity, { _id: data._id, qty: quantity }, token);
}

export const payPalButton = (page: Page) => page.getByRole("button", { name: "Pay with PayPal" });

/** Presses the button and waits for PayPal's page. */
export async function goToPayPal(page: Page): Promise<void> {
  await payPalButton(page).click();
  await atPayPal(page);
}

export async function atPayPal(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: /Practice PayPal/ })).toBeVisible();
}

/** Presses a button of PayPal's page. */
export async function answerPayPal(page: Page, action: "approve" | "cancel"): Promise<void> {
  await page.locator(`button[name=action][value=${action}]`).click();
}

export async function ordersOf(shop: ShopPage, { token }: Shopper): Promise<Order[]> {
  return (await shop.call(listOrders, {}, token)).data;
}

/** The id that the checkout has stored (CHK-3). */
export const storedId = (page: Page) => page.evaluate(() => localStorage.getItem("orderId"));
