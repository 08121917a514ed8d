import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { ImportReport, Outcome } from "./contract.ts";
import { tableOf } from "./product-store.ts";
import { importRows } from "./tables.ts";

/** Largest value of an integer column. */
const MAX_INT = 2_147_483_647;

/** A row as in the file. */
export interface FileRow {
  no: number;
  line: number;
  cells: string[];
  /** Why it could not be read; otherwise empty. */
  fault: string;
}

export async function insertRows(db: Db, importId: string, rows: readonly FileRow[]): Promise<void> {
  const text = JSON.stringify(rows);
  await db.execute(sql`
    with file as (update catalogue_import set bytes = bytes + ${text.length} where id = ${importId})
    insert into catalogue_import_row (import_id, no, line, cells, fault)
    select ${importId}, no, line, cells, fault from jsonb_to_recordset(${text}::jsonb) as r (no int, line int, cells text[], fault text)`);
}

/** Rows as in the file, between two row numbers, both inclusive. */
export async function readRows(db: Db, importId: string, from: number, to: number): Promise<FileRow[]> {
  const { rows } = await db.execute<FileRow & Record<string, unknown>>(sql`
    select no, line, cells, fault from catalogue_import_row
    where import_id = ${importId} and no between ${from} and ${to} order by no`);
  return rows;
}

/** Accepted rows before this one with one of these skus or products. */
export async function readEarlierRows(db: Db, importId: string, before: number, skus: readonly string[], productIds: readonly string[]) {
  const those = sql`import_id = ${importId} and no < ${before} and outcome <> 'refused'`;
  const { rows } = await db.execute<{ line: number; sku: string | null; productId: string }>(sql`
    select line, sku, product_id as "productId" from catalogue_import_row where ${those} and sku = any(${sql.param([...skus])})
    union
    select line, sku, product_id from catalogue_import_row where ${those} and product_id = any(${sql.param([...productIds])})`);
  return rows;
}

/** A row with the result of its check. */
export interface CheckedRow {
  no: number;
  outcome: Outcome;
  reason: string;
  sku: string | null;
  productId: string | null;
  version: number | null;
  stockWas: number | null;
  next: unknown;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export async function saveResults(db: Db, importId: string, rows: readonly CheckedRow[]): Promise<void> {
  await db.execute(sql`
    update catalogue_import_row i set outcome = r.outcome, reason = r.reason, sku = r.sku, product_id = r."productId", version = r.version,
      stock_was = r."stockWas", next = r.next, before = r.before, after = r.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (no int, outcome text, reason text, sku text, "productId" text, version int,
      "stockWas" int, next jsonb, before jsonb, after jsonb)
    where i.import_id = ${importId} and i.no = r.no`);
}

/** Counts the rows of a file by outcome, up to a row number. */
export async function countOutcomes(db: Db, importId: string, upTo = MAX_INT): Promise<Record<Outcome, number>> {
  const { rows } = await db.execute<{ outcome: Outcome; count: number }>(sql`
    select outcome, count(*)::int as count from catalogue_import_row where import_id = ${importId} and no <= ${upTo} group by outcome`);
  const count = (outcome: Outcome) => rows.find((row) => row.outcome === outcome)?.count ?? 0;
  return { added: count("added"), changed: count("changed"), same: count("same"), refused: count("refused") };
}

/** Results of a check: rows by outcome, and the shelves that would be created, as first spelled in the file. */
export async function readReport(db: Db, importId: string): Promise<ImportReport> {
  const newShelves = {
    category: await readMissingShelves(db, importId, "category"),
    subCategory: await readMissingShelves(db, importId, "subCategory"),
  };
  return { ...(await countOutcomes(db, importId)), newShelves };
}

/**
 * Shelves that accepted rows refer to and the shop does not have, as first spelled in the file. `within` limits the row numbers.
 */
export async function readMissingShelves(
  db: Db,
  importId: string,
  kind: "category" | "subCategory",
  within?: { from: number; to: number },
): Promise<string[]> {
  const range = within ? sql`and i.no between ${within.from} and ${within.to}` : sql``;
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from (
      select distinct on (lower(n.name)) n.name from catalogue_import_row i, jsonb_array_elements_text(i.next -> ${kind}::text) n (name)
      where i.import_id = ${importId} ${range} and i.outcome in ('added', 'changed') order by lower(n.name), i.no) named
    where not exists (select from ${tableOf(kind)} s where s.deleted_at is null and lower(s.name) = lower(named.name)) order by 1`);
  return rows.map(({ name }) => name);
}

/** A checked row in a list. */
export type ListedRow = Pick<CheckedRow, "no" | "outcome" | "reason" | "sku" | "productId" | "before" | "after"> & {
  line: number;
  cells: string[];
  name: string | null;
  known: boolean;
};

/** Rows with one outcome, after a row number. */
export async function readChecked(db: Db, importId: string, outcome: Outcome, after: number, limit: number): Promise<ListedRow[]> {
  const { rows } = await db.execute<ListedRow & Record<string, unknown>>(sql`
    select no, line, outcome, reason, sku, product_id as "productId", before, after, next ->> 'name' as name, version is not null as known,
      case when outcome = 'refused' then cells else '{}' end as cells
    from ${importRows} where import_id = ${importId} and outcome = ${outcome} and no > ${after} order by no limit ${limit}`);
  return rows;
}
