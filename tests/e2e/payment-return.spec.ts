import { cancelPayment, confirmPayPalPayment, createPayPalOrder, getPayPalOrderDetails } from "#features/payments/contract.ts";
import { expect, neverRetried, PHONE, test, type ShopPage, WIDE } from "./shop.ts";
import { approve, atCheckout, goToPayPal, ordersOf, storedId } from "./payer.ts";
import { addressOf, cartButton, newShopper, signedIn, type Shopper } from "./shopper.ts";

/** Creates a payment through the API. @returns the provider's id */
async function beginPayment(shop: ShopPage, shopper: Shopper): Promise<string> {
  const { _id } = await shop.product();
  const addressId = await addressOf(shop, shopper);
  const { orderId } = await shop.call(createPayPalOrder, { list_items: [{ productId: _id, quantity: 1 }], addressId }, shopper.token);
  return orderId;
}

/** A shopper in this browser who has approved a payment at PayPal. */
async function approved(shop: ShopPage): Promise<{ shopper: Shopper; orderId: string }> {
  const shopper = await signedIn(shop);
  const orderId = await beginPayment(shop, shopper);
  await approve(shop.page, orderId);
  return { shopper, orderId };
}

const store = (shop: ShopPage, orderId: string) => shop.page.evaluate((id) => localStorage.setItem("orderId", id), orderId);
const success = (shop: ShopPage) => shop.heading("Payment successful!");

test("CHK-6 NAV-13 the stored id is confirmed while Procesando pago... shows, in Spanish", async ({ shop, page }) => {
  const { shopper, orderId } = await approved(shop);
  await store(shop, orderId);
  const answered = Promise.withResolvers<void>();
  await page.route(`**${confirmPayPalPayment.path}`, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await shop.open("/success");
  await expect(shop.heading("Procesando pago...")).toHaveAttribute("lang", "es");
  await shop.assertAccessible();
  answered.resolve();
  await expect(success(shop)).toBeVisible();
  const [order] = await ordersOf(shop, shopper);
  await expect(page.getByRole("main")).toContainText(order!.orderId);
  expect(await storedId(page)).toBeNull();
});

test("CHK-6 in a browser without the id, the token in the address is confirmed after login", async ({ shop, page }) => {
  const shopper = await newShopper(shop);
  const orderId = await beginPayment(shop, shopper);
  await approve(page, orderId);
  await shop.open(`/success?token=${orderId}&PayerID=PAYER`);
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByLabel("Password", { exact: true }).fill(shopper.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(success(shop)).toBeVisible();
  expect(await ordersOf(shop, shopper)).toHaveLength(1);
});

test.describe(() => {
  neverRetried();
  test("CHK-6 two tabs confirm one payment, and both show its one order", async ({ shop, page, context }) => {
    const { shopper, orderId } = await approved(shop);
    const other = await context.newPage();
    await Promise.all([page, other].map((tab) => tab.goto(`/success?token=${orderId}`)));
    for (const tab of [page, other]) await expect(tab.getByRole("heading", { name: "Payment successful!" })).toBeVisible();
    const orders = await ordersOf(shop, shopper);
    expect(orders).toHaveLength(1);
    for (const tab of [page, other]) await expect(tab.getByRole("main")).toContainText(orders[0]!.orderId);
  });
});

test("CHK-6 closing the tab after approval still places the order within a minute", async ({ shop, page, context }) => {
  const { shopper } = await atCheckout(shop);
  await goToPayPal(page);
  const token = new URL(page.url()).searchParams.get("token")!;
  const other = await context.newPage();
  await approve(other, token);
  await page.goto("about:blank");
  await expect.poll(() => ordersOf(shop, shopper), { timeout: 60_000 }).toMatchObject([{ payment_status: "PAID" }]);
  await shop.open("/dashboard/myorders");
  await expect(page.getByRole("article", { name: /^Order / })).toContainText("PAID");
  await expect(cartButton(page)).toHaveText("My Cart");
});

test(
  "CHK-6 a lost response is requested again, and no error is shown for an order that exists",
  { tag: "@campaign" },
  async ({ shop, page, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED/);
    const { shopper, orderId } = await approved(shop);
    let lost = 0;
    await page.route(
      `**${confirmPayPalPayment.path}`,
      async (route) => {
        lost++;
        await route.fetch();
        await route.abort();
      },
      { times: 2 },
    );
    await shop.open(`/success?token=${orderId}`);
    await expect(success(shop)).toBeVisible();
    expect(lost).toBe(2);
    expect(await ordersOf(shop, shopper)).toHaveLength(1);
  },
);

test("CHK-6 a payment being processed is waited for", { tag: "@campaign" }, async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/409/);
  const { orderId } = await approved(shop);
  await page.route(
    `**${confirmPayPalPayment.path}`,
    (route) => route.fulfill({ status: 409, json: { success: false, error: true, message: "Your payment is being processed." } }),
    { times: 2 },
  );
  await page.route(
    `**${getPayPalOrderDetails.path}*`,
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object };
      await route.fulfill({ json: { ...body, data: { ...body.data, status: "CAPTURING" } } });
    },
    { times: 2 },
  );
  await shop.open(`/success?token=${orderId}`);
  await expect(shop.heading("Procesando pago...")).toBeVisible();
  await expect(success(shop)).toBeVisible();
});

