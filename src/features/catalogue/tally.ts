import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";

/** SQL for how many products are for sale, without counting them. */
export const forSaleCount = sql<number>`(select coalesce(sum(products), 0)::int from product_tally)`;

/** SQL for how many products have no picture, hidden ones included. */
export const pictureless = sql<number>`(select coalesce(sum(products), 0)::int from picture_tally)`;

/** Folds the rows of each tally into one. Rows that are added meanwhile stay as they are. */
export async function foldTally(db: Db): Promise<void> {
  for (const table of [sql`product_tally`, sql`picture_tally`])
    await db.execute(sql`
      with folded as (delete from ${table} returning products)
      insert into ${table} (products) select sum(products) from folded having count(*) > 0`);
}
