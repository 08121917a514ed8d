import { inArray, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { pictures } from "./tables.ts";

/** Records that a picture was uploaded, or uploaded again. Waits while it is being removed. */
export async function notePicture(db: Db, key: string): Promise<void> {
  await db
    .insert(pictures)
    .values({ key })
    .onConflictDoUpdate({ target: pictures.key, set: { sentAt: sql`now()` } });
}

/** Which of these pictures exist. They can't be removed until the transaction ends. */
export async function lockPictures(tx: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await tx
    .select({ key: pictures.key })
    .from(pictures)
    .where(inArray(pictures.key, [...keys]))
    .orderBy(pictures.key)
    .for("key share");
  return rows.map(({ key }) => key);
}

/** Newer pictures may not have been saved in a form yet. */
const old = sql`sent_at < now() - interval '1 day'`;

/** The paths of all pictures in use. Deleted things still count as long as they can be restored. */
const shown = sql`
  select unnest(image) as address from product where deleted_at is null or deleted_at > now() - interval '30 days'
  union all select image from category where deleted_at is null or deleted_at > now() - interval '30 days'
  union all select image from sub_category where deleted_at is null or deleted_at > now() - interval '30 days'
  union all select avatar from user_account
  union all select unnest(image) from order_line
  union all select jsonb_array_elements_text(line -> 'image') from payment_attempt, jsonb_array_elements(lines) line`;

const isUnused = sql`key not in (
  select used from (select substring(address from '^/images/([a-z0-9-]+)/') as used from (${shown}) s) u where used is not null)`;

/** Some old, unused pictures. */
export async function readUnused(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from picture where ${old} and ${isUnused} order by sent_at limit ${limit}`);
  return rows.map(({ key }) => key);
}

/** Those of these pictures that are still old and unused, locked: until the transaction ends, nobody can upload or use them. */
export async function lockUnused(tx: Db, keys: readonly string[]): Promise<string[]> {
  const { rows: locked } = await tx.execute<{ key: string }>(sql`
    select key from picture where key = any(${sql.param([...keys])}) and ${old} order by key for update skip locked`);
  // Checked after locking, so that anyone who started using one before has committed.
  const { rows } = await tx.execute<{ key: string }>(sql`
    select key from unnest(${sql.param(locked.map(({ key }) => key))}::text[]) key where ${isUnused}`);
  return rows.map(({ key }) => key);
}

/** Deletes the rows of removed pictures. */
export async function forgetPictures(tx: Db, keys: readonly string[]): Promise<void> {
  await tx.delete(pictures).where(inArray(pictures.key, [...keys]));
}
