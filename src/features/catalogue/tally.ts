import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";

/** SQL for how many products are for sale, without counting them. */
export const forSaleCount = sql<number>`(select coalesce(sum(products), 0)::int from product_tally)`;

/** Makes the rows of the tally one. Rows that are added meanwhile stay as they are. */
export async function foldTally(db: Db): Promise<void> {
  await db.execute(sql`
    with folded as (delete from product_tally returning products)
    insert into product_tally (products) select sum(products) from folded having count(*) > 0`);
}
