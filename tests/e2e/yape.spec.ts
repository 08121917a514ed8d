import { changeSettings, readSettings } from "#features/shop/settings/contract.ts";
import { adminSignedIn, adminToken } from "./admin.ts";
import { openOwnShop } from "./own-shop.ts";
import { cardForm, atCheckout, ordersOf } from "./payer.ts";
import { expect, PHONE, test as base, WIDE } from "./shop.ts";
import { toast } from "./shopper.ts";

/** A shop for this file only, since it sells in soles. */
const test = base.extend({
  ownShop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const opened = await openOwnShop();
      await use(opened);
      await opened.close();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});
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

test("on a phone, a shopper pays with Yape: a wrong code, too little money, then the order", async ({ shop, page }) => {
  await page.setViewportSize(PHONE);
  const admin = await adminToken(shop);
  const answer = await page.request.get(readSettings.path, { headers: { authorization: `Bearer ${admin}` } });
  const { data } = (await answer.json()) as { data: { settings: object } };
  await shop.call(changeSettings, { changes: { currency: "PEN", yape: true }, was: data.settings }, admin);

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
