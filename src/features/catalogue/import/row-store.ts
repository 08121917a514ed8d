import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { SHELF, type ShelfKind } from "../shelf-tables.ts";
import type { ImportReport, Mapping, Outcome, Problem } from "./contract.ts";
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

/** Tells the planner how many rows a file has; otherwise it would scan all of them for each batch. */
export async function analyzeRows(db: Db): Promise<void> {
  await db.execute(sql`analyze catalogue_import_row`);
}

/** A row with what other rows of its file add to it. */
export interface RelatedRow extends FileRow {
  /** The cells of the row whose values it inherits. */
  parent: string[] | null;
  /** Other rows inherit its values. */
  isParent: boolean;
  group: string;
  /** Picture cells of the other rows of its group. */
  pictures: string[];
}

/** Rows between two row numbers, both inclusive. */
export async function readRows(db: Db, importId: string, from: number, to: number, mapping: Mapping): Promise<RelatedRow[]> {
  const images = cellOf(mapping, "images", "s");
  const hasGroups = mapping.includes("group") && images !== undefined;
  const pictures = hasGroups
    ? sql`case when r.parent_no = r.no then array(select ${images} from catalogue_import_row s
        where s.import_id = r.import_id and s.parent_no = r.no and s.no <> r.no and ${images} <> '' order by s.no limit 100) else '{}' end`
    : sql`'{}'::text[]`;
  const { rows } = await db.execute<RelatedRow & Record<string, unknown>>(sql`
    select r.no, r.line, r.cells, r.fault, p.cells as parent, coalesce(r.parent_no = r.no, false) as "isParent",
      coalesce(r.group_key, '') as group, ${pictures} as pictures
    from catalogue_import_row r
    left join catalogue_import_row p on p.import_id = r.import_id and p.no = r.parent_no and p.no <> r.no
    where r.import_id = ${importId} and r.no between ${from} and ${to} order by r.no limit ${to - from + 1}`);
  return rows;
}

/** The cell of a field; undefined if no column holds it. */
function cellOf(mapping: Mapping, field: Mapping[number], row: string) {
  const place = mapping.indexOf(field);
  return place < 0 ? undefined : sql`${sql.identifier(row)}.cells[${sql.raw(String(place + 1))}]`;
}

/**
 * Finds rows that belong to one product: those with the same group, or whose parent is another row. Other systems write one row for each
 * variant and picture, most of them without the values that they have in common.
 * @param ids the column with the other system's ids, by which rows may name their parent
 */
