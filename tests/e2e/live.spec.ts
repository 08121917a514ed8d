import type { Page } from "@playwright/test";
import { updateProduct } from "#features/catalogue/admin/contract.ts";
import { productDetails, type Product } from "#features/catalogue/contract.ts";
import { withKind } from "#features/catalogue/words.ts";
import { liveUpdates } from "#features/live/contract.ts";
import { updateOrderStatus } from "#features/orders/admin/contract.ts";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { paths } from "#web/paths.ts";
import { pathIn } from "#words/language.ts";
import { healthOf, watchLateness } from "../support/lateness.ts";
import { dataFolder, freePort, startShop } from "../support/shop-process.ts";
import { adminToken, newProduct } from "./admin.ts";
import { ADMIN } from "./own-shop.ts";
import { expect, opensStream, test, type ShopPage } from "./shop.ts";
import { buys, newShopper, openListWith, signedIn } from "./shopper.ts";

/** An admin changes a product. */
async function change(shop: ShopPage, token: string, { _id }: Product, to: Partial<Product>): Promise<void> {
  const { data } = await shop.call(productDetails, { productId: _id });
  await shop.call(updateProduct, { ...data, ...to }, token);
}

test("a product page, a card, the cart and the checkout show stock and price as they change", async ({ shop, page, context }) => {
  const admin = await adminToken(shop);
  const product = await newProduct(shop, admin, { stock: 8 });
  await signedIn(shop);
  let opened = opensStream(page);
  await shop.open(paths.product(product));
  await opened;
  const main = page.getByRole("main");
  await buys(shop, await newShopper(shop), product, 5);
  await expect(main.getByText("Only 3 left")).toBeVisible();
  await main.getByRole("button", { name: `Add ${product.name}` }).click();
  await expect(main.getByRole("textbox", { name: `Quantity of ${product.name}` })).toBeVisible();

  // The other tab shares the stream of the first one.
  const other = await context.newPage();
  let streams = 0;
  other.on("request", (request) => (streams += Number(request.url().endsWith(liveUpdates.path))));
  await other.goto(`/search?q=${encodeURIComponent(product.name)}`);
  const card = other.getByRole("article").filter({ hasText: product.name });
  await expect(card.getByText("Only 3 left")).toBeVisible();
  await change(shop, admin, product, { price: 5 });
  await expect(card).toContainText("Price now $4.50");
  await expect(main.getByText("$4.50").first()).toBeVisible();
  expect(streams).toBe(0);

  await other.goto(paths.checkout);
  await expect(other.getByText("$4.50").first()).toBeVisible();
  await change(shop, admin, product, { price: 6 });
  const notice = other.getByRole("alert").filter({ hasText: "Something has changed in the shop" });
  await expect(notice).toContainText(`${withKind(product.name, product.unit)} now costs $5.40 instead of $4.50`);

  // It takes over when the first one is closed.
  opened = opensStream(other);
  await page.close();
  await opened;
  await change(shop, admin, product, { stock: 0 });
  await expect(notice).toContainText(`${withKind(product.name, product.unit)} is sold out`);
});

const SEEN_WITHIN_MS = 1000;
/** Announcing, hearing, reading, sending and showing a change may each be late. */
const HOPS = 5;

/** When the page first shows a text, in ms since 1970. */
const whenShown = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const main = document.querySelector("main")!; // every page has one
        const look = () => main.innerText.includes(wanted) && resolve(Date.now());
        new MutationObserver(look).observe(main, { childList: true, characterData: true, subtree: true });
        look();
      }),
    text,
  );

test("a sale in one process is shown within a second in a browser connected to another, in Spanish", async ({ shop, page }) => {
  const product = await newProduct(shop, await adminToken(shop), { stock: 8 });
  const { connection } = await reachEmbedded(shop.own.data);
  const { host, user, password, database } = connection;
  const folder = dataFolder();
  const there = await startShop({
    NODE_ENV: "production",
    PORT: await freePort(),
    DATA_DIR: folder.path,
    DATABASE_URL: `postgres://${user}:${String(password)}@localhost/${database}?host=${encodeURIComponent(String(host))}`,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  try {
    const opened = opensStream(page);
    await shop.open(there.url + pathIn("es", paths.product(product)));
    await opened;
    const main = page.getByRole("main");
    const shopper = await newShopper(shop);
    const lateness = watchLateness(healthOf(shop.own.url), healthOf(there.url), () => page.evaluate(() => true));
    const times: number[] = [];
    for (const left of [3, 2, 1]) {
      await expect(main.getByText(`Solo hay ${left}`)).toBeHidden();
      const shown = whenShown(page, `Solo hay ${left}`);
      await buys(shop, shopper, product, left === 3 ? 5 : 1);
      const sold = Date.now();
      times.push((await shown) - sold);
    }
    expect(Math.max(...times)).toBeLessThan(SEEN_WITHIN_MS + HOPS * (await lateness.end()));
  } finally {
    await page.goto("about:blank");
    await there.stop();
    folder.remove();
  }
});

test("an order's page follows its status", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const number = await buys(shop, shopper, await shop.product(({ stock }) => stock > 9));
  const opened = opensStream(page);
  await shop.open(paths.order(number));
  const progress = page.getByRole("list", { name: "Progress" }).locator("[aria-current=step]");
  await expect(progress).toHaveText("Being prepared");
  await opened;
  await shop.call(updateOrderStatus, { orderId: number, status: "SHIPPED" }, await adminToken(shop));
  await expect(progress).not.toHaveText("Being prepared");
});

test("a stream that was cut resumes with what has changed meanwhile", { tag: "@campaign" }, async ({ shop, page }) => {
  const admin = await adminToken(shop);
  const product = await newProduct(shop, admin, { stock: 8 });
  let cuts = 0;
  await page.route(`**${liveUpdates.path}`, async (route) => {
    if (cuts++ > 0) return route.continue();
    await change(shop, admin, product, { stock: 2 });
    return route.fulfill({ contentType: "text/event-stream", body: ":\n\nevent: prod" });
  });
  await openListWith(shop, product);
  await expect(shop.card(product.name).getByText("Only 2 left")).toBeVisible();
  expect(cuts).toBeGreaterThan(1);
});
