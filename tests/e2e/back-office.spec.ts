import type { Page } from "@playwright/test";
import { login, userDetails } from "#features/account/contract.ts";
import { findProducts } from "#features/catalogue/admin/find/contract.ts";
import { sales } from "#features/dashboard/contract.ts";
import { updateOrderStatus } from "#features/orders/admin/contract.ts";
import { readSettings } from "#features/shop/settings/contract.ts";
import type { ReplyOf } from "#shared/endpoint.ts";
import type { Role } from "#shared/roles.ts";
import { changeRole, listStaff } from "#features/staff/contract.ts";
import { LONG } from "../support/rounds.ts";
import { ADMIN } from "./own-shop.ts";
import { adminSignedIn } from "./admin.ts";
import { expect, PHONE, test, type ShopPage } from "./shop.ts";
import { buys, newShopper, signedIn, toast } from "./shopper.ts";

const TABLET = { width: 768, height: 1024 };
const ADMIN_ENTRIES = [
  ...["Category", "Sub Category", "Upload Product", "Product", "Filters", "Searches", "All Orders"],
  ...["Customers", "Inbox", "Activity", "Staff"],
];
const ACCOUNT_ENTRIES = ["Profile", "My Orders", "Favorites", "Lists", "Save Address", "Security"];
/** Without a campaign only the last three. The API refuses all of them alike (`src/start/access.test.ts`). */
const ADMIN_PAGES = [
  "category",
  "subcategory",
  "upload-product",
  "product",
  "product-grid",
  "deleted",
  "allorders",
  "customers",
  "inbox",
  "activity",
  "staff",
].slice(LONG ? 0 : -3);

