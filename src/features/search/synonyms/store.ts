import { and, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { RESTORE_DAYS } from "../../catalogue/admin/contract.ts";
import type { SynonymRule } from "./rules.ts";
import { searchSynonyms } from "./tables.ts";

export interface StoredSynonym extends SynonymRule {
  id: string;
}

const columns = { id: searchSynonyms.id, texts: searchSynonyms.texts, oneWay: searchSynonyms.oneWay };

/** All synonyms, newest first. */
export async function readSynonyms(db: Db): Promise<StoredSynonym[]> {
  return db.select(columns).from(searchSynonyms).where(isNull(searchSynonyms.deletedAt)).orderBy(desc(searchSynonyms.id));
}

export async function countSynonyms(db: Db): Promise<number> {
  const rows = await db.select({ all: count() }).from(searchSynonyms).where(isNull(searchSynonyms.deletedAt));
  return rows[0]!.all;
}

/** Locks a synonym until the transaction ends. @param among the deleted ones are those that can be restored */
export async function lockSynonym(tx: Db, id: string, among: "current" | "deleted" = "current"): Promise<StoredSynonym | undefined> {
  const isThere =
    among === "deleted"
      ? sql`${searchSynonyms.deletedAt} > now() - make_interval(days => ${RESTORE_DAYS})`
      : isNull(searchSynonyms.deletedAt);
  const rows = await tx
    .select(columns)
    .from(searchSynonyms)
    .where(and(eq(searchSynonyms.id, id), isThere))
    .for("update");
  return rows[0];
}

/** Adds a synonym, or gives a known one this rule and takes it back from the deleted ones. */
export async function saveSynonym(tx: Db, synonym: StoredSynonym & { key: string }): Promise<void> {
  const { texts, oneWay, key } = synonym;
  await tx
    .insert(searchSynonyms)
    .values(synonym)
    .onConflictDoUpdate({ target: searchSynonyms.id, set: { texts, oneWay, key, deletedAt: null } });
}

export async function markDeleted(tx: Db, id: string): Promise<void> {
  await tx
    .update(searchSynonyms)
    .set({ deletedAt: sql`now()` })
    .where(eq(searchSynonyms.id, id));
}

/** Deletes what can no longer be restored. */
export async function deleteOldSynonyms(db: Db): Promise<void> {
  const isOld = and(
    isNotNull(searchSynonyms.deletedAt),
    sql`${searchSynonyms.deletedAt} < now() - make_interval(days => ${RESTORE_DAYS})`,
  )!;
  await deleteInBatches(db, searchSynonyms, isOld);
}
