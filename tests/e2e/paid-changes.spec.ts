import type { Product } from "#features/catalogue/contract.ts";
import { getOrder } from "#features/orders/contract.ts";
import { openPayment } from "#features/payments/contract.ts";
import { adminToken, newProduct } from "./admin.ts";
import { answerPayPal, atCheckout, atPayPal, cardForm, CARDS, goToPayPal, openCardForm, ordersOf, payWithCard } from "./payer.ts";
import { expect, PHONE, test, WIDE, type ShopPage } from "./shop.ts";
import { quantityOf, toast, type Shopper } from "./shopper.ts";

/** An order, just paid, is about to be changed. */
async function atChange(shop: ShopPage, shopper: Shopper): Promise<string> {
  await expect(shop.heading("Payment successful!")).toBeVisible();
  const [order] = await ordersOf(shop, shopper);
  await shop.open(`/dashboard/myorders/${order!.orderId}/change`);
  return order!.orderId;
}

async function linesOf(shop: ShopPage, { token }: Shopper, orderId: string): Promise<[number, number[]]> {
  const { data } = await shop.call(getOrder, { orderId }, token);
  return [data.totalAmt, data.products.map(({ quantity }) => quantity)];
}

const summaryOf = ({ page }: ShopPage) => page.getByRole("complementary", { name: "New total" });
const oneMore = ({ page }: ShopPage, { name }: Product) => page.getByRole("button", { name: `One more of ${name}` }).click();

