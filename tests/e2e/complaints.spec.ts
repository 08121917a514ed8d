import type { Page } from "@playwright/test";
import { paths } from "#web/paths.ts";
import { changeSettings, readSettings } from "#features/shop/settings/contract.ts";
import { COMPLAINTS_BOOK } from "../support/complaint.ts";
import { emailsTo } from "../support/emails.ts";
import { adminSignedIn } from "./admin.ts";
import { expect, PHONE, testInNewShop, WIDE, THEMES } from "./shop.ts";
import { toast } from "./shopper.ts";

/** A shop for this file only, since the link shows on every page. */
const test = testInNewShop();

/** Fills in what a sheet must have. */
async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Full name").fill("José Ñahui Peña");
  await page.getByLabel("Document number").fill("12345678");
  await page.getByLabel("Address").fill("Jr. Unión 200, Lima");
  await page.getByLabel("Phone").fill("+51 999 888 777");
  await page.getByRole("textbox", { name: "Email" }).fill("jose@shop.example");
  await page.getByLabel("Description of the product or service").fill("Arroz de 5 kg");
  await page.getByRole("radio", { name: /^Claim \(reclamo\)/ }).check();
  await page.getByLabel("What happened (detalle)").fill("La bolsa llegó rota.\nFaltaba la mitad.");
  await page.getByLabel("What you ask for (pedido)").fill("Quiero que me devuelvan el dinero.");
  await page.getByLabel(/^I confirm that what I wrote is true/).check();
}

test("a complaint is filed on a phone, answered in the back office, and the emails arrive", async ({ shop, page, ownShop }) => {
  test.setTimeout(180_000);
  const token = await adminSignedIn(shop);
  const footer = page.getByRole("contentinfo");
  await shop.open("/");
  await expect(footer.getByRole("link", { name: "Terms" })).toBeAttached();
  await expect(footer.getByRole("link", { name: "Libro de Reclamaciones" })).toHaveCount(0);

  await shop.open("/dashboard/settings/complaints-book");
  await page.getByLabel("Take complaints on this site").check();
  await page.getByLabel("Legal name").fill("Bodega Sur S.A.C.");
  await page.getByLabel("RUC").fill("20100070970");
  await page.getByLabel("Address").fill("Av. Arequipa 100\nLima");
  await shop.assertAccessible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Saved")).toBeVisible();

  await page.setViewportSize(PHONE);
  await shop.open("/");
  await footer.getByRole("link", { name: "Libro de Reclamaciones" }).click();
  await expect(shop.heading("Libro de Reclamaciones")).toBeVisible();
  await expect(page.getByText("RUC 20100070970")).toBeVisible();
  const send = page.getByRole("button", { name: "Send complaint" });
  await send.click();
  await expect(page.getByText("A DNI has 8 digits")).toBeVisible();
  await expect(page.getByText("Confirm this to send your complaint")).toBeVisible();
  await fillIn(page);
  await page.getByLabel("I'm under 18").check();
  await page.getByLabel("Name of your mother, father or guardian").fill("Rosa Peña");
  await page.getByLabel("Amount claimed (optional)").fill("24,90");
  await shop.assertFits();
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await shop.assertAccessible();
  }
  await send.click();

  await expect(page).toHaveURL(/\/libro-de-reclamaciones\/hoja#[0-9a-f]{32}$/);
  await expect(shop.heading(/^Complaint 000000001-\d{4}$/)).toBeVisible();
  const number = (await shop.heading(/^Complaint/).innerText()).replace("Complaint ", "");
  const sheet = page.getByRole("article", { name: `Sheet ${number}` });
  for (const text of ["Bodega Sur S.A.C.", "20100070970", "José Ñahui Peña", "Rosa Peña", "USD 24.90", "Faltaba la mitad."])
    await expect(sheet.getByText(text)).toBeVisible();
  await expect(page.getByText("We emailed a copy to jose@shop.example.")).toBeVisible();
  await shop.assertFits();
  await shop.assertAccessible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as PDF" }).click();
  expect((await download).suggestedFilename()).toBe(`hoja-de-reclamacion-${number}.pdf`);
  // The sheet opens again from its address.
  await page.reload();
  await expect(sheet).toBeVisible();

  await page.setViewportSize(WIDE);
  await shop.open("/dashboard/complaints");
  const menu = page.getByRole("navigation", { name: "Account" });
  await expect(menu.getByRole("link", { name: "Complaints 1" })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(number) })).toContainText("15 working days left");
  await shop.assertAccessible();
  // What was filed must be answered, so the menus keep the book when it is switched off.
  await shop.call(changeSettings, { changes: { complaintsBook: false }, was: { complaintsBook: true } }, token);
  await page.setViewportSize(PHONE);
  await shop.open("/user");
  await expect(page.getByRole("main").getByRole("link", { name: "Complaints" })).toBeVisible();
  await page.setViewportSize(WIDE);
  await shop.open("/dashboard/complaints");
  await expect(menu.getByRole("link", { name: "Complaints 1" })).toBeVisible();
  await page.getByRole("link", { name: number }).click();
  await page.getByLabel("Your observations and what you did").fill("Te devolvemos el dinero hoy.");
  await shop.assertAccessible();
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(toast(page, "Answer sent")).toBeVisible();
  await expect(sheet.getByText("Te devolvemos el dinero hoy.")).toBeVisible();
  await expect(page.getByText(/^Answered by /)).toBeVisible();
  await expect(page.getByRole("heading", { name: "What happened", level: 2 })).toBeFocused();
  await expect(menu.getByRole("link", { name: "Inbox" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Complaints" })).toBeHidden();

  const subjects = async (address: string) => (await emailsTo(ownShop.data, address)).map(({ subject }) => subject);
  await expect.poll(() => subjects("jose@shop.example")).toEqual([`Our answer to your complaint ${number}`, `Your complaint ${number}`]);
  await expect.poll(() => subjects("hello@despensa.example")).toContain(`Complaint ${number}`);
});

test(
  "a filed complaint is shown without asking again; a shop that is too busy to show it later says so",
  { tag: "@campaign" },
  async ({ shop, page, expectedErrors }) => {
    expectedErrors.push(/503/);
    const token = await adminSignedIn(shop);
    const was = (await shop.call(readSettings, undefined, token)).data.settings;
    await shop.call(changeSettings, { changes: COMPLAINTS_BOOK, was }, token);
    const message = "The shop is very busy. Try again in a moment.";
    await page.route("**/api/complaints/sheet?*", (route) =>
      route.fulfill({ status: 503, json: { success: false, error: true, message } }),
    );
    await shop.open(paths.complaintsBook);
    await fillIn(page);
    await page.getByRole("button", { name: "Send complaint" }).click();
    await expect(shop.heading(/^Complaint 0000/)).toBeVisible();

    await page.reload();
    const failure = page.getByRole("alert");
    await expect(failure).toContainText(`We couldn't load your sheet${message}`);
    await page.unroute("**/api/complaints/sheet?*");
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(shop.heading(/^Complaint 0000/)).toBeVisible();
  },
);
