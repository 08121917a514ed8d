import { expect, PHONE, test, WIDE } from "./shop.ts";

for (const screen of [PHONE, WIDE]) {
  test(`the stand-in's card dialog works under the shop's policy, by keyboard, at ${screen.width} px`, async ({ shop, page }) => {
    await page.setViewportSize(screen);
    await shop.open("/about-us");
    await page.addScriptTag({ url: "/sandbox/culqi/checkout.js" });
    const opened = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          // Provided by the script loaded above.
          const { CulqiCheckout } = window as unknown as { CulqiCheckout: new (key: string, config: object) => Checkout };
          interface Checkout {
            open(): void;
            close(): void;
            culqi: () => void;
            token: { id: string } | null;
          }
          const checkout = new CulqiCheckout("pk_test_practice", { settings: { title: "Despensa", amount: 3140, currency: "USD" } });
          checkout.culqi = () => {
            checkout.close();
            resolve(checkout.token?.id ?? "none");
          };
          checkout.open();
        }),
    );
    const dialog = page.getByRole("dialog", { name: "Pay Despensa" });
    await expect(dialog.getByLabel("Email")).toBeFocused();
    await shop.assertAccessible();
    await page.keyboard.type("a@example.com");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText("Please fill in this field.");
    await expect(dialog.getByLabel("Card number")).toBeFocused();
    await dialog.getByLabel("Card number").fill("4111 1111 1111 1111");
    await dialog.getByLabel("Expires").fill("09/31");
    await dialog.getByLabel("CVV").fill("123");
    await page.keyboard.press("Enter");
    expect(await opened).toMatch(/^tkn_test_/);
    await expect(dialog).toBeHidden();
  });
}

test("the sandbox overview lists emails, PayPal and the test cards, and fits a phone", async ({ shop, page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/sandbox");
  for (const name of ["Emails", "PayPal", "Cards (Culqi)"]) await expect(page.getByRole("heading", { name })).toBeVisible();
  await shop.assertFits();
  await shop.assertAccessible();
});
