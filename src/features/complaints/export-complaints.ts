import type { Db } from "#server/db/connect.ts";
import { csvReport, spreadsheetTime } from "#server/http/csv-report.ts";
import { csvLine } from "#shared/csv.ts";
import { formatAmount } from "#shared/money.ts";
import { t, type Text } from "#words/t.ts";
import { sheetNumber } from "./rules.ts";
import { BOOK_ZONE } from "./sheet/rules.ts";
import { readAll, type StoredComplaint } from "./store.ts";

/** Complaints per query. */
const PAGE = 200;

const COLUMNS: readonly Text[] = [
  "number",
  "filed",
  "due",
  "answered [date]",
  "type",
  "name",
  "document",
  "document number",
  "address",
  "phone",
  "email",
  "parent or guardian",
  "product or service",
  "amount claimed",
  "currency",
  "description",
  "order number",
  "what happened",
  "request",
  "answer",
];

/** The complaints book as CSV, newest first. */
export function exportComplaintsCsv(db: Db): AsyncGenerator<string> {
  const time = spreadsheetTime(BOOK_ZONE);
  const readPage = async (before: string | undefined) => {
    const rows = await readAll(db, before, PAGE);
    return { rows, next: rows.length < PAGE ? undefined : rows.at(-1)?.id };
  };
  return csvReport(COLUMNS, readPage, (complaint) => toLine(complaint, time));
}

function toLine(complaint: StoredComplaint, time: Intl.DateTimeFormat): string {
  const { serial, year, createdAt, dueOn, answeredAt, kind, name, documentType, documentNumber, address, phone, email } = complaint;
  const { parentName, good, amountCents, currency, description, orderNumber, detail, request, answer } = complaint;
  return csvLine([
    ...[sheetNumber(serial, year), time.format(createdAt), dueOn, answeredAt ? time.format(answeredAt) : "", kind],
    ...[name, documentType === "passport" ? t("passport") : documentType, documentNumber, address, phone, email, parentName],
    good === "product" ? t("product") : t("service"),
    ...[amountCents === null ? "" : formatAmount(amountCents), currency, description, orderNumber, detail, request, answer],
  ]);
}
