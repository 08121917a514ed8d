import { paidCents } from "#features/catalogue/rules.ts";
import { getCart } from "#features/cart/contract.ts";
import { createPayPalOrder, openPayment } from "#features/payments/contract.ts";
import { expect, neverRetried, test } from "./shop.ts";
import { addressOf, cartButton, toast } from "./shopper.ts";
import { answerPayPal, approve, atCheckout, atPayPal, goToPayPal, ordersOf, payPalButton, putIntoCart, storedId } from "./payer.ts";

test("CHK-3 CHK-6 NAV-13 a shopper pays with PayPal and gets the order number", async ({ shop, page }) => {
  const { shopper, product } = await atCheckout(shop, 2);
  await goToPayPal(page);
  await answerPayPal(page, "approve");
  await expect(shop.heading("Payment successful!")).toBeVisible();
  const [order] = await ordersOf(shop, shopper);
  expect(order).toMatchObject({ payment_status: "PAID", totalAmt: (2 * paidCents(product)) / 100 });
  await expect(page.getByRole("main")).toContainText(order!.orderId);
  await expect(page.getByRole("main").getByRole("link", { name: "Return home" })).toHaveAttribute("href", "/");
  await expect(cartButton(page)).toHaveText("My Cart");
  expect((await shop.call(getCart, undefined, shopper.token)).data).toEqual([]);
  expect(await storedId(page)).toBeNull();
  await shop.assertAccessible();
  // The payment is in the URL, so the order is found again after a reload.
  await page.reload();
  await expect(page.getByRole("main")).toContainText(order!.orderId);
  // Items, address, what comes next and when, and print.
  const main = page.getByRole("main");
  await expect(main.getByRole("region", { name: "Products" })).toContainText(product.name);
  await expect(main.getByRole("region", { name: "Order Summary" })).toContainText("1 Quay Street");
  const next = main.getByRole("region", { name: "What happens next" });
  await expect(next).toContainText(shopper.email);
  await expect(next).toContainText(/It arrives \w+, \w+ \d+ – \w+, \w+ \d+/);
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
  }
  await page.evaluate(() => (window.print = () => void (document.documentElement.dataset["printed"] = "yes")));
  await main.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-printed", "yes");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(main.getByRole("button", { name: "Print" })).toBeHidden();
  expect((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "screen" });
  await main.getByRole("link", { name: "Track order" }).click();
  await expect(shop.heading(`Order ${order!.orderId}`)).toBeVisible();
  await expect(main).toContainText("PAID");
  expect(await ordersOf(shop, shopper)).toHaveLength(1);
});

