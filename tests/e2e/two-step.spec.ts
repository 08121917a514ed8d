import { Secret, TOTP } from "otpauth";
import { expect, PHONE, test } from "./shop.ts";
import { signedIn, toast } from "./shopper.ts";

const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) }).generate({ timestamp: Date.now() + steps * 30_000 });

test("an authenticator app is set up and asked for at the next login, and a recovery code works instead", async ({
  shop,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  const { email, password } = await signedIn(shop);
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
  await expect(page.getByText("10 of 10 left")).toBeVisible();
  await page.setViewportSize(PHONE);
  await shop.assertFits();

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
  const { password } = await signedIn(shop);
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
