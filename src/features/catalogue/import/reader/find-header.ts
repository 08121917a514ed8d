import { isHeading } from "../columns/headings.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** How many lines a file may have above its header, such as a title and a date. */
export const MOST_TITLES = 20;

/** How many names of columns a line must have to be preferred to the first one of several cells. */
const LEAST_KNOWN = 2;

/** Which of the first lines names the columns: the first of several cells, unless a later one has more known names; -1 if there is none. */
export function chooseHeader(lines: readonly (readonly string[])[]): number {
  const first = lines.findIndex((cells) => cells.filter((cell) => cell.trim() !== "").length > 1);
  const known = lines.map((cells) => cells.filter(isHeading).length);
  const most = Math.max(...known.slice(first));
  return first >= 0 && most >= LEAST_KNOWN && most > known[first]! ? known.indexOf(most, first) : first;
}

interface Header {
  /** Where it begins. */
  at: number;
  /** Its line, starting with 1. */
  line: number;
  delimiter: string;
}

/** Finds the header of a text file, which lines like a title may stand above. */
export function findHeader(text: string): Header {
  let line = 0;
  const found: Header[] = [];
  const lines: string[][] = [];
  for (const { 0: written, index } of text.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    if (++line > MOST_TITLES) break;
    const bare = withoutQuoted(written);
    // A header may be quoted over several lines.
    if (bare.includes('"')) break;
    const delimiter = mostFrequent(bare);
    const cells = bare.split(delimiter).filter((cell) => cell.trim() !== "").length;
    // One comma may be that of a title such as "Prices, November".
    const isSentence = delimiter === "," && cells === 2 && (line > 1 || !nextOf(text, index + written.length).includes(","));
    if (cells < 2 || isSentence) continue;
    found.push({ at: index, line, delimiter });
    lines.push(written.split(delimiter));
  }
  const header = found[chooseHeader(lines)];
  if (header) return header;
  const first = /^\s*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text)?.[1] ?? "";
  return { at: 0, line: 1, delimiter: mostFrequent(withoutQuoted(first)) };
}

/** The next line that is not empty. */
const nextOf = (text: string, at: number) => withoutQuoted(/[^\r\n]+/.exec(text.slice(at))?.[0] ?? ",");

const withoutQuoted = (line: string) => line.replaceAll(/"(?:[^"]|"")*"/g, "x");

function mostFrequent(line: string): string {
  const count = (sign: string) => line.split(sign).length - 1;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0]!;
}
