import type { Page } from "@playwright/test";
import { getAdminOrder, listAllOrders, moveOrders, updateOrderStatus } from "#features/orders/admin/contract.ts";
import { cancelOrder, orderInvoice } from "#features/orders/contract.ts";
import { changeSettings, readSettings } from "#features/shop/settings/contract.ts";
import { formatCents } from "#shared/money.ts";
import { listCents } from "#features/catalogue/rules.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { adminSignedIn } from "./admin.ts";
import { expect, PHONE, test, WIDE, type ShopPage } from "./shop.ts";
import { buys, newShopper, toast } from "./shopper.ts";

const row = (page: Page, number: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: `Order ${number.slice(0, 8)}`, exact: true }) });

const noData = (page: Page) => page.getByText("No Data").filter({ visible: true });

/** An order that appears in the list. */
async function newOrder(shop: ShopPage, quantity = 2) {
  const shopper = await newShopper(shop);
  const product = await shop.product(({ stock, name }) => stock > 20 && name.length > 8);
  const number = await buys(shop, shopper, product, quantity);
  return { shopper, product, number };
}

test("ADM-11 ADM-12 API-25 the table of all orders", async ({ shop, page }) => {
  await adminSignedIn(shop);
  const { number, product } = await newOrder(shop);
  await buys(shop, await newShopper(shop, "María Fernanda de los Ángeles Huamán Ccallo Quispe"), product);
  await shop.open("/dashboard/allorders");
  await expect(shop.heading("All Orders")).toBeVisible();
  for (const name of ["Order ID", "User", "Status", "Products", "Actions"]) {
    await expect(page.getByRole("columnheader", { name })).toBeVisible();
  }
  const order = row(page, number);
  await expect(order.getByRole("link")).toHaveText(number.slice(0, 8));
  await expect(order).toContainText("Ana Torres");
  await expect(order.getByText("PENDING", { exact: true })).toHaveClass(/bg-badge-yellow/);
  await expect(order).toContainText(`${product.name.slice(0, 8)}... × 2`);
  await expect(order).toContainText(`${product.unit} · SKU ${product.sku}`);
  for (const action of ["View", "Edit", "Delete"]) await expect(order.getByRole("button", { name: action })).toBeVisible();
  await shop.assertAccessible();
  for (const width of [320, PHONE.width, 768, 1280, WIDE.width]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
  }
  await page.setViewportSize(PHONE);
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: number.slice(0, 8) })
      .getByRole("button"),
  ).toHaveCount(3);
  await shop.assertAccessible();
  // All can be selected there too, and the bar of what can be done leaves most of the screen to them.
  await page.getByRole("checkbox", { name: "Select all orders" }).filter({ visible: true }).check();
  const bar = page.getByRole("region", { name: "Selected orders" });
  await expect(bar).toContainText(/\d+ orders selected/);
  expect((await bar.boundingBox())!.height).toBeLessThan(PHONE.height / 4);
  await bar.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Pick list", "Packing slips", "Invoices"]);
  await shop.assertFits();
});

test("ADM-12 each status has its color", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const { number } = await newOrder(shop);
  const colors = { SHIPPED: /blue/, DELIVERED: /green/, COMPLETED: /grey/, CANCELLED: /red/ } as const;
  const told = page.waitForResponse(/allorders\/events/);
  const [read, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    (url) => url.pathname === listAllOrders.path,
    async (route) => {
      const response = await route.fetch();
      read.resolve();
      await changed.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await shop.open(`/dashboard/allorders?orderId=${number}`);
  await Promise.all([told, read.promise]);
  // Each change appears in place, even one made while the list is loading.
  for (const [status, color] of Object.entries(colors)) {
    await shop.call(updateOrderStatus, { orderId: number, status: status as keyof typeof colors }, token); // keys of the object above
    await shop.painted();
    changed.resolve();
    await expect(row(page, number).getByText(status, { exact: true })).toHaveClass(color);
  }
});

test("ADM-10 each filter reloads the list and is in the address", async ({ shop, page }) => {
  await adminSignedIn(shop);
  const { number } = await newOrder(shop);
  const { number: other } = await newOrder(shop);
  await shop.open("/dashboard/allorders");
  await expect(row(page, other)).toBeVisible();
  const asked = (name: string, value: string) =>
    page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname === listAllOrders.path && searchParams.get(name) === value;
    });
  const part = number.slice(2, 10).toLowerCase();
  const changes = [
    ["Order ID", "orderId", part],
    ["User name", "userName", "torres"],
    ["Start date", "startDate", "2026-01-01"],
    ["End date", "endDate", "2099-12-31"],
  ] as const;
  for (const [label, name, value] of changes) {
    const request = asked(name, value);
    await page.getByLabel(label).fill(value);
    await request;
    await expect(page).toHaveURL(new RegExp(`[?&]${name}=${value}`));
    await expect(row(page, number)).toBeVisible();
    await expect(row(page, other)).toBeHidden();
  }
  expect(await page.getByLabel("Status").locator("option").allTextContents()).toEqual([
    ...["All", "PENDING", "SHIPPED", "DELIVERED", "COMPLETED", "CANCELLED"],
  ]);
  const request = asked("status", "COMPLETED");
  await page.getByLabel("Status").selectOption("COMPLETED");
  await request;
  await expect(noData(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("User name")).toHaveValue("torres");
  await expect(noData(page)).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(row(page, other)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/allorders$/);
});

