import { expect, type Locator, type Page } from "@playwright/test";
import { login, register } from "#features/account/contract.ts";
import { createAddress } from "#features/addresses/contract.ts";
import type { Product } from "#features/catalogue/contract.ts";
import { cashOnDelivery } from "#features/orders/contract.ts";
import type { InputOf } from "#shared/endpoint.ts";
import { emailsTo } from "../support/emails.ts";
import type { ShopPage } from "./shop.ts";

export interface Shopper {
  name: string;
  email: string;
  password: string;
  /** An access token. */
  token: string;
  refreshToken: string;
}

let people = 0;

/** Creates an account and logs in through the API. */
export async function newShopper(shop: ShopPage, name = "Ana Torres"): Promise<Shopper> {
  const person = { name, email: `ana-${Date.now()}-${people++}@shop.example`, password: "mangoes and limes" };
  const { email, password } = person;
  await shop.call(register, { name, email, password, confirmPassword: password });
  const { data } = await shop.call(login, { email, password });
  return { ...person, token: data.accesstoken, refreshToken: data.refreshToken };
}

/** Waits for an email with this subject and returns the newest. @returns its plain text */
export async function emailTo({ own }: ShopPage, { email }: Pick<Shopper, "email">, subject: string): Promise<string> {
  let text: string | undefined;
  const read = async () => {
    const emails = await emailsTo(own.data, email);
    text = emails.find((one) => one.subject === subject)?.text;
    return text !== undefined;
  };
  await expect.poll(read).toBe(true);
  return text ?? "";
}

/** A new shopper, signed in to this browser. */
export async function signedIn(shop: ShopPage): Promise<Shopper> {
  const shopper = await newShopper(shop);
  await useTokens(shop.page, shopper);
  return shopper;
}

/** Signs this browser in with tokens. */
export async function useTokens(page: Page, tokens: Pick<Shopper, "token" | "refreshToken">): Promise<void> {
  // A page without scripts, which could use the tokens while the page is being left.
  await page.route("/empty", (route) => route.fulfill({ contentType: "text/html", body: "<link rel=icon href=data:,>" }));
  await page.goto("/empty");
  await page.evaluate(({ token, refreshToken }) => {
    localStorage.setItem("accesstoken", token);
    localStorage.setItem("refreshToken", refreshToken);
  }, tokens);
}

export const QUAY = {
  address_line: "1 Quay Street",
  city: "Lima",
  state: "Lima",
  pincode: "15001",
  country: "Peru",
  mobile: "+51 999 888 777",
};

/** Adds an address for a shopper. @returns its id */
export async function addressOf(shop: ShopPage, { token }: Pick<Shopper, "token">, line = QUAY.address_line): Promise<string> {
  return (await shop.call(createAddress, { ...QUAY, address_line: line }, token)).data._id;
}

/** Places an order for a product. @returns the order's number */
export async function buys(shop: ShopPage, shopper: Shopper, product: Product, quantity = 1): Promise<string> {
  return orders(shop, shopper, [{ productId: product._id, quantity }], await addressOf(shop, shopper));
}

/** Places an order. @returns the order's number */
export async function orders(
  shop: ShopPage,
  { token }: Pick<Shopper, "token">,
  list_items: InputOf<typeof cashOnDelivery>["list_items"],
  addressId: string,
): Promise<string> {
  return (await shop.call(cashOnDelivery, { list_items, addressId }, token)).data.orderId;
}

/** Opens a short list that contains the product. */
export async function openListWith(shop: ShopPage, { name }: Product): Promise<void> {
  await shop.open(`/search?q=${encodeURIComponent(name)}`);
}

/** A toast, by its text. */
export const toast = (page: Page, words: string | RegExp): Locator =>
  page.getByRole("status").or(page.getByRole("alert")).getByText(words).first();

/** A failure that is only logged has neither a message on the page nor a toast. */
export async function assertUnsaid(page: Page): Promise<void> {
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.locator("[aria-live=polite] > output")).toHaveCount(0);
}

/** The header's cart button. */
export const cartButton = (page: Page): Locator => page.getByRole("banner").getByRole("button", { name: /My Cart|items?/ });

/** Opens the cart drawer. */
export async function openCart(page: Page): Promise<Locator> {
  await cartButton(page).click();
  const drawer = page.getByRole("dialog", { name: "Cart" });
  await expect(drawer).toBeVisible();
  return drawer;
}

/** A product's quantity input. */
export const quantityOf = (where: Locator | Page, name: string): Locator => where.getByRole("textbox", { name: `Quantity of ${name}` });

export async function fillAddress(page: Page, line = QUAY.address_line): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address Line").fill(line);
  await dialog.getByLabel("City").fill(QUAY.city);
  await dialog.getByLabel("State").fill(QUAY.state);
  await dialog.getByLabel("Pincode").fill(QUAY.pincode);
  await dialog.getByLabel("Country").fill(QUAY.country);
  await dialog.getByLabel("Mobile No.").fill(QUAY.mobile);
  await dialog.getByRole("button", { name: "Submit" }).click();
}
