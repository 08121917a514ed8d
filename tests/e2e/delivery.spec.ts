import { createAddress } from "#features/addresses/contract.ts";
import { addToCart } from "#features/cart/contract.ts";
import { deliveryOffer, deliverySlots } from "#features/delivery/contract.ts";
import type { Product } from "#features/catalogue/contract.ts";
import { cashOnDelivery, listOrders } from "#features/orders/contract.ts";
import { changeDelivery } from "#features/payments/changes/contract.ts";
import { adminSignedIn } from "./admin.ts";
import { cutOnce } from "./cut-once.ts";
import { setPlan, ZONE } from "./delivery-plan.ts";
import { expect, holdAnswers, PHONE, test, type ShopPage } from "./shop.ts";
import { addressOf, fillAddress, newShopper, QUAY, signedIn, toast } from "./shopper.ts";

test.use({ expectedErrors: [/status of 409|ERR_FAILED/] });

// The shop is shared with other tests, which expect free delivery.
test.afterEach(({ shop }) => setPlan(shop, {}));

const PICKUP = { address: "12 Market Street", times: [] };

/** Others take the last two places of a time that is shown as free. */
async function takeRest(shop: ShopPage, slot: string, { _id: productId }: Product): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const other = await newShopper(shop);
    const list_items = [{ productId, quantity: 1 }];
    await shop.call(
      cashOnDelivery,
      { list_items, addressId: await addressOf(shop, other), delivery: { way: "delivery", slot } },
      other.token,
    );
  }
}

