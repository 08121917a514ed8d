import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../../account/tables.ts";
import { sql } from "drizzle-orm";
import { products } from "../tables.ts";
import { IMPORT_STATES, OUTCOMES, USUAL_STOCK, type Field, type FileColumn, type ImportReport, type Mapping } from "./contract.ts";

/** Uploaded product files. Deleted after a day. */
export const imports = pgTable(
  "catalogue_import",
  {
    id: text().primaryKey(),
    /** Null for the command. */
    byId: text("by_id").references(() => users.id),
    fileName: text("file_name").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    state: text({ enum: IMPORT_STATES }).notNull(),
    columns: jsonb().$type<FileColumn[]>().notNull().default([]),
    mapping: jsonb().$type<Mapping>().notNull().default([]),
    /** Stock of a new product whose stock cell is empty. */
    defaultStock: integer("default_stock").notNull().default(USUAL_STOCK),
    /** Shelf of products without one: `Category > Subcategory`. */
    shelf: text().notNull().default(""),
    /** Rows without a number get one made from name and unit. */
    makeSkus: boolean("make_skus").notNull().default(false),
    /** The columns are known from the last import of such a file. */
    remembered: boolean().notNull().default(false),
    rows: integer().notNull().default(0),
    /** Size of its rows, uncompressed. */
    bytes: bigint({ mode: "number" }).notNull().default(0),
    /** Rows processed by the current check or write. */
    done: integer().notNull().default(0),
    /** The only run that may continue; a restart replaces it. Null while nothing is running. */
    run: text(),
    /** The run's last sign of life. */
    aliveAt: timestamp("alive_at", { withTimezone: true }).notNull().defaultNow(),
    /** The check that the report belongs to. */
    checkId: text("check_id"),
    report: jsonb().$type<ImportReport>(),
    /** The last error, readable for people. */
    problem: text().notNull().default(""),
    /** When all of it was in the shop, or the part of it that was written before it ended early. */
    appliedAt: timestamp("applied_at", { withTimezone: true }),
    /** Products that undoing it changed back. */
    undone: integer().notNull().default(0),
    /** The last recorded change that undoing it has dealt with. */
    undoneTo: text("undone_to").notNull().default(""),
  },
  (t) => [index("catalogue_import_by_age").on(t.createdAt)],
);

/** Products that undoing an import left alone. */
export const importSkips = pgTable(
  "catalogue_import_skip",
  {
    importId: text("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    productId: text("product_id").notNull(),
    name: text().notNull(),
    reason: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.productId] })],
);

/** Rows of these files, with the result of the last check. */
export const importRows = pgTable(
  "catalogue_import_row",
  {
    importId: text("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** Starts at 1, without gaps. */
    no: integer().notNull(),
    /** Where the row begins in the file. */
    line: integer().notNull(),
    cells: text().array().notNull(),
    /** Why it could not be read. */
    fault: text().notNull().default(""),
    /** The row whose values it inherits, or itself if others inherit its values. */
    parentNo: integer("parent_no"),
    /** What its group of variants is known by. */
    groupKey: text("group_key"),
    outcome: text({ enum: [...OUTCOMES, "joined"] }),
    reason: text().notNull().default(""),
    warnings: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    sku: text(),
    /** The product's id, existing or new. */
    productId: text("product_id"),
    /** The existing product's version when the row was checked. */
    version: integer(),
    stockWas: integer("stock_was"),
    /** The complete product to write. */
    next: jsonb(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.no] }),
    index("catalogue_import_row_outcome").on(t.importId, t.outcome, t.no),
    index("catalogue_import_row_sku").on(t.importId, t.sku),
    index("catalogue_import_row_product").on(t.importId, t.productId),
    index("catalogue_import_row_parent")
      .on(t.importId, t.parentNo)
      .where(sql`${t.parentNo} is not null`),
  ],
);

/** Pictures of imported products that are, or were, on other servers. */
export const productPictures = pgTable(
  "product_picture",
  {
    productId: text("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    address: text().notNull(),
    /** The import that brought it, which may be deleted. */
    importId: text("import_id").notNull(),
    state: text({ enum: ["waiting", "fetched", "failed"] })
      .notNull()
      .default("waiting"),
    tries: integer().notNull().default(0),
    /** When it is tried next; later while a process is fetching it. */
    nextAt: timestamp("next_at", { withTimezone: true }).notNull().defaultNow(),
    /** The shop's own copy. */
    image: text(),
    problem: text().notNull().default(""),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.address] }),
    index("product_picture_by_address").on(t.address),
    index("product_picture_of_import").on(t.importId, t.state),
    index("product_picture_waiting")
      .on(t.nextAt)
      .where(sql`${t.state} = 'waiting'`),
  ],
);

/** What the columns of files that were imported hold, by their set of names. The newest are stored. */
export const importColumns = pgTable("catalogue_import_columns", {
  /** A hash of the names. */
  id: text().primaryKey(),
  usedAt: timestamp("used_at", { withTimezone: true }).notNull().defaultNow(),
  /** The field of each column, by its name. */
  fields: jsonb().$type<Record<string, Field | null>>().notNull(),
  defaultStock: integer("default_stock").notNull().default(USUAL_STOCK),
  /** The sign before the decimals of prices, if a person has said so. */
  decimals: text({ enum: [",", "."] }),
  shelf: text().notNull(),
  makeSkus: boolean("make_skus").notNull(),
});
