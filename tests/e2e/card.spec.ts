import { openPayment } from "#features/payments/contract.ts";
import { expect, PHONE, test, WIDE } from "./shop.ts";
import { cartButton, toast } from "./shopper.ts";
import { atCheckout, cardForm, CARDS, openCardForm, ordersOf, payWithCard } from "./payer.ts";

test("CHK-11 CHK-6 a shopper pays by card and gets the order number", async ({ shop, page }) => {
  const { shopper } = await atCheckout(shop, 2);
  const form = await openCardForm(page);
  await expect(form.getByLabel("Email")).toHaveValue(shopper.email);
  await payWithCard(form, CARDS.good);
  await expect(shop.heading("Payment successful!")).toBeVisible();
  const orders = await ordersOf(shop, shopper);
  expect(orders).toMatchObject([{ payment_status: "PAID", metodoDePago: "Card (Culqi)" }]);
  await expect(page.getByRole("main")).toContainText(orders[0]!.orderId);
  await expect(cartButton(page)).toHaveText("My Cart");
});

test("CHK-11 CHK-5 a declined card shows why, in English, and another can be tried while the items stay reserved", async ({
  shop,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/422/);
  await page.setViewportSize(PHONE);
  const { shopper } = await atCheckout(shop);
  await payWithCard(await openCardForm(page), CARDS.poor);
  const open = page.getByRole("region", { name: "Your card was not charged" });
  await expect(open.getByRole("alert")).toHaveText("There isn't enough money on this card. Try another card, or another way to pay.");
  await expect(open).toContainText(/Your items are reserved for (30:00|29:\d\d)/);
  await expect(open).toBeInViewport();
  for (const { width } of [PHONE, WIDE]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
  }
  await shop.assertAccessible();
  // The page has one way forward: its button says the same, for the same payment.
  await expect(page.getByRole("button", { name: "Pay by card" })).toBeHidden();
  await expect(page.getByRole("radio", { name: /1 Quay Street/ })).toBeChecked();
  const { data } = await shop.call(openPayment, undefined, shopper.token);
  const summary = page.getByRole("complementary", { name: "Summary" });
  await summary.getByRole("button", { name: "Try another card" }).click();
  await (await cardForm(page)).getByRole("button", { name: "Cancel" }).click();
  expect((await shop.call(openPayment, undefined, shopper.token)).data!.orderId).toBe(data!.orderId);
  await page.getByRole("button", { name: "Continue by card" }).click();
  await payWithCard(await cardForm(page), CARDS.good);
  await expect(shop.heading("Payment successful!")).toBeVisible();
  expect(await ordersOf(shop, shopper)).toHaveLength(1);
});

test("an order too small for a card says from which total it can be paid by card", async ({ shop, page }) => {
  const cheap = await shop.productAnywhere(({ price, stock }) => price < 2.9 && stock > 5);
  await atCheckout(shop, 1, cheap);
  const ways = page.getByRole("region", { name: "Pay with" });
  await expect(ways.getByRole("radio", { name: /PayPal/ })).toBeVisible();
  await expect(ways.getByRole("radio", { name: /^Card/ })).toBeHidden();
  await expect(ways).toContainText("Card: for orders from $3.00 to $9,999.00");
});

test("CHK-11 a bank's 3-D Secure verification is completed, and the order is placed", async ({ shop, page }) => {
  const { shopper } = await atCheckout(shop);
  await payWithCard(await openCardForm(page), CARDS.asked);
  const bank = page.getByRole("dialog", { name: "Verify with your bank" });
  await bank.getByLabel("Code from your bank").fill("1234");
  await bank.getByRole("button", { name: "Confirm" }).click();
  await expect(shop.heading("Payment successful!")).toBeVisible();
  expect(await ordersOf(shop, shopper)).toMatchObject([{ payment_status: "PAID" }]);
});

