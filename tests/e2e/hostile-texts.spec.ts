import { addToCart } from "#features/cart/contract.ts";
import { deleteProduct } from "#features/catalogue/admin/contract.ts";
import { deleteCategory, deleteSubCategory } from "#features/catalogue/admin/shelves/contract.ts";
import { listCategories } from "#features/catalogue/contract.ts";
import { setListLine } from "#features/lists/contract.ts";
import { cashOnDelivery } from "#features/orders/contract.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { pathIn } from "#words/language.ts";
import { addHostileCatalogue, HOSTILE_TEXTS, inOneLine, spanishBeside } from "../support/hostile-texts.ts";
import { adminSignedIn } from "./admin.ts";
import { expect, test } from "./shop.ts";
import { addressOf } from "./shopper.ts";

test("no catalogue text runs as a script on any page, or would be allowed to", async ({ shop, page }) => {
  test.setTimeout(300_000);
  const token = await adminSignedIn(shop);
  const { image } = (await shop.call(listCategories, undefined)).data[0]!;
  const { category, subCategory, products } = await addHostileCatalogue((endpoint, input) => shop.call(endpoint, input, token), image);
  // Set wherever a text ran as a script. It is lost on navigation, so every page is checked.
  const attacked = () => page.evaluate(() => (globalThis as { attacked?: unknown }).attacked);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));

  const shopping = [paths.home, paths.listing(category, subCategory), ...products.map(paths.product)];
  for (const text of HOSTILE_TEXTS) shopping.push(paths.search(text.slice(0, 200)));
  // Ordered, put into the cart and saved as a favorite.
  const addressId = await addressOf(shop, { token }, HOSTILE_TEXTS[0].slice(0, 100));
  const list_items = products.map(({ _id }) => ({ productId: _id, quantity: 1 }));
  const number = (await shop.call(cashOnDelivery, { list_items, addressId }, token)).data.orderId;
  for (const { _id } of products) {
    await shop.call(addToCart, { productId: _id }, token);
    await shop.call(setListLine, { _id: "favorites", productId: _id, quantity: 1 }, token);
  }
  const papers = (["packing-slips", "invoices"] as const).map((paper) => adminPaths.orderPapers([number], paper));
  const ordered = [
    ...[paths.order(number), paths.changeOrder(number), adminPaths.order(number), adminPaths.pick([number])],
    ...[adminPaths.bagLabels([number]), ...papers, adminPaths.product(products[1]!._id)],
    ...[paths.cart, paths.checkout, paths.favorites],
  ];
  const later = [
    ...[...ordered, adminPaths.productImport()],
    // The complaints book is off.
    ...Object.values({ ...paths, ...adminPaths })
      .filter((path) => typeof path === "string")
      .filter((path) => path !== paths.complaintsBook),
  ];
  for (const path of [...shopping, ...new Set(later), ...[...shopping, ...ordered].map((one) => pathIn("es", one))]) {
    const answer = await page.goto(path);
    expect([path, answer?.status()]).toEqual([path, 200]);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    const scripts = await page.evaluate(async () => {
      const texts = [...document.scripts].filter(({ src, type }) => !src && type !== "application/ld+json").map(({ text }) => text);
      const digests = texts.map((text) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
      return (await Promise.all(digests)).map((digest) => `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`);
    });
    // The policy has a hash for each script the renderer made. A text that became a script would be one too many.
    expect(policy.match(/'sha256-[^']+'/g)).toEqual([...new Set(scripts)]);
    expect([path, await attacked()]).toEqual([path, undefined]);
  }

  await shop.open(pathIn("es", paths.product(products[0]!)));
  await expect(shop.heading(inOneLine(spanishBeside(0)))).toBeVisible();
  expect(await attacked()).toBeUndefined();
  await shop.open(paths.product(products[0]!));
  await expect(shop.heading(inOneLine(HOSTILE_TEXTS[0]))).toBeVisible();
  // Client-side navigation does not ask the server for loader data.
  await page.getByRole("link", { name: subCategory.name }).first().click();
  await expect(shop.heading(subCategory.name)).toBeVisible();
  expect(await attacked()).toBeUndefined();
  expect(requested.filter((url) => new URL(url).pathname.endsWith(".data"))).toEqual([]);
  for (const path of shopping) expect([path, (await page.request.get(`${path.split("?")[0]}.data`)).status()]).toEqual([path, 404]);

  for (const { _id } of products) await shop.call(deleteProduct, { _id }, token);
  await shop.call(deleteSubCategory, { _id: subCategory._id }, token);
  await shop.call(deleteCategory, { _id: category._id }, token);
});
