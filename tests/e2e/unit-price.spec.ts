import { listing, type Product } from "#features/catalogue/contract.ts";
import { addToCart } from "#features/cart/contract.ts";
import { createList, setListLine } from "#features/lists/contract.ts";
import { formatDollars } from "#shared/money.ts";
import { paths } from "#web/paths.ts";
import { adminToken, newProduct } from "./admin.ts";
import { expect, test } from "./shop.ts";
import { openCart, signedIn } from "./shopper.ts";

const perKilogram = ({ unit_price: each }: Product) => `${formatDollars(each!.price)}/kg`;

test("the price per kilogram is on every card, on the product page, in the cart and on lists", async ({ shop, page }) => {
  const { token } = await signedIn(shop);
  const product = await shop.product(({ unit_price: each, weighed, stock }) => each?.per === "kg" && !weighed && stock > 5);
  const said = perKilogram(product);
  const inMain = page.getByRole("main").getByText(said, { exact: true }).first();
  await shop.open("/");
  await expect(shop.card(product.name).getByText(said, { exact: true })).toBeVisible();

  const [category, subCategory] = [product.category[0]!, product.subCategory[0]!];
  const where = { categoryId: category._id, subCategoryId: subCategory._id };
  const first = (await shop.call(listing, where)).data.find(({ unit_price: each, weighed }) => each?.per === "kg" && !weighed)!;
  await shop.open(paths.listing(category, subCategory));
  await expect(shop.card(first.name).getByText(perKilogram(first), { exact: true })).toBeVisible();

  await shop.open(paths.product(product));
  await expect(inMain).toBeVisible();

  await shop.call(addToCart, { productId: product._id }, token);
  await shop.open("/cart");
  await expect(inMain).toBeVisible();
  await shop.open("/search");
  const drawer = await openCart(page);
  await expect(drawer.getByText(said, { exact: true })).toBeVisible();

  const line = { productId: product._id, quantity: 1 };
  await shop.call(setListLine, { _id: "favorites", ...line }, token);
  await shop.open(paths.favorites);
  await expect(shop.card(product.name).getByText(said, { exact: true })).toBeVisible();
  const _id = crypto.randomUUID().replaceAll("-", "");
  await shop.call(createList, { _id, name: "Weekly", lines: [line] }, token);
  await shop.open(paths.list(_id));
  await expect(inMain).toBeVisible();
});

test("prices of pieces are in Spanish too", async ({ shop, page }) => {
  const token = await adminToken(shop);
  for (const [unit, said] of [
    ["120 sheets", "$2.99/100 unidades"],
    ["2 pieces", "$1.80/unidad"],
  ] as const) {
    const product = await newProduct(shop, token, { unit, price: unit === "120 sheets" ? 3.99 : 4 });
    await shop.open(`/es${paths.product(product)}`);
    await expect(page.getByRole("main").getByText(said, { exact: true })).toBeVisible();
  }
});