const sideMenu = (page: Page) => page.getByRole("navigation", { name: "Account" });
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Grants or revokes the admin role. */
async function setRole(shop: ShopPage, token: string, email: string, role: Role): Promise<void> {
  const answer = await shop.page.request.get(`${listStaff.path}?search=${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { _id: string }[] };
  await shop.call(changeRole, { _id: data[0]!._id, role, password: ADMIN.password }, token);
}

test("LAY-4 LAY-6 NAV-7 admins see the back office in every menu, and the label (Admin)", async ({ shop, page }) => {
  await adminSignedIn(shop);
  await shop.open("/dashboard/profile");
  const menu = sideMenu(page);
  await expect(menu).toContainText("(Admin)");
  expect((await menu.boundingBox())?.width).toBe(232);
  for (const name of [...ADMIN_ENTRIES, ...ACCOUNT_ENTRIES]) await expect(menu.getByRole("link", { name, exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Account" }).click();
  const dropdown = page.getByRole("menu");
  await expect(dropdown).toContainText("(Admin)");
  for (const name of [...ADMIN_ENTRIES, ...ACCOUNT_ENTRIES, "Log Out"])
    await expect(dropdown.getByRole("menuitem", { name, exact: true })).toBeVisible();
  await page.keyboard.press("Escape");

  for (const name of LONG ? ["Overview", ...ADMIN_ENTRIES] : ["Overview", "All Orders", "Staff"]) {
    await menu.getByRole("link", { name, exact: true }).click();
    await expect(menu.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.setViewportSize(PHONE);
  await expect(menu).toBeHidden();
  await shop.open("/user");
  await expect(page.getByRole("main")).toContainText("(Admin)");
  for (const name of ADMIN_ENTRIES) await expect(page.getByRole("main").getByRole("link", { name, exact: true })).toBeVisible();
  await shop.assertAccessible();
  await page.setViewportSize({ width: 320, height: 700 });
  await shop.assertFits();
});

test("LAY-6 ADM-14 a shopper sees none of it, and admin screens say they do not have permission", async ({
  shop,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/403/);
  await signedIn(shop);
  await shop.open("/dashboard/profile");
  await expect(sideMenu(page).getByRole("link")).toHaveText(ACCOUNT_ENTRIES);
  await expect(sideMenu(page)).not.toContainText("(Admin)");
  for (const name of ADMIN_PAGES) {
    await page.goto(`/dashboard/${name}`);
    await expect(page.getByRole("alert").getByText("Do not have permission")).toBeVisible();
  }
  await shop.assertAccessible();
  await page.getByRole("main").getByRole("link", { name: "Go to your profile" }).click();
  await expect(page).toHaveURL("/dashboard/profile");
  const asked = await page.request.get("/api/dashboard/sales", { headers: { authorization: `Bearer ${(await newShopper(shop)).token}` } });
  expect([asked.status(), (await asked.json()).message]).toEqual([403, "Do not have permission"]);
});

test("ADM-14 ACC-12 visitors log in first and return to the admin screen", async ({ shop, page }) => {
  for (const name of ADMIN_PAGES) {
    await page.goto(`/dashboard/${name}`);
    await expect(page).toHaveURL(`/login?next=%2Fdashboard%2F${name}`);
  }
  await shop.isAlive();
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard/staff");
  await expect(shop.heading("Staff")).toBeVisible();
});

test("ADM-14 a removed admin notices with their next request", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/403/);
  const { data } = await shop.call(login, ADMIN);
  const person = await signedIn(shop);
  await setRole(shop, data.accesstoken, person.email, "ADMIN");
  await shop.open("/dashboard/staff");
  await expect(page.getByRole("table")).toContainText(person.email);
  await setRole(shop, data.accesstoken, person.email, "USER");
  await page.getByLabel("Name or email").fill("anybody");
  await expect(page.getByRole("alert").getByText("Do not have permission")).toBeVisible();
  await expect(sideMenu(page).getByRole("link")).toHaveText(ACCOUNT_ENTRIES);
});

test("the search of a list follows its address", async ({ shop, page }) => {
  await adminSignedIn(shop);
  await shop.open("/dashboard/staff");
  const search = page.getByLabel("Name or email");
  await search.fill("nobody");
  await expect(page).toHaveURL("/dashboard/staff?q=nobody");
  await sideMenu(page).getByRole("link", { name: "Staff" }).click();
  await expect(page).toHaveURL("/dashboard/staff");
  await expect(search).toHaveValue("");
  await expect(page.getByRole("table")).toContainText(ADMIN.email);
});

test("the staff are listed by role: admins, managers, then pickers", { tag: "@campaign" }, async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const emails: string[] = [];
  for (const role of ["PICKER", "MANAGER", "PICKER", "ADMIN", "MANAGER"] as const) {
    emails.push((await newShopper(shop)).email);
    await setRole(shop, token, emails.at(-1)!, role);
  }
  await shop.open("/dashboard/staff");
  const roles = page.getByRole("table", { name: "People" }).getByText(/^(ADMIN|MANAGER|PICKER)$/);
  await expect(roles.first()).toBeVisible();
  const listed = await roles.allTextContents();
  expect(listed.length).toBeGreaterThan(4);
  // In the order of the alphabet.
  expect(listed).toEqual(listed.toSorted());
  for (const email of emails) await setRole(shop, token, email, "USER");
});

test("NAV-7 LAY-8 the dashboard shows today's figures, best sellers, low stock and missed searches", async ({ shop, page }) => {
  const product = await shop.product(({ stock }) => stock > 20);
  const orderId = await buys(shop, await newShopper(shop), product, 3);
  const token = await adminSignedIn(shop);
  await shop.call(updateOrderStatus, { orderId, payment_status: "PAID" }, token);
  await shop.open("/dashboard");
  await expect(shop.heading("Overview")).toBeVisible();
  const cards = page.getByRole("main").locator("dl > div");
  await expect(cards).toHaveCount(4);
  // Each leads to its list.
  await expect(cards.getByRole("link")).toHaveText(["Orders today", "Paid today", "To send", "Low stock"]);
  await expect(cards.nth(0).getByRole("link")).toHaveAttribute("href", /allorders\?startDate=([\d-]+)&endDate=\1&canceled=no$/);
  await expect(cards.nth(1).getByRole("link")).toHaveAttribute("href", /allorders\?startDate=([\d-]+)&endDate=\1&paid=yes$/);
  await expect(cards.nth(2).getByRole("link")).toHaveAttribute("href", "/dashboard/allorders?status=PENDING");
  await expect(cards.nth(3).getByRole("link")).toHaveAttribute("href", "/dashboard#low-stock");
  await expect(cards.nth(0)).toContainText(/Orders today\s*[1-9]/);
  await expect(cards.nth(1)).toContainText(/Paid today\s*\$\d+\.\d\d/);
  await expect(cards.nth(2)).toContainText(/To send\s*[1-9]/);
  await expect(panel(page, "Best sellers").getByRole("row").filter({ hasText: product.name })).toContainText(/\$/);
  await expect(panel(page, "Categories").getByRole("row").nth(1)).toContainText("$");
  await expect(panel(page, "Payments to look at")).toBeVisible();
  // The chart is visual; its numbers are accessible to everyone.
  const revenue = panel(page, "Revenue");
  await expect(revenue.locator("svg.recharts-surface")).toBeVisible();
  await expect(revenue.getByRole("row")).toHaveCount(31);
  await revenue.getByRole("button", { name: "Show as table" }).focus();
  await page.keyboard.press("Enter");
  await expect(revenue.locator("svg.recharts-surface")).toHaveCount(0);
  await expect(revenue.getByRole("row").nth(1)).toContainText(/\$[1-9]/);
  await shop.assertAccessible();
  for (const size of [TABLET, PHONE, { width: 320, height: 700 }]) {
    await page.setViewportSize(size);
    await shop.assertFits();
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await shop.assertAccessible();
  // The list leads to all of them, and to each product, to restock it.
  const found = page.waitForRequest(`**${findProducts.path}`);
  await panel(page, "Low stock")
    .getByRole("link", { name: /^See all/ })
    .click();
  expect((await found).postDataJSON()).toMatchObject({ stock: "low", sort: "stock" });
  await page.goBack();
  await panel(page, "Low stock").getByRole("link").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/product\?edit=/);
});

test("a shop without sales shows four first steps; cancellation requests are shown beside the orders to send", async ({ shop, page }) => {
  await adminSignedIn(shop);
  await page.route(`**${sales.path}`, async (route) => {
    const answer = (await (await route.fetch()).json()) as ReplyOf<typeof sales>;
    const days = answer.data.days.map((day) => ({ ...day, orders: 0, revenue: 0, expected: 0 }));
    await route.fulfill({ json: { ...answer, data: { ...answer.data, days, cancelRequests: 2 } } });
  });
  await shop.open("/dashboard");
  await expect(panel(page, "First steps").getByRole("listitem")).toHaveCount(4);
  await expect(panel(page, "First steps").getByRole("listitem").nth(1)).toContainText("2. Add your products · done");
  const paying = panel(page, "First steps").getByRole("listitem").nth(2);
  await expect(paying).not.toContainText("done");
  const settings = `**${readSettings.path}`;
  await page.route(settings, async (route) => {
    const answer = (await (await route.fetch()).json()) as ReplyOf<typeof readSettings>;
    await route.fulfill({ json: { ...answer, data: { ...answer.data, settings: { ...answer.data.settings, ways: ["cash"] } } } });
  });
  await shop.open("/dashboard");
  await expect(paying).toContainText("3. Choose ways to pay · done");
  await page.unroute(settings);
  await expect(panel(page, "Revenue")).toBeHidden();
  const cards = page.getByRole("main").locator("dl > div");
  await expect(cards.getByRole("link")).toHaveText(["Orders today", "Paid today", "Cancellation requests", "To send", "Low stock"]);
  await expect(cards.nth(2)).toContainText("2");
  await shop.assertAccessible();
  for (const width of [320, PHONE.width, TABLET.width]) {
    await page.setViewportSize({ width, height: 900 });
    await shop.assertFits();
  }
  await page.setViewportSize({ width: 1440, height: 1000 });
  // Nor do others of the staff, who can't take these steps, see charts of nothing.
  const isManager = `**${userDetails.path}`;
  await page.route(isManager, async (route) => {
    const answer = (await (await route.fetch()).json()) as ReplyOf<typeof userDetails>;
    await route.fulfill({ json: { ...answer, data: { ...answer.data, role: "MANAGER" } } });
  });
  await shop.open("/dashboard");
  await expect(page.getByText("Sales and best sellers appear here once there are orders.")).toBeVisible();
  await expect(panel(page, "Revenue")).toBeHidden();
  await expect(panel(page, "First steps")).toBeHidden();
  await page.unroute(isManager);
  await shop.open("/dashboard");
  await cards.getByRole("link", { name: "Cancellation requests" }).click();
  await expect(page).toHaveURL("/dashboard/allorders?cancelRequested=yes");
});

test("a long table scrolls with its page, and its head stays in view below the header", async ({ shop, page }) => {
  await adminSignedIn(shop);
  await page.setViewportSize({ width: 1440, height: 520 });
  await shop.open("/dashboard/subcategory");
  const table = page.getByRole("table");
  await expect(table.getByRole("row").nth(12)).toBeAttached();
  await page.mouse.move(800, 300);
  await page.mouse.wheel(0, 700);
  const head = table.getByRole("columnheader").first();
  const bottom = (await page.getByRole("banner").boundingBox())!.height;
  await expect.poll(async () => Math.abs((await head.boundingBox())!.y - bottom)).toBeLessThanOrEqual(1);
  expect(await page.getByRole("region", { name: "Sub categories" }).evaluate((region) => region.scrollHeight - region.clientHeight)).toBe(
    0,
  );
});

test("an admin finds a person, makes them an admin and suspends them, by keyboard and with a confirmation", async ({
  shop,
  page,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  const person = await newShopper(shop);
  await adminSignedIn(shop);
  await shop.open("/dashboard/staff");
  // Shoppers are only listed when searched for.
  await expect(page.getByRole("table")).toContainText(ADMIN.email);
  await expect(page.getByRole("table")).not.toContainText(person.email);
  await page.getByLabel("Name or email").fill(person.email);
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(`/dashboard/staff?q=${encodeURIComponent(person.email)}`);
  const change = page.getByRole("button", { name: `Change role: ${person.name}` });
  await change.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`Change the role of ${person.name}?`);
  await shop.assertAccessible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(rows.nth(1)).toContainText("USER");
  await change.click();
  const submit = dialog.getByRole("button", { name: "Change role" });
  await dialog.getByLabel("Your password").fill("a guess");
  await expect(submit).toBeDisabled();
  await dialog.getByLabel("Admin").check();
  await submit.click();
  await expect(dialog).toContainText("That password isn't right. Try again.");
  await dialog.getByLabel("Your password").fill(ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(toast(page, `${person.name} is now an admin`)).toBeVisible();
  await expect(rows.nth(1)).toContainText("ADMIN");
  await change.click();
  await dialog.getByLabel("Shopper").check();
  await dialog.getByLabel("Your password").fill(ADMIN.password);
  await submit.click();
  await expect(rows.nth(1)).toContainText("USER");

  const theirs = await browser.newContext();
  const more = page.getByRole("button", { name: `More actions for ${person.name}` });
  await more.click();
  await page.getByRole("menuitem", { name: "Suspend" }).click();
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(rows.nth(1)).toContainText("Suspended");
  const details = await theirs.request.get(new URL("/api/user/user-details", page.url()).href, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(details.status()).toBe(401);
  await theirs.close();
  await more.click();
  await page.getByRole("menuitem", { name: "Reinstate" }).click();
  await dialog.getByRole("button", { name: "Reinstate" }).click();
  await expect(rows.nth(1)).toContainText("Active");

  // The search is in the URL, so it survives a reload and a change to a phone.
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.setViewportSize(PHONE);
  await shop.assertFits();
  await shop.assertAccessible();
  const first = rows.nth(1).getByRole("cell").first();
  const before = await first.boundingBox();
  await page.getByRole("region", { name: "People" }).evaluate((region) => region.scrollTo({ left: 400 }));
  expect((await first.boundingBox())?.x).toBe(before?.x);
  await page.getByLabel("Name or email").fill("nobody is called so");
  await expect(page.getByText("No Data")).toBeVisible();
});
