import { t } from "#words/t.ts";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { fileTooLarge } from "../words.ts";
import { decodeText } from "./decode-text.ts";
import { findHeader } from "./find-header.ts";
import { readWorkbook } from "./read-workbook.ts";
import { RowSplitter, type TableRow } from "./split-rows.ts";
import { Unreadable, upTo, wrongKind } from "./unreadable.ts";

/** Characters to search for the header. */
const HEAD = 16 * 1024;

/**
 * Opens a file; `read` says how much of it has been read, from 0 to 1.
 * @param most bytes it may have
 * @throws Unreadable if it is larger, or the file system's error if it cannot be opened
 */
export async function openFile(path: string, most: number): Promise<{ bytes: Readable; read: () => number }> {
  const { size } = await stat(path);
  if (size > most) throw new Unreadable(fileTooLarge());
  const bytes = createReadStream(path);
  return { bytes, read: () => (size === 0 ? 1 : bytes.bytesRead / size) };
}

/**
 * Reads a table row by row, some rows at a time: text separated by commas, semicolons, tabs or pipes, gzipped or not, or an Excel
 * workbook (.xlsx). Memory does not grow with the file.
 * @param most bytes it may unpack to
 * @throws Unreadable
 */
export async function* readTable(bytes: Readable, most: number): AsyncGenerator<TableRow[]> {
  try {
    const sent = await peek(bytes, 8);
    const kind = sent.head.toString("latin1");
    if (kind.startsWith("\u00D0\u00CF\u0011\u00E0") || kind.startsWith("%PDF")) throw new Unreadable(wrongKind());
    const plain = kind.startsWith("\u001F\u008B") ? unpack(sent.whole) : sent.whole;
    yield* kind.startsWith("PK\u0003\u0004") ? readWorkbook(sent.whole, most) : readText(decodeText(upTo(most, plain)));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith("Z_")) throw new Unreadable(t("The file is damaged: {message}.", { message }));
    throw error;
  }
}

/** A table of many rows hardly shrinks to a hundredth, so what shrank to less than a five-hundredth isn't worth reading. */
const MOST_TIMES = 500;
/** Not checked before this size: a small file may hold the same cell again and again. */
const CHECKED_FROM = 32 * 1024 * 1024;

async function* unpack(packed: Readable): AsyncGenerator<Buffer> {
  // File errors reach the loop over the rows.
  const gunzip = pipeline(packed, createGunzip(), () => {});
  let size = 0;
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > CHECKED_FROM && size > gunzip.bytesWritten * MOST_TIMES)
      throw new Unreadable(t("The file unpacks to far too much. Save it without empty rows and columns and try again."));
    yield chunk;
  }
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
  return { head: head.subarray(0, length), whole: Readable.from(all(), { objectMode: false }) };
}

async function* readText(text: AsyncIterable<string>): AsyncGenerator<TableRow[]> {
  let head = "";
  let rows: RowSplitter | undefined;
  /** Rows above the header, which comes first. */
  let lost: TableRow[] = [];
  const begin = () => {
    // Other programs save web pages under the names of workbooks.
    if (/^\s*<(?:!doctype|html|table|\?xml)\b/i.test(head)) throw new Unreadable(wrongKind());
    // Excel may name the delimiter in a line of its own.
    const named = /^sep=([,;\t|])\r?\n/i.exec(head);
    const found = named ? { at: named[0].length, line: 2, delimiter: named[1]!, lost: [] } : findHeader(head);
    rows = new RowSplitter(found.delimiter, found.line);
    lost = found.lost;
    return withLost(rows.push(head.slice(found.at)));
  };
  const withLost = (read: TableRow[]) => (read.length > 0 ? [...read.slice(0, 1), ...lost.splice(0), ...read.slice(1)] : read);
  for await (const part of text) {
    if (rows) yield withLost(rows.push(part));
    else {
      head += part;
      if (head.length >= HEAD) yield begin();
    }
  }
  if (!rows) yield begin();
  yield withLost(rows!.end()); // begun above
}
