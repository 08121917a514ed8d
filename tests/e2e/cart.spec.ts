import { addToCart, getCart } from "#features/cart/contract.ts";
import type { Locator, Page, Route } from "@playwright/test";
import { manyProducts, type Product } from "#features/catalogue/contract.ts";
import { LONG } from "../support/rounds.ts";
import { expect, holdScripts, PHONE, pricesOf, test, type ShopPage } from "./shop.ts";
import { assertUnsaid, cartButton, newShopper, openCart, openListWith, quantityOf, signedIn, toast } from "./shopper.ts";
import { formatCents } from "#shared/money.ts";
import { withKind } from "#features/catalogue/words.ts";
import { listCents, paidCents } from "#features/catalogue/rules.ts";

for (const who of ["a guest", "a shopper"] as const) {
  test(`CARD-2 CARD-3 CART-4 Add, plus and minus change the cart of ${who}, each with its message`, async ({ shop, page }) => {
    if (who === "a shopper") await signedIn(shop);
    const product = await shop.product();
    await openListWith(shop, product);
    const card = shop.card(product.name);
    await card.getByRole("button", { name: `Add ${product.name}` }).click();
    await expect(toast(page, "Item added to cart")).toBeVisible();
    await expect(quantityOf(card, product.name)).toHaveValue("1");
    await card.getByRole("button", { name: `One more of ${product.name}` }).click();
    await expect(toast(page, /^Item added$/)).toBeVisible();
    await expect(quantityOf(card, product.name)).toHaveValue("2");
    await card.getByRole("button", { name: `One less of ${product.name}` }).click();
    await expect(toast(page, /^Item remove$/)).toBeVisible();
    await expect(quantityOf(card, product.name)).toHaveValue("1");
    await page.reload();
    await expect(quantityOf(card, product.name)).toHaveValue("1");
  });

  test(`CARD-4 CART-4 minus at quantity 1 deletes the item of ${who}, and Undo restores it`, async ({ shop, page }) => {
    if (who === "a shopper") await signedIn(shop);
    const product = await shop.product();
    await openListWith(shop, product);
    const card = shop.card(product.name);
    await card.getByRole("button", { name: `Add ${product.name}` }).click();
    await quantityOf(card, product.name).fill("3");
    await quantityOf(card, product.name).press("Enter");
    await expect(cartButton(page)).toContainText("3 items");
    for (let i = 0; i < 2; i++) await card.getByRole("button", { name: `One less of ${product.name}` }).click();
    await card.getByRole("button", { name: `Remove ${product.name}` }).click();
    await expect(toast(page, "Item removed from cart")).toBeVisible();
    await expect(cartButton(page)).toHaveText("My Cart");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(quantityOf(card, product.name)).toHaveValue("1");
  });
}

test("CART-4 Add and deletion toast the server's own message", async ({ shop, page }) => {
  await signedIn(shop);
  const product = await shop.product();
  for (const [path, message] of [
    ["/api/cart/create", "In your basket, says the server"],
    ["/api/cart/delete-cart-item", "Taken out, says the server"],
  ] as const) {
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), message } });
    });
  }
  await openListWith(shop, product);
  const card = shop.card(product.name);
  await card.getByRole("button", { name: `Add ${product.name}` }).click();
  await expect(toast(page, "In your basket, says the server")).toBeVisible();
  await card.getByRole("button", { name: `Remove ${product.name}` }).click();
  await expect(toast(page, "Taken out, says the server")).toBeVisible();
});

test("CART-3 Please Login is a notice, not an error", async ({ shop, page }) => {
  const product = await shop.product();
  await openListWith(shop, product);
  await shop.card(product.name).getByRole("button", { name: /^Add/ }).click();
  await openCart(page);
  await page.getByRole("button", { name: /Proceed/ }).click();
  const notice = page.getByRole("status").filter({ hasText: "Please Login" });
  await expect(notice).toBeVisible();
  await expect(notice.locator("svg.lucide-info")).toBeVisible();
  await expect(notice.locator("svg.lucide-circle-x")).toHaveCount(0);
});

