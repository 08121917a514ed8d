import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { categories, products, subCategories } from "../tables.ts";
import type { Row } from "./rules.ts";

/** A checked row on its way into the shop. */
export interface StagedRow extends Row {
  line: number;
  /** The id it gets if it is new. */
  id: string;
}

/** Rows are gathered in a table of this connection alone, so that the whole file is checked before anything changes. */
export async function makeStage(db: Db): Promise<void> {
  await db.execute(sql`
    create temp table staged (
      sku text primary key, batch int not null, line int not null, id text not null,
      name text not null, brand text, category text not null, sub_category text not null, type text, unit text,
      stock int, price_cents int not null, discount_hundredths int, description text, image text[],
      category_id text, sub_category_id text)`);
  await db.execute(sql`create index on staged (batch)`);
}

/** Adds rows to the stage. @returns those whose sku is there already, with the line where it stands. */
export async function stage(db: Db, batch: number, rows: readonly StagedRow[]): Promise<{ line: number; sku: string; first: number }[]> {
  const { rows: added } = await db.execute<{ line: number }>(sql`
    insert into staged (sku, batch, line, id, name, brand, category, sub_category, type, unit, stock,
      price_cents, discount_hundredths, description, image)
    select sku, ${batch}, line, id, name, brand, category, sub_category, type, unit, stock,
      price_cents, discount_hundredths, description, image
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r (
      sku text, line int, id text, name text, brand text, category text, sub_category text, type text, unit text,
      stock int, price_cents int, discount_hundredths int, description text, image text[])
    on conflict do nothing returning line`);
  if (added.length === rows.length) return [];
  const lines = new Set(added.map(({ line }) => line));
  const repeated = rows.filter(({ line }) => !lines.has(line));
  const { rows: first } = await db.execute<{ sku: string; line: number }>(
    sql`select sku, line from staged where sku = any(${sql.param(repeated.map(({ sku }) => sku))})`,
  );
  const lineOf = new Map(first.map(({ sku, line }) => [sku, line]));
  return repeated.map(({ line, sku }) => ({ line, sku, first: lineOf.get(sku)! }));
}

/** The batches to bring into the shop, both included. */
export interface Batches {
  from: number;
  to: number;
}

const within = ({ from, to }: Batches) => sql`r.batch between ${from} and ${to}`;

/** Makes the categories and sub categories that are not there yet, and links them. @returns how many were made. */
export async function addShelves(tx: Db, batches: Batches, pictureFor: (name: string) => string): Promise<number> {
  const named = (names: string[]) => names.map((name) => ({ id: newId(), name, image: pictureFor(name) }));
  const newCategories = named(await missingNames(tx, batches, sql`r.category`, sql`category`));
  const newSubCategories = named(await missingNames(tx, batches, sql`r.sub_category`, sql`sub_category`));
  if (newCategories.length > 0) await tx.insert(categories).values(newCategories).onConflictDoNothing();
  if (newSubCategories.length > 0) await tx.insert(subCategories).values(newSubCategories).onConflictDoNothing();
  await tx.execute(sql`
    update staged r set category_id = c.id, sub_category_id = s.id from category c, sub_category s
    where ${within(batches)} and c.deleted_at is null and lower(c.name) = lower(r.category)
      and s.deleted_at is null and lower(s.name) = lower(r.sub_category)`);
  const links = await tx.execute(sql`
    insert into sub_category_category (sub_category_id, category_id)
    select distinct r.sub_category_id, r.category_id from staged r where ${within(batches)} on conflict do nothing`);
  return newCategories.length + newSubCategories.length + (links.rowCount ?? 0);
}