test("an admin sets up zones and times, and a shopper sees the fee, chooses a time and orders", async ({ shop, page }) => {
  test.slow();
  await shop.open("/");
  await expect(page.getByRole("region", { name: "Deliver to" })).toBeHidden();

  await adminSignedIn(shop);
  await shop.open("/dashboard/delivery");
  await page.getByRole("button", { name: "Add zone" }).click();
  const dialog = page.getByRole("dialog", { name: "Add zone" });
  await dialog.getByLabel("Name").fill("City center");
  // An accidental Escape loses nothing that was typed.
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await shop.assertAccessible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("City center");
  await dialog.getByLabel("Postal codes and places").fill("150*\nMiraflores");
  await dialog.getByLabel("Fee in US dollars").fill("3,50");
  await dialog.getByLabel("Free from").fill("5000");
  await dialog.getByRole("button", { name: "Add time" }).click();
  // Each day's checkbox scrolls with its label, which covers it: otherwise it would be out of view here.
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize(PHONE);
  for (const day of ["Saturday", "Sunday"]) await dialog.getByRole("checkbox", { name: day }).check({ force: true });
  await page.setViewportSize({ width, height });
  await dialog.getByLabel("Maximum orders").fill("2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("list", { name: "Zones" })).toContainText("$3.50, free from $5,000.00");
  await page.getByRole("button", { name: "Offer pickup" }).click();
  await page.getByRole("dialog").getByLabel("Where orders are picked up").fill("12 Market Street\nLima");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("12 Market Street")).toBeVisible();
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("button", { name: "Switch off" })).toBeVisible();

  // A guest asks for a postcode, which the browser remembers.
  await page.evaluate(() => localStorage.clear());
  await shop.open("/");
  const place = page.getByRole("region", { name: "Deliver to" });
  await place.getByRole("textbox", { name: "Deliver to" }).fill("99999");
  await place.getByRole("button", { name: "Check" }).click();
  await expect(place).toContainText("We don't deliver to 99999 yet.");
  await place.getByRole("button", { name: "Change" }).click();
  await place.getByRole("textbox", { name: "Deliver to" }).fill("15074");
  await place.getByRole("button", { name: "Check" }).click();
  await expect(place).toContainText(/Delivery \$3\.50, free from \$5,000\.00 · Next: .*9 AM–12 PM/);

  const shopper = await signedIn(shop);
  const product = await shop.product();
  await shop.call(addToCart, { productId: product._id }, shopper.token);
  // Without an address nobody knows yet when it arrives.
  await shop.open("/checkout");
  const summary = page.getByRole("complementary", { name: "Summary" });
  await expect(summary).toContainText("Depends on your address");
  await expect(summary).not.toContainText("Arrives");
  await addressOf(shop, shopper);
  await page.setViewportSize(PHONE);
  await shop.open(`/cart`);
  await expect(place).toContainText(/Add \$4,\d{3}\.\d\d more for free delivery\./);
  await expect(page.getByText("Delivery fee")).toBeVisible();
  await expect(page.getByRole("region", { name: "Deliver to" })).toContainText("1 Quay Street");
  await expect(page.getByRole("complementary", { name: "Your cart" })).toContainText(/\$\d+\.\d\d without delivery/);

  await shop.open("/checkout");
  const delivery = page.getByRole("region", { name: "Delivery", exact: true });
  await expect(delivery).toContainText("City center · $3.50");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await page.getByRole("radio", { name: /Cash on delivery/ }).check();
  await page.getByRole("button", { name: /Place order/ }).click();
  await expect(delivery.getByRole("alert")).toHaveText("Please choose a time");
  await delivery.getByRole("group", { name: "Days" }).getByRole("button").nth(2).click();
  await delivery.getByRole("radio", { name: /9 AM–12 PM/ }).check();
  await takeRest(shop, await delivery.getByRole("radio", { name: /9 AM–12 PM/ }).inputValue(), product);
  await page.getByRole("button", { name: /Place order/ }).click();
  await expect(page.getByText("That time is full now. Choose another one.")).toBeVisible();
  await expect(delivery.getByRole("radio", { name: /9 AM–12 PM.*Full/ })).toBeDisabled();
  await expect(delivery).toBeFocused();
  await expect(delivery.getByRole("alert")).toHaveText("The time you chose is no longer available. Choose another one.");
  await delivery.getByRole("group", { name: "Days" }).getByRole("button").nth(3).click();
  await delivery.getByRole("radio", { name: /9 AM–12 PM/ }).check();
  await page.getByRole("button", { name: /Place order/ }).click();
  await expect(page).toHaveURL(/myorders/);
  const [order] = (await shop.call(listOrders, {}, shopper.token)).data;
  expect(order).toMatchObject({
    deliveryFee: 3.5,
    delivery: { way: "delivery", zone: "City center", slot: { from: "09:00", to: "12:00" } },
  });

  // Picking up an order takes no address.
  const collector = await signedIn(shop);
  await shop.call(addToCart, { productId: product._id }, collector.token);
  await shop.open("/checkout");
  await page.getByRole("radio", { name: /Pick up at the shop/ }).check();
  await expect(page.getByRole("region", { name: "Deliver to" })).toBeHidden();
  await page.getByRole("radio", { name: /Cash on delivery/ }).check();
  await shop.assertAccessible();
  await page.getByRole("button", { name: /Place order/ }).click();
  await expect(page).toHaveURL(/myorders/);
  await expect(page.getByRole("region", { name: "Order placed" })).toContainText("You pay when you pick it up.");
  const [collected] = (await shop.call(listOrders, {}, collector.token)).data;
  expect(collected).toMatchObject({ delivery: { way: "collection" }, delivery_address: { address_line: "" } });

  // Later the shopper wants it delivered, which takes an address and a time. Then the shop switches it back.
  const { orderId } = collected!;
  await addressOf(shop, collector);
  await shop.open(`/dashboard/myorders/${orderId}/change`);
  await page.getByRole("radio", { name: "Delivery", exact: true }).check();
  await page.getByRole("radio", { name: /1 Quay Street/ }).check();
  await page.getByLabel("Time").selectOption({ index: 2 });
  await expect(page.getByRole("complementary", { name: "New total" })).toContainText("$3.50");
  await shop.assertFits();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/myorders/${orderId}$`));
  expect((await shop.call(listOrders, {}, collector.token)).data[0]).toMatchObject({ deliveryFee: 3.5, delivery: { way: "delivery" } });

  await adminSignedIn(shop);
  await shop.open(`/dashboard/allorders/${orderId}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Change delivery" }).click();
  await expect(shop.heading("Change delivery")).toBeVisible();
  await page.getByRole("radio", { name: /Pick up at the shop/ }).check();
  await expect(page.getByText(/The shopper pays .* instead of/)).toBeVisible();
  await shop.assertFits();
  await shop.assertAccessible();
  const sent = await cutOnce(page, changeDelivery, "before the response");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(shop.heading(`Order ${orderId}`)).toBeVisible();
  // The first response was lost.
  expect(sent).toHaveLength(2);
  await expect(page.getByText(/Changed to Pickup/)).toBeVisible();
});

