import { sendMessage } from "#features/contact/contract.ts";
import { expect, PHONE, test } from "./shop.ts";
import { signedIn, toast } from "./shopper.ts";

test("STAT-3 NAV-12 the contact page asks visitors to log in, and returns afterwards", async ({ shop, page }) => {
  await shop.open("/contactUsPage");
  await expect(page.getByText("You must be logged in to access the contact form.")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", /^\/register/);
  await main.getByRole("link", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2FContactUsPage$/);
});

test("STAT-4 STAT-3 a message is sent, and the next page leads home", async ({ shop, page }) => {
  const ana = await signedIn(shop);
  await shop.open("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact us" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(ana.email);
  await expect(page.getByLabel("Name")).toHaveValue(ana.name);
  const send = page.getByRole("button", { name: "Send message" });
  await expect(send).toBeDisabled();
  await page.getByLabel("Subject").fill("My rice");
  await page.getByLabel("Message").fill("Dear shop,\nwhere is it?");
  // All four are required.
  for (const name of ["Name", "Email", "Subject", "Message"]) {
    const field = page.getByRole("main").getByLabel(name, { exact: true });
    await expect(field).toHaveAttribute("required", "");
    const typed = await field.inputValue();
    await field.fill(" ");
    await expect(send).toBeDisabled();
    await field.fill(typed);
    await expect(send).toBeEnabled();
  }
  await shop.assertAccessible();
  await send.click();
  await expect(toast(page, "Your message has been sent successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/SuccessMessage$/);
  await page.getByRole("main").getByRole("link", { name: "Return home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test.describe("when it cannot be sent", () => {
  // One pattern: Playwright takes a second object in the array for the options of a fixture.
  test.use({ expectedErrors: [/status of 429|ERR_FAILED/] });

  test("STAT-4 STAT-5 a message that could not be sent stays in the form", async ({ shop, page }) => {
    await signedIn(shop);
    await page.setViewportSize(PHONE);
    await shop.open("/ContactUsPage");
    await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
    await page.getByLabel("Email").fill("ana@example.c");
    await page.getByLabel("Subject").fill("My rice");
    await page.getByLabel("Message").fill("Where is it?");
    const send = page.getByRole("button", { name: "Send message" });
    await send.click();
    await expect(page.getByRole("alert").getByText("Enter a valid email address")).toBeVisible();
    await page.getByLabel("Email").fill(`ana@example.${"a".repeat(25)}`);
    await send.click();
    await expect(page.getByRole("alert").getByText("Enter a valid email address")).toBeVisible();
    await page.getByLabel("Email").fill(`ana@example.${"a".repeat(24)}`);

    const path = `**${sendMessage.path}`;
    await page.route(path, (route) => route.fulfill({ status: 429, json: { success: false, error: true, message: "Too many tries." } }));
    await send.click();
    await expect(toast(page, "Failed to send message. Please try again.")).toBeVisible();
    await page.unroute(path);
    await page.route(path, (route) => route.abort());
    await send.click();
    await expect(toast(page, "An error occurred. Please try again later.")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("Where is it?");
    await shop.assertFits();

    // Nor is it lost by a link.
    await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
    await expect(page.getByRole("dialog", { name: "Leave without sending?" })).toBeVisible();
    await page.getByRole("button", { name: "Keep editing" }).click();
    await expect(page.getByLabel("Message")).toHaveValue("Where is it?");
  });
});
