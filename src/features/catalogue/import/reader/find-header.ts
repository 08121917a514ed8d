const DELIMITERS = [",", ";", "\t", "|"] as const;
/** How many lines a file may have above its header, such as a title and a date. */
export const MOST_TITLES = 20;

interface Header {
  /** Where it begins. */
  at: number;
  /** Its line, starting with 1. */
  line: number;
  delimiter: string;
}

/** Finds the header of a text file: the first line, or the first of several cells if lines like a title stand above it. */
export function findHeader(text: string): Header {
  let line = 0;
  for (const { 0: found, index } of text.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    if (++line > MOST_TITLES) break;
    const bare = withoutQuoted(found);
    // A header may be quoted over several lines.
    if (bare.includes('"')) break;
    const delimiter = mostFrequent(bare);
    const cells = bare.split(delimiter).filter((cell) => cell.trim() !== "").length;
    // One comma may be that of a title such as "Prices, November".
    const isSentence = delimiter === "," && cells === 2 && (line > 1 || !nextOf(text, index + found.length).includes(","));
    if (cells > 1 && !isSentence) return { at: index, line, delimiter };
  }
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
