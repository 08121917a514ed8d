import { sql } from "drizzle-orm";
import type { Database, Db } from "#server/db/connect.ts";
import { LOCKS } from "#server/db/locks.ts";
import { daysOf, placedIn, storedOf, type Span } from "./days.ts";
import { soldOf, totalsOf } from "./sold.ts";

/** How long days are stored, which is longer than the dashboard shows them. */
const STORED_DAYS = 40;

/** Adds up the past days whose sums are missing or no longer valid, each in a transaction of its own. */
export async function addUpDays({ db, transact }: Pick<Database, "db" | "transact">, span: Span): Promise<void> {
  const { rows } = await db.execute<Day>(sql`
    with span as materialized (${daysOf(span)})
    select starts_at::text as "startsAt", ends_at::text as "endsAt" from span
    where ends_at < 'infinity' and starts_at not in (select starts_at from (${storedOf(sql`span`)}) d) order by starts_at`);
  for (const day of rows) await transact(({ tx }) => addUpDay(tx, day));
}

interface Day extends Record<string, unknown> {
  /** As PostgreSQL writes them. */
  startsAt: string;
  endsAt: string;
}

/**
 * Adds up a day. With the lock, a later sum is of later orders: the previous holder has committed. The changes are deleted before the
 * orders are read, so one that commits in between only causes the day to be added up once more than needed.
 */
async function addUpDay(tx: Db, { startsAt, endsAt }: Day): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.salesDays})`);
  const span = sql`(select ${startsAt}::timestamptz as starts_at, ${endsAt}::timestamptz as ends_at)`;
  // Another process may have been faster.
  const { rowCount } = await tx.execute(storedOf(span));
  if (rowCount) return;
  await tx.execute(sql`delete from sales_change where placed_at >= ${startsAt}::timestamptz and placed_at < ${endsAt}::timestamptz`);
  // Including days of another time zone, whose changes were just deleted.
  await tx.execute(sql`delete from sales_day where starts_at < ${endsAt}::timestamptz and ends_at > ${startsAt}::timestamptz`);
  await tx.execute(sql`
    insert into sales_day (starts_at, ends_at, placed, orders, paid_cents, expected_cents, sold_ids, sold_pieces, sold_paid_cents, sold_expected_cents)
    select s.starts_at, s.ends_at, ${placedIn}, coalesce(t.orders, 0), coalesce(t.paid_cents, 0), coalesce(t.expected_cents, 0), sold.*
    from ${span} s left join (${totalsOf(span)}) t on true cross join (
      select coalesce(array_agg(product_id), '{}'), coalesce(array_agg(pieces), '{}'),
        coalesce(array_agg(paid_cents), '{}'), coalesce(array_agg(expected_cents), '{}') from (${soldOf(span)}) of_day) sold`);
}

/** Deletes what is no longer shown. */
export async function deleteOldDays(db: Db): Promise<void> {
  const old = sql`now() - make_interval(days => ${STORED_DAYS})`;
  await db.execute(sql`
    with changes as (delete from sales_change where placed_at < ${old})
    delete from sales_day where starts_at < ${old}`);
}
