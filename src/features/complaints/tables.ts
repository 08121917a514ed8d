import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { LANGUAGES } from "#words/language.ts";
import { users } from "../account/tables.ts";
import { GOODS, KINDS } from "./contract.ts";
import { DOCUMENTS } from "#shared/identity-documents.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** The last sheet number given in each year. A row stays for good, so that no number is given twice. */
export const sheetCounters = pgTable("complaint_counter", {
  year: integer().primaryKey(),
  last: integer().notNull(),
});

/** The sheets of the complaints book (Libro de Reclamaciones). */
export const complaints = pgTable(
  "complaint",
  {
    id: text().primaryKey(),
    year: integer().notNull(),
    /** Counts up from 1 in each year, without gaps. */
    serial: integer().notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    /** The last day to answer, in Peru. */
    dueOn: date("due_on", { mode: "string" }).notNull(),
    /** Opens the sheet for the person who filed it. */
    key: text().notNull(),
    /** The language it was filed in, which its answer is emailed in. */
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    /** A digest of the `Idempotency-Key` it was filed with and of who filed it, and a digest of that request. */
    requestKey: text("request_key"),
    requestHash: text("request_hash"),
    /** The shop as it was called then. */
    providerName: text("provider_name").notNull(),
    providerRuc: text("provider_ruc").notNull(),
    providerAddress: text("provider_address").notNull(),
    name: text().notNull(),
    documentType: text("document_type", { enum: DOCUMENTS }).notNull(),
    documentNumber: text("document_number").notNull(),
    address: text().notNull(),
    phone: text().notNull(),
    email: text().notNull(),
    /** If the consumer is under age; else empty. */
    parentName: text("parent_name").notNull(),
    good: text({ enum: GOODS }).notNull(),
    /** Null if no amount is claimed. */
    amountCents: integer("amount_cents"),
    currency: text().notNull(),
    description: text().notNull(),
    orderNumber: text("order_number").notNull(),
    kind: text({ enum: KINDS }).notNull(),
    detail: text().notNull(),
    request: text().notNull(),
    /** Whether its copy was emailed: the emails to an unconfirmed address are limited per day. */
    emailed: boolean().notNull(),
    /** When the shop was reminded that time is running out. */
    remindedAt: time("reminded_at"),
    answeredAt: time("answered_at"),
    answeredBy: text("answered_by").references(() => users.id),
    answer: text().notNull().default(""),
  },
  (t) => [
    uniqueIndex("complaint_number").on(t.year, t.serial),
    uniqueIndex("complaint_key").on(t.key),
    uniqueIndex("complaint_request_key").on(t.requestKey),
    index("complaint_open")
      .on(t.id)
      .where(sql`${t.answeredAt} is null`),
    index("complaint_answered")
      .on(t.id)
      .where(sql`${t.answeredAt} is not null`),
    index("complaint_by_answer").on(t.answeredAt),
    index("complaint_by_email").on(sql`lower(${t.email})`),
    check("complaint_serial", sql`${t.serial} > 0`),
    check("complaint_amount", sql`${t.amountCents} >= 0`),
    check("complaint_answer", sql`(${t.answeredAt} is null) = (${t.answer} = '')`),
  ],
);
