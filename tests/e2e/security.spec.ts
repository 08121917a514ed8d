import { readFileSync } from "node:fs";
import { login } from "#features/account/contract.ts";
import { endOtherSessions } from "#features/security/contract.ts";
import { expect, PHONE, test } from "./shop.ts";
import { addressOf, buys, newShopper, signedIn, toast, type Shopper, useTokens } from "./shopper.ts";
import type { ShopPage } from "./shop.ts";

const logInAgain = async (shop: ShopPage, { email, password }: Shopper) => (await shop.call(login, { email, password })).data.accesstoken;
const section = (shop: ShopPage, name: string) => shop.page.getByRole("region", { name });

test("LAY-5 the security page is in the account menu, lists the devices and works on a phone", async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/about-us");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Security" }).click();
  await expect(shop.heading("Security")).toBeVisible();
  await expect(section(shop, "Your devices").getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("This device")).toBeVisible();
  await expect(page.getByText(/^In use now, since /)).toBeVisible();
  await expect(section(shop, "Recent activity")).toContainText("Account created");
  await shop.assertAccessible();
  await page.setViewportSize(PHONE);
  await shop.assertFits();
  await page.setViewportSize({ width: 320, height: 700 });
  await shop.assertFits();
});

test("ACC-8 one device is logged out, then all others", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  for (let n = 0; n < 3; n++) await logInAgain(shop, shopper);
  await shop.open("/dashboard/security");
  const devices = section(shop, "Your devices");
  await expect(devices.getByRole("listitem")).toHaveCount(4);
  await devices
    .getByRole("button", { name: /^Log out .* last used/ })
    .first()
    .click();
  await expect(toast(page, "Device logged out")).toBeVisible();
  await expect(devices.getByRole("listitem")).toHaveCount(3);
  await devices.getByRole("button", { name: "Log out all other devices" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expect(devices.getByRole("button")).toHaveCount(0);
  await expect(section(shop, "Recent activity")).toContainText("All other devices logged out");
});

test("ACC-12 a session ended elsewhere leads to the login with a clear message, and back", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/401/);
  const shopper = await signedIn(shop);
  await shop.open("/dashboard/address");
  await expect(shop.heading("Address")).toBeVisible();
  await shop.call(endOtherSessions, undefined, await logInAgain(shop, shopper));
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Security" }).click();
  await expect(toast(page, "You have been logged out. Please log in again.")).toBeVisible();
  await expect(page).toHaveURL("/login?next=%2Fdashboard%2Fsecurity");
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByLabel("Password", { exact: true }).fill(shopper.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard/security");
});

test("a new password logs out the other devices and keeps this one, in all its tabs", async ({ shop, page, context, expectedErrors }) => {
  expectedErrors.push(/400|401/);
  const shopper = await signedIn(shop);
  const other = await logInAgain(shop, shopper);
  const tab = await context.newPage();
  await tab.goto("/dashboard/address");
  await shop.open("/dashboard/security");
  const form = section(shop, "Change your password");
  const press = form.getByRole("button", { name: "Change password" });
  await expect(press).toBeDisabled();
  await form.getByLabel("Current password").fill("not this one");
  await form.getByLabel("New password", { exact: true }).fill("a basket of pears");
  await form.getByLabel("Confirm new password").fill("a basket of pear");
  await press.click();
  await expect(form.getByText("New password and confirm password must be same.")).toBeVisible();
  await form.getByLabel("Confirm new password").fill("a basket of pears");
  await press.click();
  await expect(form.getByText("That password isn't right. Try again.")).toBeVisible();
  await form.getByLabel("Current password").fill(shopper.password);
  await press.click();
  await expect(toast(page, "Password changed. All other devices are logged out.")).toBeVisible();
  await expect(section(shop, "Your devices").getByRole("listitem")).toHaveCount(1);
  await expect(form.getByLabel("Current password")).toHaveValue("");
  await tab.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "My Orders" }).click();
  await expect(tab.getByText("No completed orders found.")).toBeVisible();
  const refused = await page.request.get("/api/user/user-details", { headers: { authorization: `Bearer ${other}` } });
  expect(refused.status()).toBe(401);
});

test("all personal data is downloaded as one dated file", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  await addressOf(shop, shopper, "9 Harbour Road");
  await shop.open("/dashboard/security");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download my data" }).click()]);
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data: unknown = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(data).toMatchObject({
    profile: { email: shopper.email },
    addresses: [{ address_line: "9 Harbour Road" }],
    sessions: [{ current: true }],
  });
});

