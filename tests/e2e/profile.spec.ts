import type { Page } from "@playwright/test";
import sharp from "sharp";
import { userDetails } from "#features/account/contract.ts";
import { uploadAvatar, updateUser } from "#features/account/profile/contract.ts";
import { expect, holdAnswers, PHONE, test, WIDE } from "./shop.ts";
import { signedIn, toast } from "./shopper.ts";

const stripe = (background: string) =>
  sharp({ create: { width: 400, height: 600, channels: 3, background } })
    .png()
    .toBuffer();

/** A picture that is blue on the left, red in the middle and green on the right. */
async function landscape(): Promise<{ name: string; mimeType: string; buffer: Buffer<ArrayBuffer> }> {
  const stripes = await Promise.all(["#00f", "#f00", "#0f0"].map(stripe));
  const buffer = await sharp({ create: { width: 1200, height: 600, channels: 3, background: "#fff" } })
    .composite(stripes.map((input, i) => ({ input, left: i * 400, top: 0 })))
    .jpeg()
    .toBuffer();
  return { name: "me.jpg", mimeType: "image/jpeg", buffer };
}

const TEXT = { name: "photo.png", mimeType: "image/png", buffer: Buffer.from("This is not a picture.") };

const choose = (page: Page, file: typeof TEXT) =>
  page.getByLabel("Your picture", { exact: true }).and(page.locator("input")).setInputFiles(file);
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Your picture" });
const avatarOf = (page: Page) => page.getByRole("region", { name: "Your picture" }).locator("img");

async function colorOf(page: Page): Promise<{ r: number; g: number; b: number }> {
  const address = await avatarOf(page).getAttribute("src");
  const answer = await page.request.get(address ?? "");
  return (await sharp(await answer.body()).stats()).dominant;
}

test("ACC-7 NAV-7 LAY-5 STAT-9 name and mobile are changed and shown immediately", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  await shop.open("/dashboard");
  await expect(page).toHaveURL("/dashboard/profile");
  await expect(shop.heading("Profile")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(shopper.email);
  await expect(page.getByText("Not confirmed", { exact: true })).toBeVisible();
  await shop.assertAccessible();
  await page.getByLabel("Name").fill("Ana María Torres");
  await page.getByLabel("Mobile").fill("+51 999 888 777");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Profile saved")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Account" })).toContainText("Ana María Torres");
  await page.reload();
  await expect(page.getByLabel("Mobile")).toHaveValue("+51 999 888 777");
  for (const width of [320, PHONE.width, WIDE.width]) {
    await page.setViewportSize({ width, height: 800 });
    await shop.assertFits();
  }
});

test("ACC-7 all three fields are required, and each says so", async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/dashboard/profile");
  for (const label of ["Name", "Email", "Mobile"]) await page.getByLabel(label).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  for (const label of ["Name", "Email", "Mobile"]) await expect(page.getByText(`${label} is required`)).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
});

test("ACC-7 API-11 a new email address asks for the password and waits for its link", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/400/);
  const shopper = await signedIn(shop);
  const email = `new-${shopper.email}`;
  await shop.call(updateUser, { name: shopper.name, email: shopper.email, mobile: "1" }, shopper.token);
  await shop.open("/dashboard/profile");
  await expect(page.getByLabel("Your password")).toBeHidden();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Your password").fill("not the one");
  await shop.assertAccessible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "That password isn't right. Try again.")).toBeVisible();
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.getByLabel("Your password").fill(shopper.password);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, `Follow the link we emailed to ${email}`)).toBeVisible();
  await expect(page.getByText(`Follow the link we emailed to ${email} to use`)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(shopper.email);
  await page.getByRole("button", { name: "Keep current address" }).click();
  await expect(page.getByText("to use that address")).toBeHidden();
  expect((await shop.call(userDetails, undefined, shopper.token)).data).toMatchObject({ email: shopper.email, new_email: "" });
});

