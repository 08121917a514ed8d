import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { LOCKS } from "#server/db/locks.ts";
import { newId } from "#server/new-id.ts";
import { LIMITS } from "../fields/rules.ts";
import { SHELF, type ShelfKind } from "../shelf-tables.ts";
import { categories, subCategories } from "../tables.ts";
import { weighedByOf, weighedGramsOf } from "./sold-by-store.ts";

/** A range of rows, first and last inclusive. */
export interface RowRange {
  importId: string;
  from: number;
  to: number;
}

const within = ({ importId, from, to }: RowRange) => sql`i.import_id = ${importId} and i.no between ${from} and ${to}`;

/** Waits until no other import is writing, and makes others wait until the transaction ends. */
export async function lockImportWrites(tx: Db): Promise<void> {
  await lockEveryOther(tx, LOCKS.importCatalogue);
  await lockEveryOther(tx, LOCKS.importEveryOther);
}

/** The same for one of two batches that are written at once. */
export async function lockBatchWrites(tx: Db, batch: number): Promise<void> {
  await lockEveryOther(tx, batch % 2 === 0 ? LOCKS.importCatalogue : LOCKS.importEveryOther);
}

/**
 * The commit doesn't wait for the disk: after a crash of the database, the import continues where the log ends. The end of the import waits
 * for all of it.
 */
async function lockEveryOther(tx: Db, lock: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lock}), set_config('synchronous_commit', 'off', true)`);
}

/** Locks the products to be changed until the transaction ends, in id order like orders do. */
export async function lockChanged(tx: Db, part: RowRange): Promise<void> {
  await tx.execute(sql`
    select count(*) from (
      select from product p
      where p.id in (select i.product_id from catalogue_import_row i where ${within(part)} and i.outcome = 'changed')
      order by p.id for no key update of p) locked`);
}

/** The new stock: pieces sold since the check stay sold. */
const stockNow = sql`p.stock + (i.next ->> 'stock')::int - i.stock_was`;

/**
 * Names of products that changed since the check. Joined, since `exists … or exists …` would be planned as a scan of all products; here and
 * below one by one, since the planner prefers such a scan for as long as it takes the catalogue for a small one.
 */
export async function readOutdated(tx: Db, part: RowRange, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select coalesce(p.name, i.next ->> 'name') as name
    from catalogue_import_row i left join lateral (select * from product where id = i.product_id offset 0) p on true
    where ${within(part)} and i.outcome in ('changed', 'same') and (
      p.version is distinct from i.version or p.deleted_at is not null or ${stockNow} not between 0 and greatest(p.stock, ${LIMITS.stock.most}))
    union all
    select i.next ->> 'name'
    from catalogue_import_row i
    left join lateral (select id from product where sku = i.sku and deleted_at is null offset 0) same_sku on true
    left join lateral (select id from product where id = i.product_id offset 0) same_id on true
    where ${within(part)} and i.outcome = 'added' and (same_sku.id is not null or same_id.id is not null)
    limit ${limit}`);
  return rows.map(({ name }) => name);
}

/** The pictures of accepted rows. */
export async function readNewPictures(tx: Db, part: RowRange): Promise<string[]> {
  const { rows } = await tx.execute<{ address: string }>(sql`
    select distinct address from catalogue_import_row i, jsonb_array_elements_text(i.after -> 'image') address
    where ${within(part)} and i.outcome in ('added', 'changed') and address like '/%'`);
  return rows.map(({ address }) => address);
}

/** Locks the shelves that accepted rows name against renaming and deletion until the transaction ends. */
export async function lockShelves(tx: Db, part: RowRange, kind: ShelfKind): Promise<void> {
  await tx.execute(sql`
    select from ${SHELF[kind].table} s where s.deleted_at is null and lower(s.name) in (
      select distinct lower(n.name) from catalogue_import_row i, jsonb_array_elements_text(i.next -> ${kind}::text) n (name)
      where ${within(part)} and i.outcome in ('added', 'changed'))
    order by s.id for share`);
}

/** Creates shelves that do not exist yet. */
export async function addShelves(tx: Db, kind: ShelfKind, names: readonly string[], pictureFor: (name: string) => string) {
  if (names.length === 0) return;
  const rows = names.map((name) => ({ id: newId(), name, image: pictureFor(name) }));
  await tx
    .insert(kind === "category" ? categories : subCategories)
    .values(rows)
    .onConflictDoNothing();
}

