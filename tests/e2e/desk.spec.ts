import { login } from "#features/account/contract.ts";
import { sendMessage } from "#features/contact/contract.ts";
import { ADMIN } from "./own-shop.ts";
import { adminSignedIn, adminToken } from "./admin.ts";
import { emailsTo } from "../support/emails.ts";
import { expect, PHONE, test, WIDE } from "./shop.ts";
import { buys, newShopper, toast, useTokens } from "./shopper.ts";

const SEARCH = "Search orders, products and customers";

test("the back office has a header of its own: a search that works by keyboard, a link to the shop, no footer and no cart", async ({
  shop,
  page,
}) => {
  const product = await shop.product(({ stock }) => stock > 20);
  const person = await newShopper(shop);
  const order = await buys(shop, person, product, 2);
  await adminSignedIn(shop);
  await shop.open("/dashboard/customers");
  const header = page.getByRole("banner");
  expect((await header.boundingBox())!.height).toBeLessThanOrEqual(60);
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await expect(page.getByTestId("search-box")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /cart/i })).toHaveCount(0);
  await expect(header.getByRole("link", { name: "View shop" })).toHaveAttribute("href", "/");

  const box = header.getByRole("combobox", { name: SEARCH });
  await expect(box).toBeVisible();
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  await page.keyboard.type(order.slice(2, 9).toLowerCase());
  const options = page.getByRole("listbox", { name: "Results" }).getByRole("option");
  // A part of a number may be found in products, too.
  const orders = page.getByRole("group", { name: "Orders" });
  await expect(orders.getByRole("option")).toHaveCount(1);
  await expect(orders).toContainText(person.name);
  await shop.assertAccessible();
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/dashboard/allorders/${order}`);

  // A scanner types faster than the response arrives: Enter opens the result once it is there.
  await box.fill(person.email);
  await box.press("Enter");
  await expect(shop.heading(person.name)).toBeVisible();
  await expect(page.getByRole("table")).toContainText(order);
  await page.setViewportSize(PHONE);
  await expect(page.getByRole("columnheader", { name: "Total" })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(WIDE);
  await box.fill(product.name);
  await expect(page.getByRole("group", { name: "Products" }).getByRole("option").first()).toContainText(product.name);
  await page.keyboard.press("Escape");
  await expect(options).toBeHidden();

  // The page itself scrolls, and the head of a list stays below the header.
  await page.setViewportSize({ width: 1024, height: 500 });
  await shop.open("/dashboard/subcategory");
  const head = page.getByRole("columnheader", { name: "Name" });
  await expect(head).toBeVisible();
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, 600);
  await expect.poll(async () => Math.round((await head.boundingBox())!.y)).toBe(56);

  await page.setViewportSize(PHONE);
  await shop.assertFits();
  // A row that is partly below the head of its list has small targets.
  await page.evaluate(() => window.scrollTo(0, 0));
  await shop.assertAccessible();
  await page.getByRole("link", { name: "View shop" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("contentinfo")).toBeVisible();
});

test("a message is answered by email, and the activity says who did it", async ({ shop, page }) => {
  const person = await newShopper(shop);
  const subject = `Figs ${person.email}`;
  await shop.call(sendMessage, { name: person.name, email: person.email, subject, message: "Any left?" }, person.token);
  await adminSignedIn(shop);
  await shop.open("/dashboard/inbox");
  const message = page.getByRole("article", { name: subject });
  await expect(message.getByRole("link", { name: "Open in mail program" })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${person.email}\\?subject=Re`),
  );
  await message.getByRole("button", { name: "Answer", exact: true }).click();
  await message.getByLabel("Your answer").fill("Yes, until Friday.");
  await shop.assertAccessible();
  await message.getByRole("button", { name: "Send answer" }).click();
  await expect(toast(page, "Answer sent")).toBeVisible();
  await expect(message).toHaveCount(0);
  await page.getByRole("link", { name: "Answered" }).click();
  await expect(message).toContainText("Yes, until Friday.");
  await message.getByRole("button", { name: "Archive" }).click();
  await expect(toast(page, "Message archived")).toBeVisible();
  await page.getByRole("link", { name: "Archived" }).click();
  await expect(message.getByRole("button", { name: "Move to inbox" })).toBeVisible();
  await expect.poll(async () => (await emailsTo(shop.own.data, person.email))[0]?.text).toContain("Yes, until Friday.");

  await shop.open("/dashboard/activity");
  const day = page.getByRole("region", { name: /, 20\d\d$/ });
  const first = day.getByRole("listitem").first();
  await expect(first).toContainText(/archived a message/);
  await page.getByLabel("Kind").selectOption("message");
  await expect(page).toHaveURL(/kind=message/);
  await expect(first.getByRole("link")).toHaveAttribute("href", /inbox/);
  await page.setViewportSize(PHONE);
  await shop.assertFits();
  await shop.assertAccessible();
  // No such day: the address is from somewhere else, so it narrows nothing.
  await shop.open("/dashboard/activity?day=2026-02-30");
  await expect(first).toContainText(/a message/);
});

test("an invited picker chooses a password and sees only what pickers may open; a new role shows at once", async ({
  shop,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/403/);
  const email = `picker-${Date.now()}@crew.example`;
  await adminSignedIn(shop);
  await shop.open("/dashboard/staff");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await expect(dialog.getByRole("radio", { name: /^Picker/ })).toBeChecked();
  await dialog.getByLabel("Your password").fill(ADMIN.password);
  await shop.assertAccessible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Invitations" })).toContainText(email);

  let link = "";
  await expect
    .poll(async () => (link = /http\S+\/join\?token=[\w-]+/.exec((await emailsTo(shop.own.data, email))[0]?.text ?? "")?.[0] ?? ""))
    .not.toBe("");
  await page.evaluate(() => localStorage.clear());
  await shop.open(link);
  await expect(shop.heading(/^Join/)).toBeVisible();
  await expect(page).toHaveURL("/join");
  await page.getByLabel("Name").fill("Pia Picker");
  await page.getByLabel("Password", { exact: true }).fill("a crate of quinces");
  await page.getByLabel("Confirm Password").fill("a crate of quinces");
  await shop.assertAccessible();
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect(page).toHaveURL(/\/login/);
  const { data } = await shop.call(login, { email, password: "a crate of quinces" });
  await useTokens(page, { token: data.accesstoken, refreshToken: data.refreshToken });

  await shop.open("/dashboard");
  await expect(page).toHaveURL(/\/dashboard\/(pick|profile)/);
  const menu = page.getByRole("navigation", { name: "Account" });
  await expect(menu).toContainText("(Picker)");
  for (const name of ["Overview", "All Orders", "Customers", "Staff"])
    await expect(menu.getByRole("link", { name, exact: true })).toHaveCount(0);
  await shop.open("/dashboard/customers");
  await expect(page.getByRole("alert").getByText("Do not have permission")).toBeVisible();
  await expect(page.getByRole("combobox", { name: SEARCH })).toHaveCount(0);

  await shop.page.request.put("/api/staff/role", {
    headers: { authorization: `Bearer ${await adminToken(shop)}` },
    data: { _id: (await userOf(data.accesstoken))._id, role: "MANAGER", password: ADMIN.password },
  });
  await page.reload();
  await expect(page.getByRole("combobox", { name: SEARCH })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Staff", exact: true })).toHaveCount(0);

  async function userOf(token: string): Promise<{ _id: string }> {
    const answer = await shop.page.request.get("/api/user/user-details", { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { data: { _id: string } }).data;
  }
});
