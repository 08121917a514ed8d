import { findAnything } from "#features/back-office/contract.ts";
import { listAddresses } from "#features/addresses/contract.ts";
import { deleteCartLine, getCart } from "#features/cart/contract.ts";
import { listCategories, listSubCategories, manyProducts } from "#features/catalogue/contract.ts";
import { relatedProducts } from "#features/catalogue/related/contract.ts";
import { couponsOffered } from "#features/coupons/contract.ts";
import { lowStock, sales } from "#features/dashboard/contract.ts";
import { getLists, setListLine } from "#features/lists/contract.ts";
import { liveUpdates } from "#features/live/contract.ts";
import { cashOnDelivery, getOrder } from "#features/orders/contract.ts";
import { createPayPalOrder, waysToPay } from "#features/payments/contract.ts";
import { listMissing } from "#features/pick/missing/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { originalText } from "#features/shop/texts/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { splitLanguage } from "#words/language.ts";
import { adminSignedIn } from "./admin.ts";
import { approve, atCheckout, openCardForm, putIntoCart } from "./payer.ts";
import { expect, test, type ShopPage } from "./shop.ts";
import { addressOf, buys, newShopper, signedIn, toast } from "./shopper.ts";

// Refusals are not tried again by themselves, so the tests need not wait.
test.use({ expectedErrors: [/status of 400/] });

/** Refuses these calls until the returned function is called. */
async function broken({ page }: ShopPage, ...endpoints: Endpoint[]): Promise<() => Promise<void>> {
  const patterns = endpoints.map(({ path }) => new RegExp(`^${path.replace(/:\w+/, "[^/]+")}$`));
  const isOne = (url: URL) => patterns.some((pattern) => pattern.test(splitLanguage(url.pathname).address));
  await page.route(isOne, (route) => route.fulfill({ status: 400, json: { success: false, error: true, message: "Broken" } }));
  return () => page.unroute(isOne);
}

test("STAT-8 addresses and categories that fail to load are only logged, also inside other pages", async ({ shop, page }) => {
  const reload = page.getByRole("main").getByRole("button", { name: "Reload" });
  const inDialog = page.getByRole("dialog").getByRole("button", { name: "Reload" });
  const isQuiet = async () => {
    await expect(page.getByText("Broken")).toHaveCount(0);
    await expect(page.getByText(/couldn't/i)).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
  };
  const shopper = await signedIn(shop);
  const product = await shop.product();
  const number = await buys(shop, shopper, product);
  await putIntoCart(shop, shopper, product);
  await addressOf(shop, shopper, "9 Hill Road");
  for (const path of ["/checkout", `/dashboard/myorders/${number}/change`]) {
    const mend = await broken(shop, listAddresses);
    await shop.open(path);
    await expect(reload).toBeVisible();
    await isQuiet();
    await mend();
    await reload.click();
    await expect(page.getByRole("radio", { name: /9 Hill Road/ })).toBeVisible();
  }

  await adminSignedIn(shop);
  for (const endpoint of [listCategories, listSubCategories]) {
    const mend = await broken(shop, endpoint);
    await shop.open("/dashboard/product");
    await expect(reload).toBeVisible();
    await isQuiet();
    await mend();
    await reload.click();
    await expect(page.getByRole("search", { name: "Filters" }).getByRole("combobox").first()).toContainText("Bakery");
  }
  const mend = await broken(shop, listCategories);
  for (const [path, button] of [
    ["/dashboard/upload-product", undefined],
    ["/dashboard/subcategory", "Add Sub Category"],
    ["/dashboard/coupons", "Add coupon"],
    ["/dashboard/settings/home", undefined],
  ] as const) {
    await shop.open(path);
    if (button) await page.getByRole("button", { name: button }).first().click();
    await expect(button ? inDialog : reload).toBeVisible();
    await isQuiet();
  }
  await mend();
  await reload.click();
  await expect(page.getByLabel("Add a shelf")).toContainText("Bakery");
});

test("a shopper's lists, order and search say that they failed, and can be tried again", { tag: "@campaign" }, async ({ shop, page }) => {
  const again = page.getByRole("main").getByRole("button", { name: "Try again" });
  const shopper = await signedIn(shop);
  const product = await shop.product();
  await shop.call(setListLine, { _id: "favorites", productId: product._id, quantity: 1 }, shopper.token);
  for (const [path, endpoint] of [
    ["/lists", getLists],
    ["/favorites", getLists],
    ["/favorites", manyProducts],
  ] as const) {
    const mend = await broken(shop, endpoint);
    await shop.open(path);
    await expect(page.getByText(/^We couldn't load/)).toBeVisible();
    await mend();
    await again.click();
    await expect(page.getByRole("main")).toContainText(path === "/lists" ? "1 product" : product.name);
  }

  const number = await buys(shop, shopper, product);
  await shop.open(`/dashboard/myorders/${number}/change`);
  const mend = await broken(shop, searchProducts);
  await page.getByLabel("Add a product").fill("milk");
  await expect(page.getByText("We couldn't load this.")).toBeVisible();
  await mend();
  await again.click();
  await expect(page.getByRole("list", { name: "Products to add" })).toBeVisible();

  const payer = await signedIn(shop);
  const list_items = [{ productId: product._id, quantity: 1 }];
  const { orderId } = await shop.call(createPayPalOrder, { list_items, addressId: await addressOf(shop, payer) }, payer.token);
  await approve(page, orderId);
  const mendOrder = await broken(shop, getOrder);
  await shop.open(`/success?token=${orderId}`);
  await expect(shop.heading("Payment successful!")).toBeVisible();
  await expect(page.getByText("We couldn't load this.")).toBeVisible();
  await mendOrder();
  await again.click();
  await expect(page.getByRole("main")).toContainText("1 Quay Street");
});

test("CHK-3 CHK-10 a checkout that can't load the payment methods says so, and can be tried again", async ({ shop, page }) => {
  const again = page.getByRole("main").getByRole("button", { name: "Try again" });
  const mend = await broken(shop, waysToPay, couponsOffered);
  const { shopper } = await atCheckout(shop);
  const payWith = page.getByRole("region", { name: "Pay with" });
  await expect(payWith).toContainText("We couldn't load this.");
  await expect(payWith.getByRole("radio")).toHaveCount(0);
  // Whether there are coupons is unknown, so a code can be entered.
  await expect(page.getByRole("button", { name: "Add a code" })).toBeVisible();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(toast(page, "We couldn't load the payment methods")).toBeVisible();
  await shop.assertAccessible();
  await mend();
  await again.click();
  await expect(payWith.getByRole("radio", { name: /^PayPal/ })).toBeChecked();
  await expect(payWith.getByRole("radio", { name: /^Card/ })).toBeVisible();

  // With a payment under way and nothing else in the cart, the way to go on is not missing without a word.
  await openCardForm(page);
  const [line] = (await shop.call(getCart, undefined, shopper.token)).data;
  await shop.call(deleteCartLine, { _id: line?._id ?? "" }, shopper.token);
  const mendWays = await broken(shop, waysToPay);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your payment is not finished" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue by card" })).toBeHidden();
  await mendWays();
  await again.click();
  await expect(page.getByRole("button", { name: "Continue by card" })).toBeVisible();
});

test("an order that can't load what is missing says so, and can be tried again", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const list_items = [{ productId: (await shop.product())._id, quantity: 1 }];
  const asks = { ifMissing: { choice: "ask" as const, except: [] } };
  const order = await shop.call(cashOnDelivery, { list_items, addressId: await addressOf(shop, shopper), ...asks }, shopper.token);
  const number = order.data.orderId;
  // Otherwise it would be read again by itself when the page follows the order.
  await broken(shop, liveUpdates);
  const mend = await broken(shop, listMissing);
  await shop.open(`/dashboard/myorders/${number}`);
  await expect(page.getByText("We couldn't load this.")).toBeVisible();
  await mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("We couldn't load this.")).toBeHidden();
});