test("CART-1 CART-5 LAY-1 LAY-3 the drawer shows savings, lines and bill details to the cent", async ({ shop, page }) => {
  const cheaper = await shop.product(({ stock, discount }) => stock > 5 && discount > 0);
  const plain = await shop.product(({ stock, discount }) => stock > 5 && discount === 0);
  await shop.open("/about-us");
  await expect(cartButton(page)).toHaveText("My Cart");
  for (const product of [plain, cheaper]) {
    await openListWith(shop, product);
    await shop
      .card(product.name)
      .getByRole("button", { name: `Add ${product.name}` })
      .click();
    await expect(toast(page, "Item added to cart")).toBeVisible();
  }
  await shop
    .card(cheaper.name)
    .getByRole("button", { name: /^One more/ })
    .click();

  const paid = formatCents(2 * paidCents(cheaper) + paidCents(plain));
  const list = formatCents(2 * listCents(cheaper) + listCents(plain));
  const saved = formatCents(2 * (listCents(cheaper) - paidCents(cheaper)));
  await expect(cartButton(page)).toHaveText(`3 items${paid}`);
  const drawer = await openCart(page);
  await expect(drawer).toContainText(`Your total savings ${saved}`);
  await expect(drawer.getByRole("article")).toHaveCount(2);
  await expect(drawer).toContainText(pricesOf(cheaper).paid);
  await expect(drawer.getByText("Bill details")).toBeVisible();
  await expect(drawer.locator("s").filter({ hasText: list })).toBeVisible();
  await expect(drawer).toContainText(`Quantity total3 items`);
  await expect(drawer).toContainText("Delivery chargeFree");
  await expect(drawer).toContainText(`Grand total${paid}`);
  await expect(drawer.getByRole("button", { name: `${paid} Proceed` })).toBeVisible();
  await shop.assertAccessible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(cartButton(page)).toBeFocused();
});

test("CART-1 CART-5 without a discount the savings are shown as $0.00, in the drawer and on the page", async ({ shop, page }) => {
  const plain = await shop.product(({ stock, discount }) => stock > 5 && discount === 0);
  await openListWith(shop, plain);
  await shop.card(plain.name).getByRole("button", { name: /^Add/ }).click();
  await expect(await openCart(page)).toContainText("Your total savings $0.00");
  await shop.assertAccessible();
  await shop.open("/cart");
  await expect(page.getByRole("main")).toContainText("Your total savings $0.00");
});

test("CART-2 an empty cart says so and leads back to the shop", async ({ shop, page }) => {
  await shop.open("/about-us");
  const drawer = await openCart(page);
  await expect(drawer).toContainText("Your cart is empty");
  await drawer.getByRole("link", { name: "Shop Now" }).click();
  await expect(page).toHaveURL("/");
  await expect(drawer).toBeHidden();
});

