import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { addToCart, getCart } from "#features/cart/contract.ts";
import { updateProduct } from "#features/catalogue/admin/contract.ts";
import { productDetails } from "#features/catalogue/contract.ts";
import { listOrders } from "#features/orders/contract.ts";
import { pushKey, startPush } from "#features/push/contract.ts";
import type { PageMessage } from "#shared/worker/messages.ts";
import { paths } from "#web/paths.ts";
import { adminToken, newProduct } from "./admin.ts";
import { serveInFront } from "./in-front.ts";
import { stored } from "./stored-pages.ts";
import { expect, PHONE, test, WIDE, type ShopPage } from "./shop.ts";
import { addressOf, buys, quantityOf, signedIn, toast } from "./shopper.ts";
import { untilComplete } from "./until-hydrated.ts";

test.use({ serviceWorkers: "allow", expectedErrors: [/ERR_|Failed to load resource|Could not load/] });

/** Opens a page and waits until it can be read offline. */
async function seen(shop: ShopPage, page: Page, address: string): Promise<void> {
  await shop.open(address);
  await expect.poll(() => stored(page, "pages")).toContain(address);
  await untilComplete(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
}

const OLD = /^You are offline\. This page is from \d\d:\d\d\.$/;

test("pages, pictures, the cart and orders can be read offline, and say how old they are", async ({ shop, page, context }) => {
  const shopper = await signedIn(shop);
  const product = await shop.product(({ stock }) => stock > 9);
  const number = await buys(shop, shopper, product);
  await shop.call(addToCart, { productId: product._id }, shopper.token);
  await seen(shop, page, paths.order(number));
  await seen(shop, page, paths.product(product));
  await expect.poll(() => stored(page, "pictures")).not.toEqual([]);
  await expect.poll(() => stored(page, "pages")).toEqual(expect.arrayContaining([paths.cart, paths.myOrders]));
  await seen(shop, page, paths.cart);
  await expect(quantityOf(page.getByRole("main"), product.name)).toHaveValue("1");
  await goOffline(context, page);

  await page.goto(paths.product(product));
  await expect(shop.heading(product.name)).toBeVisible();
  await expect(page.getByRole("status").getByText(OLD)).toBeVisible();
  await expect
    .poll(() =>
      page
        .locator("main img")
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await page.goto(paths.order(number));
  await expect(shop.heading(`Order ${number}`)).toBeVisible();
  await expect(page.getByText(OLD)).toBeVisible();
  await page.goto(paths.cart);
  await expect(quantityOf(page.getByRole("main"), product.name)).toHaveValue("1");

  // Nothing is ordered at a price that may be old.
  await page.getByRole("main").getByRole("button", { name: "Proceed" }).click();
  await expect(page).toHaveURL(paths.checkout);
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  // A page that was never seen is the shop's own, not the browser's.
  await page.goto("/terms");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(page.getByRole("link", { name: `Order ${number}` })).toBeVisible();
  await page.setViewportSize(PHONE);
  await shop.assertFits();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(shop.heading(/Terms/)).toBeVisible();
  await expect(page.getByText("You are offline")).toHaveCount(0);
});

test(
  "offline, a picture is shown in a size that is stored, and one that was missing comes with the connection",
  { tag: "@campaign" },
  async ({ shop, page, context }) => {
    const product = await shop.product();
    await seen(shop, page, paths.product(product));
    await expect.poll(() => stored(page, "pictures")).not.toEqual([]);
    const kept = await stored(page, "pictures");
    const size = /\d+(?=\.webp$)/;
    const other = ["160", "320", "640", "1280"].map((width) => kept[0]!.replace(size, width)).find((path) => !kept.includes(path))!;
    const known = new Set(kept.map((path) => path.replace(size, "")));
    const missing = (await shop.rows())
      .flatMap(({ products }) => products.map(({ image }) => image[0]!))
      .find((path) => !known.has(path.replace(size, "")))!;
    await goOffline(context, page);
    await page.evaluate(
      (paths) => {
        const images = paths.map((src) => Object.assign(new Image(), { src, className: "added" }));
        document.querySelector("main")!.append(...images); // every page has one
      },
      [other, missing],
    );
    const shown = () =>
      page.locator(".added").evaluateAll((images: HTMLImageElement[]) => images.map(({ naturalWidth }) => naturalWidth > 0));
    await expect.poll(shown).toEqual([true, false]);
    await context.setOffline(false);
    await expect.poll(shown).toEqual([true, true]);
  },
);

test("the files that pages use outlast those of pages that were seen long ago", { tag: "@campaign" }, async ({ shop, page }) => {
  test.slow();
  await seen(shop, page, "/");
  const own = [...(await page.content()).matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path);
  const others = readdirSync(join(import.meta.dirname, "../../build/client/assets"))
    .filter((name) => name.endsWith(".js"))
    .map((name) => `/assets/${name}`)
    .filter((path) => !own.includes(path));
  expect(others.length).toBeGreaterThan(400);
  for (let at = 0; at < 400; at += 100) {
    for (const files of [own, others.slice(at, at + 100)]) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      await page.evaluate((message) => navigator.serviceWorker.controller!.postMessage(message), { kind: "seen", pages: [], files });
      await expect.poll(async () => new Set(await stored(page, "shell")).has(files.at(-1)!)).toBe(true);
    }
  }
  const left = await stored(page, "shell");
  expect(left.length).toBeLessThan(400);
  expect(left).toEqual(expect.arrayContaining(own));
});

const isList = ({ pathname }: URL) => pathname === listOrders.path;

test("the orders and pages of orders that someone has looked at can be read offline, and others say why they can't", async ({
  shop,
  page,
  context,
}) => {
  const shopper = await signedIn(shop);
  const product = await shop.product(({ stock }) => stock > 9);
  for (const _ of [1, 2, 3]) await buys(shop, shopper, product);
  const { data } = await shop.call(listOrders, {}, shopper.token);
  const [first, second, third] = data.map(({ orderId }) => orderId) as [string, string, string];
  // One order a page.
  await page.route(isList, (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get("page") ?? 1);
    const json = { success: true, error: false, message: "", page: number, totalPage: 3, data: [data[number - 1]] };
    return route.fulfill({ json });
  });
  const order = (number: string) => page.getByRole("article", { name: `Order ${number}` });
  const older = page.getByRole("button", { name: "Show older orders" });
  await seen(shop, page, paths.myOrders);
  await older.click();
  await expect(order(second)).toBeVisible();
  await seen(shop, page, paths.order(second));
  await expect(shop.heading(`Order ${second}`)).toBeVisible();
  await page.unroute(isList);
  await goOffline(context, page);

  await page.goto(paths.myOrders);
  await expect(order(first)).toBeVisible();
  await older.click();
  await expect(order(second)).toBeVisible();
  await older.click();
  await expect(page.getByText("Offline, you can only read orders you've already seen on this device.")).toBeVisible();
  await page.goto(paths.order(second));
  await expect(shop.heading(`Order ${second}`)).toBeVisible();
  await page.goto(paths.order(third));
  await expect(page.getByText("You can read an order here once you've opened it on this device.")).toBeVisible();
});

