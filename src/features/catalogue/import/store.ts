import { desc, eq, lt, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { newId } from "#server/new-id.ts";
import { users } from "../../account/tables.ts";
import type { FileColumn, ImportReport, ImportState, Outcome, ProductImport } from "./contract.ts";
import type { KnownProduct } from "./judge-row.ts";
import { imports, importRows } from "./tables.ts";

/** How long a file and its results are stored. */
const KEPT = sql`interval '1 day'`;
/** Time without progress after which a run counts as stalled. */
const STALLED = sql`interval '20 seconds'`;
/** Number of files listed. */
const LISTED = 20;
/** Largest value of an integer column. */
const MAX_INT = 2_147_483_647;

export type StoredImport = typeof imports.$inferSelect;

/** Limits for uploaded files: how many are stored, how many bytes they have in all, and how many may be uploading. */
export const STORED = { files: 10, bytes: 1_200_000_000, receiving: 3 };

/**
 * Records a new upload, deleting the oldest ones to make room.
 * @param byId null for the command line
 * @returns false if too many files are being received
 */
export async function insertImport(db: Db, id: string, byId: string | null, fileName: string, stored = STORED): Promise<boolean> {
  if (byId === null) {
    await db.insert(imports).values({ id, byId, fileName, state: "receiving" });
    return true;
  }
  const { rowCount } = await db.execute(sql`
    insert into catalogue_import (id, by_id, file_name, state) select ${id}, ${byId}, ${fileName}, 'receiving'
    where ${stored.receiving} > (
      select count(*) from catalogue_import where state = 'receiving' and alive_at > now() - interval '1 hour')`);
  if (rowCount === 0) return false;
  await makeRoom(db, stored);
  return true;
}

/** Deletes the oldest files beyond the limits, except those being checked or written. */
async function makeRoom(db: Db, { files, bytes }: typeof STORED): Promise<void> {
  const newest = sql`over (order by created_at desc, id desc)`;
  await db.execute(sql`
    delete from catalogue_import where id in (
      select id from (
        select id, row_number() ${newest} as nth, sum(bytes) ${newest} as sum from catalogue_import where by_id is not null) ranked
      where nth > ${files} or sum > ${bytes})
    and run is null and (state <> 'receiving' or alive_at < now() - interval '1 hour')`);
}

/** Whether uploaded files fit in the limits, after making room for the newest. */
export async function fits(db: Db, stored = STORED): Promise<boolean> {
  const sum = async () => {
    const { rows } = await db.execute<{ sum: number }>(
      sql`select coalesce(sum(bytes), 0)::float8 as sum from catalogue_import where by_id is not null`,
    );
    return rows[0]!.sum; // one row
  };
  if ((await sum()) <= stored.bytes) return true;
  await makeRoom(db, stored);
  return (await sum()) <= stored.bytes;
}

/** A row as in the file. */
export interface RawRow {
  no: number;
  line: number;
  cells: string[];
  /** Why it could not be read; otherwise empty. */
  fault: string;
}

export async function insertRows(db: Db, importId: string, rows: readonly RawRow[]): Promise<void> {
  const text = JSON.stringify(rows);
  await db.execute(sql`
    with file as (update catalogue_import set bytes = bytes + ${text.length} where id = ${importId})
    insert into catalogue_import_row (import_id, no, line, cells, fault)
    select ${importId}, no, line, cells, fault from jsonb_to_recordset(${text}::jsonb) as r (no int, line int, cells text[], fault text)`);
}

/** Marks the file as received. */
export async function finishReceiving(
  db: Db,
  id: string,
  read: { rows: number; columns: FileColumn[]; mapping: ProductImport["mapping"] },
): Promise<void> {
  await db
    .update(imports)
    .set({ ...read, state: "received" })
    .where(eq(imports.id, id));
  // Update the planner's statistics after the bulk insert.
  await db.execute(sql`analyze catalogue_import_row`);
}

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.delete(imports).where(eq(imports.id, id));
}

/** Deletes expired files and their results. */
export async function deleteOldImports(db: Db): Promise<void> {
  // One at a time, since each may have a hundred thousand rows.
  await deleteInBatches(db, imports, lt(imports.createdAt, sql`now() - ${KEPT}`), 1);
}

export async function readStored(db: Db, id: string): Promise<StoredImport | undefined> {
  const [found] = await db.select().from(imports).where(eq(imports.id, id));
  return found;
}

function selectImports(db: Db) {
  const stalled = sql<boolean>`${imports.run} is not null and ${imports.aliveAt} < now() - ${STALLED}`;
  return db
    .select({ stored: imports, by: sql<string>`coalesce(${users.name}, '')`, stalled })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.byId));
}

function toImport({ stored, by, stalled }: Awaited<ReturnType<typeof selectImports>>[number]): ProductImport {
  const { id, createdAt, fileName, state, columns, mapping, defaultStock, rows, done, problem, checkId, report } = stored;
  return {
    ...{ _id: id, fileName, by, createdAt: createdAt.toISOString(), state, columns, mapping, defaultStock },
    ...{ rows, done, stalled, problem, checkId, report },
  };
}

export async function readImport(db: Db, id: string): Promise<ProductImport | undefined> {
  const [found] = await selectImports(db).where(eq(imports.id, id));
  return found && toImport(found);
}

