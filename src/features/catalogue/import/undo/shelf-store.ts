import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isRecorded, textsAtOnce } from "../../../audit/store.ts";
import { SHELF, type ShelfKind } from "../../shelf-tables.ts";

/** Shelves with these names, by name in lower case, locked against renaming and deletion until the transaction ends. */
export async function lockNamedShelves(tx: Db, kind: ShelfKind, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select id, lower(name) as name from ${SHELF[kind].table}
    where deleted_at is null and lower(name) = any(${sql.param(names.map((name) => name.toLowerCase()))}) order by id for share`);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/**
 * The shelves that an import created, locked until the transaction ends. Imports record no change of a shelf, so those with a record were
 * added or changed by somebody, and are left out.
 */
export async function lockNewShelves(tx: Db, kind: ShelfKind, importId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.id from ${SHELF[kind].table} s
    where s.deleted_at is null and s.created_at >= (select created_at from catalogue_import where id = ${importId})
      and lower(s.name) in (${textsAtOnce(importId, kind)}) and not ${isRecorded(kind, sql`s.id`)}
    order by s.id for update of s`);
  return rows.map(({ id }) => id);
}

/** What still keeps a shelf `s`. */
const USES = {
  subCategory: sql`select from product_sub_category l join product p on p.id = l.product_id where l.sub_category_id = s.id and p.deleted_at is null`,
  category: sql`
    select from product_category l join product p on p.id = l.product_id where l.category_id = s.id and p.deleted_at is null
    union all
    select from sub_category_category l join sub_category c on c.id = l.sub_category_id where l.category_id = s.id and c.deleted_at is null`,
} as const satisfies Record<ShelfKind, SQL>;

interface Deleted {
  id: string;
  name: string;
  image: string;
  version: number;
}

/** Deletes those of the shelves that hold nothing. */
export async function deleteEmptyShelves(tx: Db, kind: ShelfKind, ids: readonly string[]): Promise<Deleted[]> {
  const { rows } = await tx.execute<Deleted & Record<string, unknown>>(sql`
    update ${SHELF[kind].table} s set deleted_at = now(), version = s.version + 1
    where s.id = any(${sql.param([...ids])}::text[]) and not exists (${USES[kind]})
    returning s.id, s.name, s.image, s.version`);
  return rows;
}