test("CART-3 proceeding without a login shows Please Login and leads to the login", async ({ shop, page }) => {
  const product = await shop.product();
  await openListWith(shop, product);
  await shop.card(product.name).getByRole("button", { name: /^Add/ }).click();
  const drawer = await openCart(page);
  await drawer.getByRole("button", { name: /Proceed/ }).click();
  await expect(toast(page, "Please Login")).toBeVisible();
  await expect(page).toHaveURL("/login?next=%2Fcheckout");
  // The focus does not return to the cart button.
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

test("CART-6 ACC-9 a guest's cart is merged into the account's at login, once", async ({ shop, page }) => {
  const one = await shop.product(({ stock, discount }) => stock > 5 && discount > 0);
  const two = await shop.product(({ stock, discount }) => stock > 5 && discount === 0);
  const shopper = await newShopper(shop);
  await shop.call(addToCart, { productId: one._id }, shopper.token);
  for (const product of [one, two]) {
    await openListWith(shop, product);
    await shop.card(product.name).getByRole("button", { name: /^Add/ }).click();
    await expect(toast(page, "Item added to cart")).toBeVisible();
  }
  await expect(cartButton(page)).toContainText("2 items");
  await page.getByRole("link", { name: "Login" }).click();
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByLabel("Password", { exact: true }).fill(shopper.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL("/");
  await expect(cartButton(page)).toContainText("3 items");
  await page.reload();
  await expect(cartButton(page)).toContainText("3 items");
  const { data } = await shop.call(getCart, undefined, shopper.token);
  expect(data.map(({ productId, quantity }) => [productId._id, quantity])).toEqual([
    [one._id, 2],
    [two._id, 1],
  ]);
});

test("CART-6 a guest's cart is kept until the server has confirmed the merge, even if the tab closes meanwhile", async ({
  shop,
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const product = await shop.product();
  const shopper = await newShopper(shop);
  await openListWith(shop, product);
  await shop.card(product.name).getByRole("button", { name: /^Add/ }).click();
  await expect(toast(page, "Item added to cart")).toBeVisible();
  // The server merges the carts, but the response is lost.
  await page.route("**/api/cart/merge", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto("/login");
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByLabel("Password", { exact: true }).fill(shopper.password);
  const merge = page.waitForRequest("**/api/cart/merge");
  await page.getByRole("button", { name: "Login" }).click();
  await merge;
  await expect(page).toHaveURL("/");
  const next = await context.newPage();
  await page.close();
  await next.goto("/");
  await expect(cartButton(next)).toContainText("1 item");
  const { data } = await shop.call(getCart, undefined, shopper.token).catch(() => ({ data: [] }));
  expect(data.map(({ quantity }) => quantity)).toEqual([1]);
});

test("NAV-10 LAY-2 on a phone a bar with count and total opens the cart, except on the checkout", async ({ shop, page }) => {
  await signedIn(shop);
  await page.setViewportSize(PHONE);
  const product = await shop.product();
  await openListWith(shop, product);
  const bar = page.getByRole("complementary", { name: "Your cart" });
  await expect(bar).toBeHidden();
  await shop.card(product.name).getByRole("button", { name: /^Add/ }).click();
  await expect(bar).toContainText(`1 item${pricesOf(product).paid}`);
  await bar.getByRole("link", { name: /View Cart/ }).click();
  await expect(page).toHaveURL("/cart");
  await expect(shop.heading("Cart")).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toContainText(product.name);
  await shop.assertFits();
  await shop.assertAccessible();
  await page.getByRole("button", { name: /Proceed/ }).click();
  await expect(page).toHaveURL("/checkout");
  await expect(shop.heading("Checkout")).toBeVisible();
  await expect(bar).toBeHidden();
});

test("double-clicking Add adds one", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const product = await shop.product();
  await openListWith(shop, product);
  // The quantity appears where the center of Add was, so the second click changes nothing.
  await shop.card(product.name).getByRole("button", { name: /^Add/ }).dblclick();
  await expect(toast(page, "Item added to cart")).toBeVisible();
  const { data } = await shop.call(getCart, undefined, shopper.token);
  expect(data.map(({ quantity }) => quantity)).toEqual([1]);
});

test("CARD-2 LAY-3 Add and My Cart, tapped before the page is ready, take effect once", async ({ shop, page }) => {
  const product = await shop.product();
  const ready = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  const add = shop.card(product.name).getByRole("button", { name: `Add ${product.name}` });
  await add.click();
  await add.click();
  await cartButton(page).click();
  ready();
  const drawer = page.getByRole("dialog", { name: "Cart" });
  await expect(quantityOf(drawer, product.name)).toHaveValue("1");
  await drawer.getByRole("button", { name: `Remove ${product.name}` }).click();
  await expect(drawer.getByText("Your cart is empty")).toBeVisible();
  await page.reload();
  await expect(cartButton(page)).toHaveText("My Cart");
});

test("ten quick clicks on plus add ten, with few requests, even if the server is slow", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const product = await shop.product(({ stock }) => stock > 20);
  await shop.call(addToCart, { productId: product._id }, shopper.token);
  let requests = 0;
  await page.route("**/api/cart/update-qty", async (route) => {
    requests++;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await openListWith(shop, product);
  const card = shop.card(product.name);
  const plus = card.getByRole("button", { name: /^One more/ });
  await plus.evaluate((button) => {
    for (let i = 0; i < 10; i++) (button as HTMLButtonElement).click(); // a button
  });
  await expect(quantityOf(card, product.name)).toHaveValue("11");
  await expect.poll(async () => (await shop.call(getCart, undefined, shopper.token)).data[0]?.quantity).toBe(11);
  expect(requests).toBeLessThanOrEqual(2);
});

test("a typed quantity is capped at the stock, with a message", async ({ shop, page }) => {
  const product = await shop.product(({ stock }) => stock > 1 && stock < 100);
  await openListWith(shop, product);
  const card = shop.card(product.name);
  await card.getByRole("button", { name: /^Add/ }).click();
  await expect(toast(page, "Item added to cart")).toBeVisible();
  await quantityOf(card, product.name).fill("998");
  await quantityOf(card, product.name).press("Enter");
  await expect(toast(page, `Only ${product.stock} of ${withKind(product.name, product.unit)} left`)).toBeVisible();
  await expect(quantityOf(card, product.name)).toHaveValue(String(product.stock));
});

test("STAT-8 a refused change is rolled back with the server's message", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/409|500/);
  const shopper = await signedIn(shop);
  const product = await shop.product();
  await shop.call(addToCart, { productId: product._id }, shopper.token);
  await page.route("**/api/cart/update-qty", (route) =>
    route.fulfill({ status: 409, json: { success: false, error: true, message: "Only 1 of it left", data: { stock: 1 } } }),
  );
  await openListWith(shop, product);
  const card = shop.card(product.name);
  await card.getByRole("button", { name: /^One more/ }).click();
  await expect(toast(page, "Only 1 of it left")).toBeVisible();
  await expect(quantityOf(card, product.name)).toHaveValue("1");
});

test("STAT-8 without a response the cart says so, and is updated once there is one", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await signedIn(shop);
  const product = await shop.product();
  await page.route("**/api/cart/create", (route) => route.abort());
  await openListWith(shop, product);
  const card = shop.card(product.name);
  await card.getByRole("button", { name: /^Add/ }).click();
  await expect(toast(page, "The shop isn't responding. We'll update your cart when it does.")).toBeVisible();
  await expect(quantityOf(card, product.name)).toHaveValue("1");
  await page.unroute("**/api/cart/create");
  await expect(toast(page, "Item added to cart")).toBeVisible();
});

test("STAT-8 a cart that fails to load is only logged, and can be reloaded", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await signedIn(shop);
  await page.route("**/api/cart/get", (route) => route.abort());
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("Could not load the cart"));
  await shop.open("/cart");
  await logged;
  const reload = page.getByRole("main").getByRole("button", { name: "Reload" });
  await expect(reload).toBeVisible();
  await expect(page.getByRole("main")).toHaveText("CartReload");
  await assertUnsaid(page);
  await page.unroute("**/api/cart/get");
  await reload.click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});

