import { expect, type Locator, type Page } from "@playwright/test";
import { addToCart, updateQuantity } from "#features/cart/contract.ts";
import type { Product } from "#features/catalogue/contract.ts";
import { listOrders, type Order } from "#features/orders/contract.ts";
import { confirmPayPalPayment, createPayPalOrder } from "#features/payments/contract.ts";
import type { InputOf } from "#shared/endpoint.ts";
import type { ShopPage } from "./shop.ts";
import { addressOf, signedIn, type Shopper } from "./shopper.ts";

/** A shopper with an address and a product in the cart, at the checkout. */
export async function atCheckout(shop: ShopPage, quantity = 1, wanted?: Product): Promise<{ shopper: Shopper; product: Product }> {
  const shopper = await signedIn(shop);
  const product = wanted ?? (await shop.product());
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

/** Starts paying and waits for PayPal's page. */
export async function goToPayPal(page: Page): Promise<void> {
  await payPalButton(page).click();
  await atPayPal(page);
}

export async function atPayPal(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: /PayPal in test mode/ })).toBeVisible();
}

/** Clicks a button on PayPal's page. */
export async function answerPayPal(page: Page, action: "approve" | "cancel"): Promise<void> {
  await page.locator(`button[name=action][value=${action}]`).click();
}

export async function ordersOf(shop: ShopPage, { token }: Shopper): Promise<Order[]> {
  return (await shop.call(listOrders, {}, token)).data;
}

/** The payment id that the checkout has stored (CHK-3). */
export const storedId = (page: Page) => page.evaluate(() => localStorage.getItem("orderId"));

/** Test cards of the sandbox. */
export const CARDS = { good: "4111 1111 1111 1111", asked: "4456 5300 0000 1096", poor: "4000 0400 0000 0008" } as const;

/** Selects card payment and opens the form. */
export async function openCardForm(page: Page): Promise<Locator> {
  await page.getByRole("radio", { name: /^Card/ }).check();
  await page.getByRole("button", { name: "Pay by card" }).click();
  return cardForm(page);
}

export async function cardForm(page: Page): Promise<Locator> {
  const form = page.getByRole("dialog", { name: /^Pay / });
  await expect(form).toBeVisible();
  return form;
}

export async function payWithCard(form: Locator, card: string): Promise<void> {
  await form.getByLabel("Card number").fill(card);
  await form.getByLabel("Expires").fill("09/31");
  await form.getByLabel("CVV").fill("123");
  await form.getByRole("button", { name: /^Pay / }).click();
}

/** Orders and pays with PayPal, without opening a page. @returns the order's number */
export async function ordersPaid(
  shop: ShopPage,
  { token }: Pick<Shopper, "token">,
  asked: InputOf<typeof createPayPalOrder>,
): Promise<string> {
  const { orderId } = await shop.call(createPayPalOrder, asked, token);
  await approve(shop.page, orderId);
  return (await shop.call(confirmPayPalPayment, { orderId }, token)).data.orderId;
}

/** Approves a payment like PayPal's page, without navigating there. */
export async function approve(page: Page, token: string): Promise<void> {
  await page.request.post("/sandbox/paypal/checkoutnow", { form: { token, action: "approve" }, maxRedirects: 0 });
}
