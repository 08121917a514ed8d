import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { isFromWrongClock } from "#server/jobs/after-wrong-clock.ts";
import type { OrderStatus } from "../orders/contract.ts";
import { IN_CASH } from "../orders/rules.ts";
import { orders } from "../orders/tables.ts";
import type { AttemptStatus } from "./contract.ts";
import { refundsThatBecome, UNDER_WAY, whatBecomes } from "./rules.ts";
import { attempts, refunds, webhookEvents } from "./tables.ts";

type AttemptRow = typeof attempts.$inferSelect;
export interface Attempt extends AttemptRow {
  /** Until the reservation ends, by the database's clock; negative after that. */
  secondsLeft: number;
  /** How long the provider has been taking the money; null if it isn't. */
  capturingSeconds: number | null;
}
export type Refund = typeof refunds.$inferSelect;

/** Not `now()`: the transaction may have waited for a lock. */
const NOW = sql`clock_timestamp()`;
const columns = {
  ...getTableColumns(attempts),
  secondsLeft: sql<number>`extract(epoch from ${attempts.expiresAt} - ${NOW})::float8`,
  capturingSeconds: sql<number | null>`extract(epoch from ${NOW} - ${attempts.capturingSince})::float8`,
};

export type NewAttempt = Omit<typeof attempts.$inferInsert, "status" | "expiresAt">;

/** Starts a payment, reserved for some minutes from now. */
export async function insertAttempt(tx: Db, attempt: NewAttempt, reservedMinutes: number): Promise<Attempt> {
  const expiresAt = sql`${NOW} + make_interval(mins => ${reservedMinutes})`;
  const [row] = await tx
    .insert(attempts)
    .values({ ...attempt, status: "CREATING", expiresAt })
    .returning(columns);
  return row!;
}

/** An attempt by its id, which the order it becomes will have too. */
export async function readAttempt(db: Db, id: string): Promise<Attempt | undefined> {
  const [row] = await db.select(columns).from(attempts).where(eq(attempts.id, id));
  return row;
}

/** An attempt by the provider's id. */
export async function readAttemptByRef(db: Db, provider: Attempt["provider"], ref: string): Promise<Attempt | undefined> {
  const [row] = await db
    .select(columns)
    .from(attempts)
    .where(and(eq(attempts.provider, provider), eq(attempts.providerRef, ref)));
  return row;
}

/** An attempt, locked until the transaction ends. Everything about it is decided under this lock. */
export async function lockAttempt(tx: Db, id: string): Promise<Attempt | undefined> {
  const [row] = await tx.select(columns).from(attempts).where(eq(attempts.id, id)).for("update");
  return row;
}

const isUnderWay = inArray(attempts.status, [...UNDER_WAY]);

/** The shopper's open payments, locked in id order. Reads few columns, because every order needs it. */
export async function lockUnderWay(tx: Db, userId: string): Promise<Pick<Attempt, "id" | "status" | "lines" | "capturingSeconds">[]> {
  const { id, status, lines, capturingSeconds } = columns;
  return tx
    .select({ id, status, lines, capturingSeconds })
    .from(attempts)
    .where(and(eq(attempts.userId, userId), isUnderWay))
    .orderBy(asc(attempts.id))
    .for("update");
}

export async function isPaying(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(attempts, and(eq(attempts.userId, userId), isUnderWay))) > 0;
}

/** The shopper's newest attempt that can still be paid. */
export async function readOpenAttempt(db: Db, userId: string): Promise<Attempt | undefined> {
  const [row] = await db
    .select(columns)
    .from(attempts)
    .where(and(eq(attempts.userId, userId), isUnderWay, ne(attempts.status, "CREATING")))
    .orderBy(desc(attempts.id))
    .limit(1);
  return row;
}

/** What can change without a new status. */
type Details = Partial<Pick<Attempt, "providerRef" | "approvalUrl" | "chargeRef" | "refundedCents" | "note">>;

/** Updates a locked attempt, but not its status. */
export async function updateAttempt(tx: Db, id: string, change: Details): Promise<Attempt> {
  const [row] = await tx.update(attempts).set(change).where(eq(attempts.id, id)).returning(columns);
  return row!;
}

