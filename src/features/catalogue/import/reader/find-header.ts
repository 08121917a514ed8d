import { t } from "#words/t.ts";
import { isHeading } from "../columns/headings.ts";
import { plainNumber } from "../row/numbers.ts";
import { RowSplitter, type TableRow } from "./split-rows.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** How many lines a file may have above its header, such as a title and a date. */
export const MOST_TITLES = 20;

/** How many names of columns a line must have to be preferred to the first one of several cells. */
export const LEAST_KNOWN = 2;

/** Why a row of the first ones is not read. */
export const lostRow = (isHeader: boolean) =>
  isHeader ? t("was read as the names of the columns") : t("is above the line that names the columns");

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "");

/**
 * Which of the first lines names the columns: the first of several cells, or the first with known names. Of several headings in a row, the
 * one with the most known names counts.
 * @returns `at` is -1 if there is none; `lost` are lines above it that look like products, and the header itself if it has no known name and looks like one
 */
export function chooseHeader(lines: readonly (readonly string[])[]): { at: number; lost: number[] } {
  const rows = lines.flatMap((cells, at) => (filled(cells).length > 1 ? [{ at, cells, known: cells.filter(isHeading).length }] : []));
  let chosen = Math.max(
    0,
    rows.findIndex(({ known }) => known >= LEAST_KNOWN),
  );
  while ((rows[chosen + 1]?.known ?? 0) > (rows[chosen]?.known ?? 0) && rows[chosen]!.known > 0) chosen++;
  const header = rows[chosen];
  if (!header) return { at: -1, lost: [] };
  const least = Math.min(3, filled(header.cells).length);
  const isProduct = (cells: readonly string[]) => filled(cells).length >= least && cells.some((cell) => plainNumber(cell) !== null);
  const unread = rows.slice(0, header.known === 0 ? chosen + 1 : chosen);
  return { at: header.at, lost: unread.flatMap(({ at, cells }) => (isProduct(cells) ? [at] : [])) };
}

interface Header {
  /** Where it begins. */
  at: number;
  /** Its line, starting with 1. */
  line: number;
  delimiter: string;
  /** Rows above it that look like products. */
  lost: TableRow[];
}

/** Finds the header of a text file, which lines like a title may stand above. */
export function findHeader(text: string): Header {
  let line = 0;
  const found: (Omit<Header, "lost"> & { written: string })[] = [];
  for (const { 0: written, index } of text.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    if (++line > MOST_TITLES) break;
    const bare = withoutQuoted(written);
    // A header may be quoted over several lines.
    if (bare.includes('"')) break;
    const delimiter = mostFrequent(bare);
    const cells = bare.split(delimiter).filter((cell) => cell.trim() !== "").length;
    // One comma may be that of a title such as "Prices, November".
    const isSentence =
      delimiter === "," && cells === 2 && !isNames(written) && (line > 1 || !nextOf(text, index + written.length).includes(","));
    if (cells < 2 || isSentence) continue;
    found.push({ at: index, line, delimiter, written });
  }
  const { at, lost } = chooseHeader(found.map(({ written, delimiter }) => written.split(delimiter)));
  const header = found[at];
  if (header) {
    const rows = lost.flatMap((place) => found[place] ?? []).flatMap((row) => splitRow(row.written, header, row.line));
    return { ...header, lost: rows };
  }
  const first = /^\s*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text)?.[1] ?? "";
  return { at: 0, line: 1, delimiter: mostFrequent(withoutQuoted(first)), lost: [] };
}

const isNames = (line: string) => line.split(",").every(isHeading);

const splitRow = (written: string, header: Pick<Header, "line" | "delimiter">, line: number): TableRow[] =>
  new RowSplitter(header.delimiter, line).push(`${written}\n`).map((row) => ({ ...row, fault: lostRow(line === header.line) }));

/** The next line that is not empty. */
const nextOf = (text: string, at: number) => withoutQuoted(/[^\r\n]+/.exec(text.slice(at))?.[0] ?? ",");

const withoutQuoted = (line: string) => line.replaceAll(/"(?:[^"]|"")*"/g, "x");

function mostFrequent(line: string): string {
  const count = (sign: string) => line.split(sign).length - 1;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0]!;
}
