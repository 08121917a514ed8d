import { LONG } from "../support/rounds.ts";
import { expect, PHONE, pricesOf, test, WIDE } from "./shop.ts";
import { fillAddress, openCart, toast } from "./shopper.ts";

const DEVICES = [
  ["on a phone", PHONE],
  ["on a wide screen", WIDE],
] as const;

// Most tests of single steps see a wide screen.
for (const [device, viewport] of LONG ? DEVICES : DEVICES.slice(0, 1)) {
  test(`CART-6 CHK-10 ORD-1 ORD-4 a stranger browses, fills a cart, registers, orders and sees the receipt ${device}`, async ({
    shop,
    page,
  }) => {
    await page.setViewportSize(viewport);
    const product = await shop.product();
    const { paid } = pricesOf(product);

    await shop.open("/");
    await shop
      .card(product.name)
      .getByRole("button", { name: `Add ${product.name}` })
      .click();
    await expect(toast(page, "Item added to cart")).toBeVisible();

    if (viewport === PHONE) {
      await page.getByRole("link", { name: /View Cart/ }).click();
      await expect(page).toHaveURL("/cart");
    } else await openCart(page);
    await page.getByRole("button", { name: /Proceed/ }).click();
    await expect(toast(page, "Please Login")).toBeVisible();
    await expect(page).toHaveURL("/login?next=%2Fcheckout");

    // Creating an account is as easy to see as logging in.
    const create = page.getByRole("link", { name: "Create an account" });
    await expect(create).toBeInViewport({ ratio: 1 });
    const [login, other] = [await page.getByRole("button", { name: "Login" }).boundingBox(), await create.boundingBox()];
    expect(other!.height).toBe(login!.height);
    expect(other!.width).toBeGreaterThanOrEqual(login!.width);
    await create.click();
    const email = `stranger-${device.length}-${Date.now()}@shop.example`;
    await page.getByLabel("Name").fill("Maria Quispe");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("three green pears");
    await page.getByLabel("Confirm Password").fill("three green pears");
    await page.getByRole("button", { name: "Register" }).click();
    // On the way to the checkout nobody types the new password twice.
    await expect(page).toHaveURL("/checkout");
    await expect(toast(page, "Your account is ready")).toBeVisible();
    await page.getByRole("button", { name: /^(Pay|Place order)/ }).click();
    const refusal = page.getByRole("status").filter({ hasText: "Please select an address" });
    await expect(refusal).toBeVisible();
    await page.getByRole("button", { name: "Add address" }).click();
    // The message disappears, since it would cover the form.
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(refusal).toBeHidden();
    await fillAddress(page);
    await expect(page.getByRole("radio", { name: /1 Quay Street/ })).toBeChecked();
    await expect(page.getByRole("complementary", { name: "Summary" })).toContainText(`Grand total${paid}`);
    await page.getByRole("radio", { name: /Cash on delivery/ }).check();
    await page.getByRole("button", { name: "Place order" }).click();

    await expect(shop.heading("Orders")).toBeVisible();
    await expect(page.getByRole("region", { name: "Order placed" })).toContainText("Thank you");
    await expect(page.getByRole("article", { name: /^Order / })).toContainText(product.name);
    await page.getByRole("button", { name: "View Details" }).click();
    await expect(page.getByRole("dialog")).toContainText(`Total Amount${paid}`);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.goto("/cart");
    await expect(page.getByText("Your cart is empty")).toBeVisible();
  });
}
