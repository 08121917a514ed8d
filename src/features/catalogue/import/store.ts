import { desc, eq, sql } from "drizzle-orm";
import { isFromWrongClock } from "#server/db/clock.ts";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { users } from "../../account/tables.ts";
import { COMMAND, UNDO_FOR } from "../../audit/store.ts";
import type { ProductImport } from "./contract.ts";
import { analyzeRows } from "./row-store.ts";
import { importRows, imports, importSkips } from "./tables.ts";

/** How long a file and its results are stored. */
const STORED_FOR = sql`interval '1 day'`;
/** Finished imports are remembered, without their rows, while they can be undone. */
const isRemembered = sql`(state in ('applied', 'undoing', 'undone') and coalesce(applied_at > now() - ${UNDO_FOR}, false))`;
/** Whether a run has shown no sign of life for some time, or the last one by a clock that was wrong. A live run shows the next one soon. */
export const hasStalled = () => sql<boolean>`(${imports.aliveAt} < now() - interval '8 seconds' or ${isFromWrongClock(imports.aliveAt)})`;
/** Number of files listed. */
const LISTED = 50;

export type StoredImport = typeof imports.$inferSelect;

/** Limits for uploaded files: how many are stored, how many bytes they have in all, and how many may be uploading. */
export const STORED = { files: 10, bytes: 3_000_000_000, receiving: 3 };

/**
 * Records a new upload, deleting the oldest ones to make room.
 * @param byId null for the command line
 * @returns false if too many files are being received
 */
export async function insertImport(db: Db, id: string, byId: string | null, fileName: string, stored = STORED): Promise<boolean> {
  if (byId === null) {
    await db.insert(imports).values({ id, byId, fileName, state: "receiving" });
    return true;
  }
  const { rowCount } = await db.execute(sql`
    insert into catalogue_import (id, by_id, file_name, state) select ${id}, ${byId}, ${fileName}, 'receiving'
    where ${stored.receiving} > (
      select count(*) from catalogue_import where state = 'receiving' and alive_at > now() - interval '5 minutes')`);
  if (rowCount === 0) return false;
  await makeRoom(db, stored);
  return true;
}

/** Deletes the oldest files beyond the limits, except those being checked or written. Finished imports only lose their rows. */
async function makeRoom(db: Db, { files, bytes }: typeof STORED): Promise<void> {
  const newest = sql`over (order by created_at desc, id desc)`;
  const beyond = sql`id in (
      select id from (
        select id, row_number() ${newest} as nth, sum(bytes) ${newest} as sum from catalogue_import
        where by_id is not null and (bytes > 0 or not ${isRemembered})) ranked
      where nth > ${files} or sum > ${bytes})
    and run is null and (state <> 'receiving' or alive_at < now() - interval '1 hour')`;
  await db.execute(sql`
    with emptied as (update catalogue_import set bytes = 0 where ${beyond} and ${isRemembered} returning id)
    delete from catalogue_import_row where import_id in (select id from emptied)`);
  await db.execute(sql`delete from catalogue_import where ${beyond} and not ${isRemembered}`);
}

/** Whether uploaded files fit in the limits, after making room for the newest. */
export async function fits(db: Db, stored = STORED): Promise<boolean> {
  const sum = async () => {
    const { rows } = await db.execute<{ sum: number }>(
      sql`select coalesce(sum(bytes), 0)::float8 as sum from catalogue_import where by_id is not null`,
    );
    return rows[0]!.sum; // one row
  };
  if ((await sum()) <= stored.bytes) return true;
  await makeRoom(db, stored);
  return (await sum()) <= stored.bytes;
}

/** Says that a file is still being received: the process of one that no longer is may have ended. */
export async function keepReceiving(db: Db, id: string): Promise<void> {
  await db
    .update(imports)
    .set({ aliveAt: sql`now()` })
    .where(eq(imports.id, id));
}

