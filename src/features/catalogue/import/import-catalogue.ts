import { basename } from "node:path";
import type pg from "pg";
import { openDatabase, type Database } from "#server/db/connect.ts";
import { checkRows } from "./check-import.ts";
import { FIELDS, type FileColumn, type ImportReport } from "./contract.ts";
import { exactMapping } from "./guess-mapping.ts";
import { openFile } from "./read-csv.ts";
import { ImportError, receiveFile } from "./receive-file.ts";
import * as store from "./store.ts";
import { NotYourTurn, Outdated, settle, writeImport } from "./write-import.ts";

export interface ImportOptions {
  /** Pieces of a new product whose stock cell is empty. */
  defaultStock: number;
  /** All or nothing: a single bad row, and nothing is imported. */
  strict: boolean;
  /** Told of each bad row. */
  onRefused: (line: number, reason: string) => void;
  /** Told now and then how far it is: what is being done, and the part that is done, from 0 to 1. */
  onProgress: (step: "Reading" | "Checking" | "Writing" | "Finishing", part: number) => void;
}

export interface CommandReport {
  added: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** Whether the file's products are in the shop: false when --strict met a bad row. */
  imported: boolean;
  /** What else the person should know, one sentence each. */
  notes: string[];
}

/** How often a check is done again because somebody changed products meanwhile. */
const CHECKS = 5;
/** How long to wait while another import is written. */
const TURN_MS = 500;

/**
 * The import as a command: what the back office does step by step, at one go. The first line of the file names the columns as the shop does.
 * @throws ImportError when the file has no usable first line
 */
export async function importCatalogue(connection: pg.ClientConfig, path: string, options: ImportOptions): Promise<CommandReport> {
  // One connection writes, the other one says how far it is.
  const database = openDatabase({ ...connection, max: 2 }, () => {});
  try {
    return await receiveCheckAndWrite(database, path, options);
  } finally {
    await database.close();
  }
}

async function receiveCheckAndWrite(database: Database, path: string, options: ImportOptions): Promise<CommandReport> {
  const { db } = database;
  const { strict, defaultStock, onRefused, onProgress } = options;
  const { bytes, read } = await openFile(path);
  const onRows = () => onProgress("Reading", read());
  const id = await receiveFile(db, bytes, { byId: null, fileName: basename(path), mapping: exactMapping, onRows });
  try {
    const stored = (await store.readStored(db, id))!; // just made
    const notes = notesOn(stored);
    for (let check = 1; ; check++) {
      const report = await checkRows(db, { ...stored, defaultStock }, async (done) => onProgress("Checking", done / stored.rows));
      const { added, changed, same, refused } = report;
      const result = { added, updated: changed, unchanged: same, refused, notes };
      const imported = !strict || refused === 0;
      if (imported && !(await writeChecked(database, stored, report, onProgress))) {
        if (check === CHECKS)
          throw new ImportError("Nothing was imported: the products of the file were changed again and again meanwhile.");
        continue;
      }
      await tellRefused(database, id, onRefused);
      return imported ? { ...result, imported } : { ...result, ...NOTHING, imported };
    }
  } finally {
    await store.deleteImport(db, id);
  }
}

const NOTHING = { added: 0, updated: 0, unchanged: 0 };

/** @returns false where products were changed since the check */
async function writeChecked(
  database: Database,
  { id, fileName, rows }: store.StoredImport,
  report: ImportReport,
  onProgress: ImportOptions["onProgress"],
) {
  for (;;) {
    try {
      const onDone = async (done: number) => onProgress("Writing", done / rows);
      await writeImport(database, { id, by: null, fileName, rows, report, onDone, end: async () => true });
      if (report.added + report.changed > 0) {
        onProgress("Finishing", 1);
        await settle(database);
      }
      return true;
    } catch (error) {
      if (error instanceof Outdated) return false;
      if (!(error instanceof NotYourTurn)) throw error;
      await new Promise((resolve) => setTimeout(resolve, TURN_MS));
    }
  }
}

async function tellRefused({ db }: Database, id: string, onRefused: ImportOptions["onRefused"]): Promise<void> {
  for (let last = 0; ;) {
    const rows = await store.readChecked(db, id, "refused", last, 1000);
    for (const { line, reason } of rows) onRefused(line, reason);
    const end = rows.at(-1);
    if (!end) return;
    last = end.no;
  }
}

const named = ({ name }: FileColumn) => name.toLowerCase();

/** What to know of the columns. @throws ImportError for a first line that cannot be used */
function notesOn({ columns, mapping }: store.StoredImport): string[] {
  const twice = columns.find((column, place) => column.name !== "" && columns.findIndex((one) => named(one) === named(column)) < place);
  if (twice) throw new ImportError(`The file has the column ${twice.name} twice.`);
  if (!mapping.includes("sku") && !mapping.includes("id"))
    throw new ImportError("The file has no column sku; its first line must name the columns.");
  const ignored = columns.filter(({ name }, place) => name !== "" && !mapping[place]);
  const absent = FIELDS.filter((field) => field !== "id" && !mapping.includes(field));
  const notes = ignored.map(({ name }) => `Column ${name} was ignored: the shop has no such thing.`);
  if (absent.length > 0) notes.push(`No column ${absent.join(", ")}: products keep what they have there.`);
  return notes;
}