/** The names that no shelf has, ignoring case, as the file first writes them. */
async function missingNames(tx: Db, batches: Batches, column: SQL, table: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select distinct on (lower(${column})) ${column} as name from staged r
    where ${within(batches)} and not exists (select from ${table} s where s.deleted_at is null and lower(s.name) = lower(${column}))
    order by lower(${column}), r.line`);
  return rows.map(({ name }) => name);
}

/**
 * Changes the known products that the file describes otherwise. They are locked in the order of their ids, as orders
 * lock them. Where the file says no stock, the stock of the moment stays. @returns how many were changed.
 */
export async function updateKnown(tx: Db, batches: Batches): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with differing as (
      select p.id, r.sku from staged r join product p on p.sku = r.sku and p.deleted_at is null
      where ${within(batches)} and (
        (p.name, p.price_cents, p.brand, p.type, p.unit, p.stock, p.discount_hundredths, p.description, p.image) is distinct from
        (r.name, r.price_cents, ${orAsItWas("brand")}, ${orAsItWas("type")}, ${orAsItWas("unit")}, ${orAsItWas("stock")},
         ${orAsItWas("discount_hundredths")}, ${orAsItWas("description")}, ${orAsItWas("image")})
        or array(select category_id from product_category where product_id = p.id) is distinct from array[r.category_id]
        or array(select sub_category_id from product_sub_category where product_id = p.id) is distinct from array[r.sub_category_id])
      order by p.id for no key update of p)
    update product p set name = r.name, price_cents = r.price_cents, brand = ${orAsItWas("brand")}, type = ${orAsItWas("type")},
      unit = ${orAsItWas("unit")}, stock = ${orAsItWas("stock")}, discount_hundredths = ${orAsItWas("discount_hundredths")},
      description = ${orAsItWas("description")}, image = ${orAsItWas("image")}, version = p.version + 1, updated_at = now()
    from differing d join staged r on r.sku = d.sku
    where p.id = d.id and p.deleted_at is null`);
  return rowCount ?? 0;
}

const orAsItWas = (column: string) => sql.raw(`coalesce(r.${column}, p.${column})`);

/** Adds the products whose sku the shop does not know. @returns how many were added. */
export async function addNew(tx: Db, batches: Batches, defaultStock: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into ${products} (id, sku, name, brand, type, unit, stock, price_cents, discount_hundredths, description, image)
    select r.id, r.sku, r.name, coalesce(r.brand, ''), coalesce(r.type, ''), coalesce(r.unit, ''), coalesce(r.stock, ${defaultStock}),
      r.price_cents, coalesce(r.discount_hundredths, 0), coalesce(r.description, ''), coalesce(r.image, '{}')
    from staged r
    where ${within(batches)} and not exists (select from product p where p.sku = r.sku and p.deleted_at is null)
    order by r.line
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** Puts each product into the category and sub category of its row, and into no other. */
export async function replaceLinks(tx: Db, batches: Batches): Promise<void> {
  for (const shelf of ["category", "sub_category"]) {
    const [link, shelfId] = [sql.identifier(`product_${shelf}`), sql.identifier(`${shelf}_id`)];
    await tx.execute(sql`
      delete from ${link} l using staged r, product p
      where ${within(batches)} and p.sku = r.sku and p.deleted_at is null and l.product_id = p.id and l.${shelfId} <> r.${shelfId}`);
    await tx.execute(sql`
      insert into ${link} (${shelfId}, product_id)
      select r.${shelfId}, p.id from staged r join product p on p.sku = r.sku and p.deleted_at is null
      where ${within(batches)} on conflict do nothing`);
  }
}

/** The products of these batches, once they are in the shop. */
export async function readIds(tx: Db, batches: Batches): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select p.id from staged r join product p on p.sku = r.sku and p.deleted_at is null where ${within(batches)}`,
  );
  return rows.map(({ id }) => id);
}

/** Tells the planner what is on the stage. */
export async function settleStage(db: Db): Promise<void> {
  await db.execute(sql`analyze staged`);
}

/** After many changes: tells the planner how many rows there are, and lets index scans do without the tables. Not within a transaction. */
export async function settleCatalogue(db: Db): Promise<void> {
  await db.execute(sql`vacuum (analyze) category, sub_category, sub_category_category, product, product_category, product_sub_category`);
}
