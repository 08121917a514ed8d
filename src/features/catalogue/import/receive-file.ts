import type { Readable } from "node:stream";
import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { formatCount } from "#shared/count.ts";
import { unprotect } from "#shared/csv.ts";
import { t } from "#words/t.ts";
import { guessColumns } from "./columns/remembered-columns.ts";
import { DecimalsTally } from "./columns/tally-decimals.ts";
import { MOST_OF_FILE } from "./contract.ts";
import { markCosts } from "./costs.ts";
import { readTable } from "./reader/read-table.ts";
import { wrongKind } from "./reader/unreadable.ts";
import { insertRows, type FileRow } from "./row-store.ts";
import * as store from "./store.ts";

/** The file cannot be imported at all. The message says why. */
export class ImportError extends Error {}

/** Rows and characters per insert. */
const BATCH = { rows: 1000, characters: 4_000_000 };
/** Sample values per column: rows to look at, values to guess by and to show, and their maximum length. */
const SAMPLES = { rows: 200, most: 20, shown: 3, length: 80 };

interface ReceiveOptions {
  /** The admin who uploads it; null for the command line. */
  byId: string | null;
  fileName: string;
  /** Size limits of this file. */
  most?: { unpacked: number; rows: number; columns: number };
  /** Size limits of all uploaded files. */
  stored?: typeof store.STORED;
  onRows?: () => void;
}

/**
 * Reads a file into the database unchanged, in batches to limit memory. A file that cannot be read leaves nothing behind.
 * @returns the id of the import
 * @throws ImportError if the header is unusable or the file too large, Unreadable if it is not a table
 */
export async function receiveFile(db: Db, bytes: Readable, options: ReceiveOptions): Promise<string> {
  const id = newId();
  const hasRoom = await store.insertImport(db, id, options.byId, options.fileName, options.stored);
  if (!hasRoom) throw new ImportError(t("Other files are being uploaded right now. Try again in a few minutes."));
  try {
    await readInto(db, id, bytes, options);
    return id;
  } catch (error) {
    await store.deleteImport(db, id).catch(() => {}); // leftovers are removed after a day
    throw error;
  }
}

async function readInto(db: Db, id: string, bytes: Readable, { byId, most, stored, onRows }: ReceiveOptions): Promise<void> {
  const { unpacked, rows: mostRows, columns: mostColumns } = most ?? MOST_OF_FILE;
  let names: string[] | undefined;
  const samples: string[][] = [];
  const decimals: DecimalsTally[] = [];
  let batch: FileRow[] = [];
  let characters = 0;
  let count = 0;
  const save = async (some: FileRow[]) => {
    if (some.length > 0) await Promise.all([insertRows(db, id, some), store.keepReceiving(db, id)]);
    if (byId !== null && !(await store.fits(db, stored)))
      throw new ImportError(t("There's no room for this file right now. Finish or stop other imports, then upload it again."));
    onRows?.();
  };
  /** The previous batch, which is saved while the next one is read. */
  let saving = Promise.resolve();
  const flush = async () => {
    await saving;
    saving = save(batch);
    saving.catch(() => {});
    batch = [];
    characters = 0;
  };
  for await (const rows of readTable(bytes, unpacked)) {
    for (const { line, cells: read, fault, exact } of rows) {
      // PostgreSQL does not accept lone surrogates.
      const cells = read.map((cell) => cell.toWellFormed());
      if (!names) {
        names = readNames(cells, mostColumns);
        continue;
      }
      const row = withoutNul({ no: ++count, line, cells, fault }, names);
      // In a row of the wrong length, values may be in other columns.
      if (count <= SAMPLES.rows && row.cells.length === names.length && !fault)
        row.cells.forEach((cell, place) => sample((samples[place] ??= []), cell));
      row.cells.forEach((cell, place) => (decimals[place] ??= new DecimalsTally()).add(cell.trim(), exact?.includes(place)));
      batch.push(row);
      characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (count > mostRows) throw new ImportError(t("The file has more than {rows} rows. Split it.", { rows: formatCount(mostRows) }));
      if (batch.length >= BATCH.rows || characters >= BATCH.characters) await flush();
    }
  }
  if (!names) throw new ImportError(t("The file is empty."));
  await flush();
  const columns = names.map((name, place) => ({ name, samples: samples[place] ?? [], ...decimals[place]?.result() }));
  const [guess] = await Promise.all([guessColumns(db, columns), saving]);
  const shown = guess.columns.map((column) => ({ ...column, samples: column.samples.slice(0, SAMPLES.shown) }));
  await store.finishReceiving(db, id, { ...guess, rows: count, columns: markCosts(shown, guess.mapping) });
}

/** PostgreSQL does not accept NUL characters either. */
function withoutNul(row: FileRow, names: readonly string[]): FileRow {
  const nul = row.cells.findIndex((cell) => cell.includes("\u0000"));
  if (nul < 0) return row;
  const cells = row.cells.map((cell) => cell.replaceAll("\u0000", ""));
  return { ...row, cells, fault: row.fault || t("{name} contains a NUL character", { name: names[nul] || t("a cell") }) };
}

function readNames(cells: readonly string[], most: number): string[] {
  if (cells.length > most)
    throw new ImportError(t("The file has more than {most} columns. Remove those that the shop does not need.", { most }));
  // A NUL means a binary file.
  if (cells.some((cell) => cell.includes("\u0000") || cell.includes("\uFFFD"))) throw new ImportError(wrongKind());
  return cells.map((cell) => unprotect(cell.trim()).slice(0, 100).toWellFormed());
}

function sample(known: string[], cell: string): void {
  const text = unprotect(cell.trim());
  const short = text.length > SAMPLES.length ? `${text.slice(0, SAMPLES.length).toWellFormed()}…` : text;
  if (short && known.length < SAMPLES.most && !known.includes(short)) known.push(short);
}
