/** Starts every CSV file, so that spreadsheets read it as UTF-8. */
export const BOM = "\uFEFF";

/**
 * Where spreadsheets may read the start of a formula, even after apostrophes: at the start of a cell, and after a semicolon or a line
 * break, because some spreadsheets separate cells at semicolons and then ignore this file's quotes.
 */
const FORMULA = /^(?='*[=+\-@\t\r＝＋－＠])|(?<=[;\r\n])(?='*[=+\-@＝＋－＠])/g;
const PROTECTED = /^'(?='*[=+\-@\t\r＝＋－＠])|(?<=[;\r\n])'(?='*[=+\-@＝＋－＠])/g;

/** Puts an apostrophe before anything that looks like a formula, so that no spreadsheet runs it. */
export function protect(cell: string): string {
  return cell.replace(FORMULA, "'");
}

/** Removes the apostrophes added by {@link protect}. */
export function unprotect(cell: string): string {
  return cell.includes("'") ? cell.replace(PROTECTED, "") : cell;
}

/** One CSV line, with its line break; the cells are protected. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(protect(cell))).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
