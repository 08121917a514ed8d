import { BOM, csvLine } from "#shared/csv.ts";
import { language } from "#words/language.ts";
import { translate, type Text } from "#words/t.ts";
import { inLanguage } from "./request-language.ts";

/** Longest time for one file, in ms. A client that reads more slowly gets no complete file. */
const WITHIN_MS = 10 * 60 * 1000;

/** Some rows of a report, and where the next ones begin; undefined at the end. */
export interface ReportPage<Row> {
  rows: readonly Row[];
  next: string | undefined;
}

/**
 * A report for people as CSV, in the language of the request. Reads the next page only when the client has consumed the last one. Files
 * that the shop imports again keep their English columns instead.
 * @throws when it takes too long, which ends the connection
 */
export function csvReport<Row>(
  columns: readonly Text[],
  readPage: (after: string | undefined) => Promise<ReportPage<Row>>,
  toLines: (row: Row) => string,
): AsyncGenerator<string> {
  // The file is written later, outside the request's context.
  const spoken = language();
  const inWords = (work: () => string) => inLanguage(spoken, work);
  return pages(
    inWords(() => csvLine(columns.map(translate))),
    readPage,
    (rows) => inWords(() => rows.map(toLines).join("")),
  );
}

async function* pages<Row>(
  heading: string,
  readPage: (after: string | undefined) => Promise<ReportPage<Row>>,
  write: (rows: readonly Row[]) => string,
): AsyncGenerator<string> {
  const end = performance.now() + WITHIN_MS;
  yield BOM + heading;
  for (let after: string | undefined; ;) {
    const { rows, next } = await readPage(after);
    if (rows.length > 0) yield write(rows);
    if (next === undefined) return;
    if (performance.now() > end) throw new Error("An export took too long");
    after = next;
  }
}

/** When something happened, as spreadsheets understand it: `2026-03-09 14:05:00` in the shop's time zone. */
export const spreadsheetTime = (timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
