import { and, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { pictures } from "./tables.ts";

/**
 * Records that a picture was uploaded, or uploaded again.
 * @returns false if it is being removed from the storage
 */
export async function recordPicture(db: Db, key: string): Promise<boolean> {
  const rows = await db
    .insert(pictures)
    .values({ key })
    .onConflictDoUpdate({ target: pictures.key, set: { sentAt: sql`now()` }, setWhere: isNull(pictures.removeAt) })
    .returning({ key: pictures.key });
  return rows.length > 0;
}

/** Whether a picture was uploaded and is not removed yet. */
export async function isRecorded(db: Db, key: string): Promise<boolean> {
  return (await db.$count(pictures, eq(pictures.key, key))) > 0;
}

/** Which of these pictures exist and stay. They can't be marked for removal until the transaction ends. */
export async function lockPictures(tx: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await tx
    .select({ key: pictures.key })
    .from(pictures)
    .where(and(inArray(pictures.key, [...keys]), isNull(pictures.removeAt)))
    .orderBy(pictures.key)
    .for("key share");
  return rows.map(({ key }) => key);
}

/** Newer pictures may not have been saved in a form yet. */
const isOld = sql`sent_at < now() - interval '1 day' and remove_at is null`;

/** SQL like `keyOfAddress`: the key of a picture of the shop by its address, else null. */
export const keyIn = (address: SQL): SQL => sql`substring(${address} from '^/images/([a-z0-9-]+)/')`;

const isUnused = (uses: SQL) => sql`key not in (
  select used from (select ${keyIn(sql`address`)} as used from (${uses}) s (address)) u where used is not null)`;

/** A removal takes seconds; after this long, the process that began it has died. */
const lease = sql`now() + interval '10 minutes'`;

/**
 * Marks some old, unused pictures for removal. Nobody can start using them afterwards.
 * @param uses a query for the addresses of all pictures in use
 * @returns their keys: the caller removes them from the storage once the transaction has committed
 */
export async function markUnused(tx: Db, uses: SQL, limit: number): Promise<string[]> {
  const { rows: locked } = await tx.execute<{ key: string }>(sql`
    select key from picture where key in (select key from picture where ${isOld} and ${isUnused(uses)} order by sent_at limit ${limit}) and ${isOld}
    order by key for update skip locked`);
  const keys = sql.param(locked.map(({ key }) => key));
  // Checked again after locking, since somebody may have started using one and committed in between.
  const { rows } = await tx.execute<{ key: string }>(sql`
    update picture set remove_at = ${lease} where key = any(${keys}::text[]) and ${isUnused(uses)} returning key`);
  return rows.map(({ key }) => key);
}

/** Locks a picture, so that nobody starts using it until the transaction ends. */
export async function lockForRemoval(tx: Db, key: string): Promise<void> {
  await tx.select({ key: pictures.key }).from(pictures).where(eq(pictures.key, key)).for("update");
}

/**
 * Marks a picture for removal, unless it is used. Lock it first.
 * @param isUsed SQL
 * @returns whether the caller is the one to remove it
 */
export async function markForRemoval(tx: Db, key: string, isUsed: SQL): Promise<boolean> {
  const { rowCount } = await tx
    .update(pictures)
    .set({ removeAt: lease })
    .where(and(eq(pictures.key, key), isNull(pictures.removeAt), sql`not ${isUsed}`));
  return rowCount === 1;
}

/** Takes over some removals that failed or were interrupted. @returns their keys */
export async function takeOverRemovals(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    update picture set remove_at = ${lease}
    where key in (select key from picture where remove_at < now() order by remove_at limit ${limit} for update skip locked) returning key`);
  return rows.map(({ key }) => key);
}

/** Deletes the rows of pictures that were removed from the storage. */
export async function forgetPictures(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.delete(pictures).where(inArray(pictures.key, [...keys]));
}
