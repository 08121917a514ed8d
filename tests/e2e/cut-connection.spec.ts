import type { Page } from "@playwright/test";
import { login } from "#features/account/contract.ts";
import { createAddress, listAddresses, removeAddress, updateAddress } from "#features/addresses/contract.ts";
import { addToCart, deleteCartLine, getCart, mergeCart, updateQuantity } from "#features/cart/contract.ts";
import { listMessages, sendMessage } from "#features/contact/contract.ts";
import { createList, getLists, addListToCart, setListLine } from "#features/lists/contract.ts";
import { buyOrderAgain, cancelOrder, cashOnDelivery, getOrder } from "#features/orders/contract.ts";
import { changeOrder, payChange, quoteChange } from "#features/payments/changes/contract.ts";
import {
  cancelPayment,
  confirmCulqiPayment,
  confirmPayPalPayment,
  createCulqiOrder,
  createPayPalOrder,
} from "#features/payments/contract.ts";
import { markPicked, pickList } from "#features/pick/contract.ts";
import { answerMissing } from "#features/pick/missing/contract.ts";
import { paths } from "#web/paths.ts";
import { adminToken, newProduct } from "./admin.ts";
import { CUTS, cutOnce } from "./cut-once.ts";
import { answerPayPal, atCheckout, cardForm, CARDS, goToPayPal, openCardForm, ordersOf, payWithCard } from "./payer.ts";
import { expect, neverRetried, test } from "./shop.ts";
import { addressOf, buys, cartButton, fillAddress, newShopper, openListWith, quantityOf, signedIn, toast } from "./shopper.ts";

test.use({ expectedErrors: [/ERR_|404/] });

neverRetried();

