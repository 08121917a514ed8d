import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Language } from "#words/language.ts";
import { textIn } from "../../spoken/spoken.ts";
import { SHELF, type ShelfKind } from "../../shelf-tables.ts";
import { RESTORE_DAYS } from "../contract.ts";

export interface Named {
  _id: string;
  name: string;
}

/** A category or subcategory whose row is locked. */
export interface LockedShelf extends Named {
  /** The Spanish name; empty for none. */
  nameEs: string;
  image: string;
  version: number;
  deleted: boolean;
  /** Deleted too long ago to be restored. */
  gone: boolean;
}

/** Locks a shelf, deleted or not, against changes and new contents until the transaction ends. */
export async function lockShelf(tx: Db, kind: ShelfKind, id: string): Promise<LockedShelf | undefined> {
  const { rows } = await tx.execute<LockedShelf & Record<string, unknown>>(sql`
    select id as "_id", name, name_es as "nameEs", image, version, deleted_at is not null as deleted,
      coalesce(deleted_at < now() - make_interval(days => ${RESTORE_DAYS}), false) as gone
    from ${SHELF[kind].table} where id = ${id} for update`);
  return rows[0];
}

/** Returns the shelves that exist, by name, locked against renaming and deletion until the transaction ends. @param ids or SQL for an array */
export async function lockShelves(tx: Db, kind: ShelfKind, ids: readonly string[] | SQL): Promise<Named[]> {
  const wanted = Array.isArray(ids) ? sql`${sql.param([...ids])}::text[]` : (ids as SQL);
  const { rows } = await tx.execute<Named & Record<string, unknown>>(sql`
    with held as (select id, name from ${SHELF[kind].table} where id = any(${wanted}) and deleted_at is null order by id for share)
    select id as "_id", name from held order by name, id`);
  return rows;
}

/** SQL for an array of the shelves that a product is on. */
export function shelvesOfProduct(kind: ShelfKind, productId: string): SQL {
  const { links, id: shelfId } = SHELF[kind];
  return sql`array(select ${shelfId} from ${links} where product_id = ${productId})`;
}

/** SQL for an array of the categories that a subcategory is in. */
export const categoriesOf = (subCategoryId: string): SQL =>
  sql`array(select category_id from sub_category_category where sub_category_id = ${subCategoryId})`;

/** A shelf's own columns. */
export type ShelfRow = Pick<LockedShelf, "_id" | "name" | "nameEs" | "image">;

/** @throws a unique violation if the name is taken */
export async function insertShelf(tx: Db, kind: ShelfKind, shelf: ShelfRow): Promise<void> {
  await tx.execute(sql`
    insert into ${SHELF[kind].table} (id, name, name_es, image) values (${shelf._id}, ${shelf.name}, ${shelf.nameEs}, ${shelf.image})`);
}

/** @throws a unique violation if the name is taken */
export async function updateShelf(tx: Db, kind: ShelfKind, shelf: ShelfRow): Promise<void> {
  await tx.execute(sql`
    update ${SHELF[kind].table} set name = ${shelf.name}, name_es = ${shelf.nameEs}, image = ${shelf.image}, version = version + 1 where id = ${shelf._id}`);
}

/** Deletes or restores a shelf. @throws a unique violation if its name has been taken */
export async function setShelfDeleted(tx: Db, kind: ShelfKind, id: string, deleted: boolean): Promise<void> {
  await tx.execute(sql`
    update ${SHELF[kind].table} set deleted_at = ${deleted ? sql`now()` : sql`null`}, version = version + 1 where id = ${id}`);
}

/** The ids of products on a shelf, in order, from after an id. */
export async function readProductsIn(tx: Db, kind: ShelfKind, id: string, after: string, limit: number): Promise<string[]> {
  const { links, id: shelfId } = SHELF[kind];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select l.product_id as id from ${links} l join product p on p.id = l.product_id
    where l.${shelfId} = ${id} and l.product_id > ${after} and p.deleted_at is null order by l.product_id limit ${limit}`);
  return rows.map(({ id: productId }) => productId);
}

/** How often something is used, and some of the names. */
export interface Uses {
  count: number;
  names: string[];
}

/** How many products are on a shelf, and the first three names, in a language. */
export async function readProductUses(tx: Db, kind: ShelfKind, id: string, spoken: Language): Promise<Uses> {
  const { links, id: shelfId } = SHELF[kind];
  const { rows } = await tx.execute<Uses & Record<string, unknown>>(sql`
    select count(*)::int as count, coalesce((array_agg(${textIn(spoken, sql`p.name`, sql`p.name_es`)} order by p.id))[1:3], '{}') as names
    from ${links} l join product p on p.id = l.product_id where l.${shelfId} = ${id} and p.deleted_at is null`);
  return rows[0]!;
}

/** How many subcategories a category has, and the first three names, in a language. */
export async function readSubCategoryUses(tx: Db, categoryId: string, spoken: Language): Promise<Uses> {
  const { rows } = await tx.execute<Uses & Record<string, unknown>>(sql`
    select count(*)::int as count, coalesce((array_agg(${textIn(spoken, sql`s.name`, sql`s.name_es`)} order by s.name))[1:3], '{}') as names
    from sub_category_category l join sub_category s on s.id = l.sub_category_id
    where l.category_id = ${categoryId} and s.deleted_at is null`);
  return rows[0]!;
}

/** A subcategory's categories, including deleted ones. */
export async function readCategoriesOf(tx: Db, subCategoryId: string): Promise<(Named & { deleted: boolean })[]> {
  const { rows } = await tx.execute<Named & { deleted: boolean } & Record<string, unknown>>(sql`
    select c.id as "_id", c.name, c.deleted_at is not null as deleted
    from sub_category_category l join category c on c.id = l.category_id where l.sub_category_id = ${subCategoryId} order by c.name`);
  return rows;
}

/** Replaces a subcategory's categories. */
export async function replaceCategoriesOf(tx: Db, subCategoryId: string, categoryIds: readonly string[]): Promise<void> {
  const ids = sql.param([...categoryIds]);
  await Promise.all([
    tx.execute(sql`delete from sub_category_category where sub_category_id = ${subCategoryId} and category_id <> all(${ids}::text[])`),
    tx.execute(sql`
      insert into sub_category_category (sub_category_id, category_id)
      select ${subCategoryId}, unnest(${ids}::text[]) on conflict do nothing`),
  ]);
}
