import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addProduct } from "../../../../tests/support/goods.ts";
import { addOrder } from "../../../../tests/support/add-order.ts";
import { signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import type { Product } from "../../catalogue/contract.ts";
import { oftenBought } from "./contract.ts";

const shop = await openTestShop();
const { db } = shop.shop.database;

test("lists what a shopper buys most often, then most recently, in stock first, and nobody else's", async () => {
  const [ana, ben] = [await signUp(shop), await signUp(shop)];
  const names = ["Milk", "Eggs", "Bread", "Jam", "Gone", "Canceled", "Theirs"];
  const ids = new Map(await Promise.all(names.map(async (name) => [name, await addProduct(shop, { name })] as const)));
  const order = (userId: string, products: string[], given: object = {}) =>
    addOrder(shop, { userId, lines: products.map((name) => ({ productId: ids.get(name)!, quantity: 9, paidCents: 250 })), ...given });
  await order(ana.user._id, ["Milk", "Bread", "Gone"]);
  await order(ana.user._id, ["Milk", "Jam", "Bread"]);
  await order(ana.user._id, ["Eggs", "Jam"]);
  for (let times = 0; times < 3; times++) await order(ana.user._id, ["Canceled"], { status: "CANCELLED" });
  await order(ben.user._id, ["Theirs"]);
  await db.execute(sql`update product set stock = 0 where name = 'Milk'`);
  await db.execute(sql`update product set deleted_at = now() where name = 'Gone'`);

  const list = async ({ token }: { token: string }) =>
    ((await shop.call(oftenBought, undefined, { token })).body.data as Product[]).map(({ name }) => name);
  expect(await list(ana)).toEqual(["Jam", "Bread", "Eggs", "Milk"]);
  expect(await list(ben)).toEqual(["Theirs"]);
  expect(await list(await signUp(shop))).toEqual([]);
});