/** From now on, the connection is as slow as 3G. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
}

for (const when of CUTS) {
  test(`a cart change whose connection is cut ${when} shows at once on 3G, and is made once`, async ({ shop, page }) => {
    const shopper = await signedIn(shop);
    const product = await newProduct(shop, await adminToken(shop));
    await shop.open(paths.product(product));
    await slowDown(page);
    const main = page.getByRole("main");
    const quantity = quantityOf(main, product.name);
    const inCart = async () => (await shop.call(getCart, undefined, shopper.token)).data.map((line) => line.quantity);

    const added = await cutOnce(page, addToCart, when);
    await main.getByRole("button", { name: `Add ${product.name}` }).click();
    await expect(quantity).toHaveValue("1", { timeout: 400 });
    await expect(toast(page, "Item added to cart")).toBeVisible();
    expect([added.length, await inCart()]).toEqual([2, [1]]);

    const changed = await cutOnce(page, updateQuantity, when);
    await main.getByRole("button", { name: `One more of ${product.name}` }).click();
    await expect(quantity).toHaveValue("2", { timeout: 400 });
    await expect.poll(() => changed.length).toBe(2);
    await expect.poll(inCart).toEqual([2]);

    const removed = await cutOnce(page, deleteCartLine, when);
    await main.getByRole("button", { name: `One less of ${product.name}` }).click();
    await expect.poll(inCart).toEqual([1]);
    await main.getByRole("button", { name: `Remove ${product.name}` }).click();
    await expect(main.getByRole("button", { name: `Add ${product.name}` })).toBeVisible({ timeout: 400 });
    await expect(toast(page, "Item removed from cart")).toBeVisible();
    expect([removed.length, await inCart()]).toEqual([2, []]);
  });

  test(`a login whose connection is cut ${when} works at the next press, and the guest's cart is merged once`, async ({ shop, page }) => {
    const shopper = await newShopper(shop);
    const product = await newProduct(shop, await adminToken(shop));
    await shop.open(paths.product(product));
    const main = page.getByRole("main");
    await main.getByRole("button", { name: `Add ${product.name}` }).click();
    await expect(quantityOf(main, product.name)).toHaveValue("1");

    await shop.open(paths.login);
    const loggedIn = await cutOnce(page, login, when);
    const merged = await cutOnce(page, mergeCart, when);
    await page.getByLabel("Email").fill(shopper.email);
    await page.getByLabel("Password", { exact: true }).fill(shopper.password);
    const press = main.getByRole("button", { name: "Login", exact: true });
    await press.click();
    await expect(toast(page, "No response from the shop")).toBeVisible();
    await press.click();
    await expect(page).toHaveURL("/");
    expect(loggedIn).toHaveLength(2);

    await expect.poll(() => merged.length).toBeGreaterThan(0);
    await page.reload();
    await expect(cartButton(page)).toHaveAccessibleName(/1 item/);
    expect((await shop.call(getCart, undefined, shopper.token)).data.map((line) => line.quantity)).toEqual([1]);
    expect([merged.length, await page.evaluate(() => localStorage.getItem("cart"))]).toEqual([2, null]);
  });

  test(`an order and payments whose connection is cut ${when} are made once, with one key`, async ({ shop, page }) => {
    const payer = await atCheckout(shop);
    const begun = await cutOnce(page, createPayPalOrder, when);
    const confirmed = await cutOnce(page, confirmPayPalPayment, when);
    await goToPayPal(page);
    await answerPayPal(page, "approve");
    await expect(shop.heading("Payment successful!")).toBeVisible();
    expect(await ordersOf(shop, payer.shopper)).toMatchObject([{ payment_status: "PAID" }]);
    expect([begun.length, new Set(begun).size, confirmed.length]).toEqual([2, 1, 2]);

    const holder = await atCheckout(shop);
    const started = await cutOnce(page, createCulqiOrder, when);
    const charged = await cutOnce(page, confirmCulqiPayment, when);
    await payWithCard(await openCardForm(page), CARDS.good);
    await expect(shop.heading("Payment successful!")).toBeVisible();
    expect(await ordersOf(shop, holder.shopper)).toMatchObject([{ payment_status: "PAID" }]);
    expect([started.length, new Set(started).size, charged.length]).toEqual([2, 1, 2]);

    const cash = await atCheckout(shop);
    const ordered = await cutOnce(page, cashOnDelivery, when);
    await page.getByRole("radio", { name: /^Cash/ }).check();
    const press = page.getByRole("button", { name: "Place order" });
    await press.click();
    await expect(press).toBeDisabled({ timeout: 400 });
    await expect(page).toHaveURL(paths.myOrders);
    expect(await ordersOf(shop, cash.shopper)).toHaveLength(1);
    expect([ordered.length, new Set(ordered).size]).toEqual([2, 1]);
  });

  test(
    `addresses and a message whose connection is cut ${when} are stored once, with one key`,
    { tag: "@campaign" },
    async ({ shop, page }) => {
      const shopper = await signedIn(shop);
      await shop.open(paths.addresses);
      const saved = await cutOnce(page, createAddress, when);
      await page.getByRole("button", { name: "Add address", exact: true }).click();
      await fillAddress(page);
      await expect(toast(page, "Address saved")).toBeVisible();
      expect((await shop.call(listAddresses, undefined, shopper.token)).data).toHaveLength(1);
      expect([saved.length, new Set(saved).size]).toEqual([2, 1]);

      const main = page.getByRole("main");
      const updated = await cutOnce(page, updateAddress, when);
      await main.getByRole("button", { name: "Edit 1 Quay Street" }).click();
      await page.getByRole("dialog").getByLabel("Address Line").fill("2 Quay Street");
      await page.getByRole("button", { name: "Submit" }).click();
      await expect(toast(page, "Address updated")).toBeVisible();
      const removed = await cutOnce(page, removeAddress, when);
      await main.getByRole("button", { name: "Remove 2 Quay Street" }).click();
      await expect(toast(page, "Address Remove")).toBeVisible();
      expect([(await shop.call(listAddresses, undefined, shopper.token)).data, updated.length, removed.length]).toEqual([[], 2, 2]);

      await shop.open(paths.contact);
      const sent = await cutOnce(page, sendMessage, when);
      await page.getByLabel("Subject").fill(shopper.email);
      await page.getByLabel("Message").fill("Where is my rice?");
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page).toHaveURL(paths.messageSent);
      const { data: messages } = await shop.call(listMessages, {}, await adminToken(shop));
      expect(messages.filter(({ subject }) => subject === shopper.email)).toHaveLength(1);
      expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
    },
  );

  test(`the difference of a changed order whose connection is cut ${when} is paid once, with one key`, async ({ shop, page }) => {
    // $3.60 each.
    const { shopper, product } = await atCheckout(shop, 1, await newProduct(shop, await adminToken(shop)));
    await payWithCard(await openCardForm(page), CARDS.good);
    await expect(shop.heading("Payment successful!")).toBeVisible();
    const { orderId } = (await ordersOf(shop, shopper))[0]!;
    await shop.open(`/dashboard/myorders/${orderId}/change`);
    const begun = await cutOnce(page, payChange, when);
    const charged = await cutOnce(page, confirmCulqiPayment, when);
    await page.getByRole("button", { name: `One more of ${product.name}` }).click();
    await page.getByRole("button", { name: "Pay $3.60 and change order" }).click();
    await payWithCard(await cardForm(page), CARDS.good);
    await expect(toast(page, "Your order was changed")).toBeVisible();
    expect(await ordersOf(shop, shopper)).toMatchObject([{ orderId, totalAmt: 7.2, payment_status: "PAID" }]);
    expect([begun.length, new Set(begun).size, charged.length]).toEqual([2, 1, 2]);

    await shop.open(`/dashboard/myorders/${orderId}/change`);
    const asked = await cutOnce(page, quoteChange, when);
    const changed = await cutOnce(page, changeOrder, when);
    await page.getByRole("button", { name: `One less of ${product.name}` }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(toast(page, "Your order was changed")).toBeVisible();
    expect(await ordersOf(shop, shopper)).toMatchObject([{ orderId, totalAmt: 3.6 }]);
    expect([asked.length, changed.length]).toEqual([2, 2]);
  });

  test(`a payment whose connection is cut ${when} is canceled`, { tag: "@campaign" }, async ({ shop, page }) => {
    await atCheckout(shop);
    await goToPayPal(page);
    await shop.open(paths.checkout);
    const canceled = await cutOnce(page, cancelPayment, when);
    await page.getByRole("region", { name: "Your payment is not finished" }).getByRole("button", { name: "Cancel payment" }).click();
    await expect(toast(page, "Payment canceled")).toBeVisible();
    expect(canceled).toHaveLength(2);
  });

  test(`an order whose connection is cut ${when} is bought again once, and canceled`, { tag: "@campaign" }, async ({ shop, page }) => {
    const shopper = await signedIn(shop);
    const number = await buys(shop, shopper, await newProduct(shop, await adminToken(shop)), 2);
    await shop.open(paths.order(number));
    const again = await cutOnce(page, buyOrderAgain, when);
    await page.getByRole("button", { name: "Buy again" }).click();
    await expect(toast(page, "2 items added to your cart")).toBeVisible();
    expect((await shop.call(getCart, undefined, shopper.token)).data.map((line) => line.quantity)).toEqual([2]);
    expect([again.length, new Set(again).size]).toEqual([2, 1]);

    const canceled = await cutOnce(page, cancelOrder, when);
    await page.getByRole("button", { name: "Cancel order" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
    await expect(toast(page, "Your order was canceled")).toBeVisible();
    expect((await shop.call(getOrder, { orderId: number }, shopper.token)).data.status).toBe("CANCELLED");
    expect(canceled).toHaveLength(2);
  });

  test(`an answer about a missing item whose connection is cut ${when} is stored`, { tag: "@campaign" }, async ({ shop, page }) => {
    const shopper = await signedIn(shop);
    const admin = await adminToken(shop);
    const { _id: productId } = await newProduct(shop, admin);
    const order = {
      list_items: [{ productId, quantity: 1 }],
      ifMissing: { choice: "ask" as const },
      addressId: await addressOf(shop, shopper),
    };
    const { orderId } = (await shop.call(cashOnDelivery, order, shopper.token)).data;
    const { lines } = (await shop.call(pickList, { orderIds: orderId }, admin)).data;
    const marked = lines.map((line) => ({ orderId: line._id, position: line.position, productId, mark: { found: 0, noneLeft: false } }));
    await shop.call(markPicked, { lines: marked }, admin);
    await shop.open(paths.order(orderId));
    const answered = await cutOnce(page, answerMissing, when);
    await page.getByRole("button", { name: "Don't replace it" }).click();
    await expect(toast(page, "Thanks, we'll do that")).toBeVisible();
    const { products } = (await shop.call(getOrder, { orderId }, shopper.token)).data;
    expect([products[0]?.ifMissing, answered.length]).toEqual(["refund", 2]);
  });

  test(
    `favorites and lists whose connection is cut ${when} are stored, and fill the cart once`,
    { tag: "@campaign" },
    async ({ shop, page }) => {
      const shopper = await signedIn(shop);
      const product = await newProduct(shop, await adminToken(shop));
      const stored = async () => (await shop.call(getLists, undefined, shopper.token)).data.map(({ name, lines }) => [name, lines.length]);
      await openListWith(shop, product);
      const saved = await cutOnce(page, setListLine, when);
      await page
        .getByRole("button", { name: `Save ${product.name} to favorites` })
        .first()
        .click();
      await expect.poll(stored).toEqual([["Favorites", 1]]);
      await expect.poll(() => saved.length).toBe(2);

      const created = await cutOnce(page, createList, when);
      await shop.open(paths.lists);
      await page.getByRole("button", { name: "New list" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Party");
      await page.keyboard.press("Enter");
      await expect(shop.heading("Party")).toBeVisible();
      await expect.poll(() => created.length).toBe(2);
      const [favorites, party] = await shop.call(getLists, undefined, shopper.token).then(({ data }) => data);
      expect([favorites!.lines.length, party!.name]).toEqual([1, "Party"]);
      await shop.call(setListLine, { _id: party!._id, productId: product._id, quantity: 2 }, shopper.token);

      const filled = await cutOnce(page, addListToCart, when);
      await page.reload();
      await page.getByRole("button", { name: "Add all to cart" }).click();
      await expect(toast(page, when === "before the request" ? "2 items added to your cart" : "All of it is in your cart")).toBeVisible();
      expect((await shop.call(getCart, undefined, shopper.token)).data.map((line) => line.quantity)).toEqual([2]);
      expect(filled).toHaveLength(2);
    },
  );
}
