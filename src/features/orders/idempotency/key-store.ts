import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import type { RequestKey } from "./idempotency-key.ts";
import { orderKeys } from "../tables.ts";

/** How long a key is stored. */
const KEY_AGE = sql`interval '24 hours'`;

/**
 * Claims a key for an order about to be placed; waits while another request with the same key is running.
 * @returns undefined if the key is claimed, otherwise the order it was used for and the hash of that request
 */
export async function claimKey(
  tx: Db,
  userId: string,
  { key, hash }: RequestKey,
  orderId: string,
): Promise<{ orderId: string; hash: string } | undefined> {
  const { rowCount } = await tx
    .insert(orderKeys)
    .values({ userId, key, requestHash: hash, orderId })
    .onConflictDoUpdate({
      target: [orderKeys.userId, orderKeys.key],
      set: { requestHash: hash, orderId, createdAt: sql`now()` },
      setWhere: lt(orderKeys.createdAt, sql`now() - ${KEY_AGE}`),
    });
  return rowCount === 1 ? undefined : readKey(tx, userId, key);
}

/** The order a user's key was used for, and the hash of that request; undefined if there is none. */
export async function readKey(db: Db, userId: string, key: string): Promise<{ orderId: string; hash: string } | undefined> {
  const [used] = await db
    .select({ orderId: orderKeys.orderId, hash: orderKeys.requestHash })
    .from(orderKeys)
    .where(and(eq(orderKeys.userId, userId), eq(orderKeys.key, key)));
  return used;
}

/** Deletes expired keys. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await deleteInBatches(db, orderKeys, lt(orderKeys.createdAt, sql`now() - ${KEY_AGE}`));
}
