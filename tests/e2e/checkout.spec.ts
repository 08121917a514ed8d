import { addToCart, deleteCartLine, getCart, updateQuantity } from "#features/cart/contract.ts";
import type { Product } from "#features/catalogue/contract.ts";
import { withKind } from "#features/catalogue/words.ts";
import { listCents, paidCents } from "#features/catalogue/rules.ts";
import { cashOnDelivery, listOrders, orderOfKey } from "#features/orders/contract.ts";
import { formatCents } from "#shared/money.ts";
import { listAddresses, removeAddress } from "#features/addresses/contract.ts";
import { expect, neverRetried, pricesOf, test, WIDTHS, type ShopPage } from "./shop.ts";
import { addressOf, buys, cartButton, fillAddress, newShopper, signedIn, toast, type Shopper } from "./shopper.ts";

/** A shopper with a product in the cart. */
async function readyToOrder(
  shop: ShopPage,
  quantity = 1,
  wanted?: (product: Product) => boolean,
): Promise<{ shopper: Shopper; product: Product }> {
  const shopper = await signedIn(shop);
  const product = await shop.product(wanted);
  const { data } = await shop.call(addToCart, { productId: product._id }, shopper.token);
  if (quantity > 1) await shop.call(updateQuantity, { _id: data._id, qty: quantity }, shopper.token);
  return { shopper, product };
}

/** Opens the checkout and selects cash on delivery. */
async function openWithCash(shop: ShopPage): Promise<void> {
  await shop.open("/checkout");
  await shop.page.getByRole("radio", { name: /Cash on delivery/ }).check();
}

const ordersOf = async (shop: ShopPage, { token }: Shopper) => (await shop.call(listOrders, {}, token)).data;

test("CHK-1 the radio list has the addresses whose status is true, and the tile opens the dialog that adds one", async ({ shop, page }) => {
  const { shopper } = await readyToOrder(shop);
  await addressOf(shop, shopper, "1 Quay Street");
  const removed = await addressOf(shop, shopper, "13 Gone Road");
  await shop.call(removeAddress, { _id: removed }, shopper.token);
  // A client that is out of date, or a server of another version, may still be told about a removed address.
  await page.route(`**${listAddresses.path}`, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object[] };
    const gone = { ...answer.data[0], _id: removed, address_line: "13 Gone Road", status: false };
    await route.fulfill({ json: { ...answer, data: [gone, ...answer.data] } });
  });
  await shop.open("/checkout");
  const place = page.getByRole("region", { name: "Deliver to" });
  await expect(place.getByRole("radio")).toHaveCount(1);
  await expect(place.getByRole("radio", { name: /1 Quay Street/ })).toBeChecked();
  await expect(page.getByText("13 Gone Road")).toBeHidden();

  await place.getByRole("button", { name: "Add address" }).click();
  await expect(page.getByRole("dialog", { name: "Add Address" })).toBeVisible();
  await fillAddress(page, "48 Orchard Lane");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(place.getByRole("radio")).toHaveCount(2);
  await expect(place.getByRole("radio", { name: /48 Orchard Lane/ })).toBeChecked();
  // The choice survives a visit to another page.
  await place.getByRole("radio", { name: /1 Quay Street/ }).check();
  await page.reload();
  await expect(place.getByRole("radio", { name: /1 Quay Street/ })).toBeChecked();
  // A typing error is corrected without leaving the checkout, and the address is chosen.
  await place.getByRole("button", { name: "Edit 48 Orchard Lane" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Address" });
  await dialog.getByRole("textbox", { name: "Address Line" }).fill("49 Orchard Lane");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(place.getByRole("radio", { name: /49 Orchard Lane/ })).toBeChecked();
  await expect(place.getByRole("radio")).toHaveCount(2);
});

