import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../../account/tables.ts";
import { IMPORT_STATES, OUTCOMES, type FileColumn, type ImportReport, type Mapping } from "./contract.ts";

/** Files of products on their way into the shop; a day old, they are removed. */
export const imports = pgTable(
  "catalogue_import",
  {
    id: text().primaryKey(),
    /** Null: the command line. */
    byId: text("by_id").references(() => users.id),
    fileName: text("file_name").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    state: text({ enum: IMPORT_STATES }).notNull(),
    columns: jsonb().$type<FileColumn[]>().notNull().default([]),
    mapping: jsonb().$type<Mapping>().notNull().default([]),
    /** Pieces of a new product whose stock cell is empty. */
    defaultStock: integer("default_stock").notNull().default(100),
    rows: integer().notNull().default(0),
    /** Rows done of the check or the writing that is under way. */
    done: integer().notNull().default(0),
    /** The one run that may go on: whoever begins anew takes it over. Null while nothing is under way. */
    run: text(),
    /** When the run last said that it is alive. */
    aliveAt: timestamp("alive_at", { withTimezone: true }).notNull().defaultNow(),
    /** The check that the report tells of. */
    checkId: text("check_id"),
    report: jsonb().$type<ImportReport>(),
    /** What went wrong last, in words for a person. */
    problem: text().notNull().default(""),
  },
  (t) => [index("catalogue_import_by_age").on(t.createdAt)],
);

/** The rows of these files: as they stand there, and what the last check made of them. */
export const importRows = pgTable(
  "catalogue_import_row",
  {
    importId: text("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** From 1, without gaps. */
    no: integer().notNull(),
    /** Where the row begins in the file. */
    line: integer().notNull(),
    cells: text().array().notNull(),
    /** Why it could not be read at all. */
    fault: text().notNull().default(""),
    outcome: text({ enum: OUTCOMES }),
    reason: text().notNull().default(""),
    sku: text(),
    /** Of the product it is about, known or new. */
    productId: text("product_id"),
    /** Of the known product when it was checked. */
    version: integer(),
    stockWas: integer("stock_was"),
    /** The whole product as it is to be. */
    next: jsonb(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.no] }),
    index("catalogue_import_row_outcome").on(t.importId, t.outcome, t.no),
    index("catalogue_import_row_sku").on(t.importId, t.sku),
    index("catalogue_import_row_product").on(t.importId, t.productId),
  ],
);