for (const who of LONG ? ["a guest", "a shopper"] : ["a guest"]) {
  test(`two tabs of ${who} show the same cart`, async ({ shop, context }) => {
    if (who === "a shopper") await signedIn(shop);
    const product = await shop.product();
    await openListWith(shop, product);
    const other = await context.newPage();
    await other.goto("/");
    await shop.card(product.name).getByRole("button", { name: /^Add/ }).click();
    await expect(cartButton(other)).toContainText("1 item");
    await shop
      .card(product.name)
      .getByRole("button", { name: /^One more/ })
      .click();
    await expect(cartButton(other)).toContainText("2 items");
  });
}

/** Adds one of each product to a guest's cart. */
async function fillCart(shop: ShopPage, ...products: Product[]): Promise<void> {
  for (const product of products) {
    await openListWith(shop, product);
    await shop.card(product.name).getByRole("button", { name: /^Add/ }).click();
    await expect(toast(shop.page, "Item added to cart")).toBeVisible();
  }
}

/** Products on the home page with enough stock. */
async function someProducts(shop: ShopPage, count: number): Promise<Product[]> {
  const found = new Map<string, Product>();
  for (const { products } of await shop.rows()) for (const product of products) if (product.stock > 5) found.set(product._id, product);
  return [...found.values()].slice(0, count);
}

async function doubleTap(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = (await button.boundingBox())!; // the button is visible
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
}

test("CARD-4 a double tap on minus removes one product, and not the one below", async ({ shop, page }) => {
  const [one, two] = (await someProducts(shop, 2)) as [Product, Product];
  await fillCart(shop, one, two);
  await shop.open("/cart");
  const main = page.getByRole("main");
  await doubleTap(page, main.getByRole("button", { name: `Remove ${one.name}` }));
  await expect(main.getByRole("article")).toHaveCount(1);
  await expect(quantityOf(main, two.name)).toHaveValue("1");
  // Nor does it click what replaces the last item.
  await doubleTap(page, main.getByRole("button", { name: `Remove ${two.name}` }));
  await expect(main.getByText("Your cart is empty")).toBeVisible();
  await expect(page).toHaveURL("/cart");
});

