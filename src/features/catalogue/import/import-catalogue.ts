import type pg from "pg";
import { openDatabase, type Database } from "#server/db/connect.ts";
import { EVERYTHING } from "#server/kept.ts";
import { newId } from "#server/new-id.ts";
import { pictureForName } from "../../files/demo-pictures.ts";
import { indexProducts, settleIndex } from "../../search/index-products.ts";
import { OpenQuote, openCsv, type CsvFile } from "./read-csv.ts";
import { readHeader, readRow, type Header } from "./rules.ts";
import * as store from "./store.ts";

export interface ImportOptions {
  /** Pieces of a new product whose stock cell is empty. */
  defaultStock: number;
  /** All or nothing: a single bad row, and nothing is imported. */
  strict: boolean;
  /** Told of each bad row. */
  onRefused: (line: number, reason: string) => void;
  /** Told now and then how far it is: what is being done, and the part that is done, from 0 to 1. */
  onProgress: (step: "Reading" | "Writing" | "Finishing", part: number) => void;
}

export interface ImportReport {
  added: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** Whether the file's products are in the shop: false when --strict met a bad row. */
  imported: boolean;
  /** What else the person should know, one sentence each. */
  notes: string[];
}

/** The file cannot be imported at all; the message says why. */
export class ImportError extends Error {}

/** Rows that are checked, staged and written together. */
const BATCH = 1000;

/**
 * Brings the products of a CSV file into the shop; the sku tells which are known. First the whole file is read, checked
 * and staged, then it is written batch by batch, or with `strict` in one transaction.
 * @throws ImportError when the file has no usable first line
 */
export async function importCatalogue(connection: pg.ClientConfig, path: string, options: ImportOptions): Promise<ImportReport> {
  // One connection, kept: the stage belongs to it.
  const database = openDatabase({ ...connection, max: 1, idleTimeoutMillis: 0 }, () => {});
  try {
    return await stageAndWrite(database, path, options);
  } finally {
    await database.close();
  }
}

async function stageAndWrite(database: Database, path: string, options: ImportOptions): Promise<ImportReport> {
  const report: ImportReport = { added: 0, updated: 0, unchanged: 0, refused: 0, imported: true, notes: [] };
  const refused = (line: number, reason: string) => {
    report.refused++;
    options.onRefused(line, reason);
  };
  await store.makeStage(database.db);
  const { staged, batches } = await stageFile(database, await openCsv(path), report, { ...options, onRefused: refused });
  if (options.strict && report.refused > 0) return { ...report, imported: false };

  await store.settleStage(database.db);
  const step = options.strict ? Math.max(batches, 1) : 1;
  for (let from = 1; from <= batches; from += step) {
    const { added, updated } = await write(database, { from, to: from + step - 1 }, options.defaultStock);
    report.added += added;
    report.updated += updated;
    options.onProgress("Writing", (from + step - 1) / batches);
  }
  report.unchanged = staged - report.added - report.updated;
  if (report.added + report.updated > 0) {
    options.onProgress("Finishing", 1);
    await store.settleCatalogue(database.db);
    await settleIndex(database.db);
  }
  return report;
}

async function write(database: Database, batches: store.Batches, defaultStock: number): Promise<{ added: number; updated: number }> {
  return database.transact(async (tx, changed) => {
    const shelves = await store.addShelves(tx, batches, pictureForName);
    const updated = await store.updateKnown(tx, batches);
    const added = await store.addNew(tx, batches, defaultStock);
    if (added + updated > 0) {
      await store.replaceLinks(tx, batches);
      await indexProducts(tx, await store.readIds(tx, batches));
    }
    if (added + updated + shelves > 0) changed(EVERYTHING);
    return { added, updated };
  });
}

/** Reads and checks the whole file; the good rows wait on the stage. */
async function stageFile(
  { db }: Database,
  file: CsvFile,
  report: ImportReport,
  { onRefused, onProgress }: ImportOptions,
): Promise<{ staged: number; batches: number }> {
  let header: Header | undefined;
  let rows: store.StagedRow[] = [];
  let staged = 0;
  let batches = 0;
  const flush = async () => {
    if (rows.length === 0) return;
    const repeated = await store.stage(db, ++batches, rows);
    for (const { line, sku, first } of repeated) onRefused(line, `sku ${JSON.stringify(sku)} is that of line ${first} too`);
    staged += rows.length - repeated.length;
    rows = [];
    onProgress("Reading", file.read());
  };
  try {
    for await (const { line, cells } of file.rows) {
      if (!header) {
        header = useHeader(cells);
        report.notes.push(...header.notes);
        continue;
      }
      const row = readRow(header, cells);
      if (row.ok) rows.push({ ...row.value, line, id: newId() });
      else onRefused(line, row.reason);
      if (rows.length >= BATCH) await flush();
    }
  } catch (error) {
    if (!(error instanceof OpenQuote) || !header) throw error;
    await flush();
    onRefused(error.line, "opens a quote that is never closed, so the rest of the file could not be read");
  }
  if (!header) throw new ImportError("The file is empty.");
  await flush();
  return { staged, batches };
}

function useHeader(cells: string[]): Header {
  const header = readHeader(cells);
  if (!header.ok) throw new ImportError(header.reason);
  return header.value;
}
