import { addToCart } from "#features/cart/contract.ts";
import { cashOnDelivery } from "#features/orders/contract.ts";
import { endCoupon, listCoupons } from "#features/coupons/contract.ts";
import { formatCents } from "#shared/money.ts";
import { adminSignedIn, adminToken, newProduct } from "./admin.ts";
import { expect, PHONE, test } from "./shop.ts";
import { addressOf, newShopper, toast, useTokens } from "./shopper.ts";

test.use({ expectedErrors: [/409 \(Conflict\)/] });

test("a manager adds a coupon, a shopper orders with its code, and every bill shows the discount", async ({ shop, page }) => {
  const code = `E2E-${Date.now().toString(36).toUpperCase()}`;
  const token = await adminToken(shop);
  // $4.00 minus 10%: three cost $10.80.
  const product = await newProduct(shop, token);
  const shopper = await newShopper(shop);
  await addressOf(shop, shopper);
  await shop.call(addToCart, { productId: product._id }, shopper.token);

  await useTokens(page, shopper);
  await shop.open("/checkout");
  const summary = page.getByRole("complementary", { name: "Summary" });
  await expect(summary.getByText("Grand total")).toBeVisible();
  await expect(summary.getByRole("button", { name: "Add a code" })).toBeHidden();
  await expect(summary.getByText("Coupon")).toBeHidden();

  await adminSignedIn(shop);
  await shop.open("/dashboard/coupons");
  await page.getByRole("button", { name: "Add coupon" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add coupon" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a number")).toBeVisible();
  await expect(dialog.getByText("Enter a code")).toBeVisible();
  await dialog.getByLabel("Code").fill(code.toLowerCase());
  await dialog.getByLabel("Percent").fill("a lot");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a number")).toBeVisible();
  await dialog.getByLabel("Percent").fill("25");
  await dialog.getByLabel("Minimum order").fill("7,20");
  await dialog.getByLabel("Total uses").fill("1");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Coupon added")).toBeVisible();
  const row = page.getByRole("row", { name: new RegExp(code) });
  await expect(row).toContainText(/Active.*25% off everything, from \$7\.20.*Always.*0 of 1/);
  await shop.assertAccessible();
  await page.setViewportSize(PHONE);
  await shop.assertFits();
  // On a phone nothing is cut off: each coupon is a card with all of its details.
  const card = page.getByRole("list", { name: "Coupons" }).getByRole("listitem").filter({ hasText: code });
  await expect(card).toContainText(/Active.*25% off everything, from \$7\.20.*Always.*0 of 1/);
  await expect(card.getByRole("button", { name: `End ${code}` })).toBeInViewport({ ratio: 1 });
  await shop.assertAccessible();

  await useTokens(page, shopper);
  await shop.open("/checkout");
  await page.getByRole("radio", { name: /Cash on delivery/ }).check();
  await summary.getByRole("button", { name: "Add a code" }).click();
  const field = summary.getByLabel("Coupon code");
  const apply = summary.getByRole("button", { name: "Apply" });
  await field.fill("no-such-code");
  await field.press("Enter");
  await expect(summary.getByText("We don't know the code NO-SUCH-CODE. Check it and try again.")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(code.toLowerCase());
  await apply.click();
  await expect(summary.getByText(`Add $3.60 more to use the coupon ${code}.`)).toBeVisible();

  const edit = page.getByRole("link", { name: "Edit cart" });
  await edit.click();
  await page
    .getByRole("button", { name: `One more of ${product.name}` })
    .first()
    .click();
  await expect(toast(page, /^Item added$/)).toBeVisible();
  await shop.open("/checkout");
  await page.getByRole("radio", { name: /Cash on delivery/ }).check();
  await expect(summary.getByText(`${code} takes off $1.80`)).toBeVisible();
  const bill = summary.getByRole("definition");
  await expect(bill.filter({ hasText: "−$1.80" })).toBeVisible();
  await expect(summary.getByText("$5.40").first()).toBeVisible();
  await shop.assertAccessible();
  await shop.assertFits();

  // Someone else is faster, and the shopper is told before anything is ordered.
  const rival = await newShopper(shop);
  const addressId = await addressOf(shop, rival);
  const list_items = [{ productId: product._id, quantity: 3 }];
  const { data } = await shop.call(cashOnDelivery, { list_items, addressId, coupon: code }, rival.token);
  expect([data.coupon, data.totalAmt]).toEqual([{ code, amount: 2.7 }, 8.1]);
  await page.getByRole("button", { name: /Place order/ }).click();
  const notice = page.getByRole("alert").filter({ hasText: "Something has changed in the shop" });
  await expect(notice).toContainText(`The coupon ${code} is used up.`);
  await notice.getByRole("button", { name: "Accept the changes" }).click();
  await expect(summary.getByText(formatCents(720)).first()).toBeVisible();

  await useTokens(page, rival);
  await shop.open(`/dashboard/myorders/${data.orderId}`);
  await expect(page.getByText(`Coupon ${code}`)).toBeVisible();
  await expect(page.getByText("−$2.70")).toBeVisible();

  await adminSignedIn(shop);
  await page.setViewportSize({ width: 1440, height: 1000 });
  await shop.open("/dashboard/coupons");
  await expect(row).toContainText(/Used up.*1 of 1.*\$2\.70/);
  await row.getByRole("button", { name: `End ${code}` }).click();
  await page.getByRole("button", { name: "End coupon" }).click();
  await expect(row).toContainText("Ended");
  for (const { _id, state } of (await shop.call(listCoupons, undefined, token)).data)
    if (state !== "ended") await shop.call(endCoupon, { _id }, token);
});
