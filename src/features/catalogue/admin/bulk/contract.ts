import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { shelfIds, stockWas } from "../contract.ts";

export const MAX_CHANGES = 1000;

/** A change to one product. Omitted fields stay as they are. */
const bulkChange = z.object({
  _id: id,
  /** The version that was read. */
  version: z.int(),
  price: z.optional(z.number()),
  discount: z.optional(z.number()),
  stock: z.optional(z.number()),
  stockWas,
  category: z.optional(shelfIds),
  subCategory: z.optional(shelfIds),
});
export type BulkChange = z.output<typeof bulkChange>;

/** The values of one product that differ, before or after the change. */
export const bulkValues = z.object({
  price: z.optional(z.number()),
  discount: z.optional(z.number()),
  stock: z.optional(z.int()),
  category: z.optional(z.array(z.object({ _id: id, name: z.string() }))),
  subCategory: z.optional(z.array(z.object({ _id: id, name: z.string() }))),
});
export type BulkValues = z.output<typeof bulkValues>;

/** What happens to one product in a bulk change. */
export const bulkRow = z.object({
  _id: id,
  /** Empty when the product does not exist, or no longer does. */
  name: z.string(),
  outcome: z.enum(["changed", "same", "refused"]),
  /** Why the row was refused, starting with the field name; otherwise empty. */
  reason: z.string(),
  before: bulkValues,
  after: bulkValues,
});
export type BulkRow = z.output<typeof bulkRow>;

export const bulkReport = z.object({
  /** Passed to `undoBulk`; null when nothing was changed. */
  changeId: z.nullable(id),
  changed: z.int(),
  same: z.int(),
  refused: z.int(),
  /** In the order of the request. */
  rows: z.array(bulkRow),
});
export type BulkReport = z.output<typeof bulkReport>;

export const changeProducts = endpoint({
  method: "PUT",
  path: "/api/product/bulk",
  access: "manager",
  summary:
    "Change price, discount, stock and shelves of up to 1,000 products: all of them, or none if one is refused (409 with the report)",
  bodyLimit: LARGE_BODY,
  input: z.object({
    changes: z.array(bulkChange).check(z.minLength(1, "is empty"), z.maxLength(MAX_CHANGES)),
    /** Only reports what would change and what would be refused, and why. */
    preview: z._default(z.boolean(), false),
  }),
  reply: z.object({ data: bulkReport }),
});

export const undoBulk = endpoint({
  method: "POST",
  path: "/api/product/bulk/undo",
  access: "manager",
  summary: "Undo a bulk change for the products that have not changed since; can itself be undone",
  input: z.object({ changeId: id }),
  reply: z.object({ data: bulkReport }),
});