test("CHK-2 the summary lists the items, or the first ones of a long cart, and leads back to the cart", async ({ shop, page }) => {
  const { shopper } = await readyToOrder(shop, 2);
  await addressOf(shop, shopper);
  const inStock = (await shop.rows()).flatMap(({ products }) => products).filter(({ stock }) => stock > 5);
  for (const { _id } of inStock.slice(1, 6)) await shop.call(addToCart, { productId: _id }, shopper.token);
  await shop.open("/checkout");
  const summary = page.getByRole("complementary", { name: "Summary" });
  const items = summary.getByRole("list", { name: "Your items" }).getByRole("listitem");
  const lines = (await shop.call(getCart, undefined, shopper.token)).data;
  await expect(items).toHaveCount(3);
  await summary.getByRole("button", { name: `Show all ${lines.length} products` }).click();
  await expect(items).toHaveCount(lines.length);
  for (const { productId, quantity } of lines) {
    const item = items.filter({ hasText: productId.name }).first();
    await expect(item).toContainText(`${quantity} × ${pricesOf(productId).paid}`);
    await expect(item).toContainText(formatCents(quantity * paidCents(productId)));
  }
  await summary.getByRole("link", { name: "Edit cart" }).click();
  await expect(page).toHaveURL("/cart");
});

test("CHK-1 CHK-2 NAV-11 the checkout shows the addresses, the last used selected, and the whole bill", async ({ shop, page }) => {
  const { shopper, product } = await readyToOrder(shop, 2, ({ stock, discount }) => stock > 5 && discount > 0);
  await addressOf(shop, shopper, "48 Orchard Lane");
  await addressOf(shop, shopper, "1 Quay Street");
  await buys(shop, shopper, await shop.product(({ _id, stock }) => stock > 5 && _id !== product._id));
  await shop.open("/checkout");
  await expect(page.getByRole("radio", { name: /1 Quay Street/ }).first()).toBeChecked();
  await page.getByRole("radio", { name: /48 Orchard Lane/ }).check();
  const summary = page.getByRole("complementary", { name: "Summary" });
  await expect(summary.locator("s")).toContainText(formatCents(2 * listCents(product)));
  const paid = formatCents(2 * paidCents(product));
  await expect(summary).toContainText(`Quantity total2 items`);
  await expect(summary).toContainText("Delivery chargeFree");
  await expect(summary).toContainText(`Grand total${paid}`);
  await expect(summary).toContainText(/Arrives \w{3}, \w{3} \d+ – \w{3}, \w{3} \d+/);
  await expect(page.getByRole("radio", { name: /PayPal/ })).toBeChecked();
  await shop.assertAccessible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await shop.assertFits();
    await expect(page.getByRole("button", { name: "Pay with PayPal" })).toBeInViewport();
  }
});

test("CHK-4 without an address the order says Please select an address, and marks and focuses the place", async ({ shop, page }) => {
  await readyToOrder(shop);
  await openWithCash(shop);
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(toast(page, "Please select an address")).toBeVisible();
  await expect(page).toHaveURL("/checkout");
  // The place is marked and has the focus.
  const place = page.getByRole("region", { name: "Deliver to" });
  await expect(place.getByText("Please select an address")).toBeVisible();
  const tile = place.getByRole("button", { name: "Add address" });
  await expect(tile).toBeFocused();
  await expect(tile).toHaveAccessibleDescription("Please select an address");
  await expect(tile).toBeInViewport();
  await shop.assertAccessible();
  await page.keyboard.press("Enter");
  await fillAddress(page);
  await expect(place.getByText("Please select an address")).toBeHidden();
});

