import { once } from "node:events";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { parse, type CsvError, type Info, type Parser } from "csv-parse";

/** A row, with the line where it begins in the file. */
export interface CsvRow {
  line: number;
  cells: string[];
}

const DELIMITERS = [",", ";", "\t"] as const;

/** Thrown by `rows` for a quote that is never closed, since the rows after it cannot be told apart. */
export class OpenQuote extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`Line ${line} opens a quote that is never closed.`);
    this.line = line;
  }
}

/** The file cannot be read to its end: a damaged gzip file, or one that unpacks to too much. */
export class Damaged extends Error {}

/** Longest row, in bytes. An unclosed quote must not pull the whole file into memory. */
const LONGEST_ROW = 1_000_000;
/** Bytes to search for the first line. */
const HEAD = 16 * 1024;

/**
 * Opens a CSV file and reports how much of it has been read, from 0 to 1.
 * @throws the file system's error if the file cannot be opened
 */
export async function openFile(path: string): Promise<{ bytes: Readable; read: () => number }> {
  const { size } = await stat(path);
  const bytes = createReadStream(path);
  return { bytes, read: () => (size === 0 ? 1 : bytes.bytesRead / size) };
}

/** Reads CSV row by row, gzipped or not, separated by commas, semicolons or tabs. @param most bytes it may unpack to */
export async function readCsv(bytes: Readable, most = Number.POSITIVE_INFINITY): Promise<AsyncGenerator<CsvRow>> {
  const sent = await peek(bytes, 2);
  const isPacked = sent.head[0] === 0x1f && sent.head[1] === 0x8b;
  // File errors reach the loop over the rows.
  const plain = isPacked ? pipeline(sent.whole, createGunzip(), () => {}) : sent.whole;
  const { head, whole } = await peek(plain, HEAD).catch(explain);
  return readRows(whole, delimiterOf(textOf(head)), most);
}

/** The first bytes of a stream, and the whole stream. */
async function peek(bytes: Readable, length: number): Promise<{ head: Buffer; whole: Readable }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const rest = (bytes as AsyncIterable<Buffer>)[Symbol.asyncIterator](); // a stream of bytes, not of objects
  while (size < length) {
    const { done, value } = await rest.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  const head = Buffer.concat(chunks);
  async function* all() {
    yield head;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { head, whole: Readable.from(all(), { objectMode: false }) };
}

function textOf(head: Buffer): string {
  return head[0] === 0xff && head[1] === 0xfe ? head.toString("utf16le") : head.toString("utf8");
}

/** The most frequent delimiter in the first line. */
function delimiterOf(text: string): string {
  const first = /^\s*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text)?.[1] ?? "";
  const bare = first.replaceAll(/"(?:[^"]|"")*"/g, "");
  const count = (sign: string) => bare.split(sign).length - 1;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0]!;
}

async function* readRows(whole: Readable, delimiter: string, most: number): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
  });
  // Feed the parser by hand, so that rows before an error are still returned and no row waits for the next chunk.
  const failed = new Promise<never>((_, reject) => parser.once("error", reject));
  failed.catch(() => {});

  let line = 1;
  let emptyLines = 0;
  try {
    for await (const { record, info } of records(parser, upTo(most, whole), failed)) {
      line += info.empty_lines - emptyLines;
      emptyLines = info.empty_lines;
      if (record.some((cell) => cell !== "")) yield { line, cells: record };
      line += 1 + record.reduce((sum, cell) => sum + lineBreaks(cell), 0);
    }
  } catch (error) {
    const { code } = error as CsvError | NodeJS.ErrnoException;
    if (code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_MAX_RECORD_SIZE") throw new OpenQuote(line);
    explain(error);
  }
}

interface Parsed {
  record: string[];
  info: Info;
}

/** Limits the unpacked size: a small file can unpack to gigabytes of empty lines. */
async function* upTo(most: number, whole: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of whole) {
    size += chunk.length;
    if (size > most) throw new Damaged(`The file unpacks to more than ${Math.round(most / 1024 / 1024)} MB.`);
    yield chunk;
  }
}

async function* records(parser: Parser, whole: AsyncIterable<Buffer>, failed: Promise<never>): AsyncGenerator<Parsed> {
  for await (const chunk of whole) {
    const taken = new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
    yield* ready(parser);
    await Promise.race([taken, failed]);
  }
  const ended = once(parser, "finish");
  parser.end();
  await Promise.race([ended, failed]);
  yield* ready(parser);
}

function* ready(parser: Parser): Generator<Parsed> {
  for (let parsed: Parsed | null; (parsed = parser.read() as Parsed | null) !== null;) yield parsed; // the shape that `info` produces
}

function explain(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith("Z_")) throw new Damaged(`The file is damaged: ${message}.`);
  throw error;
}

/** The parser's own line count counts a CRLF inside quotes twice. */
function lineBreaks(cell: string): number {
  return cell.includes("\n") || cell.includes("\r") ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0;
}
