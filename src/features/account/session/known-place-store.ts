import { and, desc, eq, lt, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { DEVICE_DAYS } from "./device-cookie.ts";
import { knownPlaces, users } from "../tables.ts";

/** Places stored per person. Further ones replace those used longest ago. */
const MOST_PLACES = 50;

/** The places that the account of an email address knows. */
export function readPlaces(db: Db, email: string) {
  return db
    .select({ key: knownPlaces.key, isConfirmed: users.isConfirmed })
    .from(users)
    .innerJoin(knownPlaces, eq(knownPlaces.userId, users.id))
    .where(and(sql`lower(${users.email}) = lower(${email})`, eq(users.status, "Active")));
}

/** The keys of a person's places. @param userId or SQL for it */
export async function readKeys(db: Db, userId: string | SQL): Promise<string[]> {
  const rows = await db.select({ key: knownPlaces.key }).from(knownPlaces).where(eq(knownPlaces.userId, userId));
  return rows.map(({ key }) => key);
}

/** Stores places of a person as used now. */
export async function putPlaces(tx: Db, userId: string, keys: string[]): Promise<void> {
  const added = tx
    .insert(knownPlaces)
    .values(keys.map((key) => ({ userId, key })))
    .onConflictDoUpdate({ target: [knownPlaces.userId, knownPlaces.key], set: { usedAt: sql`now()` } });
  const newest = tx
    .select({ key: knownPlaces.key })
    .from(knownPlaces)
    .where(eq(knownPlaces.userId, userId))
    .orderBy(desc(knownPlaces.usedAt), knownPlaces.key)
    .limit(MOST_PLACES);
  await Promise.all([added, tx.delete(knownPlaces).where(and(eq(knownPlaces.userId, userId), sql`${knownPlaces.key} not in ${newest}`))]);
}

export async function deletePlaces(tx: Db, userId: string): Promise<void> {
  await tx.delete(knownPlaces).where(eq(knownPlaces.userId, userId));
}

/** Deletes places that weren't used for as long as browsers store the cookie. */
export async function deleteOldPlaces(db: Db): Promise<void> {
  await deleteInBatches(db, knownPlaces, lt(knownPlaces.usedAt, sql`now() - make_interval(days => ${DEVICE_DAYS})`));
}
