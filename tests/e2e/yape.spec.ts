import { confirmCulqiPayment, createYapeOrder } from "#features/payments/contract.ts";
import { changeSettings, readSettings } from "#features/shop/settings/contract.ts";
import { adminSignedIn, adminToken, newProduct } from "./admin.ts";
import { CUTS, cutOnce } from "./cut-once.ts";
import { cardForm, atCheckout, ordersOf } from "./payer.ts";
import { expect, PHONE, testInNewShop, WIDE, type ShopPage } from "./shop.ts";
import { quantityOf, toast } from "./shopper.ts";

/** A shop for this file only, since it sells in soles. */
const test = testInNewShop();
test.use({ expectedErrors: [/40[02]|422/] });

test("an admin switches Yape on, which needs soles", async ({ shop, page }) => {
  await adminSignedIn(shop);
  await shop.open("/dashboard/settings/sales");
  const yape = page.getByRole("checkbox", { name: "Yape" });
  await expect(yape).toBeDisabled();
  await expect(page.getByRole("group", { name: "Ways to pay" })).toContainText("Yape needs Culqi and Peruvian soles (PEN).");
  await page.getByLabel("Currency").selectOption("PEN");
  await yape.check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await expect(yape).toBeChecked();
});

/** Switches the shop to soles and Yape. */
async function withYape(shop: ShopPage): Promise<string> {
  const admin = await adminToken(shop);
  const answer = await shop.page.request.get(readSettings.path, { headers: { authorization: `Bearer ${admin}` } });
  const { data } = (await answer.json()) as { data: { settings: object } };
  await shop.call(changeSettings, { changes: { currency: "PEN", yape: true }, was: data.settings }, admin);
  return admin;
}

test("on a phone, a shopper pays with Yape: a wrong code, too little money, then the order", async ({ shop, page }) => {
  await page.setViewportSize(PHONE);
  await withYape(shop);
  const { shopper } = await atCheckout(shop, 2);
  await page.getByRole("radio", { name: /^Yape/ }).check();
  await shop.assertFits();
  await shop.assertAccessible();
  expect(await page.getByRole("main").innerText()).not.toContain("$");
  await page.getByRole("button", { name: "Pay with Yape" }).click();
  const form = await cardForm(page);
  await expect(form.getByLabel("Card number")).toBeHidden();
  await form.getByLabel("Approval code").fill("425251");
  const pay = async (phone: string) => {
    await form.getByLabel("Phone number").fill(phone);
    await form.getByRole("button", { name: /^Pay S\// }).click();
  };
  await pay("812 345 678");
  await expect(form.getByRole("alert")).toHaveText("A phone number has 9 digits and begins with 9.");
  await pay("900 000 003");
  await expect(form.getByRole("alert")).toHaveText(/código de aprobación/);
  await expect(form.getByLabel("Approval code")).toBeFocused();
  await pay("900 000 002");

  const open = page.getByRole("region", { name: "Your Yape payment did not go through" });
  await expect(open.getByRole("alert")).toHaveText("There isn't enough money in this Yape account. Choose another way to pay.");
  for (const { width } of [PHONE, WIDE]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
  }
  await page.setViewportSize(PHONE);
  await open.getByRole("button", { name: "Try Yape again" }).click();
  await cardForm(page);
  await form.getByLabel("Approval code").fill("425251");
  await pay("900000001");
  await expect(shop.heading("Payment successful!")).toBeVisible();
  const orders = await ordersOf(shop, shopper);
  expect(orders).toMatchObject([{ payment_status: "PAID", metodoDePago: "Yape" }]);

  for (const path of ["/success", "/dashboard/myorders", `/dashboard/myorders/${orders[0]!.orderId}`, "/cart", "/"]) {
    if (path !== "/success") await shop.open(path);
    await expect(page.getByRole("main")).not.toContainText("$");
  }
});

test(
  "on a phone, a shopper pays the difference of a more expensive order with Yape: too little money, closed, continued on the order's page",
  { tag: "@campaign" },
  async ({ shop, page }) => {
    await page.setViewportSize(PHONE);
    const admin = await withYape(shop);
    const { shopper, product } = await atCheckout(shop, 1, await newProduct(shop, admin, { price: 4 }));
    const form = () => cardForm(page);
    const payAs = async (phone: string) => {
      await (await form()).getByLabel("Approval code").fill("425251");
      await (await form()).getByLabel("Phone number").fill(phone);
      await (await form()).getByRole("button", { name: /^Pay S\// }).click();
    };
    await page.getByRole("radio", { name: /^Yape/ }).check();
    await page.getByRole("button", { name: "Pay with Yape" }).click();
    await payAs("900000001");
    await expect(shop.heading("Payment successful!")).toBeVisible();
    const { orderId } = (await ordersOf(shop, shopper))[0]!;

    await shop.open(`/dashboard/myorders/${orderId}/change`);
    await page.getByRole("button", { name: `One more of ${product.name}` }).click();
    const pay = page.getByRole("button", { name: /^Pay S\/.3\.60 and change order$/ });
    await pay.click();
    await payAs("900000002");
    const summary = page.getByRole("complementary", { name: "New total" });
    const tooLittle = "There isn't enough money in this Yape account. Add money to it, or use another one.";
    await expect(summary).toContainText(tooLittle);
    await expect(summary).not.toContainText("another way");
    await expect(pay).toBeFocused();
    await expect(quantityOf(page, product.name)).toHaveValue("2");
    await shop.assertFits();
    await shop.assertAccessible();

    await shop.open(`/dashboard/myorders/${orderId}`);
    const open = page.getByRole("region", { name: "Payment for your change" });
    await expect(open).toContainText(/The S\/.3\.60 for your change is not paid yet/);
    await shop.assertFits();
    await shop.assertAccessible();
    const goOn = open.getByRole("button", { name: "Continue with Yape" });
    await goOn.click();
    await (await form()).getByRole("button", { name: "Cancel" }).click();
    await expect(goOn).toBeFocused();
    await goOn.click();
    await payAs("900000001");
    await expect(toast(page, "Your order was changed")).toBeVisible();
    await expect(open).toBeHidden();
    await expect(page.getByText(/Difference of S\/.3\.60 paid/)).toBeVisible();
    expect(await ordersOf(shop, shopper)).toMatchObject([{ orderId, totalAmt: 7.2, payment_status: "PAID", metodoDePago: "Yape" }]);
  },
);

test.describe("with a connection that is cut", () => {
  test.use({ expectedErrors: [/ERR_|404/] });

  for (const when of CUTS) {
    test(`a Yape payment that is cut ${when} is made once, with one key`, async ({ shop, page }) => {
      await withYape(shop);
      const { shopper } = await atCheckout(shop);
      const begun = await cutOnce(page, createYapeOrder, when);
      const charged = await cutOnce(page, confirmCulqiPayment, when);
      await page.getByRole("radio", { name: /^Yape/ }).check();
      await page.getByRole("button", { name: "Pay with Yape" }).click();
      const form = await cardForm(page);
      await form.getByLabel("Approval code").fill("425251");
      await form.getByLabel("Phone number").fill("900000001");
      await form.getByRole("button", { name: /^Pay S\// }).click();
      await expect(shop.heading("Payment successful!")).toBeVisible();
      expect(await ordersOf(shop, shopper)).toMatchObject([{ payment_status: "PAID", metodoDePago: "Yape" }]);
      expect([begun.length, new Set(begun).size, charged.length]).toEqual([2, 1, 2]);
    });
  }
});