test("CHK-10 cash on delivery places the order and empties the cart", async ({ shop, page }) => {
  const { shopper, product } = await readyToOrder(shop, 3);
  await addressOf(shop, shopper);
  await openWithCash(shop);
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(toast(page, "Order placed successfully")).toBeVisible();
  await expect(page).toHaveURL("/dashboard/myorders");
  await expect(cartButton(page)).toHaveText("My Cart");
  const orders = await ordersOf(shop, shopper);
  expect(orders).toMatchObject([{ payment_status: "CASH ON DELIVERY", status: "PENDING", totalAmt: (3 * paidCents(product)) / 100 }]);
  const thanks = page.getByRole("region", { name: "Order placed" });
  await expect(thanks).toContainText(
    `Your order number is ${orders[0]!.orderId}. We've emailed your confirmation. You pay when it arrives.`,
  );
  await expect(thanks).toContainText("1 Quay Street");
  // The thank-you is shown once.
  await page.reload();
  await expect(page.getByRole("article", { name: `Order ${orders[0]!.orderId}` })).toBeVisible();
  await expect(thanks).toBeHidden();
});

test.describe(() => {
  neverRetried();
  test("CHK-10 double-clicking the button places one order", async ({ shop, page }) => {
    const { shopper } = await readyToOrder(shop);
    await addressOf(shop, shopper);
    await openWithCash(shop);
    await expect(page.getByRole("radio", { name: /1 Quay Street/ })).toBeChecked();
    await page.getByRole("button", { name: "Place order" }).dblclick();
    await expect(page).toHaveURL("/dashboard/myorders");
    expect(await ordersOf(shop, shopper)).toHaveLength(1);
  });
});

