import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type pg from "pg";
import { newId } from "#server/new-id.ts";
import { discounted } from "#shared/money.ts";
import { randomNumbers } from "../../tests/support/random-numbers.ts";

/** Number of days the orders are spread over. */
const DAYS = 365;
const SHOPPERS = 2000;
const BATCH = 2000;
/** More are not needed: the items of the baskets stand for about 2,000 products. */
const MOST_PRODUCTS = 40_000;
const DAY_MS = 24 * 60 * 60_000;
const ADDRESS = JSON.stringify({
  address_line: "12 Market Street",
  city: "Lima",
  state: "Lima",
  country: "Peru",
  pincode: "15001",
  mobile: "+51 999 999 999",
});
/** Order times by hour: few at night, most in the evening. */
const HOURS = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 17, 18, 18, 19, 19, 20, 21, 22];

/** Characters of an order number. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

interface Product {
  id: string;
  name: string;
  listCents: number;
  discountHundredths: number;
}

const column = (rows: readonly unknown[][], n: number) => rows.map((row) => row[n]);

/** Reads the items of each basket from lines of `basket,item,count,…`. */
export function readBaskets(file: string): string[][] {
  const baskets = new Map<string, string[]>();
  for (const line of gunzipSync(readFileSync(file)).toString().split("\n").slice(1)) {
    const [basket = "", item] = line.split(",");
    if (!item) continue;
    const items = baskets.get(basket) ?? [];
    items.push(item);
    baskets.set(basket, items);
  }
  return [...baskets.values()];
}

/**
 * Creates orders from baskets, placed by made-up shoppers. Each item stands for a few products, orders are spread over the past
 * year, and old ones are completed. Deterministic except for ids and the current time.
 */
export async function makeOrders(pool: pg.Pool, baskets: readonly string[][], count: number): Promise<void> {
  const random = randomNumbers(7);
  const { rows: products } = await pool.query<Product>(
    `select id, name, price_cents as "listCents", discount_hundredths as "discountHundredths" from product where deleted_at is null order by id limit ${MOST_PRODUCTS}`,
  );
  const users = Array.from({ length: SHOPPERS }, () => newId());
  await pool.query(
    `insert into user_account (id, name, email, password_hash)
     select id, 'Shopper ' || n, id || '@bench.example', '' from unnest($1::text[]) with ordinality as u (id, n)`,
    [users],
  );
  const places = new Map([...new Set(baskets.flat())].map((item, place) => [item, place] as const));
  /** One of the item's few products; the first ones are more likely. */
  const productOf = (item: string) => products[((places.get(item) ?? 0) * 211 + Math.min(random(12), random(12))) % products.length]!;

  const now = Date.now();
  const moments = Array.from({ length: count }, () => {
    const day = new Date(now - random(DAYS) * DAY_MS);
    day.setUTCHours(HOURS[random(HOURS.length)]!, random(60), random(60));
    return day.getTime() > now ? day.getTime() - DAY_MS : day.getTime();
  }).toSorted((a, b) => a - b);

  for (let from = 0; from < count; from += BATCH) {
    const orders: unknown[][] = [];
    const lines: unknown[][] = [];
    for (const [place, at] of moments.slice(from, from + BATCH).entries()) {
      const id = newId();
      const bought = [...new Set((baskets[(from + place) % baskets.length] ?? []).map(productOf))].slice(0, 100);
      let [subtotal, total] = [0, 0];
      for (const [position, { id: productId, name, listCents, discountHundredths }] of bought.entries()) {
        const quantity = 1 + (random(4) === 0 ? random(5) : 0);
        const paid = discounted(listCents, discountHundredths);
        subtotal += quantity * listCents;
        total += quantity * paid;
        lines.push([id, position, productId, quantity, name, listCents, discountHundredths, paid]);
      }
      const isOld = now - at > 3 * DAY_MS;
      const chance = random(100);
      const status = chance < 4 ? "CANCELLED" : isOld ? "COMPLETED" : chance < 60 ? "PENDING" : "SHIPPED";
      const payment = chance < 50 ? "CASH ON DELIVERY" : chance === 99 ? "REFUNDED" : "PAID";
      const number = Array.from({ length: 12 }, () => DIGITS[random(DIGITS.length)]).join("");
      orders.push([id, number, users[random(users.length)], status, payment, subtotal, total, new Date(at).toISOString()]);
    }
    await pool.query(
      `insert into customer_order (id, number, user_id, status, payment_status, subtotal_cents, total_cents, created_at, payment_method, delivery_address)
       select *, 'Cash on delivery', $9::jsonb
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::timestamptz[])
       on conflict (number) do nothing`,
      [...Array.from({ length: 8 }, (_, n) => column(orders, n)), ADDRESS],
    );
    await pool.query(
      `insert into order_line (order_id, position, product_id, quantity, name, list_cents, discount_hundredths, paid_cents)
       select l.* from unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::text[], $6::int[], $7::int[], $8::int[])
         as l (order_id, position, product_id, quantity, name, list_cents, discount_hundredths, paid_cents)
       where exists (select from customer_order o where o.id = l.order_id)`,
      Array.from({ length: 8 }, (_, n) => column(lines, n)),
    );
  }
  await pool.query("vacuum analyze customer_order, order_line, user_account");
}
