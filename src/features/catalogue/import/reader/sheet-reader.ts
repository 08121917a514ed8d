import { t } from "#words/t.ts";
import { formatNumber, type CellStyle } from "./workbook-styles.ts";
import { chooseHeader, lostRow, MOST_TITLES } from "./find-header.ts";
import type { XmlHandlers } from "./parse-xml.ts";
import { LONGEST_LINE, tooLong, type TableRow } from "./split-rows.ts";
import { tooLarge, Unreadable } from "./unreadable.ts";

/** Columns that a sheet can have. */
const MOST_COLUMNS = 16_384;
/** Characters that a cell can have. */
export const LONGEST_CELL = 100_000;

/** What looks like thousands in text. */
const THREE_DECIMALS = /^-?\d+\.\d{3}$/;

interface Shared {
  text: (place: number) => string;
  style: (place: number) => CellStyle;
}

/** Collects the rows of a sheet while its XML is parsed. Empty rows are left out; rows are as long as the first one. */
export class SheetReader {
  readonly #shared: Shared;
  #rows: TableRow[] = [];
  /** The first rows, until it is known which of them is the header. */
  #first: TableRow[] = [];
  #width: number | undefined;
  #line = 0;
  #cells: string[] = [];
  #exact: number[] = [];
  /** Characters of the row so far. */
  #length = 0;
  #column = 0;
  #type = "";
  #style = 0;
  #text = "";
  #isText = false;
  #hints = 0;
  /** Characters and cells so far: a text that thousands of cells share, or a cell far to the right, unpacks to more than its bytes. */
  #size = 0;
  readonly #most: number;

  constructor(shared: Shared, most: number) {
    this.#shared = shared;
    this.#most = most;
  }

  /** The rows completed since the last call. */
  takeRows(): TableRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** The rows that are left at the end of the sheet. */
  end(): TableRow[] {
    this.#takeFirst();
    return this.takeRows();
  }

  readonly handlers: Required<XmlHandlers> = {
    open: (name, { r, t: type = "n", s = "0" }) => {
      if (name === "row") {
        this.#line = r !== undefined && /^[1-9]\d{0,6}$/.test(r) ? Number(r) : this.#line + 1;
        this.#cells = [];
        this.#exact = [];
        this.#length = 0;
        this.#column = 0;
      } else if (name === "c") {
        if (r !== undefined) this.#column = columnOf(r);
        if (this.#column >= MOST_COLUMNS) throw new Unreadable(t("The file is damaged: a cell is outside the sheet."));
        this.#type = type;
        this.#style = Number(s);
        this.#text = "";
      } else if (name === "rPh") this.#hints++;
      this.#isText = (name === "v" || name === "t") && this.#hints === 0;
    },
    text: (piece) => {
      if (this.#isText && this.#text.length < LONGEST_CELL) this.#text += piece;
    },
    close: (name) => {
      if (name === "rPh") this.#hints--;
      else if (name === "c") {
        const value = this.#value();
        this.#length += value.length;
        if (value !== "" && this.#length <= LONGEST_LINE) {
          // One cell too many is enough to refuse a row.
          const place = Math.min(this.#column, this.#width ?? this.#column);
          this.#count(value.length + Math.max(0, place - this.#cells.length));
          while (this.#cells.length < place) this.#cells.push("");
          this.#cells[place] = value;
          if (this.#type === "n" && THREE_DECIMALS.test(value)) this.#exact.push(place);
        }
        this.#column++;
      } else if (name === "row") this.#endRow();
      this.#isText = false;
    },
  };

  #value(): string {
    if (this.#type === "s") return this.#shared.text(Number(this.#text));
    if (this.#type === "b") return this.#text === "1" ? "TRUE" : "FALSE";
    return this.#type === "n" ? formatNumber(this.#text, this.#shared.style(this.#style)) : this.#text;
  }

  #count(size: number): void {
    this.#size += size;
    if (this.#size > this.#most) throw tooLarge(this.#most);
  }

  #endRow(): void {
    if (this.#length === 0) return;
    const row =
      this.#length > LONGEST_LINE
        ? { line: this.#line, cells: [], fault: tooLong() }
        : { line: this.#line, cells: this.#cells, fault: "", ...(this.#exact.length > 0 && { exact: this.#exact }) };
    if (this.#width !== undefined) this.#add(row, this.#width);
    else if (this.#first.push(row) > MOST_TITLES) this.#takeFirst();
  }

  #takeFirst(): void {
    if (this.#width !== undefined) return;
    // Without a row of several cells, there are no titles.
    const { at, lost } = chooseHeader(this.#first.map(({ cells }) => cells));
    const [header, ...rows] = this.#first.slice(Math.max(0, at));
    const above = lost.map((place) => ({ ...this.#first[place]!, fault: lostRow(place === at) }));
    this.#width = header?.cells.length ?? 0;
    for (const row of [...(header ? [header] : []), ...above, ...rows]) this.#add(row, this.#width);
  }

  #add({ cells, ...row }: TableRow, width: number): void {
    this.#count(width);
    // One cell too many is enough to refuse a row.
    const fitting = cells.slice(0, width + 1);
    while (fitting.length < width) fitting.push("");
    this.#rows.push({ ...row, cells: fitting });
  }
}

/** The column of a reference such as `AB12`, starting with 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,4}/.exec(reference)?.[0] ?? "A") column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
