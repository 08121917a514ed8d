import type { Db } from "#server/db/connect.ts";
import { BOM, csvLine } from "#shared/csv.ts";
import { formatAmount } from "#shared/money.ts";
import { sheetNumber } from "./rules.ts";
import { readAll, type StoredComplaint } from "./store.ts";

/** Complaints per query. */
const PAGE = 200;

const COLUMNS = [
  ...["number", "filed", "due", "answered", "type", "name", "document", "document number", "address", "phone", "email"],
  ...["parent or guardian", "product or service", "amount claimed", "currency", "description", "order number"],
  ...["what happened", "request", "answer"],
];

/** The complaints book as CSV, newest first. Reads on only when the client has consumed what came before. */
export async function* exportComplaintsCsv(db: Db, timeZone: string): AsyncGenerator<string> {
  const time = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  yield BOM + csvLine(COLUMNS);
  for (let before: string | undefined; ;) {
    const complaints = await readAll(db, before, PAGE);
    if (complaints.length > 0) yield complaints.map((complaint) => toLine(complaint, time)).join("");
    if (complaints.length < PAGE) return;
    before = complaints.at(-1)?.id;
  }
}

function toLine(complaint: StoredComplaint, time: Intl.DateTimeFormat): string {
  const { serial, year, createdAt, dueOn, answeredAt, kind, name, documentType, documentNumber, address, phone, email } = complaint;
  const { parentName, good, amountCents, currency, description, orderNumber, detail, request, answer } = complaint;
  return csvLine([
    ...[sheetNumber(serial, year), time.format(createdAt), dueOn, answeredAt ? time.format(answeredAt) : "", kind],
    ...[name, documentType, documentNumber, address, phone, email, parentName, good],
    ...[amountCents === null ? "" : formatAmount(amountCents), currency, description, orderNumber, detail, request, answer],
  ]);
}
