import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { language, type Language } from "#words/language.ts";
import { textIn } from "../catalogue/spoken/spoken.ts";
import { MOST_COUPONS } from "./contract.ts";
import type { CouponTerms } from "./rules.ts";
import { coupons } from "./tables.ts";

/** What an admin decides about a coupon, in cents and hundredths of a percent. */
export interface CouponValues extends Omit<CouponTerms, "shelfName" | "isEnded"> {
  code: string;
  categoryId: string | null;
  subCategoryId: string | null;
}

/** A coupon with its uses. */
export interface StoredCoupon extends CouponValues, CouponTerms {
  id: string;
  version: number;
  uses: number;
  /** How orders and payments in progress used it. */
  givenCents: number;
  /** In the time zone that was asked for. */
  today: string;
}

const shelfName = (spoken: Language) => sql`coalesce(
  (select ${textIn(spoken, sql`c.name`, sql`c.name_es`)} from category c where c.id = coupon.category_id),
  (select ${textIn(spoken, sql`s.name`, sql`s.name_es`)} from sub_category s where s.id = coupon.sub_category_id), '')`;

const columns = (timeZone: string) => sql`
  coupon.id, code, kind, value, minimum_cents as "minimumCents", category_id as "categoryId", sub_category_id as "subCategoryId",
  starts_on::text as "startsOn", ends_on::text as "endsOn", max_uses as "maxUses", max_uses_per_person as "maxUsesPerPerson",
  first_order_only as "firstOrderOnly", active, version, ended_at is not null as "isEnded", ${shelfName(language())} as "shelfName",
  (now() at time zone ${timeZone})::date::text as today`;

const given = sql`(
  select coalesce(sum(u.cents), 0)::float8 from coupon_use u where u.coupon_id = coupon.id and u.state <> 'RETURNED') as "givenCents"`;

/** All coupons, newest first; ended ones last, and not all of them. */
export async function readCoupons(db: Db, timeZone: string): Promise<StoredCoupon[]> {
  const { rows } = await db.execute<StoredCoupon & Record<string, unknown>>(sql`
    select ${columns(timeZone)}, uses, ${given} from coupon
    order by ended_at desc nulls first, created_at desc, id desc limit ${2 * MOST_COUPONS}`);
  return rows;
}

export async function readCoupon(db: Db, id: string, timeZone: string): Promise<StoredCoupon | undefined> {
  const { rows } = await db.execute<StoredCoupon & Record<string, unknown>>(sql`
    select ${columns(timeZone)}, uses, ${given} from coupon where id = ${id}`);
  return rows[0];
}

/** A coupon that was not ended, locked until the transaction ends. */
export async function lockCoupon(tx: Db, id: string, timeZone: string): Promise<StoredCoupon | undefined> {
  // Locked first, so that the read sees the latest state.
  const [isLocked, coupon] = await Promise.all([lockRow(tx, id), readCoupon(tx, id, timeZone)]);
  return isLocked ? coupon : undefined;
}

/**
 * A function, because Drizzle starts a bare statement only when it is awaited: after the read beside it was sent.
 * @returns whether there is such a coupon that was not ended
 */
