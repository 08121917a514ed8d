import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { UNDO_DAYS } from "../../audit/contract.ts";
import { search } from "../contract.ts";

/** Columns with Spanish texts. */
export const SPANISH_FIELDS = ["name_es", "unit_es", "description_es", "more_details_es", "category_es", "sub_category_es"] as const;

/** What a column may contain. Exports have one column for each, in this order. */
export const FIELDS = [
  ...(["id", "sku", "name", "brand", "category", "sub_category", "type", "unit"] as const),
  ...(["stock", "price", "discount", "description", "images", "more_details"] as const),
  ...(["barcode", "cost_price", "hidden", "sold_by"] as const),
  ...SPANISH_FIELDS,
] as const;
export type OwnField = (typeof FIELDS)[number];
/** What else columns in files of other systems may contain. */
export const IMPORT_FIELDS = [
  ...FIELDS,
  ...(["sale_price", "compare_at_price", "category_paths", "in_stock", "stock_tracker", "published", "status"] as const),
  ...(["group", "parent", "option", "option_2", "option_3", "variant_image", "measure", "measure_unit"] as const),
  ...(["sale_from", "sale_until"] as const),
] as const;
export const field = z.enum(IMPORT_FIELDS);
export type Field = z.output<typeof field>;

/** Stock of a new product whose file names none, unless a person says otherwise. */
export const USUAL_STOCK = 100;

/** Required for new products. */
export const NEEDED = ["name", "category", "sub_category", "price"] as const satisfies readonly OwnField[];

/** The field of each column in the file; null if the column is not imported. */
export const mapping = z.array(z.nullable(field));
export type Mapping = z.output<typeof mapping>;

/** A column of the file: its header, some sample values, and how most of its numbers show their decimals. */
export const fileColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  decimals: z.optional(z.enum([",", "."])),
  /**
   * Set if some numbers have three digits after their only sign: whether these are thousands for sure, or may be decimals. `mixed`: others
   * have one or two decimals after that sign.
   */
  threes: z.optional(z.enum(["clear", "unclear", "mixed"])),
  /** A person has said what they are. */
  isSettled: z.optional(z.boolean()),
  /** It holds nothing but plain numbers, some of them less than one, so these are neither codes nor dates. */
  plain: z.optional(z.boolean()),
  /** All its numbers are 0 or less than 1, so a discount of `0.1` may mean 10 %. */
  fractions: z.optional(z.boolean()),
  /** It holds cost prices, which only admins see and import. */
  costs: z.optional(z.boolean()),
});
export type FileColumn = z.output<typeof fileColumn>;

