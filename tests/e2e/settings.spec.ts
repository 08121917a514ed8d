import { readSettings, changeSettings } from "#features/shop/settings/contract.ts";
import type { Settings } from "#shared/settings.ts";
import { adminSignedIn } from "./admin.ts";
import { ADMIN } from "./own-shop.ts";
import { expect, testInNewShop, THEMES, type ShopPage } from "./shop.ts";
import { toast } from "./shopper.ts";

/** A shop for this file only, since its settings show everywhere. */
const test = testInNewShop();

const saved = async ({ page }: ShopPage) => {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Saved")).toBeVisible();
};

test("an admin sets the shop up: banner, color and shelves, currency, keys, and the words of emails", async ({
  shop,
  page,
  expectedErrors,
}) => {
  test.setTimeout(180_000);
  const token = await adminSignedIn(shop);

  await shop.open("/dashboard/settings/home");
  await page.getByLabel("Headline in English").fill("Bread, baked at five.");
  await page.getByLabel("Headline in Spanish").fill("Pan recién salido a las cinco.");
  await expect(page.getByRole("figure", { name: "In Spanish" })).toContainText("Pan recién salido a las cinco.");
  await page.getByLabel("Accent color").fill("#ffd400");
  await page.getByLabel("Add a shelf").selectOption({ label: "Cleaning" });
  await page.getByLabel("Add a shelf").selectOption({ label: "Bakery" });
  await page.getByRole("button", { name: "Move Bakery up" }).click();
  await saved(shop);
  await shop.open("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bread, baked at five.");
  await shop.open("/es");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pan recién salido a las cinco.");
  await shop.open("/");
  await expect(page.getByRole("region", { name: /^(Bakery|Cleaning)$/ }).first()).toHaveAccessibleName("Bakery");
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await shop.assertAccessible();
  }

  // A refused field is shown and focused, and its message does not use the API's name for it.
  expectedErrors.push(/400/);
  await shop.open("/dashboard/settings");
  await page.getByLabel("Email", { exact: true }).fill("rosa");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await expect(page.getByText("Must be an email address")).toBeVisible();
  await expect(page.getByText("changes.email")).toHaveCount(0);
  await page.getByLabel("Email", { exact: true }).fill("rosa@shop.example");
  await saved(shop);
  // Its button is disabled now.
  await expect(page.getByRole("heading", { name: "Your shop", level: 2 })).toBeFocused();
  await shop.open("/dashboard/activity");
  await expect(
    page
      .getByRole("region", { name: /, 20\d\d$/ })
      .getByRole("listitem")
      .first(),
  ).toContainText("rosa@shop.example");

  await shop.open("/dashboard/settings/sales");
  await page.getByLabel("Currency").selectOption("PEN");
  await page.getByLabel("Invoice number").fill("F001-{order}");
  await saved(shop);
  await shop.open("/search?q=rice");
  await expect(page.getByText("Prices in Peruvian soles.")).toBeVisible();
  await expect(page.getByText(/^S\/\s\d+\.\d\d$/).first()).toBeVisible();
  expect(await page.locator("main").innerText()).not.toContain("$");

  await shop.open("/dashboard/settings/connections");
  const culqi = page.getByRole("region", { name: "Cards (Culqi)" });
  await culqi.getByLabel("Public key").fill("pk_live_abcd1234");
  await culqi.getByLabel("Secret key").fill("sk_live_never-shown");
  await culqi.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these settings for Cards (Culqi)?" });
  await dialog.getByLabel("Your password", { exact: true }).fill(ADMIN.password);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(culqi.getByText("…1234", { exact: false })).toBeVisible();
  expect(await page.content()).not.toContain("never-shown");
  await shop.assertAccessible();

  await shop.open("/dashboard/settings/emails");
  await page.getByLabel("Subject").fill("Got it: {order}");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("Got it: 7K2M9QXT4W3B");
  await expect(page.frameLocator("iframe").getByText("Basmati rice, 1 kg")).toBeVisible();
  await page.getByLabel("Language").selectOption("Spanish");
  await expect(page.getByLabel("Subject")).toHaveAttribute("placeholder", "Tu pedido {order}");
  await page.getByLabel("Closing").fill("Devuelve las jabas.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.frameLocator("iframe").getByText("Devuelve las jabas.")).toBeVisible();
  await expect(page.frameLocator("iframe").getByText("Hola, Ana:")).toBeVisible();
  await saved(shop);

  const answer = await page.request.get(readSettings.path, { headers: { authorization: `Bearer ${token}` } });
  const { settings } = ((await answer.json()) as { data: { settings: Settings } }).data;
  expect(settings).toMatchObject({
    currency: "PEN",
    invoiceNumber: "F001-{order}",
    accent: "#ffd400",
    bannerTitle: "Bread, baked at five.",
  });
  await shop.call(changeSettings, { changes: { currency: "USD" }, was: settings }, token);
  await shop.open("/search?q=rice");
  await expect(page.getByText(/^\$\d+\.\d\d$/).first()).toBeVisible();
});

test("an admin closes the shop at lunch, with the keyboard alone", { tag: "@campaign" }, async ({ shop, page, expectedErrors }) => {
  await adminSignedIn(shop);
  await shop.open("/dashboard/settings");
  await page.getByLabel("Show opening hours").check();
  await page.getByLabel("Monday, from").fill("09:00");
  await page.getByLabel("Monday, to").fill("13:00");
  await page.getByRole("button", { name: "Add hours on Monday" }).press("Enter");
  const from = page.getByLabel("Monday, hours 2, from");
  await expect(from).toBeFocused();
  await from.fill("12:00");
  await page.getByLabel("Monday, hours 2, to").fill("20:00");
  expectedErrors.push(/400/);
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(from).toBeFocused();
  await expect(from).toHaveAccessibleDescription("Monday, hours 2, from: Must not overlap the day's other hours");
  await shop.assertAccessible();

  await page.getByRole("button", { name: "Add hours on Monday" }).press("Enter");
  await page.getByRole("button", { name: "Remove hours 3 on Monday" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add hours on Monday" })).toBeFocused();
  await from.fill("16:00");
  await saved(shop);

  await shop.open("/contactUsPage");
  const hours = page.getByRole("main").getByLabel("Opening hours");
  await expect(hours.getByRole("definition")).toHaveText(["9 AM–1 PM", "4 PM–8 PM", "8 AM–8 PM", "Closed"]);
  const facts = await page.locator("script[type='application/ld+json']").allInnerTexts();
  expect(facts.join()).toContain('"dayOfWeek":"Monday","opens":"16:00","closes":"20:00"');
});

test("what is typed while settings are being saved stays", { tag: "@campaign" }, async ({ shop, page }) => {
  await adminSignedIn(shop);
  await shop.open("/dashboard/settings");
  const sent = Promise.withResolvers<void>();
  await page.route(`**${changeSettings.path}`, async (route) => {
    if (route.request().method() === "PUT") await sent.promise;
    await route.continue();
  });
  await page.getByLabel("Phone").fill("+51 987 654 321");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByLabel("Address").fill("Jr. Cusco 123");
  sent.resolve();
  await expect(toast(page, "Saved")).toBeVisible();
  await expect(page.getByLabel("Address")).toHaveValue("Jr. Cusco 123");
  await saved(shop);
  await page.reload();
  await expect(page.getByLabel("Address")).toHaveValue("Jr. Cusco 123");
  await expect(page.getByLabel("Phone")).toHaveValue("+51 987 654 321");
});
