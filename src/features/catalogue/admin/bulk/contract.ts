import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { UNDO_DAYS } from "../../../audit/contract.ts";
import { LONGEST, shelfIds, spanishDescription, spanishLine, stockWas } from "../contract.ts";
import { productFilter } from "../find/contract.ts";

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
  name_es: spanishLine(LONGEST.name),
  unit_es: spanishLine(LONGEST.unit),
  description_es: spanishDescription,
  category: z.optional(shelfIds),
  subCategory: z.optional(shelfIds),
  hidden: z.optional(z.boolean()),
});
export type BulkChange = z.output<typeof bulkChange>;

/** The values of one product that differ, before or after the change. */
export const bulkValues = z.object({
  price: z.optional(z.number()),
  /** Null if an offer with dates replaces it. */
  discount: z.optional(z.nullable(z.number())),
  /** Its dates are instants. */
  offer: z.optional(z.nullable(z.object({ discount: z.number(), from: z.nullable(z.string()), until: z.nullable(z.string()) }))),
  hidden: z.optional(z.boolean()),
  deleted: z.optional(z.boolean()),
  stock: z.optional(z.int()),
  name_es: z.optional(z.string()),
  unit_es: z.optional(z.string()),
  description_es: z.optional(z.string()),
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
  /** In the order of the request. For a change of everything found: the first 200, refused ones first. */
  rows: z.array(bulkRow),
});
export type BulkReport = z.output<typeof bulkReport>;

export const changeProducts = endpoint({
  method: "PUT",
  path: "/api/product/bulk",
  access: "manager",
  summary:
    "Change price, discount, stock, shelves and Spanish texts of up to 1,000 products: all of them, or none if one is refused (409 with the report)",
  bodyLimit: LARGE_BODY,
  input: z.object({
    changes: z.array(bulkChange).check(z.minLength(1, "is empty"), z.maxLength(MAX_CHANGES)),
    /** Only reports what would change and what would be refused, and why. */
    preview: z._default(z.boolean(), false),
  }),
  reply: z.object({ data: bulkReport }),
});

/** Most products in one change of everything found. */
export const MAX_FOUND = 5000;
/** Rows that its report lists. */
export const LISTED_ROWS = 200;

const typed = z.optional(z.string().check(z.maxLength(20)));
/** What to do with every product that was found. */
export const foundChange = z.object({
  /** A new price, or a change such as `+10%`. */
  price: typed,
  discount: typed,
  /** A new number, or a change such as `+5`. */
  stock: typed,
  category: z.optional(shelfIds),
  subCategory: z.optional(shelfIds),
  hidden: z.optional(z.boolean()),
  deleted: z.optional(z.literal(true)),
});
export type FoundChange = z.output<typeof foundChange>;

export const changeFound = endpoint({
  method: "PUT",
  path: "/api/product/bulk/found",
  access: "manager",
  summary:
    "Change, hide, show or delete up to 5,000 products that a filter finds: all of them, or none if one is refused (409 with the report)",
  bodyLimit: LARGE_BODY,
  input: z.object({
    filter: z.object(productFilter),
    /** How many the filter found when they were chosen. If it finds more or fewer now, the response is 409. */
    count: z.int(),
    set: foundChange,
    /** Only reports what would change. */
    preview: z._default(z.boolean(), false),
  }),
  reply: z.object({ data: bulkReport }),
});

export const lastBulk = endpoint({
  method: "GET",
  path: "/api/product/bulk/last",
  access: "manager",
  summary: `The last change of many products at once within ${UNDO_DAYS} days, which can be undone`,
  reply: z.object({
    data: z.nullable(
      z.object({
        changeId: id,
        at: z.iso.datetime(),
        by: z.string(),
        /** `changed`, `deleted`, `restored` or `taken back`. */
        action: z.string(),
        count: z.int(),
      }),
    ),
  }),
});
export type LastBulk = NonNullable<z.output<(typeof lastBulk)["reply"]>["data"]>;

export const undoBulk = endpoint({
  method: "POST",
  path: "/api/product/bulk/undo",
  access: "manager",
  summary: "Undo a bulk change for the products that have not changed since; can itself be undone",
  input: z.object({ changeId: id }),
  reply: z.object({ data: bulkReport }),
});
