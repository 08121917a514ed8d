import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { csv, MOST_OF_FILE, outcome, params, ROOT } from "../contract.ts";

export const importRow = z.object({
  no: z.int(),
  /** Line in the file where the row begins. */
  line: z.int(),
  outcome,
  /** The product's name, or the name in the file. */
  name: z.string(),
  sku: z.string(),
  /** Null for a new product. */
  productId: z.nullable(id),
  /** Why the row was refused, naming the column; otherwise empty. */
  reason: z.string(),
  /** Cells that were left out or read differently than written. */
  warnings: z.array(z.string()),
  /** The cells as in the file, for refused rows. */
  cells: z.array(z.string()),
  /** The fields that would change, before and after. All fields for a new product. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type ImportRow = z.output<typeof importRow>;

export const ROWS_PAGE = 50;

export const listImportRows = endpoint({
  method: "GET",
  path: `${ROOT}/:importId/rows`,
  access: "manager",
  summary: "The checked rows with one outcome; 50 a page",
  params,
  input: z.object({
    outcome,
    /** `next` from the previous page. */
    after: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(MOST_OF_FILE.rows)), 0),
  }),
  reply: z.object({
    data: z.array(importRow),
    /** Pass as `after` to get the next page; null on the last one. */
    next: z.nullable(z.int()),
  }),
});

export const refusedRows = endpoint({
  ...csv,
  path: `${ROOT}/:importId/refused`,
  summary:
    "The refused rows of a checked file as CSV, with the reason in the last column, to fix and upload again: all of them, or those with one problem of the report",
  params,
  input: z.object({ problem: z.optional(z.string().check(z.maxLength(2000))) }),
});
