import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { LastBulk } from "./contract.ts";

/** The last bulk change of products within 30 days, whoever made it. */
export async function readLastBulk(db: Db): Promise<LastBulk | null> {
  const { rows } = await db.execute<Omit<LastBulk, "at"> & { at: string | Date }>(sql`
    select c.change_id as "changeId", c.at, u.name as by, c.action,
      (select count(*)::int from admin_change one where one.change_id = c.change_id) as count
    from (
      select * from admin_change where kind = 'product' and change_id is not null and at > now() - interval '30 days'
      order by id desc limit 1) c
    join user_account u on u.id = c.by_id`);
  const [last] = rows;
  return last ? { ...last, at: new Date(last.at).toISOString() } : null;
}