test(
  "figures, texts, replacements and the search of the back office say that they failed, and can be tried again",
  { tag: "@campaign" },
  async ({ shop, page }) => {
    const number = await buys(shop, await newShopper(shop), await shop.product());
    await adminSignedIn(shop);
    const again = page.getByRole("button", { name: "Try again" });
    let mend = await broken(shop, sales, lowStock);
    await shop.open("/dashboard");
    const cards = page.getByRole("main").locator("dl").first();
    await expect(cards).toContainText("–");
    await expect(again.first()).toBeVisible();
    await mend();
    await again.first().click();
    await expect(cards).not.toContainText("–");

    mend = await broken(shop, originalText);
    await shop.open("/dashboard/settings/texts");
    await expect(page.getByText("We couldn't load this.")).toBeVisible();
    await mend();
    await again.click();
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeEnabled();

    mend = await broken(shop, findAnything);
    const box = page.getByRole("combobox", { name: /^Search orders/ });
    await box.fill(number);
    await expect(page.getByText("We couldn't load this.")).toBeVisible();
    await shop.assertAccessible();
    await mend();
    await page.keyboard.press("Tab");
    await expect(again).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("option").first()).toContainText(number);

    mend = await broken(shop, relatedProducts);
    await shop.open(`/dashboard/pick?orders=${number}`);
    await page.getByRole("button", { name: new RegExp(`^Order ${number}:`) }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Found: one less" }).click();
    await expect(page.getByText("We couldn't load this.")).toBeVisible();
    await mend();
    await again.click();
    await expect(page.getByText("We couldn't load this.")).toBeHidden();
    await expect(page.getByRole("region", { name: "Replace it" }).getByRole("listitem").first()).toBeVisible();
  },
);

test("what fails says so in Spanish on Spanish pages", async ({ shop, page }) => {
  await signedIn(shop);
  const mend = await broken(shop, getLists);
  await shop.open("/es/lists");
  await expect(page.getByText("No pudimos cargar tus listas")).toBeVisible();
  await expect(page.getByText("Revisa tu conexión o inténtalo de nuevo en un momento.")).toBeVisible();
  await mend();
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect(page.getByText("No pudimos cargar tus listas")).toBeHidden();
});