test("CHK-8 without any id the page says No orderId was found in localStorage.", async ({ shop, page }) => {
  await shop.open("/success");
  await expect(shop.heading("Error")).toBeVisible();
  await expect(page.getByText("No orderId was found in localStorage.", { exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Return home" })).toHaveAttribute("href", "/");
  await shop.assertAccessible();
  for (const { width } of [{ width: 320 }, PHONE, WIDE]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
  }
});

const almost = { success: true, error: false, message: "Almost", data: { orderId: "0123456789AB" } };
const refused = { success: false, error: true, message: "Not now" };
const failures = [
  {
    title: "CHK-7 any message other than the one of success is an error",
    answer: { status: 200, json: almost },
    words: `The payment was not successfully confirmed. Backend response: ${JSON.stringify(almost)}`,
  },
  { title: "CHK-8 a refusal shows its body", answer: { status: 422, json: refused }, words: `Backend error: ${JSON.stringify(refused)}` },
  { title: "CHK-8 a missing response is reported", answer: undefined, words: "No response received from the backend. Request error." },
];
for (const { title, answer, words } of failures) {
  test(title, async ({ shop, page, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED|422/);
    const { shopper, orderId } = await approved(shop);
    await page.route(`**${confirmPayPalPayment.path}`, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await store(shop, orderId);
    await shop.open("/success");
    await expect(shop.heading("Error")).toBeVisible();
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    // Try again continues once the server responds.
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(success(shop)).toBeVisible();
    expect(await ordersOf(shop, shopper)).toHaveLength(1);
  });
}

test("CHK-8 a payment that was declined is not tried again: the way goes back to the checkout", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/422/);
  const { orderId } = await approved(shop);
  const declined = { ...refused, message: "PayPal declined the payment.", data: { outcome: "declined" } };
  await page.route(`**${confirmPayPalPayment.path}`, (route) => route.fulfill({ status: 422, json: declined }));
  await shop.open(`/success?token=${orderId}`);
  await expect(page.getByText(declined.message, { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeHidden();
  await expect(page.getByText("If your payment did go through")).toBeHidden();
  await page.getByRole("link", { name: "Back to checkout" }).click();
  await expect(page).toHaveURL(/\/checkout$/);
});

test("CHK-8 a failure before the request shows its message", async ({ shop, page }) => {
  const { orderId } = await approved(shop);
  await page.addInitScript((id) => {
    const { stringify } = JSON;
    JSON.stringify = (value: unknown) => {
      const text = stringify(value);
      if (text === stringify({ orderId: id })) throw new Error("Not JSON");
      return text;
    };
  }, orderId);
  await shop.open(`/success?token=${orderId}`);
  await expect(page.getByText("Request configuration error: Not JSON", { exact: true })).toBeVisible();
});

test("CHK-8 a canceled payment and someone else's payment are errors", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/409|404/);
  const { shopper, orderId } = await approvedButGivenUp(shop);
  await shop.open(`/success?token=${orderId}`);
  await expect(page.getByText(/^This payment was canceled or ran out of time/)).toBeVisible();
  expect(await ordersOf(shop, shopper)).toHaveLength(0);
  const others = await beginPayment(shop, await newShopper(shop));
  await shop.open(`/success?token=${others}`);
  await expect(page.getByText("Payment not found", { exact: true })).toBeVisible();
});

/** The shopper gave up before the approval, so the money was never captured. */
async function approvedButGivenUp(shop: ShopPage): Promise<{ shopper: Shopper; orderId: string }> {
  const shopper = await signedIn(shop);
  const orderId = await beginPayment(shop, shopper);
  await shop.call(cancelPayment, { orderId }, shopper.token);
  await approve(shop.page, orderId);
  return { shopper, orderId };
}

test("CHK-9 NAV-13 canceling at PayPal says so, and paying still works afterwards", async ({ shop, page }) => {
  const { shopper } = await atCheckout(shop);
  await goToPayPal(page);
  await page.locator("button[value=cancel]").click();
  await expect(shop.heading("Order Canceled")).toBeVisible();
  await expect(page.getByText(/We're sorry/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Return home" })).toHaveAttribute("href", "/");
  await expect.poll(() => storedId(page)).toBeNull();
  await shop.assertAccessible();
  await page.getByRole("link", { name: "Back to checkout" }).click();
  await goToPayPal(page);
  await page.locator("button[value=approve]").click();
  await expect(success(shop)).toBeVisible();
  expect(await ordersOf(shop, shopper)).toHaveLength(1);
});

test("CHK-9 a payment completed meanwhile is not called canceled", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/409/);
  const { shopper, orderId } = await approved(shop);
  await expect.poll(() => ordersOf(shop, shopper), { timeout: 60_000 }).toHaveLength(1);
  await shop.open(`/cancel?token=${orderId}`);
  await expect(page.getByText("This payment is complete. Your order is under My Orders.")).toBeVisible();
  await expect(shop.heading("Order Canceled")).toBeHidden();
});

test("CHK-9 NAV-13 the canceled payment page is open to everyone", async ({ shop }) => {
  await shop.open("/cancel");
  await expect(shop.heading("Order Canceled")).toBeVisible();
  await shop.assertAccessible();
});

test.describe("while no script of the page can be loaded", () => {
  test.use({ expectedErrors: [/Failed to load resource|net::ERR_FAILED/] });

  test(
    "a page that only scripts can fill offers to reload it, and nothing else once they are there",
    { tag: "@campaign" },
    async ({ shop, page }) => {
      const { shopper, orderId } = await approved(shop);
      await store(shop, orderId);
      const scripts = /\/assets\/.+\.js$/;
      await page.route(scripts, (route) => route.abort());
      await page.goto("/success");
      await expect(shop.heading("Procesando pago...")).toBeVisible();
      const reload = page.getByRole("main").getByRole("link", { name: "Reload" });
      await expect(reload).toBeHidden();
      await page.evaluate(() =>
        document.getAnimations().forEach((one) => one.effect?.getComputedTiming().iterations === 1 && one.finish()),
      );
      await expect(reload).toBeVisible();
      await page.unroute(scripts);
      await reload.click();
      await expect(success(shop)).toBeVisible();
      await expect(reload).toHaveCount(0);
      expect(await ordersOf(shop, shopper)).toHaveLength(1);
    },
  );
});