test("offline, the search box leads to the shop's own page", { tag: "@campaign" }, async ({ shop, page, context }) => {
  await seen(shop, page, "/");
  const box = page.getByRole("banner").getByLabel("Search the shop");
  await goOffline(context, page);
  await box.click();
  await expect(page).toHaveURL(paths.search());
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
});

test(
  "offline, choosing the other language keeps the query and what follows it, and is remembered",
  { tag: "@campaign" },
  async ({ shop, page, context }) => {
    await seen(shop, page, paths.search());
    await shop.open("/search?q=rice#products");
    await untilComplete(page);
    await goOffline(context, page);
    await page.getByRole("contentinfo").getByRole("link", { name: "Español" }).click();
    await expect(page.getByRole("heading", { name: "No tienes conexión" })).toBeVisible();
    await expect(page).toHaveURL("/es/search?q=rice#products");
    expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("es");
  },
);

test(
  "offline, the search box suggests past searches by keyboard, and the page says why it finds nothing",
  { tag: "@campaign" },
  async ({ shop, page, context }) => {
    await seen(shop, page, paths.search());
    const box = page.getByRole("combobox", { name: "Search the shop" });
    const list = page.getByRole("grid", { name: "Suggestions" });
    const failed = page.getByRole("main").getByText("No response from the shop");
    const results = (text: string) => shop.heading(`Results for “${text}”`);
    for (const text of ["honey", "ho"]) {
      await box.fill(text);
      await expect(results(text)).toBeVisible();
      await expect(list.getByRole("row").first()).toBeVisible();
      if (text === "honey") await box.press("Enter");
    }
    await goOffline(context, page);

    // Completions of other words are no help.
    await box.fill("milk");
    await expect(failed).toBeVisible();
    await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
    await box.press("ArrowDown");
    await expect(list).toBeHidden();
    await box.fill("hon");
    await expect(results("hon")).toBeVisible();
    await box.press("ArrowDown");
    await expect(list.getByRole("row")).toHaveText(["honey"]);
    await box.press("Enter");
    await expect(box).toHaveValue("honey");
    await expect(list).toBeHidden();
    await context.setOffline(false);
    await expect(shop.cards.first()).toBeVisible();
  },
);

