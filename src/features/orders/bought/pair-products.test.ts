import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addProduct, addShelf } from "../../../../tests/support/goods.ts";
import { addOrder } from "../../../../tests/support/add-order.ts";
import { signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import type { Product } from "../../catalogue/contract.ts";
import { relatedProducts } from "../../catalogue/related/contract.ts";
import { pairProducts } from "./pair-products.ts";

const testShop = await openTestShop();
const { shop, call } = testShop;
const { db } = shop.database;
const shoppers = await Promise.all(Array.from({ length: 6 }, async () => (await signUp(testShop)).user._id));

/** An order of one piece of each of these products. */
async function order(shopper: number, productIds: readonly string[], status: "PENDING" | "CANCELLED" = "PENDING"): Promise<void> {
  const lines = productIds.map((productId) => ({ productId, quantity: 1, paidCents: 250 }));
  await addOrder(testShop, { userId: shoppers[shopper]!, status, lines });
  if (status !== "CANCELLED") await db.execute(sql`update product set sold = sold + 1 where id = any(${sql.param(productIds)}::text[])`);
}

async function pairsOf(productId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select other_id as id from product_pair where product_id = ${productId} order by place`,
  );
  return rows.map(({ id }) => id);
}

test("pairs are what at least three shoppers bought together, what is in every basket last", async () => {
  const [pasta, sauce, bananas, gum, wine] = await Promise.all(Array.from({ length: 5 }, () => addProduct(testShop)));
  await order(0, [pasta!, sauce!, bananas!]);
  await order(1, [pasta!, sauce!, bananas!]);
  await order(2, [pasta!, sauce!, bananas!, gum!]);
  // Bananas sell with everything: 3 of their 6 orders have pasta, but all orders of sauce do.
  for (const shopper of [3, 4, 5]) await order(shopper, [bananas!]);
  // What only one person buys doesn't count, however often, nor do canceled orders.
  for (let times = 0; times < 4; times++) await order(2, [pasta!, gum!]);
  for (const shopper of [0, 1, 3]) await order(shopper, [pasta!, wine!], "CANCELLED");

  await pairProducts(shop);
  // The same, counted in another way.
  const { rows } = await db.execute<{ id: string }>(sql`
    select other.product_id as id from order_line l
    join customer_order o on o.id = l.order_id and o.status <> 'CANCELLED'
    join order_line other on other.order_id = o.id and other.product_id <> l.product_id
    where l.product_id = ${pasta} group by 1 having count(distinct o.user_id) > 2`);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([sauce, bananas]));
  expect(await pairsOf(pasta!)).toEqual([sauce, bananas]);
  expect(await pairsOf(gum!)).toEqual([]);
});

test("a product has at most 12 pairs, and the page follows when they change", async () => {
  const [bread, ...others] = await Promise.all(Array.from({ length: 15 }, () => addProduct(testShop)));
  await addShelf(testShop, [bread!]);
  const first = async () => ((await call(relatedProducts, { productId: bread! })).body.data.goesWellWith as Product[])[0]?._id;
  expect(others).not.toContain(await first());
  for (const shopper of [0, 1, 2]) await order(shopper, [bread!, ...others]);
  await pairProducts(shop);
  expect(await pairsOf(bread!)).toHaveLength(12);
  expect(others).toContain(await first());

  // Canceled meanwhile.
  await db.execute(sql`update customer_order set status = 'CANCELLED' where user_id = ${shoppers[0]}`);
  await db.execute(sql`update product set sold = 0 where id = any(${sql.param(others)}::text[])`);
  await pairProducts(shop);
  expect(await pairsOf(bread!)).toEqual([]);
  expect(others).not.toContain(await first());
});
