import { userDetails } from "#features/account/contract.ts";
import { expect, PHONE, test, type ShopPage } from "./shop.ts";
import { emailTo, newShopper, signedIn, toast, type Shopper } from "./shopper.ts";

async function linkOf(shop: ShopPage, shopper: Shopper): Promise<string> {
  const text = await emailTo(shop, shopper, "Confirm your email address");
  return /\/verify-email\?token=\S+/.exec(text)?.[0] ?? "";
}

test("API-2 the emailed link confirms the address with one call, and leaves no token in the URL", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const calls: string[] = [];
  page.on(
    "request",
    (request) => request.url().includes("/verify-email") && calls.push(`${request.method()} ${request.headers()["referer"]}`),
  );
  await shop.open(await linkOf(shop, shopper));
  await expect(shop.heading("Confirmed")).toBeVisible();
  await expect(page).toHaveURL("/verify-email");
  expect(calls.filter((call) => call.startsWith("POST"))).toEqual(["POST undefined"]);
  expect((await shop.call(userDetails, undefined, shopper.token)).data.verify_email).toBe(true);
  await page.getByRole("link", { name: "Your profile" }).click();
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
});

test("fetching the link without opening it confirms nothing", async ({ shop, page }) => {
  const shopper = await newShopper(shop);
  expect((await page.request.get(await linkOf(shop, shopper))).status()).toBe(200);
  expect((await shop.call(userDetails, undefined, shopper.token)).data.verify_email).toBe(false);
});

test("an expired link leads through the login to a new email", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/400/);
  await page.setViewportSize(PHONE);
  const shopper = await newShopper(shop);
  await shop.open("/verify-email?token=nonsense");
  await expect(shop.heading("This link no longer works")).toBeVisible();
  await shop.assertAccessible();
  await shop.assertFits();
  await page.getByRole("main").getByRole("link", { name: "Login" }).click();
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByLabel("Password", { exact: true }).fill(shopper.password);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Resend email" }).click();
  await expect(toast(page, `We sent an email to ${shopper.email}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Email sent" })).toBeDisabled();
});