test("ADM-13 API-26 Edit Order changes total, status and payment status", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const { number } = await newOrder(shop);
  await shop.open(`/dashboard/allorders?orderId=${number}`);
  await row(page, number).getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Order" });
  await expect(dialog.getByLabel("Order ID")).toHaveValue(number);
  await expect(dialog.getByLabel("Order ID")).not.toBeEditable();
  await expect(dialog.getByLabel("User")).toHaveValue("Ana Torres");
  await expect(dialog.getByLabel("User")).not.toBeEditable();
  const options = (label: string) => dialog.getByLabel(label, { exact: true }).locator("option").allTextContents();
  expect(await options("Status")).toEqual(["PENDING", "DELIVERED", "CANCELLED"]);
  expect(await options("Payment status")).toEqual(["CASH ON DELIVERY", "PAID", "PENDING"]);
  await shop.assertAccessible();

  const submit = dialog.getByRole("button", { name: "Submit" });
  await dialog.getByLabel("Total amount").fill("");
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel("Total amount").fill("7,25");
  await expect(dialog).toContainText(/It was \$\d+\.\d\d\. The shopper sees the difference on the order\./);
  await expect(submit).not.toHaveAttribute("aria-disabled");
  await dialog.getByLabel("Status", { exact: true }).selectOption("DELIVERED");
  await dialog.getByLabel("Payment status").selectOption("PAID");
  await submit.click();
  await expect(toast(page, "Order updated successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row(page, number)).toContainText("$7.25");
  await expect(row(page, number)).toContainText("DELIVERED");
  const { data } = await shop.call(listAllOrders, { orderId: number }, token);
  expect(data).toMatchObject([{ totalAmt: 7.25, status: "DELIVERED", payment_status: "PAID" }]);

  // The order is paid now, so its total cannot change.
  await row(page, number).getByRole("button", { name: "Edit" }).click();
  await expect(dialog.getByLabel("Total amount")).not.toBeEditable();
});

test("ADM-13 a refused edit stays in the dialog with the reason", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/409/);
  await adminSignedIn(shop);
  const { number } = await newOrder(shop);
  await shop.open(`/dashboard/allorders?orderId=${number}`);
  await page.route(`**${updateOrderStatus.path}`, (route) =>
    route.fulfill({ status: 409, json: { success: false, error: true, message: "status cannot change: Figs are gone" } }),
  );
  await row(page, number).getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Order" });
  await dialog.getByLabel("Status", { exact: true }).selectOption("CANCELLED");
  await dialog.getByRole("button", { name: "Submit" }).click();
  // CANCELLED asks for confirmation, like the button on the order page.
  await page.getByRole("dialog", { name: "Cancel this order?" }).getByRole("button", { name: "Cancel order" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Cannot change: Figs are gone");
  await expect(page.getByText("status cannot change: Figs are gone")).toBeAttached();
});

test("API-26 ADM-15 deleting asks first, cancels the order, and reports a failure", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/500/);
  await adminSignedIn(shop);
  const { number } = await newOrder(shop);
  await shop.open(`/dashboard/allorders?orderId=${number}`);
  const remove = row(page, number).getByRole("button", { name: "Delete" });
  await remove.click();
  const question = page.getByRole("dialog", { name: "Delete this order?" });
  await expect(question).toContainText("It is canceled first");
  await page.route("**/api/allorders/delete", (route) =>
    route.fulfill({ status: 500, json: { success: false, error: true, message: "x" } }),
  );
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Failed to delete order")).toBeVisible();
  await expect(row(page, number)).toBeVisible();
  await page.unroute("**/api/allorders/delete");
  await remove.press("Enter");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Order deleted successfully")).toBeVisible();
  await expect(row(page, number)).toBeHidden();
  await expect(noData(page)).toBeVisible();
});

