import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { deleteInBatches } from "../db/delete-in-batches.ts";
import { backupRuns } from "../db/tables.ts";
import { newId } from "../new-id.ts";

type NewRun = Omit<typeof backupRuns.$inferInsert, "id" | "at">;

export async function noteBackup(db: Db, run: NewRun): Promise<void> {
  await db.insert(backupRuns).values({ id: newId(), ...run });
}

interface LastBackups {
  good: Date | null;
  failed: { at: Date; problem: string } | null;
  /** By the database's clock. */
  nowMs: number;
}

/** The last backup that succeeded, and why the last one failed if that was later. */
export async function readLastBackups(db: Db): Promise<LastBackups> {
  const newest = (ok: boolean) => db.select().from(backupRuns).where(eq(backupRuns.ok, ok)).orderBy(desc(backupRuns.at)).limit(1);
  const [[good], [failed], { rows }] = await Promise.all([
    newest(true),
    newest(false),
    db.execute<{ ms: number }>(sql`select (extract(epoch from now()) * 1000)::float8 as ms`),
  ]);
  const isLater = failed && (!good || failed.at > good.at);
  return { nowMs: rows[0]!.ms, good: good?.at ?? null, failed: isLater ? { at: failed.at, problem: failed.problem } : null };
}

/** Keeps the last successful one, however old it is. */
export async function deleteOldBackupRuns(db: Db): Promise<void> {
  const isLastGood = sql`id = (select id from ${backupRuns} where ok order by at desc limit 1)`;
  await deleteInBatches(db, backupRuns, sql`at < now() - interval '90 days' and not coalesce(${isLastGood}, false)`);
}