test(
  "CHK-11 an unanswered verification charges nothing, and another payment method can be used",
  { tag: "@campaign" },
  async ({ shop, page }) => {
    const { shopper } = await atCheckout(shop);
    await payWithCard(await openCardForm(page), CARDS.asked);
    await page.getByRole("dialog", { name: "Verify with your bank" }).getByRole("button", { name: "Cancel" }).click();
    const open = page.getByRole("region", { name: "Your card was not charged" });
    await expect(open.getByRole("alert")).toHaveText("Your bank didn't confirm the payment. Nothing was charged.");
    await open.getByRole("button", { name: "Pay another way" }).click();
    await expect(page.getByRole("radio", { name: /PayPal/ })).toBeFocused();
    await page.getByRole("radio", { name: /Cash on delivery/ }).check();
    await page.getByRole("button", { name: "Place order" }).click();
    await expect(page.getByRole("region", { name: "Order placed" })).toBeVisible();
    expect(await ordersOf(shop, shopper)).toMatchObject([{ payment_status: "CASH ON DELIVERY" }]);
    expect((await shop.call(openPayment, undefined, shopper.token)).data).toBeNull();
  },
);

test("CHK-11 a closed card form can be reopened, even after a reload, or canceled", async ({ shop, page }) => {
  const { shopper } = await atCheckout(shop);
  await (await openCardForm(page)).getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  const open = page.getByRole("region", { name: "Your payment is not finished" });
  await open.getByRole("button", { name: "Continue by card" }).click();
  await (await cardForm(page)).getByRole("button", { name: "Cancel" }).click();
  await open.getByRole("button", { name: "Cancel payment" }).click();
  await expect(toast(page, "Payment canceled. Nothing was charged.")).toBeVisible();
  await expect(open).toBeHidden();
  expect((await shop.call(openPayment, undefined, shopper.token)).data).toBeNull();
});

test("CHK-11 without Culqi's script a toast says so, and nothing is reserved", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.route("**/sandbox/culqi/checkout.js", (route) => route.abort());
  const { shopper } = await atCheckout(shop);
  await page.getByRole("radio", { name: /^Card/ }).check();
  await page.getByRole("button", { name: "Pay by card" }).click();
  await expect(toast(page, "Culqi SDK no está cargado correctamente.")).toBeVisible();
  expect((await shop.call(openPayment, undefined, shopper.token)).data).toBeNull();
  // It loads on the second attempt.
  await page.unrouteAll();
  await page.getByRole("button", { name: "Pay by card" }).click();
  await cardForm(page);
});

test("CHK-11 Culqi's script is loaded only when the card is chosen", async ({ shop, page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.url().includes("/culqi/") && scripts.push(request.url()));
  await atCheckout(shop);
  await expect(page.getByRole("radio", { name: /PayPal/ })).toBeChecked();
  expect(scripts).toEqual([]);
  await page.getByRole("radio", { name: /^Card/ }).check();
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
});

test("CHK-11 the card can be chosen and paid by keyboard, and closing the form focuses the open payment", async ({ shop, page }) => {
  const { shopper } = await atCheckout(shop);
  await page.getByRole("radio", { name: /PayPal/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /^Card/ })).toBeChecked();
  await page.getByRole("button", { name: "Pay by card" }).focus();
  await page.keyboard.press("Enter");
  await cardForm(page);
  await page.keyboard.press("Escape");
  const open = page.getByRole("region", { name: "Your payment is not finished" });
  await expect(open).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const form = await cardForm(page);
  await form.getByLabel("Card number").focus();
  await page.keyboard.type(CARDS.good);
  await page.keyboard.press("Tab");
  await page.keyboard.type("09/31");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Enter");
  await expect(shop.heading("Payment successful!")).toBeVisible();
  expect(await ordersOf(shop, shopper)).toHaveLength(1);
});

test("the way of an open payment is chosen in another tab too", { tag: "@campaign" }, async ({ shop, page }) => {
  await atCheckout(shop);
  await openCardForm(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Your payment is not finished" })).toBeVisible();
  // The tab remembers what was chosen in it.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.getByRole("radio", { name: /^Card/ })).toBeChecked();
  await expect(page.getByRole("button", { name: "Pay by card" })).toBeVisible();
});
