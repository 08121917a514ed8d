import * as z from "zod/mini";
import { day } from "#shared/day.ts";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";

/** Days within which bulk changes and imports can be undone. */
export const UNDO_DAYS = 30;

/** The kinds of things whose changes are recorded. */
export const AUDITED = [
  "category",
  "subCategory",
  "product",
  "order",
  "payment",
  "user",
  "import",
  "filters",
  "settings",
  "synonym",
  "coupon",
  "delivery",
  "message",
  "complaint",
] as const;
export const auditedKind = z.enum(AUDITED);
export type AuditedKind = z.output<typeof auditedKind>;

export const adminChange = z.object({
  _id: id,
  at: z.iso.datetime(),
  /** Without an id: the command that imports products. */
  by: z.object({ _id: z.nullable(id), name: z.string() }),
  kind: auditedKind,
  /** The changed thing's id. */
  thingId: z.string(),
  /** Its name at the time. */
  thingName: z.string(),
  /** What was done, in one word: `added`, `changed`, `deleted`, `restored`, … */
  action: z.string(),
  /** The changed fields, before and after; all fields if it was added or deleted. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  /** The bulk change it belongs to, for `undoBulk`, or the import, for `undoImport`. */
  changeId: z.nullable(id),
});
export type AdminChange = z.output<typeof adminChange>;

export const listAdminChanges = endpoint({
  method: "GET",
  path: "/api/audit",
  access: "manager",
  summary:
    "What the staff changed: everything, one kind, one thing, by one person or on one day; newest first, 50 a page. Changes of people, settings and cost prices are for admins only",
  input: z.object({
    kind: z.optional(auditedKind),
    /** Id of a thing, to be given with its kind. */
    id: z.optional(z.string().check(z.maxLength(100))),
    /** Id of the person who made the changes. */
    by: z.optional(id),
    /** `YYYY-MM-DD` in the shop's time zone. */
    day: z.optional(day),
    /** The `next` of the previous page. */
    before: z.optional(id),
  }),
  reply: z.object({
    data: z.array(adminChange),
    /** Pass this to get the next page; null on the last one. */
    next: z.nullable(id),
  }),
});

export const listChangers = endpoint({
  method: "GET",
  path: "/api/audit/people",
  access: "manager",
  summary: "Everyone who changed something that is still recorded, by name",
  reply: z.object({ data: z.array(z.object({ _id: id, name: z.string() })) }),
});
