import { and, desc, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { differenceCentsOf } from "../differences/store.ts";
import { NOWHERE } from "../../orders/forget-buyer.ts";
import type { RefundStatus } from "../contract.ts";
import type { Charged } from "../providers/provider.ts";
import { isUnsettled } from "../refund-row-store.ts";
import { attemptColumns, isOfOrder, type Attempt } from "../store.ts";
import { attempts, refunds } from "../tables.ts";

export type Refund = typeof refunds.$inferSelect;

/** Records a refund that is due. @returns it, or undefined if the payment already has one */
export async function insertRefund(tx: Db, refund: typeof refunds.$inferInsert): Promise<Refund | undefined> {
  const [row] = await tx.insert(refunds).values(refund).onConflictDoNothing({ target: refunds.attemptId }).returning();
  return row;
}

/**
 * Records a further charge of a payment as a payment of its own, whose money is to be refunded.
 * @returns false if it was recorded before
 */
export async function insertSecondCharge(
  tx: Db,
  { id: repeats, userId, provider, withYape, language }: Attempt,
  { id, chargeRef, cents, refundedCents, note }: Charged & Pick<Attempt, "id" | "note">,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(attempts)
    .values({
      id,
      userId,
      provider,
      withYape,
      language,
      repeats,
      status: "REFUNDING",
      providerRef: chargeRef,
      chargeRef,
      lines: [],
      subtotalCents: cents,
      totalCents: cents,
      refundedCents,
      deliveryAddress: NOWHERE,
      expiresAt: sql`now()`,
      note,
    })
    .onConflictDoNothing();
  return rowCount === 1;
}

/**
 * SQL for the refunded cents of an order's payments, without differences, by which its total was lowered too; 0 if no provider charged
 * it. @param orderId a column
 */
function refundedCentsOf(orderId: SQL): SQL {
  return sql`greatest(0, coalesce((select sum(a.refunded_cents) from ${attempts} a
    where (a.id = ${orderId} or a.amends = ${orderId}) and a.status = 'PAID'), 0) - ${differenceCentsOf(orderId)})`;
}

/** SQL for what was paid for order `o` and not refunded, in cents. */
export const keptCents = sql`case o.payment_status
  when 'PAID' then o.total_cents
  when 'PARTIALLY REFUNDED' then greatest(0, o.total_cents - ${refundedCentsOf(sql`o.id`)})::bigint
  else 0 end`;

export async function readRefund(db: Db, id: string): Promise<Refund | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row;
}

/** The refund of an attempt; undefined if there is none. */
export async function readRefundOf(db: Db, attemptId: string): Promise<Refund | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.attemptId, attemptId));
  return row;
}

/** The states of the refunds of an order's payments. */
export async function readRefundStates(db: Db, orderId: string): Promise<RefundStatus[]> {
  const rows = await db
    .select({ status: refunds.status })
    .from(refunds)
    .innerJoin(attempts, eq(attempts.id, refunds.attemptId))
    .where(and(isOfOrder(orderId), eq(attempts.status, "PAID")));
  return rows.map(({ status }) => status);
}

/** Deletes a failed refund, so that a new one can start with an id the provider hasn't refused. */
export async function deleteFailedRefund(tx: Db, attemptId: string): Promise<void> {
  await tx.delete(refunds).where(and(eq(refunds.attemptId, attemptId), eq(refunds.status, "FAILED")));
}

export type Unsettled = Attempt & { refund: Refund | null };

/** Payments and refunds that didn't settle by themselves: the money is taking too long to arrive or to be refunded. */
export async function readUnsettled(db: Db, limit: number): Promise<Unsettled[]> {
  const rows = await db
    .select({ attempt: attemptColumns, refund: refunds })
    .from(attempts)
    .leftJoin(refunds, eq(refunds.attemptId, attempts.id))
    .where(
      or(
        and(
          inArray(attempts.status, ["CAPTURING", "REFUNDING"]),
          // Due and pending refunds have their own deadline below.
          isNull(refunds.id),
          sql`coalesce(${attempts.capturingSince}, ${attempts.createdAt}) < now() - interval '10 minutes'`,
        ),
        isUnsettled(refunds),
      ),
    )
    .orderBy(desc(attempts.id))
    .limit(limit);
  return rows.map(({ attempt, refund }) => ({ ...attempt, refund }));
}
