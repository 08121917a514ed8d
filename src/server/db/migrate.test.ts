import { expect, test } from "vitest";
import { discounted } from "#shared/money.ts";
import { openOlderDatabase } from "../../../tests/support/older-database.ts";

const old = openOlderDatabase();
const recent = openOlderDatabase();

test("a shop with existing orders is migrated to the newest version, and its orders to what they charged", async () => {
  const bought = [
    [349, 1500, 2],
    [1000, 0, 1],
    [5, 1000, 10],
    [1, 9999, 1],
    [9_999_999, 9999, 999],
    [9_999_999, 1, 1],
    // Two lines of 999 pieces were merged into this before products had a maximum quantity.
    [100, 0, 1998],
  ] as const;
  await old.migrateTo("0004_search");
  await old.client.query(`insert into user_account (id, name, email, password_hash) values ('u', 'Ana', 'ana@example.com', '')`);
  await old.client
    .query(`insert into customer_order (id, number, user_id, status, payment_status, payment_method, subtotal_cents, total_cents,
    delivery_address) values ('o', 'O', 'u', 'PENDING', 'CASH ON DELIVERY', 'Cash on delivery', 0, 0, '{}')`);
  for (const [position, [price, discount, quantity]] of bought.entries()) {
    const id = `p${position}`;
    await old.client.query(`insert into product (id, name, stock, price_cents, discount) values ($1, $1, 5, $2, $3)`, [
      id,
      price,
      discount,
    ]);
    await old.client.query(
      `insert into order_line (order_id, position, product_id, quantity, name, unit_price_cents, discount) values ('o', $1, $2, $3, $2, $4, $5)`,
      [position, id, quantity, price, discount],
    );
  }

  await old.migrateAll();

  const { rows } = await old.client.query(`select list_cents, discount_hundredths, paid_cents, quantity from order_line order by position`);
  expect(rows).toEqual(
    bought.map(([price, discount, quantity]) => ({
      list_cents: price,
      discount_hundredths: discount,
      quantity,
      paid_cents: discounted(price, discount),
    })),
  );
});

test("a shop from before the Spanish filters is migrated, although the session has not loaded its extensions", async () => {
  await recent.migrateTo("0063_order-language");
  // As a restore does that was interrupted here before.
  await recent.migrateTo("0064_spanish-filters");
  await recent.migrateAll();
  const { rows } = await recent.client.query("select proname from pg_proc where proname = 'search_similar_spanish'");
  expect(rows).toHaveLength(1);
});
