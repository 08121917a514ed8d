import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { literals } from "#server/db/literals.ts";
import { containing, TRIGRAM } from "#server/db/containing.ts";
import { startOfDay } from "#server/db/start-of-day.ts";
import { users } from "../../account/tables.ts";
import { orders } from "../tables.ts";
import { IS_IN_PROGRESS, TO_BE_PAID } from "../rules.ts";
import type { OrderFilters } from "./contract.ts";
import { PAID } from "./rules.ts";

interface Page {
  /** The last order of the previous page. */
  before?: string | undefined;
  limit: number;
}

/** Up to this many people are looked up by name first. A more common name is found faster by scanning orders. */
const FEW_PEOPLE = 1000;

/** Ids of all matching orders that aren't deleted, newest first unless sorted otherwise. @param timeZone of the filters' days */
export async function findOrderIds(db: Db, filters: OrderFilters, { before, limit }: Page, timeZone: string): Promise<string[]> {
  if (filters.sort !== "slot") return findSorted(db, filters, NEWEST, { before, limit }, timeZone);
  const isPastTimes = before !== undefined && !(await hasTime(db, before));
  const timed = isPastTimes ? [] : await findSorted(db, filters, SOONEST, { before, limit }, timeZone);
  if (timed.length === limit || filters.slot) return timed;
  const rest = { before: isPastTimes ? before : undefined, limit: limit - timed.length };
  return [...timed, ...(await findSorted(db, filters, WITHOUT_TIME, rest, timeZone))];
}

async function hasTime(db: Db, orderId: string): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.id, orderId), isNotNull(orders.slotId)))) > 0;
}

async function findSorted(db: Db, filters: OrderFilters, by: Sorting, { before, limit }: Page, timeZone: string): Promise<string[]> {
  const { orderId = "", userName = "", startDate, endDate, status, cancelRequested, unpaid, paid, canceled, way, slot } = filters;
  const conditions = [
    by.where,
    isNull(orders.deletedAt),
    status ? eq(orders.status, status) : undefined,
    cancelRequested ? isNotNull(orders.cancelRequestedAt) : undefined,
    unpaid ? IS_TO_BE_PAID : undefined,
    paid || canceled ? ne(orders.status, "CANCELLED") : undefined,
    paid ? inArray(orders.paymentStatus, PAID) : undefined,
    startDate ? gte(orders.createdAt, startOfDay(startDate, timeZone)) : undefined,
    endDate ? lt(orders.createdAt, startOfDay(endDate, timeZone, 1)) : undefined,
    way ? sql`${orders.delivery}->>'way' = ${way}` : undefined,
    slot ? eq(orders.slotId, slot) : undefined,
    // Otherwise the times of past days would come first. With filters that leave few orders, they may.
    by === SOONEST && !slot && !(status && IS_IN_PROGRESS[status]) ? gte(orders.slotStartsAt, todayIn(timeZone)) : undefined,
    before
      ? sql`(${by.column}, ${orders.id}) ${by.beyond} ((select last.${by.name} from customer_order last where last.id = ${before}), ${before})`
      : undefined,
    orderId ? numberHas(orderId) : undefined,
  ];
  if (!userName) return idsOf(db, sorted(by, and(...conditions), limit));

  const name = containing(userName);
  // Few orders share this much of their number, so checking each one is fast.
  if (orderId.length >= TRIGRAM) return idsOf(db, sorted(by, and(...conditions, nameIsLike(name)), limit));
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.name} ilike ${name}`)
    .limit(FEW_PEOPLE + 1);
  if (people.length > FEW_PEOPLE) return idsOf(db, sorted(by, and(...conditions, nameIsLike(name)), limit));
  const theirs = sql.param(people.map(({ id }) => id));
  const own = sorted(by, and(eq(orders.userId, sql`person.id`), ...conditions), limit);
  return idsOf(
    db,
    sql`select own.id from unnest(${theirs}::text[]) person (id), lateral (${own}) own order by own.${by.name} ${by.direction}, own.id ${by.direction} limit ${limit}`,
  );
}

async function idsOf(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query);
  return rows.map(({ id }) => id);
}

/** Like `isToBePaid` of the rules, but written like the condition of the index, so that it is used. */
const IS_TO_BE_PAID = sql`${orders.status} <> 'CANCELLED' and ${orders.paymentStatus} in (${literals(TO_BE_PAID)})`;

/** How a list is sorted, and which orders it is of; `beyond` compares with the last order of the previous page. */
interface Sorting {
  column: PgColumn;
  name: SQL;
  direction: SQL;
  beyond: SQL;
  where?: SQL;
}

const NEWEST: Sorting = { column: orders.createdAt, name: sql`created_at`, direction: sql`desc`, beyond: sql`<` };
const SOONEST: Sorting = {
  column: orders.slotStartsAt,
  name: sql`slot_starts_at`,
  direction: sql`asc`,
  beyond: sql`>`,
  where: isNotNull(orders.slotId),
};
/** After those with a time. */
const WITHOUT_TIME: Sorting = { ...NEWEST, where: isNull(orders.slotId) };

function sorted({ column, direction }: Sorting, where: SQL | undefined, limit: number): SQL {
  return sql`select ${orders.id}, ${column} from ${orders} where ${where}
    order by ${column} ${direction}, ${orders.id} ${direction} limit ${limit}`;
}

/** When today began in the shop's time zone. */
export function todayIn(timeZone: string): SQL {
  return sql`date_trunc('day', now() at time zone ${timeZone}::text) at time zone ${timeZone}::text`;
}

function numberHas(part: string): SQL | undefined {
  const like = containing(part.toUpperCase());
  const isId = eq(orders.id, part.toLowerCase());
  // In many order numbers.
  if (part.length < TRIGRAM) return sql`${orders.number} like ${like}`;
  // The planner overestimates the matches; as a separate query it uses the trigram index.
  return or(isId, sql`${orders.id} = any(array(select found.id from customer_order found where found.number like ${like}))`);
}

/** A subquery per order: a join would read all people first. */
function nameIsLike(name: string): SQL {
  return sql`(select person.name from user_account person where person.id = ${orders.userId}) ilike ${name}`;
}
