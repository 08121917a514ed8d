import { basename } from "node:path";
import type pg from "pg";
import { openDatabase, type Database, type Db } from "#server/db/connect.ts";
import { checkRows, Stopped } from "./check-import.ts";
import { FIELDS, type FileColumn, type ImportReport } from "./contract.ts";
import { exactMapping } from "./guess-mapping.ts";
import { openFile } from "./reader/read-table.ts";
import { ImportError, receiveFile } from "./receive-file.ts";
import { countOutcomes, readChecked } from "./row-store.ts";
import * as store from "./store.ts";
import { beginOwnWrite, saveProgress } from "./run-import.ts";
import { Outdated, settle, writeImport } from "./write-import.ts";

export interface ImportOptions {
  /** Stock of a new product whose stock cell is empty. */
  defaultStock: number;
  /** Import nothing if any row is refused. */
  strict: boolean;
  onRefused: (line: number, reason: string) => void;
  /** Called occasionally with the current step and its progress, from 0 to 1. */
  onProgress: (step: "Reading" | "Checking" | "Writing" | "Finishing", part: number) => void;
  /** Stops the import. Rows already written stay. */
  signal?: AbortSignal;
}

export interface CommandReport {
  added: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** False if `strict` found a refused row. */
  imported: boolean;
  /** Notes for the user, one sentence each. */
  notes: string[];
}

/** Maximum number of checks when products change between check and write. */
const CHECKS = 5;

/**
 * Receives, checks and writes a file in one go, like the steps in the back office. The header must use the shop's
 * column names.
 * @throws ImportError if the header is unusable; Stopped
 */
export async function importCatalogue(connection: pg.ClientConfig, path: string, options: ImportOptions): Promise<CommandReport> {
  // One connection to write, one to report progress.
  const database = openDatabase({ ...connection, max: 2 }, () => {});
  try {
    return await receiveCheckAndWrite(database, path, options);
  } finally {
    await database.close();
  }
}

async function receiveCheckAndWrite(database: Database, path: string, options: ImportOptions): Promise<CommandReport> {
  const { db } = database;
  const { strict, defaultStock, onRefused, signal } = options;
  const onProgress: ImportOptions["onProgress"] = (step, part) => {
    if (signal?.aborted) throw new Stopped();
    options.onProgress(step, part);
  };
  const { bytes, read } = await openFile(path);
  const onRows = () => onProgress("Reading", read());
  const id = await receiveFile(db, bytes, { byId: null, fileName: basename(path), mapping: exactMapping, onRows });
  try {
    const stored = (await store.readStored(db, id))!; // created above
    const notes = notesOn(stored);
    const before = { added: 0, changed: 0 };
    for (let check = 1; ; check++) {
      const report = await checkRows(db, { ...stored, defaultStock }, async (done) => onProgress("Checking", done / stored.rows));
      const imported = !strict || report.refused === 0;
      const now = imported ? await writeChecked(database, stored, report, onProgress) : { added: 0, changed: 0, all: true };
      before.added += now.added;
      before.changed += now.changed;
      if (!now.all) {
        if (check === CHECKS) throw new ImportError("The products in this file kept changing. Run the import again for the rest.");
        continue;
      }
      await tellRefused(database, id, onRefused);
      const unchanged = imported ? stored.rows - report.refused - before.added - before.changed : 0;
      return { added: before.added, updated: before.changed, unchanged, refused: report.refused, notes, imported };
    }
  } finally {
    await store.deleteImport(db, id);
  }
}

/**
 * Writes the checked rows.
 * @returns how many products were added and changed, and false if products changed after the check, so that rows are
 * left
 */
async function writeChecked(
  database: Database,
  { id, fileName, rows }: store.StoredImport,
  report: ImportReport,
  onProgress: ImportOptions["onProgress"],
): Promise<{ added: number; changed: number; all: boolean }> {
  let written = 0;
  const run = await beginOwnWrite(database, id, report);
  const onDone = async (tx: Db, done: number) => {
    await saveProgress(tx, { importId: id, run }, done);
    written = done;
    onProgress("Writing", done / rows);
  };
  const end = (tx: Db) => saveProgress(tx, { importId: id, run }, rows);
  try {
    await writeImport(database, { id, by: null, fileName, rows, done: 0, report, onDone, end });
  } catch (error) {
    await store.endRun(database.db, id, run, { state: "checked" });
    if (!(error instanceof Outdated)) throw error;
    return { ...(await countOutcomes(database.db, id, written)), all: false };
  }
  if (report.added + report.changed > 0) {
    onProgress("Finishing", 1);
    await settle(database);
  }
  return { added: report.added, changed: report.changed, all: true };
}

async function tellRefused({ db }: Database, id: string, onRefused: ImportOptions["onRefused"]): Promise<void> {
  for (let last = 0; ;) {
    const rows = await readChecked(db, id, "refused", last, 1000);
    for (const { line, reason } of rows) onRefused(line, reason);
    const end = rows.at(-1);
    if (!end) return;
    last = end.no;
  }
}

const named = ({ name }: FileColumn) => name.toLowerCase();

/** Notes about the columns. @throws ImportError if the header is unusable */
function notesOn({ columns, mapping }: store.StoredImport): string[] {
  const twice = columns.find((column, place) => column.name !== "" && columns.findIndex((one) => named(one) === named(column)) < place);
  if (twice) throw new ImportError(`The file has the column ${twice.name} twice.`);
  if (!mapping.includes("sku") && !mapping.includes("id"))
    throw new ImportError("The file has no sku column. Its first line must name the columns.");
  const ignored = columns.filter(({ name }, place) => name !== "" && !mapping[place]);
  const absent = FIELDS.filter((field) => field !== "id" && !mapping.includes(field));
  const notes = ignored.map(({ name }) => `Column ${name} was ignored: the shop has no such thing.`);
  if (absent.length > 0) notes.push(`No column ${absent.join(", ")}: products keep what they have there.`);
  return notes;
}
