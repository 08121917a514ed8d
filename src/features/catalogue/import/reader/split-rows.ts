import { t } from "#words/t.ts";
/** A row of a file, with the line where it begins. */
export interface TableRow {
  line: number;
  cells: string[];
  /** Why it could not be read; otherwise empty. */
  fault: string;
  /** Which cells are numbers such as 1.299 in a workbook, where these are decimals for sure. */
  exact?: number[];
}

/** Longest line, and longest quoted cell over several lines, in characters. */
export const LONGEST_LINE = 1_000_000;
const LONGEST_QUOTED = 200_000;

const stray = () => t("has a quotation mark that is never closed, or not where a cell ends");
export const tooLong = () => t("is longer than a million characters");

/** Part of the text that was read as one row. */
interface Scan {
  cells: string[];
  /** Where the next row begins. */
  end: number;
  /** The lines it covers. */
  lines: number;
  /** A quote closes in the middle of a cell. */
  isBroken: boolean;
  /** A quote is not closed within the text that may be searched. */
  isOpen: boolean;
}

/**
 * Splits text into the rows of a table. A stray quote must not swallow the rows after it: if a row over several lines has another number of
 * cells than the header, only its first line is given up, and reading continues at the next line that fits.
 */
export class RowSplitter {
  readonly #delimiter: string;
  #text = "";
  #at = 0;
  #line: number;
  #isLast = false;
  /** Number of cells of the header. */
  #width: number | undefined;
  /** Inside a line that is too long to be read. */
  #isSkipping = false;
  /** How many characters may still be searched for the end of stray quotes, so that a file full of them takes no longer than others. */
  #patience = 4 * LONGEST_QUOTED;

  constructor(delimiter: string, firstLine = 1) {
    this.#delimiter = delimiter;
    this.#line = firstLine;
  }

  /** The rows that are complete after one more piece of text. */
  push(text: string): TableRow[] {
    this.#text = this.#text.slice(this.#at) + text;
    this.#at = 0;
    this.#patience += 4 * text.length;
    return this.#rows();
  }

  /** The rows that are left at the end of the text. */
  end(): TableRow[] {
    this.#isLast = true;
    return this.#rows();
  }

  #rows(): TableRow[] {
    const rows: TableRow[] = [];
    while (this.#at < this.#text.length) {
      const before = this.#at;
      const row = this.#next();
      if (row && (row.fault || row.cells.some((cell) => cell !== ""))) {
        rows.push(row);
        this.#width ??= row.cells.length;
      }
      if (this.#at === before) break;
    }
    return rows;
  }