test("a shopper pays the difference of a more expensive order by card: too little for a card, declined, then paid", async ({
  shop,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/422/);
  // $1.80 each.
  const { shopper, product } = await atCheckout(shop, 2, await newProduct(shop, await adminToken(shop), { price: 2 }));
  await payWithCard(await openCardForm(page), CARDS.good);
  const orderId = await atChange(shop, shopper);
  const summary = summaryOf(shop);
  await oneMore(shop, product);
  await expect(summary).toContainText("This order is paid, and would cost $1.80 more.");
  await expect(summary.getByRole("button", { name: "Order the extra items separately" })).toBeVisible();
  await expect(summary.getByRole("button", { name: "Save changes" })).toBeDisabled();
  await oneMore(shop, product);
  await expect(summary).toContainText("Your order is paid. Pay the difference of $3.60, and we change it.");
  const pay = summary.getByRole("button", { name: "Pay $3.60 and change order" });
  await shop.assertAccessible();
  for (const width of [320, PHONE.width, WIDE.width]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
  }

  await pay.click();
  await payWithCard(await cardForm(page), CARDS.poor);
  await expect(summary).toContainText("There isn't enough money on this card.");
  await expect(pay).toBeFocused();
  expect(await linesOf(shop, shopper, orderId)).toEqual([3.6, [2]]);
  // If the form is closed without paying, the payment stays open. The button starts another one.
  await pay.click();
  await (await cardForm(page)).getByRole("button", { name: "Cancel" }).click();
  await expect(pay).toBeFocused();
  const open = page.getByRole("region", { name: "Payment for your change" });
  await expect(open).toContainText("The $3.60 for your change is not paid yet");
  // The order's page says so too, and continues without choosing again.
  await page.getByRole("link", { name: "Back to the order" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(shop.heading(`Order ${orderId}`)).toBeVisible();
  await expect(open).toContainText("The $3.60 for your change is not paid yet");
  await expect(open).toContainText(/Time left to pay: \d/);
  await shop.assertAccessible();
  for (const width of [320, PHONE.width, WIDE.width]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
  }
  const goOn = open.getByRole("button", { name: "Continue by card" });
  await goOn.click();
  await payWithCard(await cardForm(page), CARDS.poor);
  await expect(open.getByRole("alert")).toHaveText("There isn't enough money on this card. Try another card.");
  await expect(goOn).toBeFocused();
  await goOn.click();
  await payWithCard(await cardForm(page), CARDS.good);
  await expect(toast(page, "Your order was changed")).toBeVisible();
  await expect(open).toBeHidden();
  await expect(page.locator("#main")).toBeFocused();
  await expect(page.getByText("Difference of $3.60 paid")).toBeVisible();
  expect(await linesOf(shop, shopper, orderId)).toEqual([7.2, [4]]);
  expect((await shop.call(openPayment, undefined, shopper.token)).data).toBeNull();
});

test(
  "on a phone, a shopper pays the difference with PayPal: canceled there, then approved",
  { tag: "@campaign" },
  async ({ shop, page }) => {
    await page.setViewportSize(PHONE);
    const { shopper, product } = await atCheckout(shop, 1, await newProduct(shop, await adminToken(shop)));
    await goToPayPal(page);
    await answerPayPal(page, "approve");
    const orderId = await atChange(shop, shopper);
    await page.getByRole("button", { name: `One more of ${product.name}` }).click();
    const pay = page.getByRole("button", { name: "Pay $3.60 and change order" });
    await pay.click();
    await atPayPal(page);
    await answerPayPal(page, "cancel");
    await expect(shop.heading("Payment canceled")).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Nothing was charged, and your order stays as it was.");
    await shop.assertAccessible();
    expect(await linesOf(shop, shopper, orderId)).toEqual([3.6, [1]]);

    // The choices stay, even after a reload, until the shopper opens another page.
    await page.getByRole("main").getByRole("link", { name: "Change order" }).click();
    await expect(quantityOf(page, product.name)).toHaveValue("2");
    page.once("dialog", (question) => void question.accept());
    await page.reload();
    await expect(quantityOf(page, product.name)).toHaveValue("2");
    await page.getByRole("link", { name: "Back to the order" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await page.getByRole("link", { name: "Change order" }).click();
    await expect(quantityOf(page, product.name)).toHaveValue("1");
    await page.getByRole("button", { name: `One more of ${product.name}` }).click();
    await pay.click();
    await atPayPal(page);
    // The order's page says that the change is not paid yet. It can be given up there.
    await shop.open(`/dashboard/myorders/${orderId}`);
    const open = page.getByRole("region", { name: "Payment for your change" });
    await expect(open.getByRole("link", { name: "Continue to PayPal" })).toBeVisible();
    await open.getByRole("button", { name: "Cancel payment" }).click();
    await expect(toast(page, "Payment canceled. Nothing was charged.")).toBeVisible();
    await expect(open).toBeHidden();
    await expect(page.locator("#main")).toBeFocused();
    await page.getByRole("link", { name: "Change order" }).click();
    await expect(quantityOf(page, product.name)).toHaveValue("2");
    await pay.click();
    await atPayPal(page);
    // Back without having decided, the shopper can still pay for the change or give it up.
    await shop.open("/checkout");
    await page.getByRole("link", { name: "Change order" }).click();
    await expect(quantityOf(page, product.name)).toHaveValue("2");
    await shop.assertFits();
    // Leaving for PayPal loses nothing, so the browser does not ask.
    const asked: string[] = [];
    page.on("dialog", (question) => void (asked.push(question.type()), question.accept()));
    await open.getByRole("link", { name: "Continue to PayPal" }).click();
    await atPayPal(page);
    expect(asked).toEqual([]);
    await answerPayPal(page, "approve");
    await expect(toast(page, "Your order was changed")).toBeVisible();
    await expect(shop.heading(`Order ${orderId}`)).toBeVisible();
    expect(await linesOf(shop, shopper, orderId)).toEqual([7.2, [2]]);
  },
);

test("leaving with unsaved choices asks first", { tag: "@campaign" }, async ({ shop, page }) => {
  const { shopper, product } = await atCheckout(shop, 2, await newProduct(shop, await adminToken(shop)));
  await payWithCard(await openCardForm(page), CARDS.good);
  const orderId = await atChange(shop, shopper);
  const back = page.getByRole("link", { name: "Back to the order" });
  await oneMore(shop, product);
  await back.click();
  const question = page.getByRole("dialog", { name: "Leave without applying?" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(quantityOf(page, product.name)).toHaveValue("3");
  // Nothing is asked once the choices are undone.
  await page.getByRole("button", { name: `One less of ${product.name}` }).click();
  await back.click();
  await expect(shop.heading(`Order ${orderId}`)).toBeVisible();
  await page.getByRole("link", { name: "Change order" }).click();
  await oneMore(shop, product);
  await back.click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(shop.heading(`Order ${orderId}`)).toBeVisible();
});

test("a change that costs less ends the payment of another one, and nothing asks for it anymore", async ({ shop, page }) => {
  // $1.80 each.
  const { shopper, product } = await atCheckout(shop, 2, await newProduct(shop, await adminToken(shop), { price: 2 }));
  await payWithCard(await openCardForm(page), CARDS.good);
  const orderId = await atChange(shop, shopper);
  await oneMore(shop, product);
  await oneMore(shop, product);
  await summaryOf(shop).getByRole("button", { name: "Pay $3.60 and change order" }).click();
  await (await cardForm(page)).getByRole("button", { name: "Cancel" }).click();
  const open = page.getByRole("region", { name: "Payment for your change" });
  await expect(open).toBeVisible();
  for (let times = 0; times < 3; times++) await page.getByRole("button", { name: `One less of ${product.name}` }).click();
  await summaryOf(shop).getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Your order was changed")).toBeVisible();
  await expect(shop.heading(`Order ${orderId}`)).toBeVisible();
  await expect(open).toBeHidden();
  expect(await linesOf(shop, shopper, orderId)).toEqual([1.8, [1]]);
});
