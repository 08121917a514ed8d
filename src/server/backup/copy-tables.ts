import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Manifest } from "./manifest.ts";

/** How values are written, whatever the server's or role's own settings are. Bytes and numbers keep their exact value. */
const PORTABLE = `
  set local client_encoding = 'UTF8';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local search_path = public`;

/** A table with its stored columns: generated ones are left out. */
interface Table {
  name: string;
  columns: string[];
}

/** A column whose values a backup replaces with a single other value. */
export interface Replaced {
  table: string;
  column: string;
  value: string;
}

/** Begins a transaction that sees the database at one moment, whatever is written meanwhile. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query(`begin isolation level repeatable read, read only; ${PORTABLE}`);
}

/** The shop's tables by name. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`);
  return rows;
}

export async function readSequences(client: pg.Client): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`);
  const sequences: Manifest["sequences"] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quote(name)}`,
    );
    sequences.push({ name, ...state[0]! }); // a sequence has one row
  }
  return sequences;
}

/** The rows of a table, in the text form of COPY. @returns the stream, and how many rows it gave */
export function copyOut(
  client: pg.Client,
  { name, columns }: Table,
  replaced: readonly Replaced[],
): { rows: () => number; stream: Readable } {
  const values = columns.map((column) => {
    const other = replaced.find((one) => one.table === name && one.column === column);
    return other ? `${pg.escapeLiteral(other.value)} as ${quote(column)}` : quote(column);
  });
  const stream = client.query(copyTo(`copy (select ${values.join(", ")} from ${quote(name)}) to stdout`));
  return { stream, rows: () => stream.rowCount ?? 0 };
}

/** Writes rows that {@link copyOut} read. @returns how many */
export async function copyIn(client: pg.Client, { name, columns }: Table, content: AsyncIterable<Buffer>): Promise<number> {
  const stream = client.query(copyFrom(`copy ${quote(name)} (${columns.map(quote).join(", ")}) from stdin`));
  await pipeline(Readable.from(content), stream);
  return stream.rowCount;
}

/**
 * Runs `fill` in one transaction in which tables have neither foreign keys nor plain indexes, and creates both afterwards: rows may
 * come in any order, and building an index at once is faster. Either everything is there afterwards, or nothing.
 * @param untriggered tables whose triggers don't fire meanwhile
 */
export async function fillTables(client: pg.Client, untriggered: readonly string[], fill: () => Promise<void>): Promise<void> {
  await client.query(`begin; ${PORTABLE}`);
  try {
    const { rows: keys } = await client.query<{ drop: string; create: string }>(`
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname`);
    const { rows: indexes } = await client.query<{ drop: string; create: string }>(`
      select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = i.indexrelid)
      order by i.indexrelid::regclass::text`);
    for (const { drop } of [...keys, ...indexes]) await client.query(drop);
    for (const name of untriggered) await client.query(`alter table if exists ${quote(name)} disable trigger user`);
    await fill();
    for (const name of untriggered) await client.query(`alter table if exists ${quote(name)} enable trigger user`);
    await client.query("set local maintenance_work_mem = '128MB'");
    for (const { create } of [...indexes, ...keys]) await client.query(create);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
  await client.query("analyze");
}

export async function setSequences(client: pg.Client, sequences: Manifest["sequences"]): Promise<void> {
  for (const { name, last, isCalled } of sequences)
    await client.query("select setval($1::regclass, $2, $3)", [quote(name), last, isCalled]);
}

const quote = (name: string) => pg.escapeIdentifier(name);
