import type { Locator } from "@playwright/test";
import { productDetails } from "#features/catalogue/contract.ts";
import { deliveryOffer } from "#features/delivery/contract.ts";
import { addListToCart, createList, setListLine } from "#features/lists/contract.ts";
import { buyOrderAgain, cashOnDelivery } from "#features/orders/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { paths } from "#web/paths.ts";
import { adminToken, newProduct } from "./admin.ts";
import { atCheckout, ordersOf } from "./payer.ts";
import { expect, holdAnswers, holdScripts, test } from "./shop.ts";
import { addressOf, buys, cartButton, openListWith, quantityOf, signedIn, toast } from "./shopper.ts";

// Each action must show at once that it is under way: before the response, which is held until then.

test("typing a search shows at once that it searches", async ({ shop, page }) => {
  await shop.open(paths.search());
  const release = await holdAnswers(page, searchProducts);
  const list = page.getByRole("main").getByRole("list").first();
  await page.getByLabel("Search the shop").fill("honey");
  await expect(list).toHaveAttribute("aria-busy", "true");
  release();
  await expect(shop.heading("Results for “honey”")).toBeVisible();
  await expect(list).not.toHaveAttribute("aria-busy", "true");
});

test("opening a product shows at once that its page is coming, also while its code loads", async ({ shop, page }) => {
  await shop.open("/");
  const link = shop.cards.first().getByRole("link").first();
  await link.scrollIntoViewIfNeeded();
  const [releaseCode, releaseData] = [await holdScripts(page), await holdAnswers(page, productDetails)];
  const progress = page.getByTestId("progress");
  await link.click();
  await expect(progress).toBeAttached();
  expect(await progress.evaluate((line) => Number.parseFloat(getComputedStyle(line).animationDelay))).toBeLessThanOrEqual(0.1);
  releaseCode();
  releaseData();
  await expect(page).toHaveURL(/\/product\//);
  await expect(progress).toHaveCount(0);
});

test("a heart and “Save to list” show at once that they were pressed, also while their code loads", async ({ shop, page }) => {
  const product = await newProduct(shop, await adminToken(shop));
  await shop.open(paths.product(product));
  await page.locator("[data-notice]").waitFor({ state: "attached" });
  const release = await holdScripts(page);
  const main = page.getByRole("main");
  const heart = main.getByRole("button", { name: `Save ${product.name} to favorites` }).first();
  await heart.click();
  await expect(heart).toHaveAttribute("aria-busy", "true");
  const save = main.getByRole("button", { name: "Save to list", exact: true });
  await save.click();
  await expect(save).toHaveAttribute("aria-busy", "true");
  release();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("dialog", { name: "Save to list" })).toBeVisible();
});

test("favorites and lists change at once", { tag: "@campaign" }, async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const product = await newProduct(shop, await adminToken(shop));
  await openListWith(shop, product);
  const stored = await holdAnswers(page, setListLine);
  const heart = page.getByRole("button", { name: `Save ${product.name} to favorites` }).first();
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  stored();

  await shop.open(paths.lists);
  const created = await holdAnswers(page, createList);
  await page.getByRole("button", { name: "New list" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Party");
  await page.keyboard.press("Enter");
  await expect(shop.heading("Party")).toBeVisible();
  created();

  const _id = "a1".repeat(16);
  await shop.call(createList, { _id, name: "Week", lines: [{ productId: product._id, quantity: 1 }] }, shopper.token);
  await shop.open(paths.list(_id));
  const changed = await holdAnswers(page, setListLine);
  await page.getByRole("button", { name: `One more of ${product.name}` }).click();
  await expect(quantityOf(page, product.name)).toHaveValue("2");
  changed();
  const filled = await holdAnswers(page, addListToCart);
  const fill = page.getByRole("button", { name: "Add all to cart" });
  await fill.click();
  await expect(fill).toHaveAttribute("aria-busy", "true");
  filled();
  await expect(fill).not.toHaveAttribute("aria-busy", "true");
});

test("choices at the checkout show at once, and so does placing the order", async ({ shop, page }) => {
  const { shopper } = await atCheckout(shop);
  await addressOf(shop, shopper, "9 Hill Road");
  await page.reload();
  const [one, other] = [/1 Quay Street/, /9 Hill Road/].map((name) => page.getByRole("radio", { name })) as [Locator, Locator];
  await expect(one.or(other)).toHaveCount(2);
  const quoted = await holdAnswers(page, deliveryOffer);
  const address = (await one.isChecked()) ? other : one;
  await expect(address).not.toBeChecked();
  await address.check();
  await expect(address).toBeChecked();
  await page.getByRole("radio", { name: /^Cash/ }).check();
  const press = page.getByRole("button", { name: "Place order" });
  await expect(press).toBeVisible();
  quoted();
  const placed = await holdAnswers(page, cashOnDelivery);
  await expect(press).not.toHaveAttribute("aria-busy", "true");
  await press.click();
  await expect(press).toHaveAttribute("aria-busy", "true");
  placed();
  await expect(page).toHaveURL(paths.myOrders);
  expect(await ordersOf(shop, shopper)).toHaveLength(1);
});

test("buying an order again shows at once that it is under way", { tag: "@campaign" }, async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const number = await buys(shop, shopper, await newProduct(shop, await adminToken(shop)));
  await shop.open(paths.order(number));
  const bought = await holdAnswers(page, buyOrderAgain);
  const press = page.getByRole("button", { name: "Buy again" });
  await press.click();
  await expect(press).toHaveAttribute("aria-busy", "true");
  bought();
  await expect(toast(page, "1 item added to your cart")).toBeVisible();
});

test("the cart and a receipt show at once that they are coming, while their code loads", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  await buys(shop, shopper, await newProduct(shop, await adminToken(shop)));
  await shop.open(paths.myOrders);
  await page.locator("[data-notice]").waitFor({ state: "attached" });
  const release = await holdScripts(page);
  const progress = page.getByTestId("progress");
  await page.getByRole("button", { name: "View Details" }).click();
  await expect(progress).toBeAttached();
  release();
  const receipt = page.getByRole("dialog");
  await expect(receipt).toBeVisible();
  await receipt.getByRole("button", { name: "Close" }).click();
  await expect(progress).toHaveCount(0);

  await page.reload();
  await page.locator("[data-notice]").waitFor({ state: "attached" });
  const releaseCart = await holdScripts(page);
  await cartButton(page).click();
  await expect(progress).toBeAttached();
  releaseCart();
  await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
});
