import * as z from "zod/mini";
import { dollars } from "#shared/dollars.ts";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";
import { lines, optionalLine } from "#shared/lines.ts";
import { documentNumber, DOCUMENTS, wrongNumber } from "#shared/identity-documents.ts";

/** A claim (reclamo) is about products or services, a grievance (queja) about how people were treated. */
export const KINDS = ["reclamo", "queja"] as const;
export type Kind = (typeof KINDS)[number];
export const GOODS = ["product", "service"] as const;

/** Longest texts, in characters. All together fit into the body that a stranger may send. */
export const LONGEST = { description: 500, detail: 2500, request: 1500, answer: 5000 } as const;

const text = (longest: number) => lines(longest).check(z.minLength(1, "is required"));

const filed = z
  .object({
    name: line(120),
    documentType: z.enum(DOCUMENTS, "must be DNI, CE, passport or RUC"),
    documentNumber: z.string().check(z.overwrite(documentNumber), z.minLength(1, "is required"), z.maxLength(20)),
    address: line(200),
    phone: z.string().check(z.trim(), z.minLength(1, "is required"), z.regex(/^\+?[\d\s()-]{6,20}$/, "must be a phone number")),
    email: z.string().check(z.trim(), z.minLength(1, "is required"), z.maxLength(254), z.email("is not a valid email address")),
    /** The mother, father or guardian of someone under age. */
    parentName: z._default(optionalLine(120), ""),
    good: z.enum(GOODS, "must be product or service"),
    /** The amount claimed, in dollars like all amounts of the API; left out if it isn't about money. */
    amount: z.optional(z.nullable(dollars.check(z.lte(9_999_999.99, "is too large")))),
    description: text(LONGEST.description),
    /** The order it is about, if there is one. */
    orderNumber: z._default(optionalLine(40), ""),
    kind: z.enum(KINDS, "must be reclamo or queja"),
    detail: text(LONGEST.detail),
    request: text(LONGEST.request),
    accepted: z.literal(true, "must be true"),
  })
  .check((checking) => {
    const { documentType, documentNumber: number } = checking.value;
    const message = wrongNumber(documentType, number);
    if (message) checking.issues.push({ code: "custom", message, path: ["documentNumber"], input: number });
  });

export const sheet = z.object({
  /** As on the law's form: `000000001-2026`. */
  number: z.string(),
  createdAt: z.iso.datetime(),
  /** The last day to answer, `YYYY-MM-DD` in the shop's time zone. */
  dueOn: z.iso.date(),
  /** The shop as it was called then. */
  provider: z.object({ name: z.string(), ruc: z.string(), address: z.string() }),
  name: z.string(),
  documentType: z.enum(DOCUMENTS),
  documentNumber: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  parentName: z.string(),
  good: z.enum(GOODS),
  amount: z.nullable(z.number()),
  /** The ISO 4217 code of the amount's currency. */
  currency: z.string(),
  description: z.string(),
  orderNumber: z.string(),
  kind: z.enum(KINDS),
  detail: z.string(),
  request: z.string(),
  /** Whether a copy was emailed to the consumer. */
  emailed: z.boolean(),
  answer: z.nullable(z.object({ at: z.iso.datetime(), text: z.string() })),
});
export type Sheet = z.output<typeof sheet>;

/** Opens one sheet, and is known only to the person who filed it and the shop. */
const key = z.string().check(z.regex(/^[0-9a-f]{32}$/, "is not the key of a sheet"));

export const fileComplaint = endpoint({
  method: "POST",
  path: "/api/complaints/file",
  access: "anyone",
  summary:
    "File a sheet in the complaints book (Libro de Reclamaciones); its copy is emailed. The same `Idempotency-Key` with the same body returns the same sheet. 404 unless the shop keeps the book",
  input: filed,
  reply: z.object({ data: z.object({ key, sheet }) }),
});

export const readSheet = endpoint({
  method: "GET",
  path: "/api/complaints/sheet",
  access: "anyone",
  summary: "A sheet of the complaints book, by its key",
  input: z.object({ key }),
  reply: z.object({ data: sheet }),
});

export const sheetPdf = endpoint({
  method: "GET",
  path: "/api/complaints/sheet.pdf",
  access: "anyone",
  summary: "A sheet of the complaints book as a PDF, by its key",
  media: "application/pdf",
  input: z.object({ key }),
  reply: z.object({}),
});

/** How many complaints wait for an answer, and how many of them are overdue. */
const waiting = z.object({ open: z.int(), overdue: z.int() });

const row = z.object({
  _id: id,
  number: z.string(),
  createdAt: z.iso.datetime(),
  name: z.string(),
  kind: z.enum(KINDS),
  dueOn: z.iso.date(),
  /** Working days left, or those since it was due; null once it is answered. */
  left: z.nullable(z.object({ days: z.int(), overdue: z.boolean() })),
});
export type ComplaintRow = z.output<typeof row>;

export const LISTS = ["open", "answered"] as const;
export type List = (typeof LISTS)[number];

export const listComplaints = endpoint({
  method: "GET",
  path: "/api/complaints",
  access: "manager",
  summary: "The complaints book, 50 a page: open complaints by how soon they are due, or answered ones newest first; how many wait",
  input: z.object({
    list: z._default(z.enum(LISTS), "open"),
    /** `next` of the previous page. */
    before: z.optional(id),
  }),
  reply: z.object({ data: z.array(row), waiting, next: z.nullable(id) }),
});

export const countWaiting = endpoint({
  method: "GET",
  path: "/api/complaints/waiting",
  access: "manager",
  summary: "How many complaints wait for an answer, and how many are overdue",
  reply: z.object({ data: waiting }),
});

const complaint = z.object({
  _id: id,
  key,
  sheet,
  left: row.shape.left,
  /** What happened, oldest first. */
  timeline: z.array(z.object({ at: z.iso.datetime(), what: z.enum(["filed", "reminded", "answered"]), by: z.string() })),
});
export type Complaint = z.output<typeof complaint>;

export const getComplaint = endpoint({
  method: "GET",
  path: "/api/complaints/:complaintId",
  access: "manager",
  summary: "One complaint with its sheet, the time left to answer and what happened",
  params: z.object({ complaintId: id }),
  reply: z.object({ data: complaint }),
});

export const answerComplaint = endpoint({
  method: "POST",
  path: "/api/complaints/answer",
  access: "manager",
  summary: "Answer a complaint: written into its sheet, and emailed with it. 409 if it has an answer",
  bodyLimit: 64 * 1024,
  input: z.object({ _id: id, text: text(LONGEST.answer) }),
  reply: z.object({ data: complaint }),
});

export const exportComplaints = endpoint({
  method: "GET",
  path: "/api/complaints/export",
  access: "manager",
  summary: "The whole complaints book as CSV, newest first",
  media: "text/csv; charset=utf-8",
  reply: z.object({}),
});
