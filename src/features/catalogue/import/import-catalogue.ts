import { basename } from "node:path";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { openDatabase, type Database, type Db } from "#server/db/connect.ts";
import { t } from "#words/t.ts";
import { checkRows, Stopped } from "./check-import.ts";
import { FIELDS, MOST_OF_FILE, SPANISH_FIELDS, USUAL_STOCK, type FileColumn, type ImportReport, type Problem } from "./contract.ts";
import { openFile } from "./reader/read-table.ts";
import { ImportError, receiveFile } from "./receive-file.ts";
import { checkMapping } from "./rules.ts";
import { pricesReadAs, settleDecimals, unclearExample, unclearPrices } from "./columns/decimals.ts";
import { count, doubtInWords, fractionsInWords } from "./words.ts";
import { countOutcomes, readChecked } from "./row-store.ts";
import * as store from "./store.ts";
import { keepAlive } from "./keep-alive.ts";
import { beginOwnWrite, saveProgress } from "./run-import.ts";
import { endRun } from "./run-store.ts";
import { noteImport, Outdated, settle, writeImport } from "./write-import.ts";

export interface ImportOptions {
  /** Stock of a new product whose stock cell is empty. Without it, the one used last time for such a file. */
  defaultStock?: number | undefined;
  /** Shelf of products without one: `Category > Subcategory`; empty for the one used last time, if any. */
  shelf?: string;
  /** The sign before the decimals of prices, where the file does not show it. Without it, the one used last time for such a file. */
  decimals?: FileColumn["decimals"];
  /** The shop's, in which dates are read. */
  timeZone: string;
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
  /** Rows that only held pictures or common values of another row's product. */
  joined: number;
  /** Shelves that it has made, by name. */
  newShelves: ImportReport["newShelves"];
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
 * Receives, checks and writes a file in one go, like the steps in the back office, where it can be undone.
 * @throws ImportError if the header is unusable; Stopped
 */
export async function importCatalogue(connection: pg.ClientConfig, path: string, options: ImportOptions): Promise<CommandReport> {
  // Two to write two batches at once, two for their new words and to report progress.
  const database = openDatabase({ ...connection, max: 4 }, () => {});
  try {
    return await receiveCheckAndWrite(database, path, options);
  } finally {
    await database.close();
  }
}

async function receiveCheckAndWrite(database: Database, path: string, options: ImportOptions): Promise<CommandReport> {
  const { db } = database;
  const { strict, timeZone, onRefused, onProblem = () => {}, signal } = options;
  const onProgress: ImportOptions["onProgress"] = (step, part) => {
    if (signal?.aborted) throw new Stopped();
    options.onProgress(step, part);
  };
  const { bytes, read } = await openFile(path, MOST_OF_FILE.bytes);
  const onRows = () => onProgress("Reading", read());
  const id = await receiveFile(db, bytes, { byId: null, fileName: basename(path), onRows });
  const own: Own = { is: true, report: null, problem: "" };
  try {
    const received = (await store.readStored(db, id))!; // created above
    const stored = {
      ...received,
      columns: settleDecimals(received.columns, received.mapping, options.decimals),
      defaultStock: options.defaultStock ?? received.defaultStock,
      shelf: options.shelf || received.shelf,
    };
    const notes = notesOn(stored, options);
    for (let check = 1; ; check++) {
      const report = await checkRows(db, stored, timeZone, async (done) => onProgress("Checking", done / stored.rows));
      const imported = !strict || report.refused === 0;
      if (imported && !(await writeChecked(database, stored, report, own, onProgress))) {
        if (check === CHECKS) throw new ImportError("The products in this file kept changing. Run the import again for the rest.");
        continue;
      }
      if (report.refused <= NAMED) await tellRefused(database, id, onRefused);
      else for (const problem of report.problems) onProblem(problem);
      for (const warning of report.warnings) onProblem(warning);
      const { added, changed } = own.report ?? { added: 0, changed: 0 };
      const { refused, joined, newShelves } = report;
      const unchanged = imported ? stored.rows - refused - joined - added - changed : 0;
      return { added, updated: changed, unchanged, refused, joined, newShelves, notes, imported };
    }
  } finally {
    if (own.is) await store.finishCommand(db, id, own);
  }
}

/** A command's import so far. */
interface Own {
  /** Whether the command still runs the import. Otherwise it was stopped in the back office, or a running shop has taken it over. */
  is: boolean;
  /** The last check, with what all of them have brought. */
  report: ImportReport | null;
  /** Why that isn't the whole file. */
  problem: string;
}

/** Writes the checked rows. @returns false if products changed after the check, so that rows are left */
async function writeChecked(
  database: Database,
  stored: store.StoredImport,
  report: ImportReport,
  own: Own,
  onProgress: ImportOptions["onProgress"],
): Promise<boolean> {
  const { id, fileName, rows } = stored;
  const run = await beginOwnWrite(database, stored, report);
  const onDone = async (tx: Db, done: number) => {
    await saveProgress(tx, { importId: id, run }, done);
    onProgress("Writing", done / rows);
  };
  const end = async (tx: Db) => {
    if (!(await endRun(tx, id, run, { state: "applied", appliedAt: sql`now()` }))) throw new Stopped();
  };
  const writing = { id, by: null, fileName, rows, done: 0, report, onDone, end };
  try {
    await keepAlive(database.db, { importId: id, run }, () => writeImport(database, writing), console);
    addTo(own, report, report);
    own.problem = "";
  } catch (error) {
    await endEarly(database, stored, run, report, own);
    if (error instanceof Outdated) return false;
    throw error;
  }
  if (report.added + report.changed > 0) {
    onProgress("Finishing", 1);
    await settle(database);
  }
  return true;
}

/** Ends a run that has written only a part, and notes what. */
async function endEarly(database: Database, { id, fileName, rows }: store.StoredImport, run: string, report: ImportReport, own: Own) {
  // Until it is known, since the database may be unavailable.
  own.is = false;
  await database.transact(async ({ tx }) => {
    const { done = 0 } = (await store.readStored(tx, id)) ?? {};
    own.is = await endRun(tx, id, run, { state: "checked" });
    if (!own.is || done === 0) return;
    const written = await countOutcomes(tx, id, done);
    await noteImport(tx, null, { id, fileName }, { ...report, ...written });
    own.problem = `${t("{done} of {rows} rows are done.", { done: count(done), rows: count(rows) })} ${t("Import the file again for the rest.")}`;
    addTo(own, report, written);
  });
}

function addTo(own: Own, report: ImportReport, { added, changed }: Pick<ImportReport, "added" | "changed">): void {
  own.report = { ...report, added: (own.report?.added ?? 0) + added, changed: (own.report?.changed ?? 0) + changed };
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

/** Columns that few files have, so that their absence is not mentioned. */
const UNSAID: readonly string[] = ["id", "barcode", "cost_price", "hidden", "sold_by", ...SPANISH_FIELDS];

/** Guesses what the file's columns contain. @throws ImportError if its products cannot be told apart */
function notesOn(stored: store.StoredImport, said: Pick<ImportOptions, "defaultStock" | "shelf">): string[] {
  const { columns, mapping, defaultStock, shelf, makeSkus, remembered } = stored;
  if (!checkMapping(mapping, makeSkus).ok)
    throw new ImportError("The file has no column with a sku, an id or a name. Its first line must name the columns.");
  const fieldOf = (column: FileColumn) => mapping[columns.indexOf(column)] ?? null;
  const ignored = columns.filter((column) => column.name !== "" && !fieldOf(column));
  const renamed = columns.filter((column) => fieldOf(column) && fieldOf(column) !== column.name.trim().toLowerCase());
  const fillers = mapping.includes("category_paths") || mapping.includes("category") ? ["category", "sub_category"] : [];
  const absent = FIELDS.filter((field) => !UNSAID.includes(field) && !mapping.includes(field) && !fillers.includes(field));
  const prices = pricesReadAs(columns, mapping);
  const doubts = [doubtInWords(columns, mapping), fractionsInWords(columns, mapping)].filter(Boolean);
  const unclear = unclearPrices(columns, mapping)
    .map((place) => columns[place]!)
    .filter(({ isSettled }) => !isSettled);
  return [
    ...(remembered ? ["The columns are read as in your last import of such a file."] : []),
    ...renamed.map((column) => `Column ${column.name} is read as ${fieldOf(column)}.`),
    ...(ignored.length > 0 ? [`Not imported, since the shop has no such field: ${ignored.map(({ name }) => name).join(", ")}.`] : []),
    ...(absent.length > 0 ? [`No column ${absent.join(", ")}: products keep what they have there.`] : []),
    ...(said.defaultStock === undefined && defaultStock !== USUAL_STOCK
      ? [`New products without a stock get ${count(defaultStock)}, as in your last import of such a file.`]
      : []),
    ...(!said.shelf && shelf ? [`Products without a category go to ${shelf}, as in your last import of such a file.`] : []),
    ...(makeSkus ? ["Rows without a number get one made from name and unit."] : []),
    ...unclear.map((column) => {
      const { written, whole, fraction } = unclearExample(column);
      return `${written} in ${column.name} may be ${whole} or ${fraction}. Say which sign stands before the decimals with --decimals , or --decimals .`;
    }),
    ...(prices ? [`Prices are read as ${prices}.`] : []),
    ...doubts,
  ];
}
