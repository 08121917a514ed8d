import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { literals } from "#server/db/literals.ts";
import type { OrderedSlot } from "./contract.ts";
import { todayIn } from "./find-orders.ts";
import { IN_CASH } from "../rules.ts";
import { PAID } from "./rules.ts";

/** SQL for an array of the ids of orders by their numbers or `_id`s, in the same order, skipping unknown and deleted ones. */
export const idsNamed = (refs: readonly string[]): SQL => sql`array(
  select o.id from unnest(${sql.param([...refs])}::text[]) with ordinality r (ref, place)
  join customer_order o on o.id = lower(r.ref) or o.number = upper(r.ref)
  where o.deleted_at is null
  group by o.id order by min(r.place))`;

/** The id of the newest order; undefined if there is none. */
export async function readNewest(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from customer_order where deleted_at is null order by created_at desc, id desc limit 1`);
  return rows[0]?.id;
}

/** The number of the order to send after this one: the next one placed, or else the oldest. Empty if this is the last. */
export async function readNextToSend(db: Db, orderId: string): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`
    with this as (select created_at, id from customer_order where id = ${orderId}),
    waiting as (select number, created_at, id from customer_order where status = 'PENDING' and deleted_at is null and id <> ${orderId})
    (select number, 1 as place from waiting where (created_at, id) > (select created_at, id from this) order by created_at, id limit 1)
    union all
    (select number, 2 from waiting order by created_at, id limit 1)
    order by place limit 1`);
  return rows[0]?.number ?? "";
}

/** Ids of the orders placed after another one, oldest first. */
export async function readPlacedSince(db: Db, orderId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from customer_order
    where (created_at, id) > ((select last.created_at from customer_order last where last.id = ${orderId}), ${orderId}) and deleted_at is null
    order by created_at, id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** An order that staff have to refund: all of it, or a part. */
export interface OwedOrder {
  id: string;
  number: string;
  userName: string;
  cents: number;
  method: string;
  /** When it was canceled, became cheaper, or left a part to the staff. */
  cancelledAt: Date;
  cause: "cancelled" | "cheaper";
}

/** Orders to be refunded that no provider can refund, oldest first: those of `isOwedByHand`, and those of which the staff refund a part. */
export async function readOwedOrders(db: Db, limit: number): Promise<OwedOrder[]> {
  const { rows } = await db.execute<Omit<OwedOrder, "cancelledAt"> & { cancelled_at: string }>(sql`
    select o.id, o.number, u.name as "userName", o.total_cents::float8 as cents, o.payment_method as method,
      coalesce(last.at, o.created_at) as cancelled_at, 'cancelled' as cause
    from customer_order o
    join user_account u on u.id = o.user_id
    left join lateral (
      select e.at, e.kind from order_event e where e.order_id = o.id and e.kind like 'REFUND %' order by e.at desc, e.id desc limit 1
    ) last on true
    where o.status = 'CANCELLED' and o.payment_status in (${literals(PAID)})
      and (o.payment_method = ${IN_CASH.method} or last.kind = 'REFUND BY HAND')
    union all
    select o.id, o.number, u.name, o.owed_cents::float8, o.payment_method,
      coalesce((select max(e.at) from order_event e where e.order_id = o.id and e.kind = 'DIFFERENCE BY HAND'), o.packed_at, o.created_at), 'cheaper'
    from customer_order o join user_account u on u.id = o.user_id
    where o.owed_cents > 0
    order by cancelled_at, id limit ${limit}`);
  return rows.map(({ cancelled_at, ...row }) => ({ ...row, cancelledAt: new Date(cancelled_at) }));
}

/** The delivery times from today on that orders have, soonest first. Canceled and deleted orders don't count. */
export async function readOrderedSlots(db: Db, timeZone: string): Promise<OrderedSlot[]> {
  const { rows } = await db.execute<OrderedSlot & Record<string, unknown>>(sql`
    select slot_id as id, min(delivery->>'way') as way, min(delivery->>'zone') as zone, min(delivery->'slot'->>'day') as day,
      min(delivery->'slot'->>'from') as "from", min(delivery->'slot'->>'to') as "to", count(*)::int as orders
    from customer_order
    where slot_id is not null and slot_starts_at >= ${todayIn(timeZone)} and status <> 'CANCELLED' and deleted_at is null
    group by slot_id order by min(slot_starts_at), slot_id limit 500`);
  return rows;
}
