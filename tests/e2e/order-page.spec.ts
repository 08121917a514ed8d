import { cancelOrder, getOrder, listOrders, orderInvoice } from "#features/orders/contract.ts";
import { listCents, paidCents } from "#features/catalogue/rules.ts";
import { formatCents } from "#shared/money.ts";
import { formatTime } from "#shared/time.ts";
import { expect, PHONE, test, WIDTHS } from "./shop.ts";
import { addressOf, buys, cartButton, QUAY, signedIn, toast } from "./shopper.ts";

const ZONE = "Pacific/Kiritimati";

test("an order's page shows its history, products, address and payment", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const product = await shop.product(({ stock, discount }) => stock > 9 && discount > 0);
  const number = await buys(shop, shopper, product, 2);
  await shop.open("/dashboard/myorders");
  await page
    .getByRole("article", { name: `Order ${number}` })
    .getByRole("link", { name: "Track order" })
    .click();
  await expect(shop.heading(`Order ${number}`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/dashboard/myorders/${number}$`));
  const main = page.getByRole("main");
  await expect(main.getByText("PENDING")).toBeVisible();
  await expect(main.getByText(/^Arrives \w+, \w+ \d+ – \w+, \w+ \d+$/)).toBeVisible();
  await expect(main.getByRole("list", { name: "Progress" }).locator("[aria-current=step]")).toHaveText("Being prepared");
  const products = main.getByRole("region", { name: "Products" });
  await expect(products.getByRole("listitem")).toContainText(product.name);
  await expect(products.getByRole("listitem")).toContainText(`2 × ${formatCents(listCents(product))}`);
  await expect(products.getByRole("listitem")).toContainText(formatCents(2 * paidCents(product)));
  const { timeline } = (await shop.call(getOrder, { orderId: number }, shopper.token)).data;
  const happened = main.getByRole("region", { name: "Order history" }).getByRole("listitem");
  await expect(happened).toHaveCount(1);
  await expect(happened).toContainText(`Order placed${formatTime(timeline[0]!.at, ZONE)}`);
  const facts = main.getByRole("region", { name: "Order Summary" });
  for (const words of ["CASH ON DELIVERY", QUAY.address_line, `Total Amount${formatCents(2 * paidCents(product))}`]) {
    await expect(facts).toContainText(words);
  }
  await shop.assertAccessible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await shop.assertFits();
  }
  await page.getByRole("main").getByRole("link", { name: "My Orders" }).last().click();
  await expect(shop.heading("Orders")).toBeVisible();
});

test("STAT-7 canceling asks first, with clear buttons, and works by keyboard", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const number = await buys(shop, shopper, await shop.product(({ stock }) => stock > 9), 1);
  await page.setViewportSize(PHONE);
  await shop.open(`/dashboard/myorders/${number}`);
  const cancel = page.getByRole("button", { name: "Cancel order" });
  await cancel.focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Cancel this order?" });
  await expect(question.getByRole("button", { name: "Keep order" })).toBeFocused();
  await shop.assertAccessible();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question.getByRole("button", { name: "Keep order" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(question.getByRole("button", { name: "Cancel order" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Your order was canceled")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByText("This order was canceled. There is nothing to pay.")).toBeVisible();
  await expect(main.getByText("CANCELLED", { exact: true })).toBeVisible();
  await expect(cancel).toBeHidden();
  await expect(main).toBeFocused();
  await expect(main.getByRole("region", { name: "Order history" }).getByRole("listitem").first()).toContainText("You canceled the order");

  await page.getByRole("main").getByRole("link", { name: "My Orders" }).last().click();
  const card = page.getByRole("article", { name: `Order ${number}` });
  await expect(card).toContainText("CANCELLED");
  await expect(card).toContainText("This order was canceled. There is nothing to pay.");
  // Nor does its receipt look as if it was paid.
  await card.getByRole("button", { name: "View Details" }).click();
  await expect(page.getByRole("dialog")).toContainText("This order was canceled. There is nothing to pay.");
});

test("an order that was sent meanwhile is not canceled, and the reason is shown", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/409/);
  const shopper = await signedIn(shop);
  const number = await buys(shop, shopper, await shop.product(({ stock }) => stock > 9));
  await page.route(`**${cancelOrder.path}`, (route) =>
    route.fulfill({ status: 409, json: { success: false, error: true, message: "This order was sent already" } }),
  );
  await shop.open(`/dashboard/myorders/${number}`);
  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(toast(page, "This order was sent already")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("main").getByText("PENDING")).toBeVisible();
});

test("ORD-5 the invoice has the order, its address and products; it prints on one clean page and downloads as a PDF", async ({
  shop,
  page,
}) => {
  const shopper = await signedIn(shop);
  const product = await shop.product(({ stock, discount }) => stock > 9 && discount > 0);
  const number = await buys(shop, shopper, product, 2);
  await page.addInitScript(() => {
    window.print = () => void (document.documentElement.dataset["printed"] = "yes");
  });
  await shop.open(`/dashboard/myorders/${number}`);
  await page.getByRole("button", { name: "Invoice" }).click();
  const invoice = page.getByRole("dialog", { name: "Invoice" });
  const { createdAt } = (await shop.call(listOrders, {}, shopper.token)).data[0]!;
  for (const words of [
    `Order number${number}`,
    "StatusPENDING",
    "Payment methodCash on delivery",
    "Payment statusCASH ON DELIVERY",
    `Created date${formatTime(createdAt, ZONE)}`,
    `Street${QUAY.address_line}`,
    `City${QUAY.city}`,
    `State${QUAY.state}`,
    `Postal code${QUAY.pincode}`,
    `Country${QUAY.country}`,
    `Total Amount${formatCents(2 * paidCents(product))}`,
  ]) {
    await expect(invoice).toContainText(words);
  }
  await expect(invoice.getByRole("listitem")).toContainText(product.name);
  await shop.assertAccessible();

  const saved = page.waitForEvent("download");
  await invoice.getByRole("button", { name: "Save as PDF" }).click();
  expect((await saved).suggestedFilename()).toBe(`invoice-${number}.pdf`);

  await invoice.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-printed", "yes");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(invoice.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(invoice.getByRole("button", { name: "Close" })).toBeHidden();
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("ORD-4 the receipt opens on the order's page too", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const number = await buys(shop, shopper, await shop.product(({ stock }) => stock > 9));
  await shop.open(`/dashboard/myorders/${number}`);
  await page.getByRole("button", { name: "Receipt" }).click();
  await expect(page.getByRole("dialog", { name: `Order ${number}` })).toContainText("Gracias por su compra");
});

test("buying again fills the cart, and says what is unavailable or more expensive now", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const product = await shop.product(({ stock }) => stock > 9);
  const number = await buys(shop, shopper, product, 2);
  await shop.open(`/dashboard/myorders/${number}`);
  const again = page.getByRole("button", { name: "Buy again" });
  await again.click();
  await expect(toast(page, "2 items added to your cart")).toBeVisible();
  await expect(cartButton(page)).toContainText("2 items");
  await expect(toast(page, "2 items added to your cart")).toBeHidden();

  await page.route("**/api/order/buy-again", async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object };
    const more = {
      missing: [{ productId: "0".repeat(32), name: "Blue Milk", unit: "1 l", quantity: 1, reason: "gone" }],
      dearer: [{ productId: product._id, name: product.name, before: 1, now: 1.5 }],
    };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ...more } } });
  });
  await again.click();
  const dialog = page.getByRole("dialog", { name: "2 items added" });
  await expect(dialog).toContainText("Some things have changed since you ordered");
  await expect(dialog.getByRole("listitem")).toHaveText([
    "Blue Milk (1 l) is no longer in the shop",
    `${product.name}: $1.50 instead of $1.00`,
  ]);
  await shop.assertAccessible();
  await dialog.getByRole("link", { name: "See cart" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(cartButton(page)).toContainText("4 items");
});

test("an unknown or someone else's order is not found; one that fails to load can be retried", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/404|400/);
  const shopper = await signedIn(shop);
  await addressOf(shop, shopper);
  for (const number of ["0".repeat(12), "nonsense"]) {
    await shop.open(`/dashboard/myorders/${number}`);
    await expect(page.getByText("Order not found")).toBeVisible();
  }
  const number = await buys(shop, shopper, await shop.product(({ stock }) => stock > 9));
  await page.route(`**${getOrder.path}?*`, (route) => route.fulfill({ status: 418, json: { success: false, error: true, message: "No" } }));
  expectedErrors.push(/418/);
  await shop.open(`/dashboard/myorders/${number}`);
  await expect(page.getByText("We couldn't load this order")).toBeVisible();
  await page.unroute(`**${getOrder.path}?*`);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(shop.heading(`Order ${number}`)).toBeVisible();
});

test("the error of a failed download goes when the next one succeeds", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/status of 400/);
  const number = await buys(shop, await signedIn(shop), await shop.product());
  await page.clock.install();
  await shop.open(`/dashboard/myorders/${number}`);
  await page.getByRole("button", { name: "Invoice" }).click();
  const save = page.getByRole("dialog", { name: "Invoice" }).getByRole("button", { name: "Save as PDF" });
  await expect(save).toBeVisible();
  // The part of the page that shows messages loads late.
  await expect(page.locator(".toasts [aria-live]").first()).toBeAttached();
  // Errors don't leave by themselves while the page's clock stands still.
  await page.clock.pauseAt(Date.now() + 60_000);
  const fails = `**${orderInvoice.path}*`;
  await page.route(fails, (route) => route.fulfill({ status: 400, json: { success: false, error: true, message: "Broken" } }));
  await save.click();
  await expect(toast(page, "Broken")).toBeVisible();
  await page.unroute(fails);
  const saved = page.waitForEvent("download");
  await save.click();
  await saved;
  await page.clock.runFor(500);
  await expect(toast(page, "Broken")).toBeHidden();
});