/** Gives shelves without a Spanish name the first one that the file has for them. @returns their ids */
export async function nameShelvesInSpanish(tx: Db, part: RowRange, kind: ShelfKind): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with said as (
      select distinct on (name) name, name_es from (
        select lower(n.key) as name, n.value as name_es, min(i.no) as no
        from catalogue_import_row i, jsonb_each_text(i.next -> ${`${kind}Es`}::text) n
        where ${within(part)} and i.outcome in ('added', 'changed') group by 1, 2) said order by name, no)
    update ${SHELF[kind].table} s set name_es = said.name_es, version = s.version + 1 from said
    where s.deleted_at is null and s.name_es = '' and lower(s.name) = said.name returning s.id`);
  return rows.map(({ id }) => id);
}

/** The fields of `next`, as columns. Rows that an older version of the shop checked lack the Spanish texts. */
const columns = sql`jsonb_to_record(i.next) as n (sku text, name text, brand text, type text, unit text, stock int, "priceCents" int,
  "discountHundredths" int, description text, image text[], "moreDetails" jsonb, "group" text, "groupLabel" text, barcode text, "costCents" int, hidden boolean, "soldBy" text, "unitMeasure" text, "unitAmount" float8,
  "nameEs" text, "unitEs" text, "descriptionEs" text, "moreDetailsEs" jsonb)`;

/** A row that changes the discount takes the place of an offer with dates; any other leaves it alone. */
const discountOf = sql.join(
  [
    sql`discount_hundredths = case when i.after ? 'discount' then n."discountHundredths" else p.discount_hundredths end`,
    ...["offer_hundredths", "offer_from", "offer_until"].map((column) => {
      const name = sql.identifier(column);
      return sql`${name} = case when i.after ? 'discount' then null else p.${name} end`;
    }),
  ],
  sql`, `,
);

const weighedBy = weighedByOf(sql`n."soldBy"`);
const weighedGrams = weighedGramsOf(sql`n."soldBy"`);

/** Updates known products. @returns how many */
export async function updateChanged(tx: Db, part: RowRange): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update product p set sku = n.sku, name = n.name, brand = n.brand, type = n.type, unit = n.unit, stock = ${stockNow},
      price_cents = n."priceCents", ${discountOf}, description = n.description, image = n.image,
      barcode = n.barcode, cost_cents = n."costCents", hidden = coalesce(n.hidden, p.hidden), weighed_by = ${weighedBy}, weighed_grams = ${weighedGrams},
      name_es = coalesce(n."nameEs", p.name_es), unit_es = coalesce(n."unitEs", p.unit_es),
      description_es = coalesce(n."descriptionEs", p.description_es), more_details_es = coalesce(n."moreDetailsEs", p.more_details_es),
      more_details = n."moreDetails", variant_group = n."group", variant_label = n."groupLabel", unit_measure = n."unitMeasure", unit_amount = n."unitAmount", version = p.version + 1, updated_at = now()
    from catalogue_import_row i, ${columns}
    where ${within(part)} and i.outcome = 'changed' and p.id = i.product_id`);
  return rowCount ?? 0;
}