export async function linkRows(db: Db, importId: string, mapping: Mapping, ids: number | undefined): Promise<void> {
  const mine = (row: string) => sql`${sql.identifier(row)}.import_id = ${importId}`;
  await db.execute(sql`update catalogue_import_row r set parent_no = null, group_key = null where ${mine("r")} and parent_no is not null`);
  const group = cellOf(mapping, "group", "r");
  if (group)
    await db.execute(sql`
      update catalogue_import_row r set parent_no = f.first, group_key = f.key
      from (select left(lower(trim(${group})), 250) as key, min(no) as first from catalogue_import_row r where ${mine("r")} and trim(${group}) <> ''
        group by 1 having count(*) > 1) f
      where ${mine("r")} and left(lower(trim(${group})), 250) = f.key`);
  const parent = cellOf(mapping, "parent", "r");
  const names = [cellOf(mapping, "sku", "p"), ids === undefined ? undefined : sql`'id:' || p.cells[${sql.raw(String(ids + 1))}]`];
  if (!parent || group) return;
  for (const name of names)
    if (name)
      await db.execute(sql`
        update catalogue_import_row r set parent_no = p.no, group_key = left(lower(trim(${parent})), 250) from catalogue_import_row p
        where ${mine("r")} and ${mine("p")} and trim(${parent}) <> '' and trim(${parent}) = trim(${name}) and p.no <> r.no`);
  await db.execute(sql`
    update catalogue_import_row r set parent_no = no, group_key = ''
    where ${mine("r")} and no in (select parent_no from catalogue_import_row p where ${mine("p")} and parent_no is not null)`);
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
  outcome: Outcome | "joined";
  reason: string;
  warnings: readonly string[];
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
    update catalogue_import_row i set outcome = r.outcome, reason = r.reason, warnings = r.warnings, sku = r.sku, product_id = r."productId", version = r.version,
      stock_was = r."stockWas", next = r.next, before = r.before, after = r.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (no int, outcome text, reason text, warnings text[], sku text, "productId" text, version int,
      "stockWas" int, next jsonb, before jsonb, after jsonb)
    where i.import_id = ${importId} and i.no = r.no`);
}

/** Counts the rows of a file by outcome, up to a row number. */
export async function countOutcomes(db: Db, importId: string, upTo = MAX_INT): Promise<Record<Outcome | "joined", number>> {
  const { rows } = await db.execute<{ outcome: Outcome | "joined"; count: number }>(sql`
    select outcome, count(*)::int as count from catalogue_import_row where import_id = ${importId} and no <= ${upTo} group by outcome`);
  const count = (outcome: Outcome | "joined") => rows.find((row) => row.outcome === outcome)?.count ?? 0;
  return { added: count("added"), changed: count("changed"), same: count("same"), refused: count("refused"), joined: count("joined") };
}

/** Results of a check: rows by outcome, and the shelves that would be created, as first spelled in the file. */
export async function readReport(db: Db, importId: string): Promise<ImportReport> {
  const newShelves = {
    category: await readMissingShelves(db, importId, "category"),
    subCategory: await readMissingShelves(db, importId, "subCategory"),
  };
  const problems = await readProblems(db, importId, sql`unnest(${kindsOf(sql`i.reason`)})`, sql`i.reason`, sql`outcome = 'refused'`);
  const warnings = await readProblems(db, importId, kindOf(sql`w.said`), sql`w.said`, sql`outcome <> 'refused'`);
  return { ...(await countOutcomes(db, importId)), problems, warnings, newShelves };
}

/** How many kinds of problems a report lists, and examples of each. */
const LISTED = { kinds: 20, examples: 3 };

/** What a problem has in common with others: without values, lines and amounts. */
function kindOf(said: SQL): SQL {
  const quoted = sql`regexp_replace(${said}, '\\s*\\(?"(?:[^"\\\\]|\\\\.)*"\\)?', '', 'g')`;
  // In English and Spanish.
  const amounts = String.raw`[^\s\d]{1,4}\u00a0?[\d,]+\.\d\d|(?<=down to |redondeó a )\d+`;
  const varying = String.raw`\m(?:line|línea) \d+|${amounts}|(?<=ends in |termina en )\d|(?<=instead of |en lugar de )\d(?=:)`;
  return sql`regexp_replace(${quoted}, ${sql.raw(`'${varying}'`)}, '…', 'g')`;
}

/** A refused row may have several problems. */
const kindsOf = (reason: SQL): SQL => sql`string_to_array(${kindOf(reason)}, '; ')`;

async function readProblems(db: Db, importId: string, kind: SQL, said: SQL, where: SQL): Promise<Problem[]> {
  const { rows } = await db.execute<{ kind: string; rows: number; line: number; said: string }>(sql`
    select kind, rows, line, said from (
      select kind, line, said, row_number() over (partition by kind order by no) as nth, count(*) over (partition by kind)::int as rows,
        min(no) over (partition by kind) as first
      from (select i.no, i.line, ${said} as said, ${kind} as kind
        from catalogue_import_row i left join lateral unnest(i.warnings) w (said) on true where i.import_id = ${importId} and ${where}) t
      where said is not null and said <> '') n
    where nth <= ${LISTED.examples} order by rows desc, first, kind, nth limit ${LISTED.kinds * LISTED.examples}`);
  const byKind = Map.groupBy(rows, ({ kind: text }) => text);
  return [...byKind].slice(0, LISTED.kinds).map(([text, those]) => {
    const { rows: count, line } = those[0]!; // groups are not empty
    return { text, rows: count, line, examples: those.map((one) => ({ line: one.line, text: one.said })) };
  });
}

/**
 * Shelves that accepted rows refer to and the shop does not have, as first spelled in the file. `within` limits the row numbers.
 */
export async function readMissingShelves(
  db: Db,
  importId: string,
  kind: ShelfKind,
  within?: { from: number; to: number },
): Promise<string[]> {
  const range = within ? sql`and i.no between ${within.from} and ${within.to}` : sql``;
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from (
      select distinct on (lower(name)) name from (
        select n.name, min(i.no) as no from catalogue_import_row i, jsonb_array_elements_text(i.next -> ${kind}::text) n (name)
        where i.import_id = ${importId} ${range} and i.outcome in ('added', 'changed') group by 1) spelled
      order by lower(name), no) named
    where not exists (select from ${SHELF[kind].table} s where s.deleted_at is null and lower(s.name) = lower(named.name)) order by 1`);
  return rows.map(({ name }) => name);
}

/** A checked row in a list. */
export type ListedRow = Pick<CheckedRow, "no" | "reason" | "sku" | "productId" | "before" | "after"> & {
  outcome: Outcome;
  line: number;
  warnings: string[];
  cells: string[];
  name: string | null;
  known: boolean;
};

/** Rows with one outcome, after a row number. @param problem only those with this problem of the report */
export async function readChecked(
  db: Db,
  importId: string,
  outcome: Outcome,
  after: number,
  limit: number,
  problem?: string,
): Promise<ListedRow[]> {
  const alike = problem === undefined ? sql`` : sql`and ${problem} = any(${kindsOf(sql`reason`)})`;
  const { rows } = await db.execute<ListedRow & Record<string, unknown>>(sql`
    select no, line, outcome, reason, warnings, sku, product_id as "productId", before, after, next ->> 'name' as name, version is not null as known,
      case when outcome = 'refused' then cells else '{}' end as cells
    from ${importRows} where import_id = ${importId} and outcome = ${outcome} and no > ${after} ${alike} order by no limit ${limit}`);
  return rows;
}