async function lockRow(tx: Db, id: string | SQL): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from coupon where id = ${id} and ended_at is null for update`);
  return rows.length > 0;
}

/** How many coupons were not ended. */
export function countCoupons(db: Db): Promise<number> {
  return db.$count(coupons, isNull(coupons.endedAt));
}

export async function insertCoupon(tx: Db, id: string, values: CouponValues): Promise<void> {
  await tx.insert(coupons).values({ id, ...values });
}

/** Changes a locked coupon. */
export async function updateCoupon(tx: Db, id: string, values: CouponValues): Promise<void> {
  await tx
    .update(coupons)
    .set({ ...values, version: sql`${coupons.version} + 1` })
    .where(eq(coupons.id, id));
}

/** Ends a locked coupon. */
export async function markEnded(tx: Db, id: string): Promise<void> {
  await tx
    .update(coupons)
    .set({ endedAt: sql`now()`, version: sql`${coupons.version} + 1` })
    .where(and(eq(coupons.id, id), isNull(coupons.endedAt)));
}

/** Whether somebody could use a coupon today. */
export async function isAnyOffered(db: Db, timeZone: string): Promise<boolean> {
  const today = sql`(now() at time zone ${timeZone})::date`;
  const { rows } = await db.execute<{ offered: boolean }>(sql`
    select exists (select from coupon where ended_at is null and active and (max_uses is null or uses < max_uses)
      and coalesce(starts_on <= ${today}, true) and coalesce(ends_on >= ${today}, true)) as offered`);
  return rows[0]!.offered;
}

/** Who asks for a coupon, and for which products. */
export interface CouponQuestion {
  code: string;
  userId: string;
  productIds: readonly string[];
  timeZone: string;
}

/** A coupon as a person finds it. */
export interface FoundCoupon extends CouponTerms {
  id: string;
  code: string;
  today: string;
  uses: number;
  usesByPerson: number;
  /** The asked products that it applies to. */
  onShelf: string[];
}

/** The coupon with a code: the one that was not ended, or else the last one that was. */
const withCode = (code: string) => sql`(select id from coupon where code = ${code} order by ended_at desc nulls first limit 1)`;

/** Finds a coupon by its code. Payments of this person that are under way don't count, since their next order replaces them. */
export async function findCoupon(db: Db, question: CouponQuestion): Promise<FoundCoupon | undefined> {
  const { code, userId } = question;
  const held = sql`(select count(*)::int from coupon_use u where u.coupon_id = coupon.id and u.user_id = ${userId} and u.state = 'HELD')`;
  return readFound(db, question, withCode(code), { uses: sql`uses - ${held}`, states: sql`'USED'` });
}

/**
 * Finds a coupon by its code and locks it until the transaction ends, so that its uses can be counted. One round trip.
 * @param replaced SQL for the ids of payments of this person that are about to end, whose uses don't count
 */
export async function lockCouponOf(tx: Db, question: CouponQuestion, replaced: SQL): Promise<FoundCoupon | undefined> {
  const id = withCode(question.code);
  const held = sql`(
    select count(*)::int from coupon_use u where u.coupon_id = coupon.id and u.state = 'HELD' and u.order_id in (${replaced}))`;
  const [, found] = await Promise.all([
    lockRow(tx, id),
    // A separate statement, because the one that waited for the lock still sees the uses as they were before.
    readFound(tx, question, id, { uses: sql`uses - ${held}`, states: sql`'HELD', 'USED'`, but: held }),
  ]);
  return found;
}

/** The coupon that an order used, with which of these products it applies to. */
export async function readUsed(
  db: Db,
  { orderId, ...question }: Omit<CouponQuestion, "code"> & { orderId: string | SQL },
): Promise<FoundCoupon | undefined> {
  const id = sql`(select coupon_id from coupon_use where order_id = ${orderId} and state <> 'RETURNED')`;
  return readFound(db, { ...question, code: "" }, id, { uses: sql`uses`, states: sql`'HELD', 'USED'` });
}

async function readFound(
  db: Db,
  { userId, productIds, timeZone }: CouponQuestion,
  id: SQL,
  counted: { uses: SQL; states: SQL; but?: SQL },
): Promise<FoundCoupon | undefined> {
  const { rows } = await db.execute<FoundCoupon & Record<string, unknown>>(sql`
    select ${columns(timeZone)}, (${counted.uses})::int as uses,
      (select count(*)::int from coupon_use u where u.coupon_id = coupon.id and u.user_id = ${userId} and u.state in (${counted.states}))
        - ${counted.but ?? sql`0`} as "usesByPerson",
      array(
        select p.id from product p where p.id = any(${sql.param(productIds)}::text[])
        and (coupon.category_id is null or exists (select from product_category pc where pc.product_id = p.id and pc.category_id = coupon.category_id))
        and (coupon.sub_category_id is null
          or exists (select from product_sub_category ps where ps.product_id = p.id and ps.sub_category_id = coupon.sub_category_id)))
        as "onShelf"
    from coupon where coupon.id = ${id}`);
  return rows[0];
}
