import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { parse, type CsvError, type Info } from "csv-parse";

/** A row of the file, with the line where it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** A CSV file being read. */
export interface CsvFile {
  rows: AsyncGenerator<CsvRow>;
  /** How much of the file was read, from 0 to 1. */
  read(): number;
}

/** Thrown by `rows` at a quote that is opened and never closed; what follows it cannot be told apart. */
export class OpenQuote extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`Line ${line} opens a quote that is never closed.`);
    this.line = line;
  }
}

/** Thrown by `rows` when a packed file is damaged. */
export class Damaged extends Error {}

/** Longest row, in bytes: an open quote must not pull the whole file into memory. */
const LONGEST_ROW = 1_000_000;

/**
 * Opens a CSV file, packed with gzip or not, to be read row by row.
 * @throws the file system's error when there is no such file
 */
export async function openCsv(path: string): Promise<CsvFile> {
  const { size } = await stat(path);
  const file = createReadStream(path);
  return { rows: readRows(file, await isGzip(path)), read: () => (size === 0 ? 1 : file.bytesRead / size) };
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

async function* readRows(file: NodeJS.ReadableStream, packed: boolean): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
  });
  // A failure of any part reaches the loop below through the parser.
  if (packed) pipeline(file, createGunzip(), parser, () => {});
  else pipeline(file, parser, () => {});

  let line = 1;
  let emptyLines = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      line += info.empty_lines - emptyLines;
      emptyLines = info.empty_lines;
      if (record.some((cell) => cell !== "")) yield { line, cells: record };
      line += 1 + record.reduce((sum, cell) => sum + lineBreaks(cell), 0);
    }
  } catch (error) {
    const { code } = error as CsvError | NodeJS.ErrnoException;
    if (code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_MAX_RECORD_SIZE") throw new OpenQuote(line);
    if (code?.startsWith("Z_")) throw new Damaged(`The file is damaged: ${(error as Error).message}.`);
    throw error;
  }
}

/** The parser's own count takes a CRLF inside quotes for two lines. */
function lineBreaks(cell: string): number {
  return cell.includes("\n") || cell.includes("\r") ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0;
}
