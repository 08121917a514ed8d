import { and, eq, lt, not, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import type { RequestKey } from "./idempotency-key.ts";
import { requestKeys } from "./tables.ts";

/** Whether a key has expired. */
const hasExpired = lt(requestKeys.createdAt, sql`now() - interval '24 hours'`);

/**
 * Claims a key for what a request is about to make; waits while another request with the same key is running.
 * @returns undefined if the key is claimed, otherwise the id of what it was used for, and the hash of that request
 */
export async function claimKey(
  tx: Db,
  userId: string,
  { key, hash }: RequestKey,
  madeId: string,
): Promise<{ madeId: string; hash: string } | undefined> {
  const { rowCount } = await tx
    .insert(requestKeys)
    .values({ userId, key, requestHash: hash, madeId })
    .onConflictDoUpdate({
      target: [requestKeys.userId, requestKeys.key],
      set: { requestHash: hash, madeId, createdAt: sql`now()` },
      setWhere: hasExpired,
    });
  return rowCount === 1 ? undefined : readKey(tx, userId, key);
}

/** The id of what a user's key was used for, and the hash of that request; undefined if there is none, or it has expired. */
export async function readKey(db: Db, userId: string, key: string): Promise<{ madeId: string; hash: string } | undefined> {
  const [used] = await db
    .select({ madeId: requestKeys.madeId, hash: requestKeys.requestHash })
    .from(requestKeys)
    .where(and(eq(requestKeys.userId, userId), eq(requestKeys.key, key), not(hasExpired)));
  return used;
}

/** Deletes all keys of a person. */
export async function deleteKeysOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(requestKeys).where(eq(requestKeys.userId, userId));
}

/** Deletes expired keys. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await deleteInBatches(db, requestKeys, hasExpired);
}
