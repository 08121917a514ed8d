import { formatNumber, type CellStyle } from "./workbook-styles.ts";
import type { XmlHandlers } from "./parse-xml.ts";
import type { TableRow } from "./split-rows.ts";
import { Unreadable } from "./unreadable.ts";

/** Columns that a sheet can have. */
const MOST_COLUMNS = 16_384;
/** Characters that a cell can have. */
const LONGEST_CELL = 100_000;

interface Shared {
  text: (place: number) => string;
  style: (place: number) => CellStyle;
}

/** Collects the rows of a sheet while its XML is parsed. Empty rows are left out; rows are as long as the first one. */
export class SheetReader {
  readonly #shared: Shared;
  #rows: TableRow[] = [];
  #width: number | undefined;
  #line = 0;
  #cells: string[] = [];
  #column = 0;
  #type = "";
  #style = 0;
  #text = "";
  #isText = false;
  #hints = 0;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** The rows completed since the last call. */
  takeRows(): TableRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  readonly handlers: Required<XmlHandlers> = {
    open: (name, { r, t = "n", s = "0" }) => {
      if (name === "row") {
        this.#line = r === undefined ? this.#line + 1 : Number(r);
        this.#cells = [];
        this.#column = 0;
      } else if (name === "c") {
        if (r !== undefined) this.#column = columnOf(r);
        if (this.#column >= MOST_COLUMNS) throw new Unreadable("The file is damaged: a cell is outside the sheet.");
        this.#type = t;
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
        if (value !== "") {
          while (this.#cells.length < this.#column) this.#cells.push("");
          this.#cells[this.#column] = value;
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

  #endRow(): void {
    if (this.#cells.every((cell) => cell === "")) return;
    this.#width ??= this.#cells.length;
    while (this.#cells.length < this.#width) this.#cells.push("");
    this.#rows.push({ line: this.#line, cells: this.#cells, fault: "" });
  }
}

/** The column of a reference such as `AB12`, starting with 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,4}/.exec(reference)?.[0] ?? "A") column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