/** Receiving the file, received, checking, checked, writing, written to the shop; being undone, and undone. */
export const IMPORT_STATES = ["receiving", "received", "checking", "checked", "applying", "applied", "undoing", "undone"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const OUTCOMES = ["added", "changed", "same", "refused"] as const;
export const outcome = z.enum(OUTCOMES);
export type Outcome = z.output<typeof outcome>;

/** A problem that rows of a file have in common. */
export const problem = z.object({
  text: z.string(),
  rows: z.int(),
  /** The first of them. */
  line: z.int(),
  examples: z.array(z.object({ line: z.int(), text: z.string() })),
});
export type Problem = z.output<typeof problem>;

/** Results of a check: rows by outcome, what is wrong with them, and the shelves that would be created. */
export const importReport = z.object({
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  refused: z.int(),
  /** Rows that only hold pictures or common values of another row's product. */
  joined: z._default(z.int(), 0),
  /** Why rows were refused, the most frequent reason first. */
  problems: z._default(z.array(problem), []),
  /** Cells that were left out or read differently than written. */
  warnings: z._default(z.array(problem), []),
  newShelves: z.object({ category: z.array(z.string()), subCategory: z.array(z.string()) }),
});
export type ImportReport = z.output<typeof importReport>;

const GIGABYTE = 1024 * 1024 * 1024;
/** Limits of a file, in the browser and for the command: bytes, unpacked bytes, rows and columns. */
export const MOST_OF_FILE = { bytes: GIGABYTE, unpacked: GIGABYTE, rows: 1_200_000, columns: 200 } as const;

export const productImport = z.object({
  _id: id,
  fileName: z.string(),
  /** Who uploaded it, or the command that read it. */
  by: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(IMPORT_STATES),
  columns: z.array(fileColumn),
  /** The field of each column, guessed until it is confirmed. */
  mapping,
  /** Whether the columns are known from the last import of such a file. */
  remembered: z.boolean(),
  /** Stock of a new product whose stock cell is empty. */
  defaultStock: z.int(),
  /** Shelf of products without one: `Category > Subcategory`; empty for none. */
  shelf: z.string(),
  /** Whether rows without a number get one made from name and unit. */
  makeSkus: z.boolean(),
  rows: z.int(),
  /** Rows processed so far by the current check or write. */
  done: z.int(),
  /** No progress for a while, so it may be restarted. */
  stalled: z.boolean(),
  /** The last error, readable for people; otherwise empty. */
  problem: z.string(),
  /** Identifies the check that `report` belongs to; `applyImport` needs it. */
  checkId: z.nullable(id),
  report: z.nullable(importReport),
  /** Whether its rows are still stored; they are deleted after a day. */
  hasRows: z.boolean(),
  /** Until when it can be undone; null if it can't. */
  undoUntil: z.nullable(z.iso.datetime()),
  /** Products that undoing it changed back, and those it left alone. */
  undone: z.int(),
  skipped: z.int(),
});
export type ProductImport = z.output<typeof productImport>;

export const params = z.object({ importId: id });
export const reply = z.object({ data: productImport });
export const ROOT = "/api/catalogue/imports";

export const sendImport = endpoint({
  method: "POST",
  path: ROOT,
  access: "manager",
  summary:
    "Upload a table of products (Excel workbook or CSV, gzipped or not, up to 1 GB): returns its columns and a guess at what they contain",
  file: "file",
  reply,
});

export const listImports = endpoint({
  method: "GET",
  path: ROOT,
  access: "manager",
  summary: `The product files uploaded in the last 24 hours, and those imported in the last ${UNDO_DAYS} days, including by the command, newest first, at most 50`,
  reply: z.object({ data: z.array(productImport) }),
});

export const getImport = endpoint({
  method: "GET",
  path: `${ROOT}/:importId`,
  access: "manager",
  summary: "A product file, its state and its progress",
  params,
  reply,
});

export const checkImport = endpoint({
  method: "POST",
  path: `${ROOT}/:importId/check`,
  access: "manager",
  summary: "Start checking a file row by row; changes nothing in the shop",
  params,
  input: z.object({
    mapping,
    defaultStock: z._default(z.int().check(z.gte(0), z.lte(1_000_000)), USUAL_STOCK),
    shelf: z._default(z.string().check(z.maxLength(250)), ""),
    makeSkus: z._default(z.boolean(), false),
    /** The sign before the decimals of prices, where the file does not show it. */
    decimals: z.optional(z.enum([",", "."])),
  }),
  reply,
});

export const applyImport = endpoint({
  method: "POST",
  path: `${ROOT}/:importId/apply`,
  access: "manager",
  summary:
    "Start writing the accepted rows of a checked file, in batches. If a batch has products that changed since the check, writing stops there and the rest is checked again",
  params,
  input: z.object({
    /** The check that was reviewed. */
    checkId: id,
  }),
  reply,
});

export const stopImport = endpoint({
  method: "POST",
  path: `${ROOT}/:importId/stop`,
  access: "manager",
  summary: "Stop the running check or import; rows already written stay",
  params,
  reply,
});

export const csv = { method: "GET", access: "manager", media: "text/csv; charset=utf-8", reply: z.object({}) } as const;

export const importTemplate = endpoint({
  ...csv,
  path: `${ROOT}/template`,
  summary: "A CSV file with every column (cost prices for admins only) and two example products",
});

export const exportProducts = endpoint({
  ...csv,
  path: "/api/catalogue/export",
  summary: "All products as CSV (cost prices for admins only), or those a search finds; can be imported again unchanged",
  input: z.object({ search }),
});