test("cart changes made offline survive a reload, and are sent once and in order when back online", async ({ shop, page, context }) => {
  const shopper = await signedIn(shop);
  const admin = await adminToken(shop);
  const [first, second] = [await newProduct(shop, admin), await newProduct(shop, admin)];
  await seen(shop, page, paths.cart);
  await seen(shop, page, paths.product(second));
  await seen(shop, page, paths.product(first));
  await goOffline(context, page);
  const unsent = () =>
    page.evaluate(() =>
      Object.entries(localStorage)
        .flatMap(([key, value]) => (key.startsWith("stored-unsent-cart") ? [value] : []))
        .join(),
    );
  for (const product of [first, second]) {
    if (product !== first) await page.goto(paths.product(product));
    await untilComplete(page);
    await page
      .getByRole("main")
      .getByRole("button", { name: `Add ${product.name}` })
      .click();
    await expect(quantityOf(page.getByRole("main"), product.name)).toHaveValue("1");
    await expect.poll(unsent).toContain(product._id);
  }
  await page
    .getByRole("main")
    .getByRole("button", { name: `One more of ${second.name}` })
    .click();
  await expect(quantityOf(page.getByRole("main"), second.name)).toHaveValue("2");
  await expect.poll(unsent).toContain('"quantity":2');
  await page.reload();
  await expect(quantityOf(page.getByRole("main"), second.name)).toHaveValue("2");
  // Another tab shows them too, and leaves them to the first.
  const tab = await context.newPage();
  await tab.goto(paths.product(second));
  await untilComplete(tab);
  await expect(quantityOf(tab.getByRole("main"), second.name)).toHaveValue("2");
  const sent: string[] = [];
  context.on("request", (request) => {
    if (/cart\/(create|update-qty)$/.test(request.url())) sent.push(request.postDataJSON().productId ?? String(request.postDataJSON().qty));
  });
  await context.setOffline(false);
  const inCart = async () =>
    (await shop.call(getCart, undefined, shopper.token)).data.map(({ productId, quantity }) => [productId._id, quantity]);
  await expect.poll(inCart).toEqual([
    [first._id, 1],
    [second._id, 2],
  ]);
  await expect(quantityOf(tab.getByRole("main"), second.name)).toHaveValue("2");
  await tab.reload();
  await tab.waitForLoadState("networkidle");
  expect(sent).toEqual([first._id, second._id, "2"]);
});

test("a cart change arrives even if the page is left right after the press", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const product = await newProduct(shop, await adminToken(shop));
  await shop.open(paths.product(product));
  await expect(page.getByRole("banner").getByRole("button", { name: "My Cart" })).toBeVisible();
  const add = page.getByRole("main").getByRole("button", { name: `Add ${product.name}` });
  await add.evaluate((button: HTMLButtonElement) => {
    button.click();
    location.assign("/terms");
  });
  await page.waitForURL("/terms");
  await expect.poll(async () => (await shop.call(getCart, undefined, shopper.token)).data.map(({ quantity }) => quantity)).toEqual([1]);
});