/** Marks the file as received. */
export async function finishReceiving(
  db: Db,
  id: string,
  read: Pick<StoredImport, "rows" | "columns" | "mapping" | "defaultStock" | "shelf" | "makeSkus" | "remembered">,
): Promise<void> {
  const received = db
    .update(imports)
    .set({ ...read, state: "received" })
    .where(eq(imports.id, id));
  // Update the planner's statistics after the bulk insert.
  await Promise.all([received, analyzeRows(db)]);
}

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.delete(imports).where(eq(imports.id, id));
}

/** Deletes expired files and their results. */
export async function deleteOldImports(db: Db): Promise<void> {
  const isOld = sql`created_at < now() - ${STORED_FOR}`;
  // One at a time, since each may have a hundred thousand rows.
  await deleteInBatches(db, imports, sql`${isOld} and not ${isRemembered}`, 1);
  const left = await db.execute<{ id: string }>(sql`select id from catalogue_import where ${isOld} and bytes > 0 and run is null`);
  for (const { id } of left.rows) {
    await db.delete(importRows).where(eq(importRows.importId, id));
    await db.update(imports).set({ bytes: 0 }).where(eq(imports.id, id));
  }
}

/**
 * What is left of a command's import: if something was imported, what it was, so that it can be undone; otherwise nothing.
 * @param problem why it isn't the whole file
 */
export async function finishCommand(db: Db, id: string, { report, problem }: Pick<StoredImport, "report" | "problem">): Promise<void> {
  if (!report || report.added + report.changed === 0) return deleteImport(db, id);
  await db
    .update(imports)
    .set({ report, problem, state: "applied", bytes: 0, appliedAt: sql`now()` })
    .where(sql`${imports.id} = ${id} and ${imports.run} is null`);
  await db.delete(importRows).where(eq(importRows.importId, id));
}

export async function readStored(db: Db, id: string): Promise<StoredImport | undefined> {
  const [found] = await db.select().from(imports).where(eq(imports.id, id));
  return found;
}

function selectImports(db: Db) {
  // Undoing that failed waits for a person.
  const stalled = sql<boolean>`case when ${imports.run} is null then ${imports.state} = 'undoing' else ${hasStalled()} end`;
  const undoMs = sql<number | null>`
    case when ${imports.state} in ('applied', 'undoing') and ${imports.appliedAt} > now() - ${UNDO_FOR}
        then (extract(epoch from ${imports.appliedAt} + ${UNDO_FOR}) * 1000)::float8
      when ${imports.state} = 'checked' and ${imports.appliedAt} is not null
        then (extract(epoch from ${imports.createdAt} + ${STORED_FOR}) * 1000)::float8 end`;
  const skipped = sql<number>`(select count(*)::int from ${importSkips} s where s.import_id = ${imports.id})`;
  return db.select({ stored: imports, by: users.name, stalled, undoMs, skipped }).from(imports).leftJoin(users, eq(users.id, imports.byId));
}

function toImport({ stored, by, stalled, undoMs, skipped }: Awaited<ReturnType<typeof selectImports>>[number]): ProductImport {
  const { id, createdAt, fileName, state, columns, mapping, defaultStock, shelf, makeSkus, remembered } = stored;
  const { rows, done, problem, checkId, report, bytes, undone } = stored;
  return {
    _id: id,
    fileName,
    by: by ?? COMMAND,
    createdAt: createdAt.toISOString(),
    state,
    columns,
    mapping,
    remembered,
    defaultStock,
    shelf,
    makeSkus,
    rows,
    done,
    stalled,
    problem,
    checkId,
    report,
    hasRows: bytes > 0,
    undoUntil: undoMs === null ? null : new Date(undoMs).toISOString(),
    undone,
    skipped,
  };
}

export async function readImport(db: Db, id: string): Promise<ProductImport | undefined> {
  const [found] = await selectImports(db).where(eq(imports.id, id));
  return found && toImport(found);
}

/** Uploaded files, and what the command has imported so far, newest first. */
export async function readImports(db: Db): Promise<ProductImport[]> {
  const found = await selectImports(db)
    .where(
      sql`${imports.state} <> 'receiving' and (${imports.byId} is not null or ${imports.state} = 'applying' or ${imports.appliedAt} is not null)`,
    )
    .orderBy(desc(imports.createdAt))
    .limit(LISTED);
  return found.map(toImport);
}