test("CHK-3 the button shows Redirecting to PayPal... and stores the provider's id", async ({ shop, page, expectedErrors }) => {
  const { shopper } = await atCheckout(shop);
  // Keep the browser here, so that the page can be inspected.
  await page.route("**/sandbox/paypal/checkoutnow*", (route) => route.fulfill({ status: 204 }));
  const answered = Promise.withResolvers<void>();
  await page.route(`**${createPayPalOrder.path}`, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await payPalButton(page).click();
  await expect(toast(page, "Redirecting to PayPal...")).toBeVisible();
  await expect(payPalButton(page)).toBeDisabled();
  answered.resolve();
  await expect(toast(page, "Redirecting to PayPal...")).toBeHidden();
  const { data } = await shop.call(openPayment, undefined, shopper.token);
  expect(await storedId(page)).toBe(data!.orderId);
  // Logging out clears all of it. What the page still asks for meanwhile is refused.
  expectedErrors.push(/401/);
  await shop.open("/dashboard/profile");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Log Out" }).click();
  await expect(toast(page, "You are logged out")).toBeVisible();
  expect(await storedId(page)).toBeNull();
});

const answers = [
  {
    answer: { approvalUrl: "", orderId: "5O190127TN364715T" },
    words: "Failed to get PayPal approval URL",
  },
  { status: 422, answer: { message: "Not today" }, words: "Not today" },
  { status: 500, answer: {}, words: "Something went wrong. Please try again." },
  { answer: undefined, words: "No response from the shop. Check your connection and try again." },
];

test("CHK-5 no address to pay at, a refusal or no response shows a message, and the shopper can try again", async ({
  shop,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED|422|500/);
  await atCheckout(shop);
  for (const { status = 200, answer, words } of answers) {
    await page.route(`**${createPayPalOrder.path}`, (route) =>
      answer
        ? route.fulfill({ status, json: { success: status < 400, error: status >= 400, message: "", expiresAt: "", ...answer } })
        : route.abort(),
    );
    await payPalButton(page).click();
    await expect(toast(page, words)).toBeVisible();
    await expect(toast(page, "Redirecting to PayPal...")).toBeHidden();
    await expect(payPalButton(page)).toBeEnabled();
    await page.unrouteAll();
  }
  await goToPayPal(page);
});

test("CHK-5 an error in the page itself is an internal error", async ({ shop, page }) => {
  await atCheckout(shop);
  await page.evaluate(
    () =>
      (crypto.getRandomValues = () => {
        throw new Error("No random numbers");
      }),
  );
  await payPalButton(page).click();
  await expect(toast(page, "Internal error. Please try again later.")).toBeVisible();
});

test.describe(() => {
  neverRetried();
  test("CHK-3 a double click starts one payment", async ({ shop, page }) => {
    await atCheckout(shop);
    let begun = 0;
    page.on("request", (request) => request.url().endsWith(createPayPalOrder.path) && begun++);
    await payPalButton(page).dblclick();
    await atPayPal(page);
    expect(begun).toBe(1);
  });
});

test(
  "CHK-3 a payment whose response was lost is continued by the next press, even after a reload",
  { tag: "@campaign" },
  async ({ shop, page, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED/);
    const { shopper } = await atCheckout(shop);
    let lost = "";
    await page.route(`**${createPayPalOrder.path}`, async (route) => {
      lost ||= ((await (await route.fetch()).json()) as { orderId: string }).orderId;
      await route.abort();
    });
    await payPalButton(page).click();
    await expect(toast(page, /^No response from the shop/)).toBeVisible();
    await page.unrouteAll();
    await shop.open("/checkout");
    await goToPayPal(page);
    expect((await shop.call(openPayment, undefined, shopper.token)).data!.orderId).toBe(lost);
  },
);

test("CHK-3 back from PayPal, a shopper can continue, or pay again with another address and a bigger cart", async ({ shop, page }) => {
  const { shopper, product } = await atCheckout(shop);
  await addressOf(shop, shopper, "48 Orchard Lane");
  await goToPayPal(page);
  await page.goBack();
  await shop.isAlive();
  await page.getByRole("link", { name: "Continue to PayPal" }).click();
  await atPayPal(page);
  await page.goBack();
  await shop.isAlive();
  await putIntoCart(shop, shopper, product, 3);
  await page.reload();
  await page.getByRole("radio", { name: /48 Orchard Lane/ }).check();
  await expect(page.getByRole("complementary", { name: "Summary" })).toContainText("3 items");
  await goToPayPal(page);
  await answerPayPal(page, "approve");
  await expect(shop.heading("Payment successful!")).toBeVisible();
  expect(await ordersOf(shop, shopper)).toMatchObject([
    { products: [{ quantity: 3 }], delivery_address: { address_line: "48 Orchard Lane" } },
  ]);
});

test(
  "CHK-3 the last pieces, reserved for the shopper's own payment, remain available to them",
  { tag: "@campaign" },
  async ({ shop, page }) => {
    const product = await shop.productAnywhere(({ stock }) => stock >= 2 && stock <= 30);
    const { shopper } = await atCheckout(shop, product.stock, product);
    await goToPayPal(page);
    await shop.open("/checkout");
    await expect(page.getByRole("link", { name: "Continue to PayPal" })).toBeVisible();
    await expect(page.getByText("Something has changed")).toBeHidden();
    await goToPayPal(page);
    await answerPayPal(page, "cancel");
    await expect(shop.heading("Order Canceled")).toBeVisible();
    await expect.poll(async () => (await shop.call(openPayment, undefined, shopper.token)).data).toBeNull();
    await shop.open("/checkout");
    await expect(payPalButton(page)).toBeEnabled();
    await expect(page.getByText("Something has changed")).toBeHidden();
  },
);

test("CHK-10 choosing cash on delivery cancels the open payment", async ({ shop, page }) => {
  const { shopper } = await atCheckout(shop);
  await goToPayPal(page);
  await shop.open("/checkout");
  await page.getByRole("radio", { name: /Cash on delivery/ }).check();
  await expect(page.getByRole("link", { name: "Continue to PayPal" })).toBeVisible();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("region", { name: "Order placed" })).toBeVisible();
  expect(await ordersOf(shop, shopper)).toHaveLength(1);
  expect((await shop.call(openPayment, undefined, shopper.token)).data).toBeNull();
});

test("an open payment shows how long its items are reserved, and when that ends", async ({ shop, page }) => {
  await page.clock.install();
  await atCheckout(shop);
  await goToPayPal(page);
  await shop.open("/checkout");
  const open = page.getByRole("region", { name: "Your payment is not finished" });
  await expect(open).toContainText(/Your items are reserved for (30:00|29:\d\d)/);
  await page.clock.fastForward("10:00");
  await expect(open).toContainText(/Your items are reserved for (20:00|19:\d\d)/);
  await page.clock.fastForward("20:00");
  await expect(page.getByText("Your payment time ran out")).toBeVisible();
  await expect(open).toBeHidden();
  await shop.assertAccessible();
});

test("a checkout restored by the browser checks the payment's state", { tag: "@campaign" }, async ({ shop, page }) => {
  const { shopper } = await atCheckout(shop);
  await goToPayPal(page);
  await shop.open("/checkout");
  const open = page.getByRole("region", { name: "Your payment is not finished" });
  await expect(open).toBeVisible();
  const { data } = await shop.call(openPayment, undefined, shopper.token);
  await approve(page, data!.orderId);
  await expect.poll(async () => (await shop.call(openPayment, undefined, shopper.token)).data).toBeNull();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(open).toBeHidden();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});

test("the remaining time is right even if the browser's clock is an hour off", { tag: "@campaign" }, async ({ shop, page }) => {
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await atCheckout(shop);
  await goToPayPal(page);
  await shop.open("/checkout");
  await expect(page.getByRole("timer")).toHaveText(/^(30:00|29:\d\d)$/);
});

test("CHK-3 a payment being processed is not paid a second time", { tag: "@campaign" }, async ({ shop, page }) => {
  const { shopper } = await atCheckout(shop);
  await goToPayPal(page);
  await page.route(`**${openPayment.path}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object | null };
    await route.fulfill({ json: { ...body, data: body.data && { ...body.data, status: "CAPTURING" } } });
  });
  await shop.open("/checkout");
  await expect(page.getByRole("region", { name: "Your payment is being processed" })).toBeVisible();
  await payPalButton(page).click();
  await expect(toast(page, "Your last payment is being processed. Please wait a moment.")).toBeVisible();
  // The page notices the payment and shows the order.
  await approve(page, (await shop.call(openPayment, undefined, shopper.token)).data!.orderId);
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  expect(await ordersOf(shop, shopper)).toHaveLength(1);
});