test("CHK-4 with pickup offered, paying without an address marks and focuses the addresses, not the ways", async ({ shop, page }) => {
  await setPlan(shop, { on: true, zones: [ZONE], collection: PICKUP });
  const shopper = await signedIn(shop);
  await shop.call(addToCart, { productId: (await shop.product())._id }, shopper.token);
  await shop.open("/checkout");
  await page.getByRole("radio", { name: /Cash on delivery/ }).check();
  await expect(page.getByRole("radio", { name: /Pick up at the shop/ })).toBeVisible();
  for (let tries = 0; tries < 2; tries++) {
    await page.getByRole("button", { name: /Place order/ }).click();
    await expect(toast(page, "Please select an address")).toBeVisible();
    const place = page.getByRole("region", { name: "Deliver to" });
    await expect(place.getByText("Please select an address")).toBeVisible();
    await expect(place.getByRole("button", { name: "Add address" })).toBeFocused();
  }
});

test(
  "whoever chose a time is told before ordering that there are none now, and another zone needs no time of the former one",
  { tag: "@campaign" },
  async ({ shop, page }) => {
    const daily = { days: [0, 1, 2, 3, 4, 5, 6], from: "09:00", to: "12:00", capacity: 5, cutOff: { day: "before" as const, at: "18:00" } };
    const south = { ...ZONE, name: "South", areas: ["990*"], fee: 5 };
    await setPlan(shop, { on: true, zones: [{ ...ZONE, times: [daily] }] });
    const shopper = await signedIn(shop);
    await shop.call(addToCart, { productId: (await shop.product())._id }, shopper.token);
    await addressOf(shop, shopper);
    await shop.open("/checkout");
    const delivery = page.getByRole("region", { name: "Delivery", exact: true });
    await delivery.getByRole("group", { name: "Days" }).getByRole("button").nth(2).click();
    await delivery.getByRole("radio", { name: /9 AM–12 PM/ }).check();
    await page.getByRole("radio", { name: /Cash on delivery/ }).check();
    await setPlan(shop, { on: true, zones: [ZONE] });
    const placeOrder = page.getByRole("button", { name: /Place order/ });
    await placeOrder.click();
    await expect(toast(page, "Times can no longer be chosen. Check your order and try again.")).toBeVisible();
    await expect(page.getByText("You can no longer choose a time for this order")).toBeVisible();
    await page.getByRole("button", { name: "Accept the changes" }).click();
    await placeOrder.click();
    await expect(page).toHaveURL(/myorders/);
    const [order] = (await shop.call(listOrders, {}, shopper.token)).data;
    expect(order).toMatchObject({ delivery: { way: "delivery", slot: null } });

    await setPlan(shop, { on: true, zones: [{ ...ZONE, times: [daily] }, south] });
    await shop.call(createAddress, { ...QUAY, address_line: "9 Hill Road", pincode: "99001" }, shopper.token);
    await shop.open(`/dashboard/myorders/${order!.orderId}/change`);
    await page.getByLabel("Time").selectOption({ index: 2 });
    await page.getByRole("radio", { name: /9 Hill Road/ }).check();
    await expect(page.getByRole("complementary", { name: "New total" })).toContainText("$5.00");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/myorders/${order!.orderId}$`));
  },
);

test("an order goes to an address that is added while it is changed, at its time if that is offered there", async ({ shop, page }) => {
  const times = [{ days: [0, 1, 2, 3, 4, 5, 6], from: "09:00", to: "12:00", capacity: 9, cutOff: { day: "before" as const, at: "18:00" } }];
  const harbor = { ...ZONE, name: "Harbor", areas: ["070*"], times };
  await setPlan(shop, { on: true, zones: [{ ...ZONE, times }, harbor], collection: null });
  const shopper = await signedIn(shop);
  const addressId = await addressOf(shop, shopper);
  const { data } = await shop.call(deliverySlots, { way: "delivery", postcode: QUAY.pincode, city: QUAY.city });
  const list_items = [{ productId: (await shop.product())._id, quantity: 1 }];
  const delivery = { way: "delivery" as const, slot: data[3]!.id };
  const { orderId } = (await shop.call(cashOnDelivery, { list_items, addressId, delivery }, shopper.token)).data;
  await shop.open(`/dashboard/myorders/${orderId}/change`);
  const time = page.getByLabel("Time");
  await expect(time).toHaveValue(delivery.slot);

  await page.getByRole("button", { name: "Add address" }).click();
  await fillAddress(page, "2 Quay Street");
  await expect(page.getByRole("radio", { name: /2 Quay Street/ })).toBeChecked();
  await expect(page.getByText("The total stays the same.")).toBeVisible();
  await expect(time).toHaveValue(delivery.slot);

  await shop.call(createAddress, { ...QUAY, address_line: "9 Harbor Road", pincode: "07001" }, shopper.token);
  await page.reload();
  await page.getByRole("radio", { name: /9 Harbor Road/ }).check();
  await expect(time).toHaveValue("");
  await expect(page.getByText("Please choose a time.")).toBeVisible();
  await page.getByRole("radio", { name: /2 Quay Street/ }).check();
  await expect(time).toHaveValue(delivery.slot);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/myorders/${orderId}$`));
  const [order] = (await shop.call(listOrders, {}, shopper.token)).data;
  expect(order).toMatchObject({ delivery: { slot: { id: delivery.slot } }, delivery_address: { address_line: "2 Quay Street" } });
});