test("ACC-7 API-10 an avatar is cropped to a square, shown everywhere, and removed again", async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/dashboard/profile");
  await choose(page, await landscape());
  await expect(dialogOf(page).getByRole("button", { name: "Save picture" })).toBeEnabled();
  await shop.assertAccessible();
  await dialogOf(page).getByRole("button", { name: "Save picture" }).click();
  await expect(toast(page, "Picture saved")).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  await expect(avatarOf(page)).toHaveJSProperty("complete", true);
  expect((await colorOf(page)).r).toBeGreaterThan(200);
  const places = [
    { place: page.getByRole("banner").getByRole("button", { name: "Account" }), side: 24 },
    { place: page.getByRole("navigation", { name: "Account" }), side: 44 },
    { place: page.getByRole("region", { name: "Your picture" }), side: 96 },
  ];
  for (const { place, side } of places) expect(await place.locator("img").boundingBox()).toMatchObject({ width: side, height: side });
  await page.reload();
  await expect(avatarOf(page)).toBeVisible();
  expect(await shop.layoutShift()).toBeLessThan(0.02);

  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(toast(page, "Picture removed")).toBeVisible();
  await expect(avatarOf(page)).toBeHidden();
});

test("ACC-7 the crop can be moved by keyboard", { tag: "@campaign" }, async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/dashboard/profile");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload picture" }).focus();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(await landscape());
  const area = dialogOf(page).getByLabel(/arrow keys to move the crop/i);
  await area.focus();
  // Move to the left edge, which is blue.
  for (let i = 0; i < 6; i++) await page.keyboard.press("Control+ArrowLeft");
  const corner = dialogOf(page).getByLabel(/south east/i);
  await corner.focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press("Control+ArrowLeft");
  await dialogOf(page).getByRole("button", { name: "Save picture" }).focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Picture saved")).toBeVisible();
  await expect(avatarOf(page)).toBeVisible();
  expect((await colorOf(page)).b).toBeGreaterThan(200);
});

test("ACC-7 the dialog shows an upload in progress, and can be closed", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  await shop.open("/dashboard/profile");
  await holdAnswers(page, uploadAvatar);
  await choose(page, await landscape());
  await dialogOf(page).getByRole("button", { name: "Save picture" }).click();
  await expect(dialogOf(page).getByRole("progressbar", { name: "Upload" })).toBeVisible();
  await expect(dialogOf(page).getByText(/your picture…/)).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialogOf(page)).toBeHidden();
  expect((await shop.call(userDetails, undefined, shopper.token)).data.avatar).toBe("");
});

test("ACC-7 a file that is not a picture is refused before uploading", async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/dashboard/profile");
  await choose(page, TEXT);
  await expect(dialogOf(page).getByRole("alert")).toContainText("Use a JPEG, PNG, WebP, AVIF or GIF up to 10 MB.");
  await expect(dialogOf(page).getByRole("button", { name: "Save picture" })).toBeDisabled();
});

test("ACC-7 a refused avatar shows why in the dialog, and can be retried", { tag: "@campaign" }, async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/503/);
  await signedIn(shop);
  await shop.open("/dashboard/profile");
  const message = "Many pictures are arriving at this moment. Please try again shortly.";
  await page.route(`**${uploadAvatar.path}`, (route) => route.fulfill({ status: 503, json: { success: false, error: true, message } }), {
    times: 1,
  });
  await choose(page, await landscape());
  await dialogOf(page).getByRole("button", { name: "Save picture" }).click();
  await expect(dialogOf(page).getByRole("alert")).toHaveText(message);
  await dialogOf(page).getByRole("button", { name: "Save picture" }).click();
  await expect(toast(page, "Picture saved")).toBeVisible();
});

test(
  "ACC-10 an upload with an expired access token is sent again with a new one",
  { tag: "@campaign" },
  async ({ shop, page, expectedErrors }) => {
    expectedErrors.push(/401/);
    await signedIn(shop);
    await shop.open("/dashboard/profile");
    await expect(page.getByLabel("Name")).toBeVisible();
    await page.evaluate(() => localStorage.setItem("accesstoken", "expired"));
    await choose(page, await landscape());
    await dialogOf(page).getByRole("button", { name: "Save picture" }).click();
    await expect(toast(page, "Picture saved")).toBeVisible();
  },
);