test("CARD-4 a double tap on minus in a card does not add the product again", async ({ shop, page }) => {
  const product = await shop.product();
  await fillCart(shop, product);
  const card = shop.card(product.name);
  await doubleTap(page, card.getByRole("button", { name: `Remove ${product.name}` }));
  await expect(toast(page, "Item removed from cart")).toBeVisible();
  await expect(card.getByRole("button", { name: `Add ${product.name}` })).toBeVisible();
  await expect(cartButton(page)).toHaveText("My Cart");
});

test("CART-6 what a guest adds while the cart is loading is kept", async ({ shop, page }) => {
  const [one, two] = (await someProducts(shop, 2)) as [Product, Product];
  await fillCart(shop, one);
  const held: Route[] = [];
  let isHeld = true;
  await page.route(`**${manyProducts.path}*`, async (route) => (isHeld ? void held.push(route) : route.continue()));
  await openListWith(shop, two);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await shop.card(two.name).getByRole("button", { name: /^Add/ }).click();
  const stored = () => page.evaluate(() => localStorage.getItem("cart"));
  await expect.poll(stored).toContain(two._id);
  isHeld = false;
  for (const route of held) await route.continue();
  await expect(toast(page, "Item added to cart")).toBeVisible();
  await expect(cartButton(page)).toContainText("2 items");
  expect(await stored()).toContain(two._id);
});

test("CART-4 several removals can each be undone, and lines return to their places", async ({ shop, page }) => {
  const [one, two, three] = (await someProducts(shop, 3)) as [Product, Product, Product];
  await fillCart(shop, one, two, three);
  const drawer = await openCart(page);
  const names = () => drawer.getByRole("article").getByRole("heading").allInnerTexts();
  for (const { name } of [one, two]) await drawer.getByRole("button", { name: `Remove ${name}` }).click();
  await expect.poll(names).toEqual([three.name]);
  for (const { name } of [two, one]) await drawer.getByRole("button", { name: `Undo: put ${name} back` }).click();
  await expect.poll(names).toEqual([one.name, two.name, three.name]);
});

test("CART-4 LAY-3 in the drawer Tab reaches Undo, which keeps it open, and the focus stays inside", async ({ shop, page }) => {
  const [one, two] = (await someProducts(shop, 2)) as [Product, Product];
  await fillCart(shop, one, two);
  const drawer = await openCart(page);
  const focusInDrawer = () => drawer.evaluate((element) => element.contains(document.activeElement));
  await drawer.getByRole("button", { name: `Remove ${one.name}` }).press("Enter");
  await expect(drawer.getByRole("button", { name: `Remove ${two.name}` })).toBeFocused();
  const undo = drawer.getByRole("button", { name: `Undo: put ${one.name} back` });
  await expect(undo).toBeVisible();
  const isFocused = () => undo.evaluate((button) => button === document.activeElement);
  for (let presses = 0; presses < 12 && !(await isFocused()); presses++) await page.keyboard.press("Tab");
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(quantityOf(drawer, one.name)).toHaveValue("1");
  expect(await focusInDrawer()).toBe(true);
  await drawer.getByRole("button", { name: `Remove ${one.name}` }).click();
  await undo.click();
  await expect(quantityOf(drawer, one.name)).toHaveValue("1");
  expect(await focusInDrawer()).toBe(true);
});

