import { inArray, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { pictures } from "./tables.ts";

/** Notes that a picture is sent, or sent again. Waits while it is being removed. */
export async function notePicture(db: Db, key: string): Promise<void> {
  await db
    .insert(pictures)
    .values({ key })
    .onConflictDoUpdate({ target: pictures.key, set: { sentAt: sql`now()` } });
}

/** Which of these pictures are there; nobody removes them until the transaction ends. */
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

/** Younger pictures may be on their way into a form. */
const old = sql`sent_at < now() - interval '1 day'`;

/** The addresses of all pictures that something shows. What was deleted shows its pictures as long as it can be restored. */
const shown = sql`
  select unnest(image) as address from product where deleted_at is null or deleted_at > now() - interval '30 days'
  union all select image from category where deleted_at is null or deleted_at > now() - interval '30 days'
  union all select image from sub_category where deleted_at is null or deleted_at > now() - interval '30 days'
  union all select avatar from user_account
  union all select unnest(image) from order_line
  union all select jsonb_array_elements_text(line -> 'image') from payment_attempt, jsonb_array_elements(lines) line`;

const isUnused = sql`key not in (
  select used from (select substring(address from '^/images/([a-z0-9-]+)/') as used from (${shown}) s) u where used is not null)`;

/** Some old pictures that nothing shows. */
export async function readUnused(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from picture where ${old} and ${isUnused} order by sent_at limit ${limit}`);
  return rows.map(({ key }) => key);
}

/** Of these pictures those that are still old and unused, locked: until the transaction ends nobody sends or uses them. */
export async function lockUnused(tx: Db, keys: readonly string[]): Promise<string[]> {
  const { rows: locked } = await tx.execute<{ key: string }>(sql`
    select key from picture where key = any(${sql.param([...keys])}) and ${old} order by key for update skip locked`);
  // Behind the lock: who began to use one before has done so by now.
  const { rows } = await tx.execute<{ key: string }>(sql`
    select key from unnest(${sql.param(locked.map(({ key }) => key))}::text[]) key where ${isUnused}`);
  return rows.map(({ key }) => key);
}

/** Forgets pictures that are removed. */
export async function forgetPictures(tx: Db, keys: readonly string[]): Promise<void> {
  await tx.delete(pictures).where(inArray(pictures.key, [...keys]));
}
