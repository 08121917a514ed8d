import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { pictures } from "./store.ts";

/** A product as an order copies it, in cents and hundredths of a percent. */
export interface LockedProduct {
  productId: string;
  name: string;
  image: string[];
  listCents: number;
  discountHundredths: number;
  /** 0 when it left the shop. */
  stock: number;
}

/** Products as they are now, locked until the transaction ends; in the order of their ids, so that orders never deadlock. */
export async function lockProducts(tx: Db, ids: readonly string[]): Promise<LockedProduct[]> {
  const { rows } = await tx.execute<LockedProduct & Record<string, unknown>>(sql`
    select id as "productId", name, price_cents as "listCents", discount_hundredths as "discountHundredths",
      case when deleted_at is null then stock else 0 end as stock,
      ${pictures} as image
    from product
    where id = any(${sql.param(ids)}::text[])
    order by id
    for no key update of product`);
  return rows;
}

/** What happens to pieces: how many come to the shelf and how many to those sold, for each. */
const MOVES = {
  sell: { stock: -1, sold: 1 },
  /** Kept for somebody who is paying. */
  reserve: { stock: -1, sold: 0 },
  sellReserved: { stock: 0, sold: 1 },
  release: { stock: 1, sold: 0 },
  takeBack: { stock: 1, sold: -1 },
} as const;
export type StockMove = keyof typeof MOVES;

/** Moves pieces of locked products. @returns how many products had enough of them */
export async function moveStock(tx: Db, move: StockMove, items: readonly { productId: string; quantity: number }[]): Promise<number> {
  const { stock, sold } = MOVES[move];
  const ids = sql.param(items.map((item) => item.productId));
  const quantities = sql.param(items.map((item) => item.quantity));
  const { rowCount } = await tx.execute(sql`
    update product p set stock = p.stock + o.quantity * ${stock}::int, sold = p.sold + o.quantity * ${sold}::int
    from unnest(${ids}::text[], ${quantities}::int[]) as o (id, quantity)
    where p.id = o.id and p.stock + o.quantity * ${stock}::int >= 0`);
  return rowCount ?? 0;
}