  /** Reads one row and moves on. Stays where it is if the rest of the row is not there yet. */
  #next(): TableRow | undefined {
    const lineEnd = this.#lineEnd(this.#at);
    if (lineEnd === undefined || this.#isSkipping) return this.#skipLong(lineEnd);
    const first = this.#text.slice(this.#at, lineEnd.end);
    if (!first.includes('"')) return this.#take({ cells: first.split(this.#delimiter), end: lineEnd.next, lines: 1 });
    const scan = this.#scan(this.#at);
    if (!scan.isOpen && !scan.isBroken && this.#fits(scan.cells) && !this.#hasSwallowed(scan)) return this.#take(scan);
    if (scan.lines === 1 && !scan.isOpen) {
      const literal = first.split(this.#delimiter);
      return this.#take({ ...scan, cells: scan.isBroken && this.#fits(literal) ? literal : scan.cells });
    }
    // Wait for enough text to see where the quote ends.
    if (!this.#isLast && this.#text.length - this.#at < 2 * LONGEST_QUOTED) return undefined;
    return this.#recover(scan, first, lineEnd.next);
  }

  /** Gives up the first line of a row that does not fit, and continues at the next line that does. */
  #recover(scan: Scan, first: string, second: number): TableRow | undefined {
    this.#patience -= scan.end - this.#at;
    let lines = 1;
    for (let from = second; from < scan.end;) {
      const next = this.#scan(from);
      this.#patience -= next.end - from;
      // After a well-formed text, its last line may happen to fit: it ends with a quote inside a cell.
      const isTail = !scan.isOpen && !scan.isBroken && next.end === scan.end && this.#text.slice(from, next.end).includes('"');
      if (!next.isOpen && !next.isBroken && !isTail && next.cells.length > 1 && next.cells.length === this.#width)
        return this.#take({ cells: first.split(this.#delimiter), end: from, lines }, stray());
      const end = this.#lineEnd(from);
      if (!end) break;
      from = end.next;
      lines++;
    }
    // A row over several lines with a cell too many or too few.
    if (!scan.isOpen && !scan.isBroken) return this.#take(scan);
    return this.#take({ cells: first.split(this.#delimiter), end: second, lines: 1 }, stray());
  }

  #take({ cells: read, end, lines }: Pick<Scan, "cells" | "end" | "lines">, fault = ""): TableRow {
    // One cell too many is enough to refuse a row: a line of commas would be a million cells.
    const cells = this.#width === undefined ? read : read.slice(0, this.#width + 1);
    const row = { line: this.#line, cells, fault };
    this.#at = end;
    this.#line += lines;
    return row;
  }

  #fits(cells: readonly string[]): boolean {
    return this.#width === undefined || cells.length === this.#width;
  }

  /**
   * Whether every line inside a quoted text looks like a row of its own: then the quote is a stray one. Commas of prose are followed
   * by a space.
   */
  #hasSwallowed({ lines, end }: Scan): boolean {
    if (lines < 3 || this.#width === undefined || this.#width < 4) return false;
    let line = this.#lineEnd(this.#at);
    for (let inside = lines - 2; inside > 0 && line && line.next < end; inside--) {
      const from = line.next;
      line = this.#lineEnd(from);
      const cells = this.#text.slice(from, line?.end ?? end).split(this.#delimiter);
      if (cells.length !== this.#width || cells.some((cell) => cell.startsWith(" "))) return false;
    }
    return true;
  }

  /** Reads a row with quoted cells. */
  #scan(start: number): Scan {
    const text = this.#text;
    const cells: string[] = [];
    const within = start + Math.max(0, Math.min(LONGEST_QUOTED, this.#patience));
    const lineEnd = this.#lineEnd(start)?.end ?? text.length;
    let lines = 1;
    let isBroken = false;
    for (let at = start; ;) {
      if (text[at] === '"') {
        const quoted = readQuoted(text, at + 1, Math.max(within, lineEnd));
        if (!quoted) return { cells, end: Math.min(within, text.length), lines: lines + 1, isBroken, isOpen: true };
        cells.push(quoted.value);
        lines += lineBreaks(quoted.value);
        at = quoted.end;
        if (at < text.length && !this.#endsCell(at)) {
          isBroken = true;
          const to = this.#cellEnd(at);
          cells[cells.length - 1] += text.slice(at, to);
          at = to;
        }
      } else {
        const to = this.#cellEnd(at);
        cells.push(text.slice(at, to));
        at = to;
      }
      if (text[at] === this.#delimiter) at++;
      else return { cells, end: this.#lineEnd(at)?.next ?? text.length, lines, isBroken, isOpen: false };
    }
  }

  #endsCell(at: number): boolean {
    const sign = this.#text[at];
    return sign === this.#delimiter || sign === "\n" || sign === "\r";
  }

  #cellEnd(at: number): number {
    let to = at;
    while (to < this.#text.length && !this.#endsCell(to)) to++;
    return to;
  }

  /** Where the line ends, and where the next one begins; undefined if its end is not there yet. */
  #lineEnd(from: number): { end: number; next: number } | undefined {
    const text = this.#text;
    for (let at = from; at < text.length; at++) {
      const sign = text.charCodeAt(at);
      if (sign === 10) return { end: at, next: at + 1 };
      if (sign !== 13) continue;
      if (at + 1 === text.length && !this.#isLast) return undefined;
      return { end: at, next: text[at + 1] === "\n" ? at + 2 : at + 1 };
    }
    return this.#isLast ? { end: text.length, next: text.length } : undefined;
  }

  /** Leaves out a line that is too long to be read. */
  #skipLong(lineEnd: { end: number; next: number } | undefined): TableRow | undefined {
    if (this.#isSkipping) {
      this.#at = lineEnd?.next ?? this.#text.length;
      this.#isSkipping = !lineEnd;
      if (lineEnd) this.#line++;
      return undefined;
    }
    if (this.#text.length - this.#at <= LONGEST_LINE) return undefined;
    const row = { line: this.#line, cells: [], fault: tooLong() };
    this.#isSkipping = true;
    this.#at = this.#text.length;
    return row;
  }
}

/** The text after an opening quote, up to the closing one. Undefined if it does not close before `within`. */
function readQuoted(text: string, start: number, within: number): { value: string; end: number } | undefined {
  let value = "";
  for (let at = start; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote > within) return undefined;
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}

function lineBreaks(cell: string): number {
  return cell.includes("\n") || cell.includes("\r") ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0;
}
