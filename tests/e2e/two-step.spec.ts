import { Secret, TOTP } from "otpauth";
import { expect, PHONE, test, type ShopPage } from "./shop.ts";
import { emailTo, newShopper, toast, type Shopper } from "./shopper.ts";

const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** A shopper who logged in on the login page, and opened the link of the email if `link` says so. */
async function loggedIn(shop: ShopPage, link: "opened" | "unopened"): Promise<Shopper> {
  const { page } = shop;
  const shopper = await newShopper(shop);
  await shop.open("/login");
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByLabel("Password", { exact: true }).fill(shopper.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(toast(page, "Welcome, Ana Torres")).toBeVisible();
  if (link === "opened") await openLink(shop, shopper);
  return shopper;
}

async function openLink(shop: ShopPage, shopper: Shopper): Promise<void> {
  const text = await emailTo(shop, shopper, "Confirm your email address");
  await shop.open(/\/verify-email\?token=\S+/.exec(text)?.[0] ?? "");
  await expect(shop.heading("Confirmed")).toBeVisible();
}

test("steps can be added once the emailed link was opened in this browser", async ({ shop, page }) => {
  const shopper = await loggedIn(shop, "unopened");
  await shop.open("/dashboard/security");
  await expect(page.getByText("First confirm your email address in this browser")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up an authenticator app" })).toBeDisabled();
  await page.setViewportSize(PHONE);
  await shop.assertAccessible();
  await shop.assertFits();
  await page.getByRole("button", { name: "Resend email" }).click();
  await expect(page.getByRole("button", { name: "Email sent" })).toBeDisabled();
  await openLink(shop, shopper);
  await shop.open("/dashboard/security");
  await expect(page.getByRole("button", { name: "Set up an authenticator app" })).toBeEnabled();
  await expect(page.getByText("First confirm your email address in this browser")).toHaveCount(0);
});

test("an authenticator app is set up and asked for at the next login, and a recovery code works instead", async ({
  shop,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  const { email, password } = await loggedIn(shop, "opened");
  await shop.open("/dashboard/security");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const key = await dialog.locator("code").innerText();
  await dialog.getByLabel("Code").fill(codeOf(key, -1));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("dialog", { name: "Save your recovery codes" })).toBeVisible();
  const [first] = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allInnerTexts();
  await shop.assertAccessible();
  await page.getByRole("button", { name: "I saved them" }).click();
  await page.setViewportSize(PHONE);
  await shop.assertFits();
  // The text is not squeezed beside its button.
  expect((await page.getByText("10 of 10 left").boundingBox())?.width).toBeGreaterThan(190);

  for (const code of [codeOf(key), first!]) {
    await page.evaluate(() => localStorage.clear());
    await shop.open("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(shop.heading("Confirm it's you")).toBeVisible();
    await shop.assertAccessible();
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(toast(page, "Welcome, Ana Torres")).toBeVisible();
  }
});

test("a passkey is added, logs in without a password, and is removed", async ({ shop, page }) => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const { password } = await loggedIn(shop, "opened");
  await shop.open("/dashboard/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Device name").fill("My phone");
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "I saved them" }).click();
  await expect(page.getByText("My phone", { exact: true })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await shop.open("/login");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(toast(page, "Welcome, Ana Torres")).toBeVisible();

  await shop.open("/dashboard/security");
  await page.getByRole("button", { name: "Remove the passkey My phone" }).click();
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(toast(page, "Passkey removed")).toBeVisible();
  await expect(page.getByText("My phone", { exact: true })).toHaveCount(0);
});