/** Changes the status of a locked attempt. @throws unless {@link NEXT} allows it */
export async function moveAttempt(tx: Db, id: string, to: AttemptStatus, change: Details = {}): Promise<Attempt> {
  const capturingSince = to === "CAPTURING" ? NOW : to === "OPEN" ? null : undefined;
  const [row] = await tx
    .update(attempts)
    .set({ ...change, status: to, ...(capturingSince !== undefined && { capturingSince }) })
    .where(and(eq(attempts.id, id), inArray(attempts.status, whatBecomes(to))))
    .returning(columns);
  if (!row) throw new Error(`Payment ${id} cannot become ${to}`);
  return row;
}

/** Gives reservations that were made while the database's clock was ahead the time to pay that they were meant to have. */
export async function moveBackReservations(db: Db): Promise<void> {
  await db
    .update(attempts)
    .set({ expiresAt: sql`now() + (${attempts.expiresAt} - ${attempts.createdAt})`, createdAt: sql`now()` })
    .where(and(isUnderWay, isFromWrongClock(sql`${attempts.createdAt}`)));
}

/** Records that the provider was asked. */
export async function noteChecked(db: Db, id: string, note?: string): Promise<void> {
  await db
    .update(attempts)
    .set({ checkedAt: NOW, ...(note !== undefined && { note }) })
    .where(eq(attempts.id, id));
}

/** How long after its creation a payment may still arrive: PayPal's payers have three hours. */
const MAY_COME = sql`interval '4 hours'`;
/** Age at which the shop starts asking about an attempt. */
const ASK_AFTER = sql`interval '2 minutes'`;

/** The attempts to ask the provider about: open ones, and ended ones that may still be paid. The older, the less often. */
export async function readToCheck(db: Db, limit: number): Promise<Attempt[]> {
  const underWay: AttemptStatus[] = ["OPEN", "CAPTURING"];
  const givenUp: AttemptStatus[] = ["EXPIRED", "CANCELLED", "REPLACED", "FAILED"];
  return db
    .select(columns)
    .from(attempts)
    .where(
      and(
        isNotNull(attempts.providerRef),
        lt(attempts.createdAt, sql`now() - ${ASK_AFTER}`),
        or(inArray(attempts.status, underWay), and(inArray(attempts.status, givenUp), sql`${attempts.createdAt} > now() - ${MAY_COME}`)),
        sql`coalesce(${attempts.checkedAt}, ${attempts.createdAt}) < now() - greatest(interval '1 minute', (now() - ${attempts.createdAt}) / 6)`,
      ),
    )
    .orderBy(asc(sql`coalesce(${attempts.checkedAt}, ${attempts.createdAt})`))
    .limit(limit);
}

/** A refund that needs attention: it failed, or is taking too long. */
const REFUND_UNSETTLED = sql`(${refunds.status} = 'FAILED'
  or ${refunds.status} = 'DUE' and ${refunds.createdAt} < now() - interval '10 minutes'
  or ${refunds.status} = 'PENDING' and ${refunds.createdAt} < now() - interval '1 day')`;

/** Payments and refunds that didn't settle by themselves: the money is taking too long to arrive or to be refunded. */
export async function readUnsettled(
  db: Db,
  limit: number,
): Promise<(Attempt & { refund: Refund | null; orderStatus: OrderStatus | null })[]> {
  const rows = await db
    .select({ attempt: columns, refund: refunds, orderStatus: orders.status })
    .from(attempts)
    .leftJoin(refunds, eq(refunds.attemptId, attempts.id))
    .leftJoin(orders, eq(orders.id, attempts.id))
    .where(
      or(
        and(
          inArray(attempts.status, ["CAPTURING", "REFUNDING"]),
          // Due and pending refunds have their own deadline below.
          isNull(refunds.id),
          sql`coalesce(${attempts.capturingSince}, ${attempts.createdAt}) < now() - interval '10 minutes'`,
        ),
        REFUND_UNSETTLED,
      ),
    )
    .orderBy(desc(attempts.id))
    .limit(limit);
  return rows.map(({ attempt, ...row }) => ({ ...attempt, ...row }));
}

/** A cancelled order that an admin has to refund. */
export interface OwedOrder {
  id: string;
  number: string;
  userName: string;
  cents: number;
  method: string;
  cancelledAt: Date;
}

