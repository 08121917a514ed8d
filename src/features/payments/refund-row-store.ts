import { and, eq, inArray, isNull, lte, or, sql, type AnyColumn, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isFromWrongClock } from "#server/db/clock.ts";
import { refundsThatBecome } from "./rules.ts";
import type { differences, refunds } from "./tables.ts";

/** What refunds and differences have in common: a provider is asked for them until they are done, or fail. */
type RefundTable = typeof refunds | typeof differences;

export type RefundRow = Pick<(typeof refunds)["$inferSelect"], "id" | "attemptId" | "cents" | "reason" | "providerRef">;

type Change = { status: "PENDING" | "DONE"; providerRef?: string } | { status: "FAILED"; reason: string };

/** Moves a row to its next status. @returns false if its current status doesn't allow that */
export async function moveRow(tx: Db, table: RefundTable, id: string, change: Change): Promise<boolean> {
  const at = change.status === "PENDING" ? { checkedAt: sql`now()` } : { doneAt: sql`now()` };
  const { rowCount } = await tx
    .update(table)
    .set({ ...change, ...at })
    .where(and(eq(table.id, id), inArray(table.status, refundsThatBecome(change.status))));
  return rowCount === 1;
}

/**
 * Lets one process at a time ask the provider for a row that is due, for longer than the provider is waited for: to see what it has refunded,
 * and to refund. @returns false while it is another one's turn
 */
export async function takeTurn(db: Db, table: RefundTable, id: string): Promise<boolean> {
  const { checkedAt } = table;
  const isFree = or(isNull(checkedAt), lte(checkedAt, sql`now() - interval '30 seconds'`), isFromWrongClock(checkedAt));
  const { rowCount } = await db
    .update(table)
    .set({ checkedAt: sql`now()` })
    .where(and(eq(table.id, id), eq(table.status, "DUE"), isFree));
  return rowCount === 1;
}

/**
 * Takes the pending row that the provider was not asked about for longest, if it is due, and marks it as checked: the older, the less often.
 */
export async function takePending(db: Db, table: RefundTable): Promise<RefundRow | undefined> {
  const { id, attemptId, cents, reason, providerRef, status, checkedAt, createdAt } = table;
  const lastAt = sql`coalesce(${checkedAt}, ${createdAt})`;
  const next = sql`(select ${id} from ${table} where ${status} = 'PENDING' and (${isFromWrongClock(checkedAt)}
    or ${lastAt} < now() - least(interval '1 hour', greatest(interval '1 minute', (now() - ${createdAt}) / 6))) order by ${lastAt} limit 1)`;
  const [row] = await db
    .update(table)
    .set({ checkedAt: sql`now()` })
    .where(eq(id, next))
    .returning({ id, attemptId, cents, reason, providerRef });
  return row;
}

/** SQL for whether a row needs attention: it failed, or is taking too long. */
export const isUnsettled = ({ status, createdAt }: Record<"status" | "createdAt", AnyColumn>): SQL => sql`(${status} = 'FAILED'
  or ${status} = 'DUE' and ${createdAt} < now() - interval '10 minutes'
  or ${status} = 'PENDING' and ${createdAt} < now() - interval '1 day')`;