/** Adds new products, oldest row first. @returns how many */
export async function insertAdded(tx: Db, part: RowRange): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into product (id, sku, name, brand, type, unit, stock, price_cents, discount_hundredths, description, image, more_details,
      variant_group, variant_label, barcode, cost_cents, hidden, weighed_by, weighed_grams, unit_measure, unit_amount,
      name_es, unit_es, description_es, more_details_es)
    select i.product_id, n.sku, n.name, n.brand, n.type, n.unit, n.stock, n."priceCents", n."discountHundredths", n.description, n.image,
      n."moreDetails", n."group", n."groupLabel", n.barcode, n."costCents", coalesce(n.hidden, false), ${weighedBy}, ${weighedGrams}, n."unitMeasure", n."unitAmount",
      coalesce(n."nameEs", ''), coalesce(n."unitEs", ''), coalesce(n."descriptionEs", ''), coalesce(n."moreDetailsEs", '{}')
    from catalogue_import_row i, ${columns}
    where ${within(part)} and i.outcome = 'added' order by i.no`);
  return rowCount ?? 0;
}

/** Rows that move their product to other shelves of a kind. */
const moved = (kind: ShelfKind) => sql`i.outcome in ('added', 'changed') and i.after ? ${kind}::text`;

/** Replaces the shelves of products whose rows name different ones. @returns the categories and subcategories that products left */
export async function replaceLinks(tx: Db, part: RowRange): Promise<string[]> {
  const left: string[] = [];
  for (const kind of ["category", "subCategory"] as const) {
    const { table, links, id: shelfId } = SHELF[kind];
    const { rows } = await tx.execute<{ id: string }>(sql`
      delete from ${links} l using catalogue_import_row i
      where ${within(part)} and ${moved(kind)} and i.outcome = 'changed' and l.product_id = i.product_id returning l.${shelfId} as id`);
    left.push(...rows.map(({ id }) => id));
    await tx.execute(sql`
      insert into ${links} (${shelfId}, product_id)
      select distinct s.id, i.product_id
      from catalogue_import_row i, jsonb_array_elements_text(i.next -> ${kind}::text) n (name), ${table} s
      where ${within(part)} and ${moved(kind)} and lower(s.name) = lower(n.name) and s.deleted_at is null`);
  }
  return left;
}

/** Adds a subcategory that is in none of its row's categories to those that its paths name or, without paths, to all of them. */
export async function linkShelves(tx: Db, part: RowRange): Promise<void> {
  const asked = (kind: SQL, table: SQL) => sql`
    select i.no, s.id, lower(n.name) as name, i.next -> 'paths' as paths from catalogue_import_row i, jsonb_array_elements_text(i.next -> ${kind}) n (name), ${table} s
    where ${within(part)} and (${moved("category")} or ${moved("subCategory")}) and lower(s.name) = lower(n.name) and s.deleted_at is null`;
  await tx.execute(sql`
    with pair as materialized (
      select c.no, c.id as category_id, s.id as sub_category_id
      from (${asked(sql`'category'`, sql`category`)}) c join (${asked(sql`'subCategory'`, sql`sub_category`)}) s on s.no = c.no
      where c.paths is null
        or exists (select from jsonb_array_elements(c.paths) p where lower(p ->> 0) = c.name and lower(p ->> 1) = s.name))
    insert into sub_category_category (sub_category_id, category_id)
    select distinct p.sub_category_id, p.category_id from pair p
    where not exists (
      select from pair q join sub_category_category l on l.sub_category_id = q.sub_category_id and l.category_id = q.category_id
      where q.no = p.no and q.sub_category_id = p.sub_category_id)
    on conflict do nothing`);
}

/** The categories of the products of a batch. */
export async function readCategories(tx: Db, part: RowRange): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct l.category_id as id from catalogue_import_row i
    cross join lateral (select category_id from product_category where product_id = i.product_id offset 0) l
    where ${within(part)} and i.outcome in ('added', 'changed')`);
  return rows.map(({ id }) => id);
}

/** Products that come in several sizes, one of which is in the batch: their pages list them all. */
export async function readSiblings(tx: Db, part: RowRange): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct s.id from catalogue_import_row i join product s on s.variant_group = i.next ->> 'group'
    where ${within(part)} and i.outcome in ('added', 'changed') and i.next ->> 'group' is not null`);
  return rows.map(({ id }) => id);
}

/** What was written about a product, for the audit. */
export interface Written {
  productId: string;
  name: string;
  outcome: "added" | "changed";
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  version: number;
  /** Whether the texts indexed by the search changed. */
  reworded: boolean;
}

/** The products written in a batch. */
export async function readWritten(tx: Db, part: RowRange): Promise<Written[]> {
  const { rows } = await tx.execute<Written & Record<string, unknown>>(sql`
    select product_id as "productId", next ->> 'name' as name, outcome, before, after, coalesce(version, 0) + 1 as version,
      after ?| array['name', 'brand', 'type', 'unit', 'description', 'category', 'subCategory', 'hidden',
        'name_es', 'unit_es', 'description_es'] as reworded
    from catalogue_import_row i where ${within(part)} and outcome in ('added', 'changed') order by no`);
  return rows;
}

/** Updates the planner's statistics of what products are written to. */
export async function analyzeProducts(db: Db): Promise<void> {
  await db.execute(sql`analyze product, product_category, product_sub_category, listed_product, search_product, search_posting`);
}

/** Updates the planner's statistics and the visibility map after many changes. Cannot run in a transaction. */
export async function analyzeCatalogue(db: Db): Promise<void> {
  await db.execute(
    sql`vacuum (analyze) category, sub_category, sub_category_category, product, product_category, product_sub_category, listed_product, product_tally`,
  );
}
