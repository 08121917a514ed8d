import { and, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import type { ImportState } from "./contract.ts";
import { hasStalled, type StoredImport } from "./store.ts";
import { imports } from "./tables.ts";

/** Whether a new run can be started: the file is in one of these states, or its run has stalled or failed. */
const mayStart = (to: ImportState, from: readonly ImportState[]) => sql<boolean>`
  (${imports.state} = any(${sql.param([...from])}) or (${imports.state} = ${to} and (${imports.run} is null or ${hasStalled()})))`;

/** Locks a file until the transaction ends. @returns also whether {@link startRun} would start a run */
export async function lockToStart(tx: Db, id: string, to: ImportState, from: readonly ImportState[]) {
  const [found] = await tx
    .select({ stored: imports, mayStart: mayStart(to, from) })
    .from(imports)
    .where(eq(imports.id, id))
    .for("no key update");
  return found;
}

/**
 * Starts a new run of a file that is in one of these states, or whose run has stalled or failed. Writing resumes after the rows
 * that the former run has written.
 * @returns the run; undefined if the file is being processed
 */
export async function startRun(
  tx: Db,
  id: string,
  to: ImportState,
  from: readonly ImportState[],
  set: Partial<Pick<StoredImport, "columns" | "mapping" | "defaultStock" | "shelf" | "makeSkus" | "problem" | "report">> & {
    appliedAt?: SQL;
  } = {},
  run = newId(),
): Promise<string | undefined> {
  const { rowCount } = await tx
    .update(imports)
    .set({
      ...set,
      state: to,
      run,
      done: sql`case when ${imports.state} = ${to} and ${to} in ('applying', 'undoing') then ${imports.done} else 0 end`,
      aliveAt: sql`now()`,
    })
    .where(sql`${imports.id} = ${id} and ${mayStart(to, from)}`);
  return rowCount === 1 ? run : undefined;
}

/** Records the progress of a run. @returns whether it may continue */
export async function saveProgress(db: Db, id: string, run: string, done: number): Promise<boolean> {
  const { rowCount } = await db
    .update(imports)
    .set({ done, aliveAt: sql`now()` })
    .where(sql`${imports.id} = ${id} and ${imports.run} = ${run}`);
  return rowCount === 1;
}

/** Shows that a run is still being worked on. */
export async function signalLife(db: Db, id: string, run: string): Promise<void> {
  await db
    .update(imports)
    .set({ aliveAt: sql`now()` })
    .where(sql`${imports.id} = ${id} and ${imports.run} = ${run}`);
}

/** The runs that have stalled. */
export async function readStalled(db: Db): Promise<{ id: string; state: ImportState; run: string }[]> {
  const { id, state, run } = imports;
  const hasRun = sql<string>`${run}`;
  return db
    .select({ id, state, run: hasRun })
    .from(imports)
    .where(and(isNotNull(run), hasStalled()));
}

/** @returns false if another run has taken over */
export async function endRun(
  tx: Db,
  id: string,
  run: string,
  end: Partial<Pick<StoredImport, "checkId" | "report" | "problem">> & { state: ImportState; appliedAt?: SQL },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(imports)
    .set({ ...end, run: null })
    .where(sql`${imports.id} = ${id} and ${imports.run} = ${run}`);
  return rowCount === 1;
}

/** Stops the current run in a state. @returns the file, if there was such a run */
export async function stopRun(db: Db, id: string, during: ImportState, back: ImportState): Promise<StoredImport | undefined> {
  const [stopped] = await db
    .update(imports)
    .set({ state: back, run: null, problem: "" })
    .where(sql`${imports.id} = ${id} and ${imports.state} = ${during}`)
    .returning();
  return stopped;
}
