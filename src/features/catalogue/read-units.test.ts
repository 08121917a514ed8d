import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addProduct } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { discounted } from "#shared/money.ts";
import { readUnits } from "./read-units.ts";

const testShop = await openTestShop();
const { db } = testShop.shop.database;

const columns = async () => {
  const { rows } = await db.execute<{ unit: string; unit_measure: string; unit_amount: number | null }>(
    sql`select unit, unit_measure, unit_amount from product order by unit`,
  );
  return rows;
};

test("units that were never read are read once, in batches", async () => {
  await addProduct(testShop, { unit: "12 oz" });
  await addProduct(testShop, { unit: "a handful" });
  await db.execute(
    sql`insert into product (id, name, unit, stock, price_cents) select md5(n::text), 'P', 'dozen', 1, 100 from generate_series(1, 1500) n`,
  );
  expect(await readUnits(testShop.shop.database)).toBe(1502);
  const read = await columns();
  expect(read[0]).toEqual({ unit: "12 oz", unit_measure: "g", unit_amount: 340.194 });
  expect(read[1]).toEqual({ unit: "a handful", unit_measure: "none", unit_amount: null });
  expect(read.slice(2).every(({ unit_measure, unit_amount }) => unit_measure === "piece" && unit_amount === 12)).toBe(true);
  expect(await readUnits(testShop.shop.database)).toBe(0);
});

test("CARD-6 the database computes the same price after discount as the one rule that rounds", async () => {
  const prices = [1, 2, 99, 101, 333, 1999, 12_345, 9_999_999];
  const discounts = [0, 1, 49, 50, 51, 1250, 3333, 5000, 9999];
  const pairs = prices.flatMap((price) => discounts.map((discount) => [price, discount] as const));
  await db.execute(sql`delete from product`);
  await db.execute(sql`
    insert into product (id, name, stock, price_cents, discount_hundredths)
    select md5(price || ' ' || discount), 'P', 1, price, discount
    from unnest(${sql.param(pairs.map(([price]) => price))}::int[], ${sql.param(pairs.map(([, discount]) => discount))}::int[]) p(price, discount)`);
  const { rows } = await db.execute<{ price: number; discount: number; paid: number }>(
    sql`select price_cents as price, discount_hundredths as discount, paid_cents as paid from product`,
  );
  expect(rows).toHaveLength(pairs.length);
  for (const { price, discount, paid } of rows) expect(paid, `${price} less ${discount}`).toBe(discounted(price, discount));
});
