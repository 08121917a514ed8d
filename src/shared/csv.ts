/** How every CSV file of the shop begins: spreadsheets take it for UTF-8 by this mark. */
export const BOM = "\uFEFF";

/** What spreadsheets take for the beginning of a formula, behind apostrophes or not. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** A cell that no spreadsheet runs as a formula: an apostrophe stands before what looks like one. */
export function protect(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Takes off the apostrophe that {@link protect} has put there. */
export function unprotect(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** One line of a CSV file, its break included; the cells are protected. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(protect(cell))).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
