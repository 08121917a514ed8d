import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";

const begun = (product: SQL) => sql`coalesce(${product}.offer_from <= now(), true)`;
const over = (product: SQL) => sql`coalesce(${product}.offer_until <= now(), false)`;

/**
 * SQL for a product's discount at this moment, in hundredths of a percent. The column `discount_hundredths`, which lists are sorted
 * and narrowed by, follows the dates of an offer within a minute.
 * @param table the product table's name or alias
 */
export function discountNow(table: "product" | "p"): SQL<number> {
  const product = sql.raw(table);
  return sql<number>`case when ${product}.offer_hundredths is null then ${product}.discount_hundredths
    when ${begun(product)} and not ${over(product)} then ${product}.offer_hundredths else 0 end`;
}

/** An offer's dates as the shop's clocks show them, to the minute: `2026-12-24T18:00`. */
export interface LocalDates {
  from: string | null;
  until: string | null;
}

/** The same dates as points in time, and what they mean at this moment. */
export interface OfferDates {
  from: Date | null;
  until: Date | null;
  isOn: boolean;
  isOver: boolean;
}

/** Reads dates in a time zone. Times that a clock skips or repeats are read the way PostgreSQL does. */
export async function readOfferDates(tx: Db, { from, until }: LocalDates, timeZone: string): Promise<OfferDates> {
  const at = (local: string | null) => sql`(${local}::timestamp at time zone ${timeZone}::text)`;
  const { rows } = await tx.execute<{ from: string | null; until: string | null; isOn: boolean; isOver: boolean }>(sql`
    select p.offer_from as "from", p.offer_until as until, ${begun(sql`p`)} and not ${over(sql`p`)} as "isOn", ${over(sql`p`)} as "isOver"
    from (select ${at(from)} as offer_from, ${at(until)} as offer_until) p`);
  const { isOn, isOver, ...dates } = rows[0]!; // one row
  return { from: toDate(dates.from), until: toDate(dates.until), isOn, isOver };
}

export const toDate = (time: string | Date | null) => (time === null ? null : new Date(time));

/** Products whose offer has begun or ended since `discount_hundredths` was set, locked in id order like orders do. */
export async function lockDueOffers(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from product p
    where p.offer_hundredths is not null and (p.discount_hundredths <> ${discountNow("p")} or ${over(sql`p`)})
    order by p.id limit ${limit} for no key update`);
  return rows.map(({ id }) => id);
}

const unlessOver = (column: SQL) => sql`case when ${over(sql`p`)} then null else p.${column} end`;

/** Gives products their current discount, and removes offers that have ended. */
export async function applyOffers(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update product p set discount_hundredths = ${discountNow("p")}, offer_hundredths = ${unlessOver(sql`offer_hundredths`)},
      offer_from = ${unlessOver(sql`offer_from`)}, offer_until = ${unlessOver(sql`offer_until`)}
    where p.id = any(${sql.param([...ids])}::text[]) and p.offer_hundredths is not null`);
}

/** The moments within so many seconds at which offers begin or end, the next ones first. */
export async function readUpcoming(db: Db, seconds: number, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ time: string }>(sql`
    select distinct time::text from (
      select unnest(array[offer_from, offer_until]) as time from product where offer_hundredths is not null) t
    where time > now() and time < now() + make_interval(secs => ${seconds}) order by 1 limit ${limit}`);
  return rows.map(({ time }) => time);
}
