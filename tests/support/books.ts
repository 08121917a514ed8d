import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Backdoor } from "./live-shop.ts";
import { addProduct } from "./goods.ts";

/** Adds products with the given stock. @returns their ids */
export function stockUp(behind: Pick<Backdoor, "shop">, products: number, stock: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: products }, (_, n) => addProduct(behind, { stock, price: 1 + n / 100, discount: n % 3 ? 12.5 : 0 })),
  );
}

/** Fails unless, for every product, stock + sold equals the initial stock, and the orders account for everything sold. */
export async function checkBooks({ shop }: Pick<Backdoor, "shop">, start: number): Promise<void> {
  const { rows } = await shop.database.pool.query(
    `select p.id, p.stock, p.sold, coalesce(sum(l.quantity), 0)::int as ordered
     from product p left join order_line l on l.product_id = p.id
     group by p.id having p.stock < 0 or p.stock + p.sold <> $1 or p.sold <> coalesce(sum(l.quantity), 0)`,
    [start],
  );
  expect(rows).toEqual([]);
  const halves = await shop.database.pool.query(
    `select o.number from customer_order o
     where not exists (select 1 from order_line l where l.order_id = o.id)
        or not exists (select 1 from order_key k where k.order_id = o.id)`,
  );
  expect(halves.rows).toEqual([]);
}

/** All order numbers. */
export async function orderNumbers({ shop }: Pick<Backdoor, "shop">): Promise<Set<string>> {
  const { rows } = await shop.database.pool.query<{ number: string }>("select number from customer_order");
  return new Set(rows.map((row) => row.number));
}

/** Number of deadlocks that the embedded database of a data folder has resolved. */
export function deadlocks(dataDir: string): number {
  return readFileSync(join(dataDir, "postgres/server.log"), "utf8").split("deadlock detected").length - 1;
}
