import { listAddresses } from "#features/addresses/contract.ts";
import { expect, PHONE, test, WIDE } from "./shop.ts";
import { addressOf, assertUnsaid, fillAddress, signedIn, toast } from "./shopper.ts";

test("ADDR-1 ADDR-3 ADDR-4 STAT-9 addresses are added, changed and listed immediately", async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/dashboard/address");
  await expect(shop.heading("Address")).toBeVisible();
  await page.getByRole("button", { name: "Add Address", exact: true }).click();
  await expect(page.getByRole("dialog").locator("label")).toHaveText(["Address Line", "City", "State", "Pincode", "Country", "Mobile No."]);
  await shop.assertAccessible();
  await fillAddress(page);
  await expect(toast(page, "Address saved")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: "1 Quay Street" })).toContainText("Lima, Lima 15001, Peru");

  await page.getByRole("button", { name: "Edit 1 Quay Street" }).click();
  await expect(page.getByRole("dialog").getByLabel("City")).toHaveValue("Lima");
  await page.getByRole("dialog").getByLabel("Address Line").fill("2 Quay Street");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(toast(page, "Address updated")).toBeVisible();
  await expect(page.getByRole("main").getByText("2 Quay Street")).toBeVisible();

  // The dashed tile opens the same dialog.
  await page.getByRole("button", { name: "Add address", exact: true }).click();
  await fillAddress(page, "48 Orchard Lane");
  await expect(page.getByRole("main").getByText("48 Orchard Lane")).toBeVisible();
  await shop.assertAccessible();
  for (const width of [320, PHONE.width, WIDE.width]) {
    await page.setViewportSize({ width, height: 800 });
    await shop.assertFits();
  }
});

test("ADDR-2 a removed address disappears with the toast Address Remove", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  await addressOf(shop, shopper);
  await shop.open("/dashboard/address");
  await page.getByRole("button", { name: "Remove 1 Quay Street" }).click();
  await expect(toast(page, "Address Remove")).toBeVisible();
  await expect(page.getByRole("main").getByText("1 Quay Street")).toBeHidden();
  expect((await shop.call(listAddresses, undefined, shopper.token)).data).toEqual([]);
});

test("ADDR-3 all six fields are required, and each says so; pincode and mobile are plain text", async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/dashboard/address");
  await page.getByRole("button", { name: "Add address", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Submit" }).click();
  for (const name of ["Address Line", "City", "State", "Pincode", "Country", "Mobile No"])
    await expect(dialog.getByText(`${name} is required`)).toBeVisible();
  await expect(dialog.getByLabel("Address Line")).toBeFocused();
  await dialog.getByLabel("Pincode").fill("SW1A 1AA");
  await dialog.getByLabel("Mobile No.").fill("ask next door");
  for (const name of ["Address Line", "City", "State", "Country"]) await dialog.getByLabel(name).fill("x");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("main").getByText("ask next door")).toBeVisible();
});

test("address fields have autocomplete names", async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/dashboard/address");
  await page.getByRole("button", { name: "Add address", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const names = await page
    .getByRole("dialog")
    .locator("input")
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("autocomplete")));
  expect(names).toEqual(["address-line1", "address-level2", "address-level1", "postal-code", "country-name", "tel"]);
});

test("STAT-8 addresses that fail to load are only logged, and can be reloaded", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/400/);
  await signedIn(shop);
  await page.route(`**${listAddresses.path}`, (route) =>
    route.fulfill({ status: 400, json: { success: false, error: true, message: "Broken" } }),
  );
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("Could not load person"));
  await shop.open("/dashboard/address");
  await logged;
  const reload = page.getByRole("main").getByRole("button", { name: "Reload" });
  await expect(reload).toBeVisible();
  await assertUnsaid(page);
  await page.unroute(`**${listAddresses.path}`);
  await reload.click();
  await expect(page.getByRole("button", { name: "Add address", exact: true })).toBeVisible();
});

test("nothing on the page moves when the addresses load", async ({ shop, page }) => {
  await signedIn(shop);
  await page.addInitScript(() => {
    const shifts: number[] = Object.assign(window, { shifts: [] as number[] }).shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.route(`**${listAddresses.path}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await shop.open("/dashboard/address");
  await expect(page.getByRole("button", { name: "Add address", exact: true })).toBeVisible();
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
});
