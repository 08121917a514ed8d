import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { isDatabaseUnavailable } from "#server/db/unavailable.ts";
import { refuse } from "#server/http/errors.ts";
import { databaseNow } from "#server/db/clock.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Database, Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import type { Role } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { checkRows, Stopped } from "./check-import.ts";
import type { FileColumn, ImportReport, ImportState, ProductImport } from "./contract.ts";
import { markCosts, refuseCosts } from "./costs.ts";
import { checkMapping } from "./rules.ts";
import { keepAlive } from "./keep-alive.ts";
import { settleDecimals } from "./columns/decimals.ts";
import { rememberColumns } from "./columns/remembered-columns.ts";
import { countOutcomes } from "./row-store.ts";
import * as runs from "./run-store.ts";
import * as store from "./store.ts";
import { count } from "./words.ts";
import { noteImport, Outdated, settle, writeImport } from "./write-import.ts";

const data = z.object({
  importId: id,
  run: id,
  /** Whether a command does the work itself, and the job only waits to replace it if it is killed. Named as in jobs already queued. */
  ifStalled: z._default(z.boolean(), false),
});
type Run = Pick<z.output<typeof data>, "importId" | "run">;
const check = { name: "catalogue.check", data } satisfies Job<typeof data>;
const write = { name: "catalogue.write", data } satisfies Job<typeof data>;

const defect = () => t("Something went wrong on our side.");

/** Checking and writing are jobs, so that another process continues when one dies. */
export function importTasks(shop: Shop): Task[] {
  const slow = { lane: "slow" } as const;
  return [
    task(check, (run) => runCheck(shop, run), slow),
    task(write, async ({ ifStalled: isPlaceholder, ...run }) => (isPlaceholder ? awaitCommand(shop, run) : runWrite(shop, run)), slow),
  ];
}

type HowToRead = Pick<store.StoredImport, "mapping" | "defaultStock" | "shelf" | "makeSkus">;

/** Starts checking a file. @throws Refusal 400 for an unusable mapping, 403 if the role may not import a column, 409 if the file is being processed */
export async function beginCheck(
  { database }: Shop,
  importId: string,
  { decimals, ...how }: HowToRead & Pick<FileColumn, "decimals">,
  role: Role,
): Promise<ProductImport | undefined> {
  const { mapping, makeSkus } = how;
  const from = ["received", "checked"] as const;
  return database.transact(async ({ tx, withCommit }) => {
    const { stored, mayStart } = (await runs.lockToStart(tx, importId, "checking", from)) ?? {};
    if (!stored || stored.state === "receiving") throw refuse.notFound(t("Import not found"));
    if (mapping.length !== stored.columns.length)
      throw refuse.badInput(t("mapping needs {columns} entries, one for each column", { columns: stored.columns.length }));
    const checked = checkMapping(mapping, makeSkus);
    if (!checked.ok) throw refuse.badField("mapping", checked.reason);
    refuseCosts(stored, mapping, role);
    if (!mayStart)
      throw refuse.conflict(stored.state === "applied" ? t("This file is already imported") : t("This file is being processed"));
    const columns = settleDecimals(markCosts(markCosts(stored.columns, stored.mapping), mapping), mapping, decimals);
    const run = newId();
    return withCommit(
      runs.startRun(tx, importId, "checking", from, { ...how, columns, problem: "" }, run),
      enqueue(tx, check, { importId, run }),
      store.readImport(tx, importId),
    );
  });
}

/** Starts writing a checked file. @throws Refusal 403 if the role may not import a column, 409 if it was checked again since, or is being processed */
export async function beginWrite({ database }: Shop, importId: string, checkId: string, role: Role): Promise<ProductImport | undefined> {
  const from = ["checked"] as const;
  return database.transact(async ({ tx, withCommit }) => {
    const { stored, mayStart } = (await runs.lockToStart(tx, importId, "applying", from)) ?? {};
    if (!stored || stored.state === "receiving") throw refuse.notFound(t("Import not found"));
    if (stored.state === "applied" || stored.state === "undoing" || stored.state === "undone")
      throw refuse.conflict(t("This file is already imported"));
    if (stored.checkId !== checkId || stored.state === "checking")
      throw refuse.conflict(t("This file was checked again. Look at the new result first."));
    refuseCosts(stored, stored.mapping, role);
    if (!mayStart) throw refuse.conflict(t("This file is being processed"));
    const run = newId();
    return withCommit(
      runs.startRun(tx, importId, "applying", from, { problem: "" }, run),
      rememberColumns(tx, stored, role),
      enqueue(tx, write, { importId, run }),
      store.readImport(tx, importId),
    );
  });
}

/** How often the job of a command is postponed. */
const COMMAND_MS = 60_000;

/** Starts the write that a command does itself. A running shop continues it if the command is killed. @returns the run */
export async function beginOwnWrite(database: Database, stored: store.StoredImport, report: ImportReport): Promise<string> {
  const { id: importId, columns, mapping, defaultStock, shelf, makeSkus } = stored;
  return database.transact(async ({ tx }) => {
    const how = { columns, mapping, defaultStock, shelf, makeSkus };
    const run = await runs.startRun(tx, importId, "applying", ["received", "checked"], { ...how, report });
    if (!run) throw new Stopped();
    await rememberColumns(tx, stored);
    await putOff(tx, { importId, run });
    return run;
  });
}

