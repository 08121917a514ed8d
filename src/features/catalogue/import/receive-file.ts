import type { Readable } from "node:stream";
import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { unprotect } from "#shared/csv.ts";
import type { FileColumn, Mapping } from "./contract.ts";
import { OpenQuote, readCsv } from "./read-csv.ts";
import { insertRows, type FileRow } from "./row-store.ts";
import * as store from "./store.ts";

/** The file cannot be imported at all. The message says why. */
export class ImportError extends Error {}

/** Rows per insert. */
const BATCH = 1000;
/** Sample values per column: rows to look at, values to keep, and their maximum length. */
const SAMPLES = { rows: 100, most: 3, length: 80 };

interface ReceiveOptions {
  /** The admin who uploads it; null for the command line. */
  byId: string | null;
  fileName: string;
  mapping: (columns: readonly FileColumn[]) => Mapping;
  /** Size limits of this file. */
  most?: { unpacked: number; rows: number; columns: number };
  /** Size limits of all uploaded files. */
  stored?: typeof store.STORED;
  onRows?: () => void;
}

/**
 * Reads a CSV file into the database unchanged, in batches to limit memory. Nothing is left of a file that cannot be
 * read.
 * @returns the id of the import
 * @throws ImportError if the header is unusable or the file too large, Damaged if it cannot be unpacked
 */
export async function receiveFile(db: Db, bytes: Readable, options: ReceiveOptions): Promise<string> {
  const id = newId();
  const hasRoom = await store.insertImport(db, id, options.byId, options.fileName, options.stored);
  if (!hasRoom) throw new ImportError("Other files are being received right now. Try again in a few minutes.");
  try {
    await readInto(db, id, bytes, options);
    return id;
  } catch (error) {
    await store.deleteImport(db, id).catch(() => {}); // leftovers are removed after a day
    throw error;
  }
}

async function readInto(db: Db, id: string, bytes: Readable, { byId, mapping, most, stored, onRows }: ReceiveOptions): Promise<void> {
  const rows = await readCsv(bytes, most?.unpacked);
  let names: string[] | undefined;
  const samples: string[][] = [];
  let batch: FileRow[] = [];
  let count = 0;
  const flush = async () => {
    if (batch.length > 0) await insertRows(db, id, batch);
    batch = [];
    if (byId !== null && !(await store.fits(db, stored)))
      throw new ImportError("There is no room for this file now. Finish or stop other imports, then send it again.");
    onRows?.();
  };
  const take = (line: number, cells: string[], fault: string) => batch.push({ no: ++count, line, fault, cells });
  try {
    for await (const { line, cells: read } of rows) {
      // PostgreSQL does not accept lone surrogates.
      const cells = read.map((cell) => cell.toWellFormed());
      if (!names) {
        names = readNames(cells, most?.columns);
        continue;
      }
      const nul = cells.findIndex((cell) => cell.includes("\u0000"));
      const fault = nul < 0 ? "" : `${names[nul] || "a cell"} holds a NUL character`;
      const clean = fault ? cells.map((cell) => cell.replaceAll("\u0000", "")) : cells;
      if (count < SAMPLES.rows) clean.slice(0, names.length).forEach((cell, place) => sample((samples[place] ??= []), cell));
      take(line, clean, fault);
      if (most && count > most.rows)
        throw new ImportError(`The file has more than ${most.rows.toLocaleString("en-US")} rows. Please split it.`);
      if (batch.length >= BATCH) await flush();
    }
  } catch (error) {
    if (!(error instanceof OpenQuote) || !names) throw error;
    take(error.line, [], "opens a quote that is never closed, so the rest of the file could not be read");
  }
  if (!names) throw new ImportError("The file is empty.");
  await flush();
  const columns = names.map((name, place) => ({ name, samples: samples[place] ?? [] }));
  await store.finishReceiving(db, id, { rows: count, columns, mapping: mapping(columns) });
}

function readNames(cells: readonly string[], most = Number.POSITIVE_INFINITY): string[] {
  if (cells.length > most) throw new ImportError(`The file has more than ${most} columns.`);
  // A NUL means a binary file, such as a spreadsheet's own format.
  if (cells.some((cell) => cell.includes("\u0000") || cell.includes("\uFFFD")))
    throw new ImportError("Save the file as CSV (UTF-8) and try again.");
  return cells.map((cell) => unprotect(cell.trim()).slice(0, 100).toWellFormed());
}

function sample(known: string[], cell: string): void {
  const text = unprotect(cell.trim());
  const short = text.length > SAMPLES.length ? `${text.slice(0, SAMPLES.length).toWellFormed()}…` : text;
  if (short && known.length < SAMPLES.most && !known.includes(short)) known.push(short);
}
