import type { Locator, Page } from "@playwright/test";
import { wrongCode } from "../support/reset.ts";
import { LONG } from "../support/rounds.ts";
import { expect, PHONE, test, WIDE, type ShopPage } from "./shop.ts";
import { emailTo, newShopper, signedIn, toast, type Shopper } from "./shopper.ts";

const NEW = "a larder full of jam";
const boxes = (page: Page): Locator => page.getByRole("group", { name: "Code" }).getByRole("textbox");
const typed = async (page: Page) => Promise.all((await boxes(page).all()).map((box) => box.inputValue()));

/** The code in the latest email. */
async function codeOf(shop: ShopPage, shopper: Shopper): Promise<string> {
  return /^\d{6}$/m.exec(await emailTo(shop, shopper, "Your password reset code"))?.[0] ?? "";
}

/** Requests a code on the page. */
async function ask(page: Page, { email }: Pick<Shopper, "email">): Promise<void> {
  await page.getByRole("main").getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page).toHaveURL("/verification-otp");
  await expect(boxes(page).first()).toBeFocused();
}

async function paste(page: Page, into: Locator, text: string): Promise<void> {
  await into.evaluate((box, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", words);
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

for (const [name, viewport] of Object.entries({ phone: PHONE, ...(LONG && { wide: WIDE }) })) {
  test(`ACC-3 ACC-4 ACC-5 ACC-6 NAV-3 STAT-9 the whole reset, from forgotten password to login (${name})`, async ({ shop, page }) => {
    await page.setViewportSize(viewport);
    const shopper = await newShopper(shop);
    await shop.open("/login?next=%2Fcart");
    await page.getByLabel("Email").fill(shopper.email);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(shop.heading("Forgot your password?")).toBeVisible();
    // The email address is carried over.
    await expect(page.getByRole("main").getByLabel("Email")).toHaveValue(shopper.email);
    await shop.assertAccessible();
    await page.getByRole("button", { name: "Send code" }).click();
    await expect(toast(page, /we've emailed you a code/)).toBeVisible();
    await expect(page).toHaveURL("/verification-otp?next=%2Fcart");
    await expect(boxes(page)).toHaveCount(6);
    await expect(page.getByRole("button", { name: "Verify" })).toBeDisabled();
    await shop.assertAccessible();
    await shop.assertFits();

    const code = await codeOf(shop, shopper);
    await paste(page, boxes(page).nth(3), `${code.slice(0, 3)} - ${code.slice(3)}`);
    await expect(toast(page, "Code accepted. Choose a new password.")).toBeVisible();
    await expect(page).toHaveURL("/reset-password?next=%2Fcart");
    await expect(page.getByRole("main").getByLabel("Email")).toHaveValue(shopper.email);
    await shop.assertAccessible();
    await shop.assertFits();

    const change = page.getByRole("button", { name: "Change Password" });
    await page.getByLabel("New Password").fill(NEW);
    await expect(change).toBeDisabled();
    await page.getByLabel("Confirm Password").fill("another one");
    await change.click();
    await expect(page.getByText("New password and confirm password must be same.")).toBeVisible();
    await page.getByLabel("Confirm Password").fill(NEW);
    await change.click();
    await expect(toast(page, "Your password was changed. Please log in with the new one.")).toBeVisible();
    await expect(page).toHaveURL("/login?next=%2Fcart");
    await expect(page.getByLabel("Email")).toHaveValue(shopper.email);
    await page.getByLabel("Password", { exact: true }).fill(NEW);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/cart");
    await emailTo(shop, shopper, "Your password was changed");
  });
}

test("ACC-4 ACC-6 by keyboard: arrows, Home, End, Backspace, overwriting a digit; a wrong code is reported", async ({
  shop,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  const shopper = await newShopper(shop);
  await shop.open("/forgot-password");
  await page.getByRole("main").getByLabel("Email").focus();
  await page.keyboard.type(shopper.email);
  await page.keyboard.press("Enter");
  await expect(boxes(page).first()).toBeFocused();

  await page.keyboard.type("12x3");
  expect(await typed(page)).toEqual(["1", "2", "3", "", "", ""]);
  await expect(boxes(page).nth(3)).toBeFocused();
  await page.keyboard.press("Backspace");
  expect(await typed(page)).toEqual(["1", "2", "", "", "", ""]);
  await page.keyboard.press("Home");
  await page.keyboard.type("1");
  await expect(boxes(page).nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(boxes(page).nth(5)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await expect(boxes(page).nth(5)).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("Delete");
  expect(await typed(page)).toEqual(["", "2", "", "", "", ""]);

  const code = await codeOf(shop, shopper);
  await page.keyboard.type(wrongCode(code));
  await expect(page.getByText(/wrong or has expired.* You have 4 more tries\./)).toBeVisible();
  await expect(boxes(page).first()).toBeFocused();
  expect(await typed(page)).toEqual(["", "", "", "", "", ""]);
  await page.keyboard.type(code);
  await expect(shop.heading("Choose a new password")).toBeVisible();
  await page.getByLabel("New Password").focus();
  await page.keyboard.type(NEW);
  await page.getByLabel("Confirm Password").focus();
  await page.keyboard.type(NEW);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
});

test("ACC-4 autofill puts the whole code into the boxes", async ({ shop, page }) => {
  const shopper = await newShopper(shop);
  await shop.open("/forgot-password");
  await ask(page, shopper);
  await expect(boxes(page).first()).toHaveAttribute("autocomplete", "one-time-code");
  await expect(boxes(page).first()).toHaveAttribute("inputmode", "numeric");
  await boxes(page)
    .first()
    .fill(await codeOf(shop, shopper));
  await expect(page).toHaveURL("/reset-password");
});

test("ACC-6 another code can be requested after a minute, and an unknown address looks the same", async ({ shop, page }) => {
  await page.clock.install();
  await shop.open("/forgot-password");
  await ask(page, { email: "stranger@shop.example" });
  const again = page.getByRole("button", { name: "Send a new code" });
  await expect(again).toBeDisabled();
  await page.clock.fastForward(61_000);
  await expect(again).toBeEnabled();
  await again.click();
  await expect(toast(page, /we've emailed you a code/)).toBeVisible();
  await expect(again).toBeDisabled();
});

test("ACC-3 a valid email address is required to request a code", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/400/);
  await shop.open("/forgot-password");
  const send = page.getByRole("button", { name: "Send code" });
  const email = page.getByRole("main").getByLabel("Email");
  await expect(email).toHaveAttribute("required", "");
  await expect(send).toBeDisabled();
  await email.fill("   ");
  await expect(send).toBeDisabled();
  await email.fill("no address");
  await send.click();
  await expect(email).toHaveAccessibleDescription("Is not a valid email address");
  await expect(page).toHaveURL("/forgot-password");
});

test("NAV-4 NAV-5 without the previous step, the code page leads to the email page and the password page leads home", async ({
  shop,
  page,
}) => {
  await page.goto("/verification-otp");
  await expect(page).toHaveURL("/forgot-password");
  await page.goto("/reset-password");
  await expect(page).toHaveURL("/");

  await shop.open("/forgot-password");
  await ask(page, { email: "stranger@shop.example" });
  // The state belongs to this page, even after a reload. It does not unlock later steps.
  await page.reload();
  await expect(boxes(page)).toHaveCount(6);
  await page.evaluate(() => history.replaceState(history.state, "", "/reset-password"));
  await page.reload();
  await expect(page).toHaveURL("/");
});

test("ACC-6 resetting the password while logged in logs out", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  await shop.open("/forgot-password");
  await ask(page, shopper);
  await page.keyboard.type(await codeOf(shop, shopper));
  await page.getByLabel("New Password").fill(NEW);
  await page.getByLabel("Confirm Password").fill(NEW);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
});
