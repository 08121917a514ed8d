import { and, asc, eq, gt, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isUnsettled } from "../refund-row-store.ts";
import { attemptColumns, isOfOrder, type Attempt } from "../store.ts";
import { attempts, differences } from "../tables.ts";

export type Difference = typeof differences.$inferSelect;

export async function insertDifference(tx: Db, difference: typeof differences.$inferInsert): Promise<void> {
  await tx.insert(differences).values(difference);
}

export async function readDifference(db: Db, id: string): Promise<Difference | undefined> {
  const [row] = await db.select().from(differences).where(eq(differences.id, id));
  return row;
}

/** SQL for the id of a payment. @param id its own, or that of one of its differences */
export const paymentOf = (id: string): SQL => sql`coalesce((select attempt_id from payment_difference where id = ${id}), ${id})`;

/** The first difference of a payment that the provider has yet to be asked for: they are sent one after the other. */
export async function readFirstDue(db: Db, attemptId: string): Promise<Difference | undefined> {
  const [row] = await db
    .select()
    .from(differences)
    .where(and(eq(differences.attemptId, attemptId), eq(differences.status, "DUE")))
    .orderBy(asc(differences.id))
    .limit(1);
  return row;
}

/** Records what the provider had refunded before it is first asked for a difference. @returns what was recorded first */
export async function noteBefore(db: Db, id: string, cents: number): Promise<number> {
  const [row] = await db
    .update(differences)
    .set({ beforeCents: sql`coalesce(${differences.beforeCents}, ${cents})` })
    .where(eq(differences.id, id))
    .returning({ beforeCents: differences.beforeCents });
  return row?.beforeCents ?? cents;
}

/** Deletes a payment's failed differences: whatever is refunded next covers them, under an id the provider hasn't refused. */
export async function deleteFailed(tx: Db, attemptId: string): Promise<void> {
  await tx.delete(differences).where(and(eq(differences.attemptId, attemptId), eq(differences.status, "FAILED")));
}

export async function deleteDifference(tx: Db, id: string): Promise<void> {
  await tx.delete(differences).where(eq(differences.id, id));
}

/** What the differences of a payment come to in cents, by state. */
export interface DifferenceSums {
  /** Refunded by the provider. */
  done: number;
  /** Too small for the provider, so the staff refund it. */
  byHand: number;
  /** Due or pending. */
  open: number;
  failed: number;
}

export const NO_DIFFERENCES: DifferenceSums = { done: 0, byHand: 0, open: 0, failed: 0 };

const sums = {
  done: sql<number>`coalesce(sum(${differences.cents}) filter (where ${differences.status} = 'DONE' and not ${differences.byHand}), 0)::float8`,
  byHand: sql<number>`coalesce(sum(${differences.cents}) filter (where ${differences.byHand}), 0)::float8`,
  open: sql<number>`coalesce(sum(${differences.cents}) filter (where ${differences.status} in ('DUE', 'PENDING')), 0)::float8`,
  failed: sql<number>`coalesce(sum(${differences.cents}) filter (where ${differences.status} = 'FAILED'), 0)::float8`,
};

export async function readDifferenceSums(db: Db, attemptId: string): Promise<DifferenceSums> {
  const [row] = await db.select(sums).from(differences).where(eq(differences.attemptId, attemptId));
  return row!;
}

/** Like {@link readDifferenceSums}, for all payments of an order that have differences, by id. @param orderId or SQL for it */
export async function readDifferenceSumsOf(db: Db, orderId: string | SQL): Promise<Map<string, DifferenceSums>> {
  const rows = await db
    .select({ attemptId: differences.attemptId, ...sums })
    .from(differences)
    .innerJoin(attempts, eq(attempts.id, differences.attemptId))
    .where(isOfOrder(orderId))
    .groupBy(differences.attemptId);
  return new Map(rows.map(({ attemptId, ...own }) => [attemptId, own]));
}

/** What the provider refunded by a payment's differences after this one, in cents: it is asked for them in the order of their ids. */
export async function readRefundedLater(db: Db, { id, attemptId }: Pick<Difference, "id" | "attemptId">): Promise<number> {
  const [later] = await db
    .select({ cents: sums.done })
    .from(differences)
    .where(and(eq(differences.attemptId, attemptId), gt(differences.id, id)));
  return later!.cents;
}

/** SQL for the differences of an order's payments that their providers refunded, in cents. @param orderId a column */
export function differenceCentsOf(orderId: SQL): SQL {
  return sql`coalesce((select sum(d.cents) from ${differences} d
    where d.attempt_id = any(array(select ${orderId} union all select a.id from ${attempts} a where a.amends = ${orderId})) and d.status = 'DONE' and not d.by_hand), 0)`;
}

/** Differences that need attention. */
export async function readUnsettledDifferences(db: Db, limit: number): Promise<{ attempt: Attempt; difference: Difference }[]> {
  return db
    .select({ attempt: attemptColumns, difference: differences })
    .from(differences)
    .innerJoin(attempts, eq(attempts.id, differences.attemptId))
    .where(isUnsettled(differences))
    .orderBy(asc(differences.id))
    .limit(limit);
}