test("toasts are at the bottom and cover neither the cart bar nor the Proceed button", async ({ shop, page }) => {
  const [product, another] = (await someProducts(shop, 2)) as [Product, Product];
  await page.setViewportSize(PHONE);
  await fillCart(shop, product);
  const told = page.getByRole("status").filter({ hasText: /^Item added/ });
  const leavesFree = async (what: Locator) => {
    const isFree = async () => {
      const [words, free] = [(await told.boundingBox())!, (await what.boundingBox())!];
      return words.y > 400 && (words.y + words.height <= free.y || free.y + free.height <= words.y);
    };
    // It slides in.
    await expect.poll(isFree).toBe(true);
  };
  await leavesFree(page.getByRole("complementary", { name: "Your cart" }));
  await shop.open("/cart");
  await page.getByRole("button", { name: `One more of ${product.name}` }).click();
  await leavesFree(page.getByRole("button", { name: /Proceed/ }));
  // The same with a longer bill.
  await fillCart(shop, another);
  await shop.open("/cart");
  await page.getByRole("button", { name: `One more of ${another.name}` }).click();
  await leavesFree(page.getByRole("button", { name: /Proceed/ }));
  await page.setViewportSize({ width: 900, height: 800 });
  await shop.open("/about-us");
  const drawer = await openCart(page);
  await drawer.getByRole("button", { name: `One more of ${product.name}` }).click();
  await leavesFree(drawer.getByRole("button", { name: /Proceed/ }));
});

test("on a phone, the cart's controls are large enough for a finger, and toasts don't cover the checkout button", async ({
  shop,
  page,
}) => {
  await page.setViewportSize(PHONE);
  await signedIn(shop);
  const product = await shop.product();
  await openListWith(shop, product);
  await shop
    .card(product.name)
    .getByRole("button", { name: `Add ${product.name}` })
    .click();
  await expect(toast(page, "Item added to cart")).toBeVisible();
  await shop.open("/cart");
  for (const name of [`Remove ${product.name}`, `One more of ${product.name}`]) {
    const box = await page.getByRole("main").getByRole("button", { name }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(40);
  }
  await page.getByRole("main").getByRole("button", { name: "Proceed" }).click();
  const pay = await page.getByRole("button", { name: /^Pay with/ }).boundingBox();
  const toastsEnd = await page.locator(".toasts").evaluate((toasts) => toasts.getBoundingClientRect().bottom);
  expect(toastsEnd).toBeLessThanOrEqual(pay?.y ?? 0);
});

test("ORD-6 each cart line shows its total, and a bin replaces minus at 1", async ({ shop, page }) => {
  const product = await shop.product();
  await fillCart(shop, product);
  await shop.open("/cart");
  const line = page.getByRole("main").getByRole("article");
  await expect(line.locator(".lucide-trash-2")).toBeVisible();
  await line.getByRole("button", { name: /^One more/ }).click();
  await expect(line).toContainText(`Line total ${formatCents(2 * paidCents(product))}`);
  await expect(line.locator(".lucide-trash-2")).toHaveCount(0);
});

test("STAT-6 at most 20 messages are shown at once", async ({ shop, page }) => {
  const { token } = await signedIn(shop);
  const products = (await shop.rows()).flatMap((row) => row.products).filter(({ stock }) => stock > 5);
  const ids = [...new Set(products.map(({ _id }) => _id))].slice(0, 22);
  for (const productId of ids) await shop.call(addToCart, { productId }, token);
  await shop.open("/cart");
  const main = page.getByRole("main");
  const bins = main.getByRole("button", { name: /^Remove / });
  await expect(bins).toHaveCount(22);
  // Each removal has a message of its own.
  await bins.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
  await expect(page.getByRole("button", { name: /^Undo/ })).toHaveCount(20);
});

test("STAT-6 a success is shown for 2 s, an error for 4 s", async ({ shop, page }) => {
  const product = await shop.product(({ stock }) => stock > 1 && stock < 100);
  await page.clock.install();
  await openListWith(shop, product);
  const card = shop.card(product.name);
  // The part of the page that shows them loads late.
  await expect(page.locator(".toasts [aria-live]")).toBeAttached();
  await page.clock.pauseAt(Date.now() + 60_000);
  /** How long a toast stays, in whole seconds of the page's clock. */
  async function secondsOf(words: RegExp): Promise<number> {
    await expect(async () => {
      await page.clock.runFor(10);
      expect(await toast(page, words).isVisible()).toBe(true);
    }).toPass({ intervals: [20] });
    let passed = 0;
    for (; await toast(page, words).isVisible(); passed += 250) await page.clock.fastForward(250);
    return Math.floor(passed / 1000);
  }
  await card.getByRole("button", { name: /^Add/ }).click();
  expect(await secondsOf(/^Item added to cart$/)).toBe(2);
  await quantityOf(card, product.name).fill("999");
  await quantityOf(card, product.name).press("Enter");
  expect(await secondsOf(/^Only /)).toBe(4);
});