/** Canceled orders that are paid but have no provider to refund them, oldest first. */
export async function readOwed(db: Db, limit: number): Promise<OwedOrder[]> {
  const { rows } = await db.execute<Omit<OwedOrder, "cancelledAt"> & { cancelled_at: string }>(sql`
    select o.id, o.number, u.name as "userName", o.total_cents::float8 as cents, o.payment_method as method,
      coalesce(last.at, o.created_at) as cancelled_at
    from customer_order o
    join user_account u on u.id = o.user_id
    left join lateral (
      select e.at, e.kind from order_event e where e.order_id = o.id and e.kind like 'REFUND %' order by e.at desc, e.id desc limit 1
    ) last on true
    where o.status = 'CANCELLED' and o.payment_status in ('PAID', 'PARTIALLY REFUNDED')
      and (o.payment_method = ${IN_CASH.method} or last.kind = 'REFUND BY HAND')
    order by cancelled_at, o.id limit ${limit}`);
  return rows.map(({ cancelled_at, ...row }) => ({ ...row, cancelledAt: new Date(cancelled_at) }));
}

/** Records a refund that is due. @returns it, or undefined if the payment already has one */
export async function insertRefund(tx: Db, refund: typeof refunds.$inferInsert): Promise<Refund | undefined> {
  const [row] = await tx.insert(refunds).values(refund).onConflictDoNothing({ target: refunds.attemptId }).returning();
  return row;
}

/** SQL for the refunded cents of an order's payment; 0 if no provider charged it. @param orderId a column */
export function refundedCentsOf(orderId: SQL): SQL {
  return sql`coalesce((select a.refunded_cents from ${attempts} a where a.id = ${orderId}), 0)`;
}

export async function readRefund(db: Db, id: string): Promise<Refund | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row;
}

/** The refund of an attempt; undefined if there is none. */
export async function readRefundOf(db: Db, attemptId: string): Promise<Refund | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.attemptId, attemptId));
  return row;
}

/** Deletes a failed refund, so that a new one can start with an id the provider hasn't refused. */
export async function deleteFailedRefund(tx: Db, attemptId: string): Promise<void> {
  await tx.delete(refunds).where(and(eq(refunds.attemptId, attemptId), eq(refunds.status, "FAILED")));
}

/** Ends a refund that is due or pending. @returns false if it had already ended */
export async function endRefund(
  tx: Db,
  id: string,
  change: { status: "DONE" | "FAILED"; providerRef?: string; reason?: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(refunds)
    .set({ ...change, doneAt: sql`now()` })
    .where(and(eq(refunds.id, id), inArray(refunds.status, refundsThatBecome(change.status))));
  return rowCount === 1;
}

/** Records that the provider accepted a due refund. @returns false if it wasn't due */
export async function noteRefundPending(tx: Db, id: string, providerRef: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(refunds)
    .set({ status: "PENDING", providerRef, checkedAt: sql`now()` })
    .where(and(eq(refunds.id, id), inArray(refunds.status, refundsThatBecome("PENDING"))));
  return rowCount === 1;
}

/** Pending refunds to ask the provider about; the older, the less often. Marks them as checked. */
export async function takePendingRefunds(db: Db, limit: number): Promise<Refund[]> {
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.status, "PENDING"),
        sql`coalesce(${refunds.checkedAt}, ${refunds.createdAt})
          < now() - least(interval '1 hour', greatest(interval '1 minute', (now() - ${refunds.createdAt}) / 6))`,
      ),
    )
    .orderBy(asc(sql`coalesce(${refunds.checkedAt}, ${refunds.createdAt})`))
    .limit(limit);
  return db
    .update(refunds)
    .set({ checkedAt: sql`now()` })
    .where(inArray(refunds.id, due))
    .returning();
}

/** Records a webhook. @returns false if it was recorded before */
export async function insertWebhookEvent(tx: Db, provider: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.insert(webhookEvents).values({ provider, id }).onConflictDoNothing();
  return rowCount === 1;
}

/** Deletes webhooks that won't come again: providers repeat them for days. */
export async function deleteOldWebhookEvents(db: Db): Promise<void> {
  await deleteInBatches(db, webhookEvents, lt(webhookEvents.receivedAt, sql`now() - interval '30 days'`));
}
