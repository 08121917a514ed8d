import type { Locator } from "@playwright/test";
import { discountTag, listCents, paidCents } from "#features/catalogue/rules.ts";
import { listOrders, type Order } from "#features/orders/contract.ts";
import { formatCents } from "#shared/money.ts";
import { formatDay, formatTime } from "#shared/time.ts";
import { login } from "#features/account/contract.ts";
import { updateOrderStatus } from "#features/orders/admin/contract.ts";
import { ADMIN } from "./own-shop.ts";
import { expect, PHONE, test, WIDE } from "./shop.ts";
import { assertUnsaid, buys, cartButton, signedIn } from "./shopper.ts";

/** On how many lines a text is. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
  });

test("ORD-1 ORD-2 ORD-6 an order shows number, products, subtotal, total and payment method", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const product = await shop.product(({ stock, discount }) => stock > 5 && discount > 0);
  const number = await buys(shop, shopper, product, 3);
  await shop.open("/dashboard/myorders");
  await expect(shop.heading("Orders")).toBeVisible();
  const order = page.getByRole("article", { name: `Order ${number}` });
  await expect(order.getByRole("heading")).toHaveText(`Order ${number}`, { useInnerText: true });
  await expect(order.getByRole("listitem")).toContainText(product.name);
  await expect(order.getByRole("listitem")).toContainText(`${product.unit} · SKU ${product.sku}`);
  await expect(order.getByRole("listitem")).toContainText(`3 × ${formatCents(listCents(product))}`);
  await expect(order.getByRole("listitem")).toContainText(`${discountTag(product.discount)}% off`);
  await expect(order.getByRole("listitem").locator("img")).toHaveCount(1);
  await expect(order).toContainText(`Subtotal${formatCents(3 * listCents(product))}`);
  await expect(order).toContainText(`Total${formatCents(3 * paidCents(product))}`);
  await expect(order).toContainText(`Savings−${formatCents(3 * (listCents(product) - paidCents(product)))}`);
  await expect(order).toContainText(/Arrives \w+, \w+ \d+ – \w+, \w+ \d+/);
  await expect(order).toContainText("PENDING");
  await expect(order).toContainText("CASH ON DELIVERY");
  await shop.assertAccessible();
  await page.setViewportSize(PHONE);
  await expect(order.getByRole("heading")).toHaveText(`Order ${number.slice(-4)}`, { useInnerText: true });
  for (const width of [320, PHONE.width, WIDE.width]) {
    await page.setViewportSize({ width, height: 800 });
    await shop.assertFits();
    await expect.poll(() => linesOf(order.getByText(`SKU ${product.sku}`, { exact: true }))).toBe(1);
  }
  await order.getByRole("link", { name: "Track order" }).click();
  await expect(shop.heading(`Order ${number}`)).toBeVisible();
});

test("the card of a delivered order has no tracking, and buys it again", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const number = await buys(shop, shopper, await shop.product());
  const { data } = await shop.call(login, ADMIN);
  await shop.call(updateOrderStatus, { orderId: number, status: "DELIVERED" }, data.accesstoken);
  await shop.open("/dashboard/myorders");
  const order = page.getByRole("article", { name: `Order ${number}` });
  await expect(order.getByRole("link", { name: "Track order" })).toBeHidden();
  await order.getByRole("button", { name: "Buy again" }).click();
  await expect(cartButton(page)).toContainText("1 item");
});

test("ORD-3 without orders the page says so", async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/dashboard/myorders");
  await expect(page.getByText("No completed orders found.")).toBeVisible();
});

test("ORD-4 ORD-6 the receipt has every line, the summary and a Spanish thank-you; it prints and closes", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const product = await shop.product(({ stock, discount }) => stock > 5 && discount > 0);
  await buys(shop, shopper, product, 2);
  await page.addInitScript(() => {
    window.print = () => void (document.documentElement.dataset["printed"] = "yes");
  });
  await shop.open("/dashboard/myorders");
  await page.getByRole("button", { name: "View Details" }).click();
  const receipt = page.getByRole("dialog");
  await expect(receipt.getByRole("listitem")).toContainText(product.name);
  await expect(receipt.getByRole("listitem")).toContainText(
    `Unit price ${formatCents(listCents(product))} · Discount ${product.discount}% · Quantity 2`,
  );
  await expect(receipt.getByRole("listitem")).toContainText(formatCents(2 * paidCents(product)));
  await expect(receipt.getByRole("heading", { name: "Order Summary" })).toBeVisible();
  await expect(receipt).toContainText(`Subtotal${formatCents(2 * listCents(product))}`);
  await expect(receipt).toContainText(`Savings−${formatCents(2 * (listCents(product) - paidCents(product)))}`);
  await expect(receipt).toContainText(`Total Amount${formatCents(2 * paidCents(product))}`);
  for (const words of ["Gracias por su compra", "Visite nuestra tienda nuevamente"]) {
    await expect(receipt.locator("[lang=es]").getByText(words)).toBeVisible();
  }
  await shop.assertAccessible();
  await receipt.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-printed", "yes");

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(receipt.getByRole("button", { name: "Print" })).toBeHidden();
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "screen" });
  await receipt.getByRole("button", { name: "Close" }).click();
  await expect(receipt).toBeHidden();
});

test("ORD-4 a receipt without products says No details available.", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  await buys(shop, shopper, await shop.product());
  await page.route(/order-list/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: Order[] };
    await route.fulfill({ json: { ...body, data: body.data.map((order) => ({ ...order, products: [] })) } });
  });
  await shop.open("/dashboard/myorders");
  await page.getByRole("button", { name: "View Details" }).click();
  await expect(page.getByRole("dialog")).toContainText("No details available.");
});

test("older orders are loaded on demand", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  await buys(shop, shopper, await shop.product());
  const [known] = (await shop.call(listOrders, {}, shopper.token)).data;
  await page.route(/order-list/, (route) => {
    const nth = Number(new URL(route.request().url()).searchParams.get("page") ?? 1);
    const data = [{ ...known!, _id: String(nth), orderId: `ORDERNUMBER${nth}` }];
    return route.fulfill({ json: { success: true, error: false, message: "", page: nth, totalPage: 2, data } });
  });
  await shop.open("/dashboard/myorders");
  await expect(page.getByRole("article", { name: /^Order / })).toHaveCount(1);
  await page.getByRole("button", { name: "Show older orders" }).click();
  await expect(page.getByRole("article", { name: "Order ORDERNUMBER2" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show older orders" })).toBeHidden();
});

test("STAT-8 orders that fail to load are only logged, and can be reloaded", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/400/);
  await signedIn(shop);
  await page.route(/order-list/, (route) => route.fulfill({ status: 400, json: { success: false, error: true, message: "Broken" } }));
  const logged = page.waitForEvent("console", (message) => message.type() === "error" && message.text().startsWith("Could not load"));
  await shop.open("/dashboard/myorders");
  await logged;
  await expect(page.getByRole("main").getByRole("button", { name: "Reload" })).toBeVisible();
  await assertUnsaid(page);
  await page.unroute(/order-list/);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("No completed orders found.")).toBeVisible();
});

test("ORD-5 an order's date and time are in the shop's time zone, not the browser's", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  await buys(shop, shopper, await shop.product(({ stock }) => stock > 5), 1);
  const { data } = await shop.call(listOrders, {}, shopper.token);
  const { createdAt } = data[0]!;
  const zone = "Pacific/Kiritimati";
  await shop.open("/dashboard/myorders");
  await expect(page.locator("time")).toHaveText(formatDay(createdAt, zone));
  await page.getByRole("button", { name: "View Details" }).click();
  await expect(page.getByRole("dialog")).toContainText(formatTime(createdAt, zone));
});