for (const [message, shown] of [
  ["The books are closed", "The books are closed"],
  ["", "Error fetching orders"],
] as const) {
  test(`ADM-15 a list that fails to load says "${shown}"`, async ({ shop, page, expectedErrors }) => {
    expectedErrors.push(/400/);
    await adminSignedIn(shop);
    await page.route(/allorders\/get/, (route) => route.fulfill({ status: 400, json: { success: false, error: true, message } }));
    await shop.open("/dashboard/allorders");
    await expect(page.getByRole("alert").getByText(shown)).toBeVisible();
    await page.unroute(/allorders\/get/);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("columnheader", { name: "Order ID" })).toBeVisible();
  });
}

test("ORD-5 View opens the invoice", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const { number, product } = await newOrder(shop);
  await shop.open(`/dashboard/allorders?orderId=${number}`);
  await row(page, number).getByRole("button", { name: "View" }).click();
  const invoice = page.getByRole("dialog", { name: "Invoice" });
  for (const words of [number, "PENDING", "Cash on delivery", "CASH ON DELIVERY", "1 Quay Street", "15001", "Peru", product.name]) {
    await expect(invoice).toContainText(words);
  }
  await expect(invoice.getByRole("button", { name: "Print" })).toBeVisible();
  const pdf = await page.request.get(`${orderInvoice.path}?orderId=${number}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
});

test("an order's page shows its history and moves it to the next status", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const { number } = await newOrder(shop);
  await shop.open("/dashboard/allorders");
  await row(page, number).getByRole("link").click();
  await expect(shop.heading(`Order ${number}`)).toBeVisible();
  const timeline = page.getByRole("region", { name: "Order history" });
  await expect(timeline.getByRole("listitem")).toHaveText([/Order placed/]);
  await shop.assertAccessible();
  await page.getByRole("button", { name: "Mark shipped" }).dblclick();
  await expect(timeline.getByRole("listitem").first()).toContainText(/^Sent.+ ·\sAdmin/);
  // A second click in the same place does not trigger the next step.
  await expect(page.getByRole("button", { name: "Shipped", exact: true })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("main").getByText("SHIPPED", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Mark delivered" }).click();
  await expect(timeline.getByRole("listitem").first()).toContainText(/^Delivered.+ ·\sAdmin/);
  const cancel = async () => {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Cancel order" }).click();
  };
  await cancel();
  const question = page.getByRole("dialog", { name: "Cancel this order?" });
  await question.getByRole("button", { name: "Keep order" }).click();
  await expect(question).toBeHidden();
  await cancel();
  // A delivered order's items may be gone.
  await question.getByRole("button", { name: "Cancel, items come back" }).click();
  await expect(timeline.getByRole("listitem").first()).toContainText(/^Canceled.+ ·\sAdmin/);
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menuitem", { name: "Cancel order" })).toBeHidden();
  await page.keyboard.press("Escape");
  const path = getAdminOrder.path.replace(":orderId", number);
  const answer = await page.request.get(path, { headers: { authorization: `Bearer ${token}` } });
  expect((await answer.json()).data.status).toBe("CANCELLED");
});

test("orders are marked paid one at a time on their pages, or several at once in the list", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const [one, two, three] = [await newOrder(shop), await newOrder(shop), await newOrder(shop)];
  await shop.call(moveOrders, { orderIds: [one.number, two.number], status: "DELIVERED" }, token);
  await shop.open(`/dashboard/allorders/${one.number}`);
  await page.getByRole("button", { name: "Mark paid" }).dblclick();
  await expect(page.getByRole("region", { name: "Order history" }).getByRole("listitem").first()).toContainText(/^Marked paid.+ ·\sAdmin/);
  await expect(page.getByRole("button", { name: "Mark paid" })).toBeHidden();

  await shop.open("/dashboard/allorders");
  await page.getByRole("button", { name: "Not paid yet" }).click();
  await expect(page).toHaveURL(/unpaid=yes/);
  await expect(row(page, one.number)).toBeHidden();
  for (const { number } of [two, three]) await row(page, number).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Mark paid" }).click();
  await expect(toast(page, "2 orders marked paid")).toBeVisible();
  for (const { number } of [two, three]) await expect(row(page, number)).toBeHidden();
});

test("several orders are printed together, each slip on its own page", async ({ shop, page }) => {
  await adminSignedIn(shop);
  const one = await newOrder(shop, 2);
  const two = await newOrder(shop, 3);
  await shop.open("/dashboard/allorders");
  for (const { number } of [one, two]) await row(page, number).getByRole("checkbox").check();
  const chosen = page.getByRole("region", { name: "Selected orders" });
  await expect(chosen).toContainText("2 orders selected");
  await chosen.getByRole("link", { name: "Pick list" }).click();
  const list = page.getByRole("article", { name: "Pick list" });
  await expect(list.getByRole("checkbox", { name: `5 × ${one.product.name}` })).toBeVisible();
  await expect(list.getByRole("heading", { name: new RegExp(`^${one.product.category[0]!.name}`) })).toBeVisible();
  await expect(list).toContainText(one.product.unit);
  await shop.assertPrintsOnA4(list);
  await page.goBack();
  for (const { number } of [one, two]) await row(page, number).getByRole("checkbox").check();
  await chosen.getByRole("link", { name: "Packing slips" }).click();
  await expect(page.getByRole("article", { name: `Packing slip ${two.number}` })).toContainText("Collect on delivery");
  await page.getByRole("link", { name: "Invoices" }).click();
  await expect(page.getByRole("article", { name: `Invoice ${one.number}` })).toContainText(formatCents(listCents(one.product)));
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
});

test("ORD-5 a printed invoice says what the shopper's own says: who sends it, with which number, and to whom", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const { settings } = (await shop.call(readSettings, undefined, token)).data;
  const issuer = { legalName: "Bodega Sur S.A.C.", taxId: "20123456789", address: "Calle 1\nLima", invoiceNumber: "F001-{order}" };
  await shop.call(changeSettings, { changes: issuer, was: settings }, token);
  try {
    const { number, product } = await newOrder(shop);
    await shop.open(adminPaths.orderPapers([number], "invoices"));
    const printed = page.getByRole("article", { name: `Invoice ${number}` });
    for (const words of [
      "Bodega Sur S.A.C.",
      "Calle 1",
      "Tax number 20123456789",
      `Invoice numberF001-${number}`,
      "CustomerAna Torres",
      product.name,
      `${product.unit} · SKU ${product.sku}`,
    ]) {
      await expect(printed).toContainText(words);
    }
    await shop.assertPrintsOnA4(printed);
    const said = await printed.innerText();
    await shop.open(`/dashboard/allorders/${number}`);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Invoice" }).click();
    const own = page.getByRole("dialog", { name: "Invoice" });
    await expect(own).toContainText("Bodega Sur S.A.C.");
    expect(said).toContain(await own.locator(".print-alone").innerText());
  } finally {
    const changes = {
      legalName: settings.legalName,
      taxId: settings.taxId,
      address: settings.address,
      invoiceNumber: settings.invoiceNumber,
    };
    await shop.call(changeSettings, { changes, was: { ...settings, ...issuer } }, token);
  }
});

test("new orders are announced without a reload and without moving the list; changes appear in place", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const { number } = await newOrder(shop);
  const told = page.waitForResponse(/allorders\/events/);
  await shop.open("/dashboard/allorders");
  await told;
  await expect(row(page, number)).toBeVisible();
  const { number: next } = await newOrder(shop);
  await expect(page.getByText("1 new order", { exact: true })).toBeVisible();
  await expect(row(page, next)).toBeHidden();
  await newOrder(shop);
  await expect(page.getByText("2 new orders", { exact: true })).toBeVisible();
  await shop.call(updateOrderStatus, { orderId: number, status: "SHIPPED" }, token);
  await expect(row(page, number)).toContainText("SHIPPED");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(row(page, next)).toBeVisible();
  await expect(page.getByText("2 new orders")).toBeHidden();
});

test("new orders are seen and heard on every page of the back office until they are shown", async ({ shop, page }) => {
  await adminSignedIn(shop);
  await page.addInitScript(() => {
    window.AudioContext = class extends AudioContext {
      override createOscillator() {
        const { dataset } = document.documentElement;
        dataset["notes"] = String(Number(dataset["notes"] ?? 0) + 1);
        return super.createOscillator();
      }
    };
  });
  await newOrder(shop);
  const header = page.getByRole("banner");
  const bell = header.getByRole("link", { name: /new order/ });
  const sound = header.getByRole("button", { name: "Sound for new orders" });
  await shop.open("/dashboard/pick");
  await expect(sound).toHaveAttribute("aria-pressed", "false");
  await shop.open("/dashboard/allorders");
  await sound.click();
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("html")).toHaveAttribute("data-notes", "2");
  await expect(row(page, (await newOrder(shop)).number)).toBeHidden();
  await expect(page.getByText("1 new order", { exact: true })).toBeVisible();

  const told = page.waitForResponse(/allorders\/events/);
  await shop.open("/dashboard/staff");
  await told;
  await expect(bell).toHaveAccessibleName("No new orders");
  await newOrder(shop);
  await expect(bell).toHaveAccessibleName("1 new order");
  await page.reload();
  await expect(bell).toHaveAccessibleName("1 new order");
  await page.setViewportSize(PHONE);
  await expect(sound).toBeInViewport({ ratio: 1 });
  await shop.assertFits();
  await shop.assertAccessible();
  await page.getByRole("heading", { level: 1 }).click();
  await newOrder(shop);
  await expect(bell).toHaveAccessibleName("2 new orders");
  await expect(page.locator("html")).toHaveAttribute("data-notes", "2");
  await bell.click();
  await expect(bell).toHaveAccessibleName("No new orders");
});

test("an order's address can be changed on its page, and the change is in its history", async ({ shop, page }) => {
  await adminSignedIn(shop);
  const { number } = await newOrder(shop);
  await shop.open(`/dashboard/allorders/${number}`);
  await page.getByRole("button", { name: "Edit address" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit address" });
  await expect(dialog.getByLabel("Address Line")).toHaveValue("1 Quay Street");
  await shop.assertAccessible();
  await dialog.getByLabel("Address Line").fill("2 Harbor Road");
  await dialog.getByRole("button", { name: "Save address" }).click();
  await expect(toast(page, "Order updated successfully")).toBeVisible();
  await expect(page.getByRole("region", { name: "Order Summary" })).toContainText("2 Harbor Road");
  await expect(page.getByRole("region", { name: "Order history" }).getByRole("listitem").first()).toContainText("Delivery address changed");
});

test("a change based on an outdated status is refused, and the current status is shown", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/409/);
  const token = await adminSignedIn(shop);
  const { number } = await newOrder(shop);
  // Without live updates, the page cannot know.
  await page.route(/allorders\/events/, (route) => route.abort());
  expectedErrors.push(/ERR_FAILED/);
  await shop.open(`/dashboard/allorders/${number}`);
  await expect(page.getByRole("button", { name: "Mark shipped" })).toBeVisible();
  await shop.call(updateOrderStatus, { orderId: number, status: "CANCELLED" }, token);
  await page.getByRole("button", { name: "Mark shipped" }).click();
  await expect(toast(page, "This order is now CANCELLED, so it was not changed. Check it and try again.")).toBeVisible();
  await expect(page.getByRole("main").getByText("CANCELLED", { exact: true })).toBeVisible();
});

test("STAT-2 a request to cancel a sent order can be filtered, viewed and answered", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const { number, shopper } = await newOrder(shop);
  await shop.call(updateOrderStatus, { orderId: number, status: "SHIPPED" }, token);
  await shop.call(cancelOrder, { orderId: number }, shopper.token);
  await shop.open("/dashboard/allorders");
  await page.getByRole("button", { name: "Cancellation requested" }).click();
  await expect(page).toHaveURL(/cancelRequested=yes/);
  await expect(row(page, number)).toContainText("Cancellation requested");
  await row(page, number).getByRole("link").click();
  const request = page.getByRole("region", { name: "Cancellation requested" });
  await expect(request).toContainText("Ana Torres asked to cancel this order");
  await shop.assertAccessible();
  await request.getByRole("button", { name: "Decline" }).click();
  await expect(toast(page, "Cancellation declined")).toBeVisible();
  await expect(request).toBeHidden();
});