test("an account is deleted with a word and the password, by keyboard, leaving nothing in the browser", async ({
  shop,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  const shopper = await signedIn(shop);
  await shop.open("/dashboard/security");
  await page.getByRole("button", { name: "Delete my account" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete your account" });
  const press = dialog.getByRole("button", { name: "Delete my account" });
  await expect(press).toBeDisabled();
  await shop.assertAccessible();
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  await dialog.getByLabel("Your password").fill("wrong");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription("That password isn't right. Try again.");
  await dialog.getByLabel("Your password").fill(shopper.password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Your account was deleted")).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  const refused = await page.request.post(login.path, { data: { email: shopper.email, password: shopper.password } });
  expect(refused.status()).toBe(401);
});

test("an account with an order in progress is not deleted, and says why", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/409/);
  const shopper = await signedIn(shop);
  const number = await buys(shop, shopper, await shop.product());
  await shop.open("/dashboard/security");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  await dialog.getByLabel("Your password").fill(shopper.password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText(`Your order ${number} is still on the way.`);
  await expect(page).toHaveURL("/dashboard/security");
});

test("in Spanish, an account is deleted with a Spanish word", { tag: "@campaign" }, async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  await shop.open("/es/dashboard/security");
  await page.getByRole("button", { name: "Eliminar mi cuenta" }).click();
  const dialog = page.getByRole("dialog", { name: "Eliminar tu cuenta" });
  await dialog.getByLabel("Escribe ELIMINAR para confirmar").fill("ELIMINAR");
  await dialog.getByLabel("Tu contraseña").fill(shopper.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/es");
  const refused = await page.request.post(login.path, { data: { email: shopper.email, password: shopper.password } });
  expect(refused.status()).toBe(401);
});

test("ACC-10 tokens that expire while filling a form lose nothing that was typed", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/401/);
  await signedIn(shop);
  await shop.open("/dashboard/profile");
  await page.getByLabel("Mobile").fill("+51 999 888 777");
  await page.evaluate(() => localStorage.setItem("accesstoken", "expired"));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Profile saved")).toBeVisible();
  await expect(page.getByLabel("Mobile")).toHaveValue("+51 999 888 777");
});

test(
  "ACC-10 six tabs without Web Locks whose tokens expire at the same moment all stay logged in",
  { tag: "@campaign" },
  async ({ shop, context, expectedErrors }) => {
    expectedErrors.push(/401/);
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, "locks", { value: undefined }));
    await context.addInitScript(() => delete (Navigator.prototype as { locks?: unknown }).locks);
    await signedIn(shop);
    const tabs = await Promise.all(Array.from({ length: 6 }, () => context.newPage()));
    await shop.page.evaluate(() => localStorage.setItem("accesstoken", "expired"));
    await Promise.all(tabs.map((tab) => tab.goto("/dashboard/address")));
    for (const tab of tabs) {
      expect(await tab.evaluate(() => "locks" in navigator)).toBe(false);
      await expect(tab.getByRole("navigation", { name: "Account" })).toContainText("Ana Torres");
    }
    expect(await shop.page.evaluate(() => localStorage.getItem("accesstoken"))).toMatch(/^ey/);
  },
);

test("ACC-10 six tabs whose tokens expire at the same moment make one refresh in total", async ({ shop, context, expectedErrors }) => {
  expectedErrors.push(/401/);
  await signedIn(shop);
  let renewals = 0;
  context.on("request", (request) => request.url().endsWith("/refresh-token") && renewals++);
  await shop.page.evaluate(() => localStorage.setItem("accesstoken", "expired"));
  const tabs = await Promise.all(Array.from({ length: 6 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto("/dashboard/address")));
  for (const tab of tabs) await expect(tab.getByRole("navigation", { name: "Account" })).toContainText("Ana Torres");
  expect(renewals).toBe(1);
});

test("ACC-10 a refresh whose response is lost logs nobody out", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/401|ERR_FAILED/);
  await signedIn(shop);
  let lost = 0;
  await page.route("**/refresh-token", async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.evaluate(() => localStorage.setItem("accesstoken", "expired"));
  await page.goto("/dashboard/address");
  await expect(page.getByRole("navigation", { name: "Account" })).toContainText("Ana Torres");
  await expect(page).toHaveURL("/dashboard/address");
  expect(lost).toBe(2);
});

test("ACC-9 when another person logs in in one tab, the others show them", async ({ shop, page, context }) => {
  await signedIn(shop);
  await shop.open("/dashboard/profile");
  const other = await newShopper(shop);
  const tab = await context.newPage();
  await useTokens(tab, other);
  await expect(page.getByLabel("Email")).toHaveValue(other.email);
});