test("CHK-10 an order whose response was lost is not placed twice", { tag: "@campaign" }, async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const { shopper } = await readyToOrder(shop);
  await addressOf(shop, shopper);
  await page.route(
    `**${cashOnDelivery.path}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await openWithCash(shop);
  await page.getByRole("button", { name: "Place order" }).click();
  // It is sent again with the same idempotency key.
  await expect(page).toHaveURL("/dashboard/myorders");
  await expect(page.getByRole("region", { name: "Order placed" })).toBeVisible();
  expect(await ordersOf(shop, shopper)).toHaveLength(1);
});

test("CHK-10 an order that never reached the server is sent again, and can be retried", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const { shopper } = await readyToOrder(shop);
  await addressOf(shop, shopper);
  const keys: string[] = [];
  await page.route(
    `**${cashOnDelivery.path}`,
    (route) => {
      keys.push(route.request().headers()["idempotency-key"]!);
      return keys.length === 5 ? route.continue() : route.abort();
    },
    { times: 5 },
  );
  await openWithCash(shop);
  const press = page.getByRole("button", { name: "Place order" });
  await press.click();
  await expect(toast(page, /^No response from the shop/)).toBeVisible();
  await press.click();
  await expect(page).toHaveURL("/dashboard/myorders");
  expect(await ordersOf(shop, shopper)).toHaveLength(1);
  expect([keys.length, new Set(keys).size]).toEqual([5, 1]);
});

test(
  "CHK-10 an order that never reached the server is not placed with an empty cart",
  { tag: "@campaign" },
  async ({ shop, page, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED/);
    const { shopper } = await readyToOrder(shop);
    await addressOf(shop, shopper);
    await page.route(`**${cashOnDelivery.path}`, (route) => route.abort());
    await openWithCash(shop);
    await page.getByRole("button", { name: "Place order" }).click();
    await expect(toast(page, /^No response from the shop/)).toBeVisible();
    await page.unrouteAll();
    for (const { _id } of (await shop.call(getCart, undefined, shopper.token)).data)
      await shop.call(deleteCartLine, { _id }, shopper.token);
    let orders = 0;
    page.on("request", (request) => (orders += request.url().endsWith(cashOnDelivery.path) ? 1 : 0));
    const asked = page.waitForResponse(`**${orderOfKey.path}?*`);
    await shop.open("/checkout");
    await asked;
    await expect(page.getByText("Your cart is empty")).toBeVisible();
    await shop.painted();
    expect(orders).toBe(0);
    expect(await ordersOf(shop, shopper)).toHaveLength(0);
  },
);

test(
  "CHK-10 an order whose response was lost is not placed again to another address",
  { tag: "@campaign" },
  async ({ shop, page, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED|422/);
    const { shopper } = await readyToOrder(shop);
    await addressOf(shop, shopper);
    await addressOf(shop, shopper, "48 Orchard Lane");
    await openWithCash(shop);
    await page.getByRole("radio", { name: /1 Quay Street/ }).check();
    // The shop places the order, but the shopper never sees the response and navigates elsewhere.
    await page.route(/\/api\/order\/of-key|\/api\/cart\/get/, (route) => route.abort());
    let sent = 0;
    await page.route(`**${cashOnDelivery.path}`, async (route) => {
      if (sent++ === 0) await route.fetch();
      await route.abort();
    });
    const press = page.getByRole("button", { name: "Place order" });
    await press.click();
    await expect(toast(page, /^No response from the shop/)).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("radio", { name: /48 Orchard Lane/ }).check();
    await press.click();
    await expect(toast(page, "Your last order went through")).toBeVisible();
    await expect(page).toHaveURL("/dashboard/myorders");
    expect(await ordersOf(shop, shopper)).toMatchObject([{ delivery_address: { address_line: "1 Quay Street" } }]);
  },
);

test("items that sold out meanwhile are shown before ordering, and can be accepted", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/409/);
  const { shopper, product } = await readyToOrder(shop, 4, ({ stock }) => stock >= 6 && stock <= 40);
  await addressOf(shop, shopper);
  await openWithCash(shop);
  await expect(page.getByRole("complementary", { name: "Summary" })).toContainText("4 items");
  // Another shopper buys all but two.
  const left = (await shop.call(getCart, undefined, shopper.token)).data[0]!.productId.stock;
  await buys(shop, await newShopper(shop), product, left - 2);
  await page.getByRole("button", { name: "Place order" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "Something has changed" });
  await expect(notice).toContainText(`Only 2 of ${withKind(product.name, product.unit)} left`);
  await expect(notice).toContainText("Nothing has been ordered yet.");
  expect(await ordersOf(shop, shopper)).toHaveLength(0);
  await shop.assertAccessible();
  await notice.getByRole("button", { name: "Accept the changes" }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByRole("complementary", { name: "Summary" })).toContainText("2 items");
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page).toHaveURL("/dashboard/myorders");
  expect(await ordersOf(shop, shopper)).toMatchObject([{ products: [{ quantity: 2 }] }]);
});

test("a changed price is shown before ordering, and can be accepted", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/409/);
  const { shopper, product } = await readyToOrder(shop);
  await addressOf(shop, shopper);
  // The shopper saw a lower price.
  const cheap = { ...product, price: 0.02, discount: 0 };
  await page.route("**/api/cart/get", (route) =>
    route.fulfill({ json: { success: true, error: false, message: "", data: [{ _id: product._id, quantity: 1, productId: cheap }] } }),
  );
  await openWithCash(shop);
  await expect(page.getByRole("complementary", { name: "Summary" })).toContainText("Grand total$0.02");
  await page.unroute("**/api/cart/get");
  await page.getByRole("button", { name: "Place order" }).click();
  const { paid } = pricesOf(product);
  const notice = page.getByRole("alert").filter({ hasText: "Something has changed" });
  await expect(notice).toContainText(`${withKind(product.name, product.unit)} now costs ${paid} instead of $0.02`);
  expect(await ordersOf(shop, shopper)).toHaveLength(0);
  await notice.getByRole("button", { name: "Accept the changes" }).click();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page).toHaveURL("/dashboard/myorders");
  expect((await ordersOf(shop, shopper))[0]!.totalAmt).toBe(paidCents(product) / 100);
});

test("an empty cart cannot be checked out", async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/checkout");
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await expect(page.getByRole("link", { name: "Shop Now" })).toBeVisible();
});
