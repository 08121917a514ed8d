import { expect, test } from "vitest";
import { openOlderDatabase } from "../../../tests/support/older-database.ts";

const old = openOlderDatabase();
const line = (productId: string, quantity: number) => ({ productId, quantity });

test("open payments keep their pieces reserved when reservations move to their own table", async () => {
  await old.migrateTo("0021_search_head");
  await old.client.query(`insert into user_account (id, name, email, password_hash) values ('u', 'Ana', 'ana@example.com', '')`);
  for (const id of ["rice", "figs"])
    await old.client.query(`insert into product (id, name, stock, price_cents) values ($1, $1, 5, 100)`, [id]);
  const attempts = [
    ["open", "OPEN", true, [line("rice", 2), line("figs", 1)]],
    ["capturing", "CAPTURING", true, [line("rice", 1)]],
    ["paid", "PAID", false, [line("figs", 4)]],
    ["expired", "EXPIRED", false, [line("figs", 3)]],
  ] as const;
  for (const [id, status, holds, lines] of attempts)
    await old.client.query(
      `insert into payment_attempt (id, user_id, provider, status, holds_stock, lines, subtotal_cents, total_cents, delivery_address, expires_at)
      values ($1, 'u', 'paypal', $2, $3, $4, 100, 100, '{}', now())`,
      [id, status, holds, JSON.stringify(lines)],
    );

  await old.migrateAll();

  const { rows } = await old.client.query(`select order_id, product_id, user_id, quantity, state from reservation order by 1, 2`);
  expect(rows.map(Object.values)).toEqual([
    ["capturing", "rice", "u", 1, "RESERVED"],
    ["expired", "figs", "u", 3, "RELEASED"],
    ["open", "figs", "u", 1, "RESERVED"],
    ["open", "rice", "u", 2, "RESERVED"],
    ["paid", "figs", "u", 4, "SOLD"],
  ]);
});
