import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Weighed } from "#shared/weights.ts";
import type { Language } from "#words/language.ts";
import { isLowOnStock } from "../catalogue/low-stock.ts";
import { textIn, unitIn } from "../catalogue/spoken/spoken.ts";
import { weighedOf } from "../catalogue/store.ts";

/** Most products noted at a time; the others follow the next time. */
const AT_ONCE = 500;

/**
 * Records the products for sale that have come down to a number of pieces, and removes those that are above it again, or no longer for sale.
 * @returns the ids of those that were not noted before
 */
export async function noteLowStock(tx: Db, threshold: number): Promise<string[]> {
  await tx.execute(sql`
    delete from low_stock_notice n using product p
    where p.id = n.product_id and not ${isLowOnStock("p", threshold)}`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into low_stock_notice (product_id)
    select id from product p
    where ${isLowOnStock("p", threshold)} and not exists (select from low_stock_notice n where n.product_id = p.id)
    order by stock, id limit ${AT_ONCE}
    on conflict do nothing
    returning product_id as id`);
  return rows.map((row) => row.id);
}

interface Left {
  name: string;
  unit: string;
  stock: number;
  weighed: Weighed | null;
}

/** What is left of products, least first, with their names in a language. */
export async function readStock(db: Db, ids: readonly string[], spoken: Language): Promise<Left[]> {
  const [name, unit] = [textIn(spoken, sql`name`, sql`name_es`), unitIn(spoken, sql`unit`, sql`unit_es`)];
  const { rows } = await db.execute<Left & Record<string, unknown>>(sql`
    select ${name} as name, ${unit} as unit, stock, ${weighedOf("product")} as weighed
    from product where id = any(${sql.param([...ids])}::text[]) order by stock, name`);
  return rows;
}