test("a shop that only offers pickup asks for no place and no address", { tag: "@campaign" }, async ({ shop, page }) => {
  await setPlan(shop, { on: true, zones: [], collection: PICKUP });
  const shopper = await signedIn(shop);
  await shop.call(addToCart, { productId: (await shop.product())._id }, shopper.token);
  await shop.open("/");
  await expect(page.getByRole("region", { name: "Pickup" })).toContainText("Pick up your order at the shop, free");
  await expect(page.getByRole("region", { name: "Deliver to" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The good pantry,ready for pickup.");
  await expect(page).toHaveTitle(/The good pantry, ready for pickup$/);
  await expect(page.getByRole("main")).not.toContainText(/Fast Delivery|your door/);
  await shop.open("/cart");
  await expect(page.getByText("Delivery charge")).toBeHidden();
  await expect(page.getByRole("main")).toContainText("PickupFree");
  await shop.open("/checkout");
  const pickup = page.getByRole("region", { name: "Pickup" });
  await expect(pickup).toContainText(PICKUP.address);
  await expect(pickup.getByRole("radio")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Deliver to" })).toBeHidden();
  await page.getByRole("radio", { name: /Cash on delivery/ }).check();
  await shop.assertAccessible();
  await page.getByRole("button", { name: /Place order/ }).click();
  await expect(page).toHaveURL(/myorders/);
  const [order] = (await shop.call(listOrders, {}, shopper.token)).data;
  expect(order).toMatchObject({ delivery: { way: "collection" }, delivery_address: { address_line: "" } });
  await expect(page.getByText("We don't deliver")).toBeHidden();

  // Nor does one who has an address, where the shop would not deliver, choose a way.
  await addressOf(shop, shopper);
  await shop.call(addToCart, { productId: (await shop.product())._id }, shopper.token);
  await shop.open("/checkout");
  await expect(pickup).toContainText(PICKUP.address);
  await expect(page.getByText("We don't deliver")).toBeHidden();
  await expect(page.getByRole("region", { name: "Deliver to" })).toBeHidden();

  // Staff see what the next step tells the shopper.
  await adminSignedIn(shop);
  await shop.open(`/dashboard/allorders?orderId=${order!.orderId}`);
  await page.getByRole("checkbox", { name: "Select all orders" }).filter({ visible: true }).check();
  const bar = page.getByRole("region", { name: "Selected orders" });
  await expect(bar.getByRole("button", { name: "Mark picked up" })).toBeVisible();
  await bar.getByRole("button", { name: "Mark ready for pickup" }).click();
  await expect(page.getByText("1 order marked ready for pickup")).toBeVisible();
  await shop.open(`/dashboard/allorders/${order!.orderId}`);
  await expect(page.getByRole("main").getByText("SHIPPED", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark picked up" })).toBeVisible();
});

test.describe("while what is offered can't be loaded", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("the checkout says so, where it can be tried again, and its button stays alive", async ({ shop, page }) => {
    await setPlan(shop, { on: true, zones: [ZONE], collection: PICKUP });
    const shopper = await signedIn(shop);
    await shop.call(addToCart, { productId: (await shop.product())._id }, shopper.token);
    await addressOf(shop, shopper);
    const offer = `**${deliveryOffer.path}*`;
    await page.route(offer, (route) => route.fulfill({ status: 400, json: { success: false, error: true, message: "Broken" } }));
    await shop.open("/checkout");
    await page.getByRole("radio", { name: /Cash on delivery/ }).check();
    const delivery = page.getByRole("region", { name: "Delivery", exact: true });
    await expect(delivery.getByRole("alert")).toContainText("We couldn't load the delivery options");
    await page.getByRole("button", { name: /Place order/ }).click();
    await expect(toast(page, "We couldn't load the delivery options")).toBeVisible();
    await expect(delivery).toBeFocused();
    await page.unroute(offer);
    await delivery.getByRole("button", { name: "Try again" }).click();
    await expect(delivery).toContainText("City center · $3.50");
    await page.getByRole("button", { name: /Place order/ }).click();
    await expect(page).toHaveURL(/myorders/);
  });

  test(
    "its part of the checkout and the focus stay while it is tried again, also before there is an address",
    { tag: "@campaign" },
    async ({ shop, page }) => {
      await setPlan(shop, { on: true, zones: [ZONE], collection: PICKUP });
      const shopper = await signedIn(shop);
      await shop.call(addToCart, { productId: (await shop.product())._id }, shopper.token);
      const offer = `**${deliveryOffer.path}*`;
      await page.route(offer, (route) => route.fulfill({ status: 400, json: { success: false, error: true, message: "Broken" } }));
      await shop.open("/checkout");
      const delivery = page.getByRole("region", { name: "Delivery", exact: true });
      await expect(delivery.getByRole("alert")).toContainText("We couldn't load the delivery options");
      await page.unroute(offer);
      const release = await holdAnswers(page, deliveryOffer);
      await delivery.getByRole("button", { name: "Try again" }).click();
      await expect(delivery.getByRole("alert")).toBeHidden();
      await expect(delivery.getByRole("heading", { name: "Delivery" })).toBeFocused();
      release();
      await expect(page.getByRole("radio", { name: /Pick up at the shop/ })).toBeVisible();
      await expect(delivery.getByRole("heading", { name: "Delivery" })).toBeFocused();
    },
  );
});