/** Uploaded files, newest first. */
export async function readImports(db: Db): Promise<ProductImport[]> {
  const found = await selectImports(db)
    .where(sql`${imports.byId} is not null and ${imports.state} <> 'receiving'`)
    .orderBy(desc(imports.createdAt))
    .limit(LISTED);
  return found.map(toImport);
}

/**
 * Starts a new run of a file that is in one of these states, or whose run has stalled. Writing resumes after the rows
 * that a stalled run has written.
 * @returns the run; undefined if the file is being processed
 */
export async function takeOver(
  tx: Db,
  id: string,
  to: ImportState,
  from: readonly ImportState[],
  set: Partial<Pick<StoredImport, "mapping" | "defaultStock" | "problem" | "report">> = {},
): Promise<string | undefined> {
  const run = newId();
  const { rowCount } = await tx
    .update(imports)
    .set({
      ...set,
      state: to,
      run,
      done: sql`case when ${imports.state} = 'applying' and ${to} = 'applying' then ${imports.done} else 0 end`,
      aliveAt: sql`now()`,
    })
    .where(
      sql`${imports.id} = ${id} and (${imports.state} = any(${sql.param([...from])}) or (${imports.state} = ${to} and ${imports.aliveAt} < now() - ${STALLED}))`,
    );
  return rowCount === 1 ? run : undefined;
}

/** Records the progress of a run. @returns whether it may continue */
export async function goOn(db: Db, id: string, run: string, done: number): Promise<boolean> {
  const { rowCount } = await db
    .update(imports)
    .set({ done, aliveAt: sql`now()` })
    .where(sql`${imports.id} = ${id} and ${imports.run} = ${run}`);
  return rowCount === 1;
}

/** @returns false if another run has taken over */
export async function endRun(
  tx: Db,
  id: string,
  run: string,
  end: Partial<Pick<StoredImport, "checkId" | "report" | "problem">> & { state: ImportState },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(imports)
    .set({ ...end, run: null })
    .where(sql`${imports.id} = ${id} and ${imports.run} = ${run}`);
  return rowCount === 1;
}

/** Stops the current run in a state. @returns the file, if there was such a run */
export async function stopRun(db: Db, id: string, during: ImportState, back: ImportState): Promise<StoredImport | undefined> {
  const [stopped] = await db
    .update(imports)
    .set({ state: back, run: null, problem: "" })
    .where(sql`${imports.id} = ${id} and ${imports.state} = ${during}`)
    .returning();
  return stopped;
}

/** Rows as in the file, between two row numbers, both inclusive. */
export async function readRaw(db: Db, importId: string, from: number, to: number): Promise<RawRow[]> {
  const { rows } = await db.execute<RawRow & Record<string, unknown>>(sql`
    select no, line, cells, fault from catalogue_import_row
    where import_id = ${importId} and no between ${from} and ${to} order by no`);
  return rows;
}

/** Products with one of these ids, deleted or not, or one of these skus. */
export async function readKnown(db: Db, ids: readonly string[], skus: readonly string[]): Promise<KnownProduct[]> {
  return readWhole(
    db,
    sql`p.id in (select id from product where id = any(${sql.param([...ids])}) union
      select id from product where sku = any(${sql.param([...skus])}) and deleted_at is null)`,
  );
}

/** Complete products, oldest first. */
export async function readWhole(db: Db, where: SQL, limit?: number): Promise<KnownProduct[]> {
  const { rows } = await db.execute<KnownProduct & Record<string, unknown>>(sql`
    select p.id, p.version, p.deleted_at is not null as deleted, p.sku, p.name, p.brand, p.type, p.unit, p.stock,
      p.price_cents as "priceCents", p.discount_hundredths as "discountHundredths", p.description, p.image, p.more_details as "moreDetails",
      ${namesOf("category")} as category, ${namesOf("sub_category")} as "subCategory"
    from product p where ${where} order by p.id ${limit ? sql`limit ${limit}` : sql``}`);
  return rows;
}

/** Names of a product's shelves that are not deleted. */
function namesOf(shelf: "category" | "sub_category") {
  const [table, links, id] = [sql.identifier(shelf), sql.identifier(`product_${shelf}`), sql.identifier(`${shelf}_id`)];
  return sql`array(select s.name from ${links} l join ${table} s on s.id = l.${id}
    where l.product_id = p.id and s.deleted_at is null order by s.name)`;
}

/** The shop's spelling of shelf names, by the requested names. Unknown names are left out. */
export async function readShelfNames(db: Db, kind: "category" | "subCategory", names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ asked: string; name: string }>(sql`
    select w.asked, s.name from unnest(${sql.param([...names])}::text[]) w (asked)
    join ${tableOf(kind)} s on lower(s.name) = lower(w.asked) and s.deleted_at is null`);
  return new Map(rows.map(({ asked, name }) => [asked, name]));
}

const tableOf = (kind: "category" | "subCategory") => sql.identifier(kind === "category" ? "category" : "sub_category");

/** Accepted rows before this one with one of these skus or products. */
export async function readEarlier(db: Db, importId: string, before: number, skus: readonly string[], productIds: readonly string[]) {
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

export async function saveChecked(db: Db, importId: string, rows: readonly CheckedRow[]): Promise<void> {
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
  const newShelves = { category: await readMissing(db, importId, "category"), subCategory: await readMissing(db, importId, "subCategory") };
  return { ...(await countOutcomes(db, importId)), newShelves };
}

/**
 * Shelves that accepted rows refer to and the shop does not have, as first spelled in the file. `within` limits the row numbers.
 */
export async function readMissing(
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