function putOff(db: Db, run: Run): Promise<void> {
  return enqueue(db, write, { ...run, ifStalled: true }, new Date(databaseNow() + COMMAND_MS));
}

/** Postpones the command's job for as long as its run lasts. */
async function awaitCommand(shop: Shop, run: Run): Promise<void> {
  if (await ownRun(shop, run, "applying")) await putOff(shop.database.db, run);
}

/** Stops the current run. Rows already written stay, and the rest is checked again. */
export async function stop({ database }: Shop, importId: string): Promise<ProductImport | undefined> {
  return database.transact(async ({ tx, withCommit }) => {
    const [, stopped] = await Promise.all([
      runs.stopRun(tx, importId, "checking", "received"),
      runs.stopRun(tx, importId, "applying", "checked"),
    ]);
    if (stopped && stopped.done > 0) await checkRest(tx, stopped, t("You stopped the import."));
    return withCommit(store.readImport(tx, importId));
  });
}

async function runCheck(shop: Shop, run: Run): Promise<void> {
  const { db } = shop.database;
  const stored = await ownRun(shop, run, "checking");
  if (!stored) return;
  try {
    const onDone = (done: number) => saveProgress(db, run, done);
    await onDone(0);
    const { timeZone } = await shop.identity();
    const report = await keepAlive(db, run, () => checkRows(db, stored, timeZone, onDone), shop.log);
    await runs.endRun(db, run.importId, run.run, { state: "checked", report, checkId: run.run });
  } catch (error) {
    if (isPassing(error)) return passOn(error);
    shop.log.error({ err: error, importId: run.importId }, "an import could not be checked");
    await runs.endRun(db, run.importId, run.run, {
      state: "received",
      problem: `${defect()} ${t("Nothing was imported.")} ${t("Please try again.")}`,
    });
  }
}

async function runWrite(shop: Shop, run: Run): Promise<void> {
  const { database, log } = shop;
  const stored = await ownRun(shop, run, "applying");
  if (!stored) return;
  const { id, byId: by, fileName, rows, done, report } = stored;
  const end = async (tx: Db) => {
    if (!(await runs.endRun(tx, id, run.run, { state: "applied", appliedAt: sql`now()` }))) throw new Stopped();
  };
  try {
    await saveProgress(database.db, run, done);
    // A file that is being applied has been checked, so it has a report.
    const writing = { id, by, fileName, rows, done, report: report!, onDone: (tx: Db, now: number) => saveProgress(tx, run, now), end };
    await keepAlive(database.db, run, () => writeImport(database, writing), log);
  } catch (error) {
    if (isPassing(error)) return passOn(error);
    if (!(error instanceof Outdated)) log.error({ err: error, importId: id }, "an import could not be written");
    const why = error instanceof Outdated ? error.message : defect();
    return database.transact(async ({ tx }) => {
      const ended = await store.readStored(tx, id);
      if (ended && (await runs.endRun(tx, id, run.run, { state: "checked" }))) await checkRest(tx, ended, why);
    });
  }
  // The import is complete: a failure here costs speed, not data.
  await settle(database).catch((error: unknown) => log.warn({ err: error }, "statistics could not be updated after an import"));
}

/** The import of a run, unless another run has taken over. */
async function ownRun({ database: { db } }: Shop, { importId, run }: Run, during: ImportState): Promise<store.StoredImport | undefined> {
  const stored = await store.readStored(db, importId);
  return stored?.run === run && stored.state === during ? stored : undefined;
}

/** Records the progress of a run. @throws Stopped if another run has taken over */
export async function saveProgress(db: Db, { importId, run }: Run, done: number): Promise<void> {
  if (!(await runs.saveProgress(db, importId, run, done))) throw new Stopped();
}

/** Failures that do not end an import: it was stopped, or the database is down and the job will be retried. */
function isPassing(error: unknown): boolean {
  return error instanceof Stopped || isDatabaseUnavailable(error);
}

function passOn(error: unknown): void {
  if (!(error instanceof Stopped)) throw error;
}

/** Checks the rest of a file again after its writing ended early, so that a person can decide what to do. */
async function checkRest(tx: Db, stored: store.StoredImport, why: string): Promise<void> {
  const { id, byId, done, rows, report } = stored;
  const state = done === 0 ? t("Nothing was imported.") : t("{done} of {rows} rows are done.", { done: count(done), rows: count(rows) });
  const problem = `${why} ${state} ${t("Please review the new results.")}`;
  const run = await runs.startRun(tx, id, "checking", ["checked"], { problem, ...(done > 0 && { appliedAt: sql`now()` }) });
  if (run) await enqueue(tx, check, { importId: id, run });
  if (done > 0 && report) await noteImport(tx, byId, stored, { ...report, ...(await countOutcomes(tx, id, done)) });
}