test("nothing personal stays after a logout, in any tab", async ({ shop, page, context }) => {
  const shopper = await signedIn(shop);
  const product = await shop.product(({ stock }) => stock > 9);
  const number = await buys(shop, shopper, product);
  await addressOf(shop, shopper, "48 Orchard Lane");
  await shop.call(addToCart, { productId: product._id }, shopper.token);
  const other = await context.newPage();
  await other.goto(paths.checkout);
  await other.getByRole("radio", { name: /48 Orchard Lane/ }).check();
  const chosen = () => other.evaluate(() => sessionStorage.getItem("checkout-address"));
  expect(await chosen()).not.toBeNull();
  await seen(shop, page, paths.product(product));
  await seen(shop, page, paths.order(number));
  const names = () => page.evaluate(() => Object.keys(localStorage));
  await expect.poll(names).toContain(`stored-order-${number}`);
  await page.evaluate(() => caches.open("pictures"));
  const stillOpen = await context.newPage();
  await stillOpen.goto(paths.product(product));
  await untilComplete(stillOpen);
  await expect(stillOpen.getByRole("banner").getByRole("button", { name: "Account" })).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Log Out" }).click();
  await expect(page).toHaveURL("/");
  expect((await names()).filter((name) => name.startsWith("stored-order"))).toEqual([]);
  await expect.poll(chosen).toBeNull();
  const left = async () => [...(await stored(page, "pages")), ...(await stored(page, "pictures"))].join(" ");
  // Home is stored as a page that was seen, later than the one that is still open would be.
  await expect.poll(() => stored(page, "pages")).toContain("/");
  expect(await left()).not.toMatch(/product|order/);
});

const pagesNamed = (name: string) => Array.from({ length: 12 }, (_, at) => `/terms?${name}${at}`);

test(
  "what a person has looked at isn't stored after a logout, neither by the worker nor by a tab that still shows it",
  { tag: "@campaign" },
  async ({ shop, page, context }) => {
    const shopper = await signedIn(shop);
    const product = await shop.product(({ stock }) => stock > 9);
    const number = await buys(shop, shopper, product);
    await seen(shop, page, paths.order(number));
    await seen(shop, page, "/");
    const other = await context.newPage();
    await other.goto(paths.product(product));
    await expect.poll(() => stored(page, "pages")).toContain(paths.product(product));
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Log Out" }).click();
    await expect(page).toHaveURL("/");
    await expect(other.getByRole("banner").getByText("Login")).toBeVisible();
    // Longer than a tab waits before it has its page stored.
    await other.evaluate(() => new Promise((done) => setTimeout(done, 2500)));
    // The worker is still storing the first pages when it is told that the person has changed.
    const messages: PageMessage[] = [
      { kind: "seen", pages: pagesNamed("before"), files: [] },
      { kind: "forget" },
      { kind: "seen", pages: [...pagesNamed("after"), "/terms"], files: [] },
    ];
    await page.evaluate((all) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      for (const one of all) navigator.serviceWorker.controller!.postMessage(one);
    }, messages);
    await expect.poll(() => stored(page, "pages"), { timeout: 20_000 }).toContain("/terms");
    const left = await page.evaluate(async () => (await (await caches.open("pages")).keys()).map(({ url }) => url));
    expect(left.filter((url) => /before|product|order/.test(url))).toEqual([]);
  },
);

test("an update takes over an open tab, which keeps working; turned off, the worker removes what it stored, and itself", async ({
  shop,
  page,
}) => {
  const unregister = readFileSync(join(import.meta.dirname, "../../src/worker/unregister.js"));
  const present = await (await page.request.get("/sw.js")).text();
  let worker: string | Buffer = present;
  // The same address before and after an update, or the operator's change.
  const { url: address, close } = await serveInFront(shop.own.url, (path) => (path === "/sw.js" ? worker : undefined));
  await page.goto(address);
  await expect.poll(() => stored(page, "pages")).toContain("/");
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

  worker = `${present}\n// another build`;
  await page.evaluate(async () => {
    const updated = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
    await (await navigator.serviceWorker.ready).update();
    await updated;
  });
  const add = page.getByRole("article").getByRole("button", { name: /^Add / }).first();
  const name = (await add.getAttribute("aria-label"))!.slice("Add ".length);
  await add.click();
  await page.getByRole("article").getByRole("link", { name, exact: true }).first().click();
  await expect(shop.heading(name)).toBeVisible();
  await expect(quantityOf(page.getByRole("main"), name).first()).toHaveValue("1");

  worker = unregister;
  await page.goto(address);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await page.close();
  close();
});

