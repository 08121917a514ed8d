import * as z from "zod/mini";
import { isDatabaseAway, refuse } from "#server/http/errors.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { checkRows, Stopped } from "./check-import.ts";
import type { ImportState, Mapping } from "./contract.ts";
import { checkMapping } from "./rules.ts";
import * as store from "./store.ts";
import { NotYourTurn, Outdated, settle, writeImport } from "./write-import.ts";

const data = z.object({ importId: id, run: id });
type Run = z.output<typeof data>;
const check = { name: "catalogue.check", data } satisfies Job<typeof data>;
const write = { name: "catalogue.write", data } satisfies Job<typeof data>;

/** How soon an import whose turn it is not asks again. */
const AGAIN_MS = 1000;

const DEFECT = "Something went wrong on our side. Nothing of the file was imported. Please try again.";

/** Checking and writing of imports: jobs, so that they go on when a process dies. */
export function importTasks(shop: Shop): Task[] {
  return [task(check, (run) => runCheck(shop, run), { lane: "slow" }), task(write, (run) => runWrite(shop, run), { lane: "slow" })];
}

/** Begins to check a file. @throws Refusal 400 for a mapping that cannot be, 409 where something else is under way */
export async function beginCheck({ database }: Shop, importId: string, mapping: Mapping, defaultStock: number): Promise<void> {
  const known = await database.transact(async (tx) => {
    const stored = await store.readStored(tx, importId);
    if (!stored || stored.state === "receiving") throw refuse.notFound("Import");
    if (mapping.length !== stored.columns.length)
      throw refuse.badInput(`mapping needs ${stored.columns.length} entries, one for each column`);
    const checked = checkMapping(mapping);
    if (!checked.ok) throw refuse.badInput(`mapping ${checked.reason}`);
    const run = await store.takeOver(tx, importId, "checking", ["received", "checked"], { mapping, defaultStock, problem: "" });
    if (run) await enqueue(tx, check, { importId, run });
    return run ? undefined : stored;
  });
  if (known) throw refuse.conflict(known.state === "applied" ? "This file is in the shop already" : "This file is being worked on already");
}

/** Begins to write a checked file. @throws Refusal 409 where it was checked again meanwhile, or something else is under way */
export async function beginWrite({ database }: Shop, importId: string, checkId: string): Promise<void> {
  await database.transact(async (tx) => {
    const stored = await store.readStored(tx, importId);
    if (!stored || stored.state === "receiving") throw refuse.notFound("Import");
    if (stored.state === "applied") throw refuse.conflict("This file is in the shop already");
    if (stored.checkId !== checkId || stored.state === "checking")
      throw refuse.conflict("This file was checked again meanwhile. Please look at the result first.");
    const run = await store.takeOver(tx, importId, "applying", ["checked"], { problem: "" });
    if (!run) throw refuse.conflict("This file is being worked on already");
    await enqueue(tx, write, { importId, run });
  });
}

/** Stops what is under way; what is committed stays. */
export async function stop({ database: { db } }: Shop, importId: string): Promise<void> {
  await store.stopRun(db, importId, "checking", "received");
  await store.stopRun(db, importId, "applying", "checked");
}

async function runCheck(shop: Shop, run: Run): Promise<void> {
  await guarded(shop, run, "checking", "received", async (stored, onDone) => {
    const { db } = shop.database;
    const report = await checkRows(db, stored, onDone);
    await store.endRun(db, run.importId, run.run, { state: "checked", report, checkId: run.run });
  });
}

async function runWrite(shop: Shop, run: Run): Promise<void> {
  const { database, log } = shop;
  await guarded(shop, run, "applying", "checked", async (stored, onDone) => {
    try {
      const { id, byId: by, fileName, rows, report } = stored;
      const end: Parameters<typeof writeImport>[1]["end"] = (tx) => store.endRun(tx, id, run.run, { state: "applied" });
      await writeImport(database, { id, by, fileName, rows, report: report!, onDone, end }); // who is applied was checked
    } catch (error) {
      if (error instanceof NotYourTurn) return waitForTurn(shop, run);
      if (error instanceof Outdated) return checkAgain(shop, run, error.message);
      throw error;
    }
    // Everything is in the shop: what speeds it up may fail.
    await settle(database).catch((error: unknown) => log.warn({ err: error }, "the catalogue could not be settled after an import"));
  });
}

/** Does the work of a run as long as it is the import's own one. A failure of ours ends it; one of the database is tried again. */
async function guarded(
  { database: { db }, log }: Shop,
  { importId, run }: Run,
  during: ImportState,
  back: ImportState,
  work: (stored: store.StoredImport, onDone: (done: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const onDone = async (done: number) => {
    if (!(await store.goOn(db, importId, run, done))) throw new Stopped();
  };
  const stored = await store.readStored(db, importId);
  if (stored?.run !== run || stored.state !== during) return;
  try {
    await onDone(0);
    await work(stored, onDone);
  } catch (error) {
    if (error instanceof Stopped) return;
    if (isDatabaseAway(error)) throw error;
    log.error({ err: error, importId }, "a defect in an import");
    await store.endRun(db, importId, run, { state: back, problem: DEFECT });
  }
}

async function waitForTurn({ database: { db } }: Shop, run: Run): Promise<void> {
  await enqueue(db, write, run, new Date(Date.now() + AGAIN_MS));
}

/** The shop is not what the check saw any more: the person looks at a new check, and decides anew. */
async function checkAgain({ database }: Shop, { importId, run }: Run, why: string): Promise<void> {
  await database.transact(async (tx) => {
    if (!(await store.endRun(tx, importId, run, { state: "checked" }))) return;
    const problem = `${why} Nothing was imported. Please look at the new check.`;
    const next = await store.takeOver(tx, importId, "checking", ["checked"], { problem });
    if (next) await enqueue(tx, check, { importId, run: next });
  });
}
