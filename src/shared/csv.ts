/** Starts every CSV file, so that spreadsheets read it as UTF-8. */
export const BOM = "\uFEFF";

/** What spreadsheets read as the start of a formula, even after apostrophes. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** Puts an apostrophe before anything that looks like a formula, so that no spreadsheet runs it. */
export function protect(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Removes the apostrophe added by {@link protect}. */
export function unprotect(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** One CSV line, with its line break; the cells are protected. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(protect(cell))).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