test("a page from the cache is read again once the shop responds", async ({ shop, page, context }) => {
  const admin = await adminToken(shop);
  const product = await newProduct(shop, admin, { price: 4 });
  await seen(shop, page, paths.product(product));
  await goOffline(context, page);
  await page.reload();
  await expect(page.getByText(OLD)).toBeVisible();
  const { data } = await shop.call(productDetails, { productId: product._id });
  await shop.call(updateProduct, { ...data, price: 6 }, admin);
  await context.setOffline(false);
  await expect(page.getByText("$5.40").first()).toBeVisible();
  await expect(page.getByText(/This page is from/)).toHaveCount(0);
});

/** Stands in for a browser vendor's push service, which tests can't reach. */
function fakeSubscriptions(): void {
  // A point on the curve, which the shop checks.
  const keys = { p256dh: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU", auth: "A".repeat(22) };
  const fake = {
    get endpoint() {
      return `https://fcm.googleapis.com/fcm/send/${sessionStorage.getItem("subscribed")}`;
    },
    toJSON: () => ({ endpoint: fake.endpoint, keys }),
    unsubscribe: async () => (sessionStorage.removeItem("subscribed"), true),
  };
  const { prototype } = PushManager as unknown as { prototype: { getSubscription: unknown; subscribe: unknown } };
  prototype.getSubscription = async () => (sessionStorage.getItem("subscribed") ? fake : null);
  prototype.subscribe = async () => (sessionStorage.setItem("subscribed", "first"), fake);
}

test("a shopper gets notifications about an order until they turn them off or log out", async ({ shop, page, context }) => {
  await context.grantPermissions(["notifications"]);
  await page.addInitScript(fakeSubscriptions);
  const shopper = await signedIn(shop);
  const number = await buys(shop, shopper, await shop.product(({ stock }) => stock > 9));
  await shop.open(paths.order(number));
  const offer = page.getByRole("region", { name: "Notifications" });
  const isOn = async () => (await shop.call(pushKey, undefined, shopper.token)).data.on;
  await offer.getByRole("button", { name: "Notify me" }).click();
  await expect(toast(page, "We'll notify you on this device")).toBeVisible();
  expect(await isOn()).toBe(true);
  await page.setViewportSize(PHONE);
  await shop.assertFits();
  await page.setViewportSize(WIDE);
  // If the push service gives the browser another address, the shop learns of it at the next visit.
  await page.evaluate(() => sessionStorage.setItem("subscribed", "second"));
  const told = page.waitForRequest((sent) => sent.url().endsWith(startPush.path));
  await page.reload();
  expect((await told).postDataJSON()).toMatchObject({ endpoint: expect.stringMatching(/second$/) });
  await offer.getByRole("button", { name: "Turn off" }).click();
  await expect(toast(page, "Notifications are off")).toBeVisible();
  expect(await isOn()).toBe(false);

  const browser = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) =>
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => first && resolve(first.registrationId)),
  );
  await browser.send("ServiceWorker.enable");
  const message = { title: "Your order is on its way", body: "We sent it.", path: paths.order(number), tag: number };
  await browser.send("ServiceWorker.deliverPushMessage", {
    origin: shop.own.url,
    registrationId: await registration,
    data: JSON.stringify(message),
  });
  const shown = () =>
    page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications();
      return notifications.map(({ title, data }) => `${title} ${(data as { path: string }).path}`);
    });
  await expect.poll(shown).toEqual([`${message.title} ${message.path}`]);
  await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Log Out" }).click();
  await expect.poll(shown).toEqual([]);
});
