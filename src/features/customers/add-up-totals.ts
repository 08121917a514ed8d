import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database, Db } from "#server/db/connect.ts";
import { LOCKS } from "#server/db/locks.ts";
import { task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { keptCents } from "../payments/refunds/store.ts";

/** People dealt with in one transaction: quick even if none of their orders are in memory. */
const BATCH = 100;
/** The oldest changes, among which theirs are dealt with together: after a restore, a person may have hundreds. */
const OLDEST = 20_000;
/** How many batches a page waits for. There are more only after an upgrade of a large shop, and the task works through those. */
const PROMPT_BATCHES = 3;

const addUp = { name: "customers.add-up", data: z.unknown() } satisfies Job;

/** Adds up totals every minute, so that little is left to do when someone looks. */
export function customerTasks({ database }: Pick<Shop, "database">): Task[] {
  return [task(addUp, () => addUpTotals(database, Infinity), { every: "* * * * *", lane: "slow" })];
}

/** Adds up the orders of people for whom something has changed. */
export async function addUpTotals({ db, transact }: Pick<Database, "db" | "transact">, batches = PROMPT_BATCHES): Promise<void> {
  for (let n = 0; n < batches; n++) {
    const { rowCount } = await db.execute(sql`select from customer_change limit 1`);
    if (!rowCount) return;
    await transact(({ tx }) => addUpSome(tx));
  }
}

/**
 * With the lock, a later sum is of later orders: the previous holder has committed. The changes are deleted before the orders are read, so
 * one that commits in between only causes a total to be added up once more than needed.
 */
async function addUpSome(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.customerTotals})`);
  const { rows } = await tx.execute<{ userId: string }>(sql`
    with oldest as materialized (select id, user_id from customer_change order by id limit ${OLDEST}),
      people as materialized (select user_id from oldest group by 1 order by min(id) limit ${BATCH})
    delete from customer_change c using oldest join people using (user_id) where c.id = oldest.id returning c.user_id as "userId"`);
  await tx.execute(sql`
    insert into customer_total (user_id, orders, spent_cents, last_order_at)
    select person.id, t.* from (select distinct unnest(${sql.param(rows.map(({ userId }) => userId))}::text[]) as id) person cross join lateral (
      select count(*), coalesce(sum(${keptCents}), 0), max(o.created_at)
      from customer_order o where o.user_id = person.id and o.status <> 'CANCELLED') t
    on conflict (user_id) do update set orders = excluded.orders, spent_cents = excluded.spent_cents, last_order_at = excluded.last_order_at`);
}
