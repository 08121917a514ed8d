import { basename } from "node:path";
import type pg from "pg";
import { openDatabase, type Database, type Db } from "#server/db/connect.ts";
import { checkRows, Stopped } from "./check-import.ts";
import { FIELDS, MOST_OF_FILE, SPANISH_FIELDS, type FileColumn, type ImportReport, type Problem } from "./contract.ts";
import { openFile } from "./reader/read-table.ts";
import { ImportError, receiveFile } from "./receive-file.ts";
import { checkMapping } from "./rules.ts";
import { pricesReadAs } from "./words.ts";
import { countOutcomes, readChecked } from "./row-store.ts";
import * as store from "./store.ts";
import { beginOwnWrite, saveProgress } from "./run-import.ts";
import { Outdated, settle, writeImport } from "./write-import.ts";

export interface ImportOptions {
  /** Stock of a new product whose stock cell is empty. */
  defaultStock: number;
  /** Shelf of products without one: `Category > Subcategory`; empty for the one used last time, if any. */
  shelf?: string;
  /** Import nothing if any row is refused. */
  strict: boolean;
  onRefused: (line: number, reason: string) => void;
  /** Called instead, once for each kind of problem, if many rows have problems; and for cells that were left out. */
  onProblem?: (problem: Problem) => void;
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

/** How many refused rows are named one by one. */
const NAMED = 20;
/** Maximum number of checks when products change between check and write. */
const CHECKS = 5;

/**
 * Receives, checks and writes a file in one go, like the steps in the back office.
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
  const { strict, defaultStock, onRefused, onProblem = () => {}, signal } = options;
  const onProgress: ImportOptions["onProgress"] = (step, part) => {
    if (signal?.aborted) throw new Stopped();
    options.onProgress(step, part);
  };
  const { bytes, read } = await openFile(path, MOST_OF_FILE.bytes);
  const onRows = () => onProgress("Reading", read());
  const id = await receiveFile(db, bytes, { byId: null, fileName: basename(path), onRows });
  try {
    const received = (await store.readStored(db, id))!; // created above
    const stored = { ...received, defaultStock, shelf: options.shelf || received.shelf };
    const notes = notesOn(stored);
    const before = { added: 0, changed: 0 };
    for (let check = 1; ; check++) {
      const report = await checkRows(db, stored, async (done) => onProgress("Checking", done / stored.rows));
      const imported = !strict || report.refused === 0;
      const now = imported ? await writeChecked(database, stored, report, onProgress) : { added: 0, changed: 0, all: true };
      before.added += now.added;
      before.changed += now.changed;
      if (!now.all) {
        if (check === CHECKS) throw new ImportError("The products in this file kept changing. Run the import again for the rest.");
        continue;
      }
      if (report.refused <= NAMED) await tellRefused(database, id, onRefused);
      else for (const problem of report.problems) onProblem(problem);
      for (const warning of report.warnings) onProblem(warning);
      const unchanged = imported ? stored.rows - report.refused - report.joined - before.added - before.changed : 0;
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
    const { added, changed } = await countOutcomes(database.db, id, written);
    return { added, changed, all: false };
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

/** Columns that few files have, so that nobody misses them. */
const UNSAID: readonly string[] = ["id", "barcode", "cost_price", "hidden", "sold_by", ...SPANISH_FIELDS];

/** What the file's columns are taken for. @throws ImportError if its products cannot be told apart */
function notesOn({ columns, mapping, makeSkus, remembered }: store.StoredImport): string[] {
  if (!checkMapping(mapping, makeSkus).ok)
    throw new ImportError("The file has no column with a sku, an id or a name. Its first line must name the columns.");
  const fieldOf = (column: FileColumn) => mapping[columns.indexOf(column)] ?? null;
  const ignored = columns.filter((column) => column.name !== "" && !fieldOf(column));
  const renamed = columns.filter((column) => fieldOf(column) && fieldOf(column) !== column.name.trim().toLowerCase());
  const fillers = mapping.includes("category_paths") || mapping.includes("category") ? ["category", "sub_category"] : [];
  const absent = FIELDS.filter((field) => !UNSAID.includes(field) && !mapping.includes(field) && !fillers.includes(field));
  const prices = pricesReadAs(columns, mapping);
  return [
    ...(remembered ? ["The columns are read as in your last import of such a file."] : []),
    ...renamed.map((column) => `Column ${column.name} is read as ${fieldOf(column)}.`),
    ...(ignored.length > 0 ? [`Not imported, since the shop has no such field: ${ignored.map(({ name }) => name).join(", ")}.`] : []),
    ...(absent.length > 0 ? [`No column ${absent.join(", ")}: products keep what they have there.`] : []),
    ...(makeSkus ? ["Rows without a number get one made from name and unit."] : []),
    ...(prices === "1.234,50" ? [`Prices are read as ${prices}.`] : []),
  ];
}
