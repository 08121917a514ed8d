import { eq, SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { products } from "../tables.ts";
import { discountNow, toDate } from "../offers/store.ts";
import { SHELF, type ShelfKind } from "../shelf-tables.ts";
import { unitColumns } from "../unit-price.ts";
import { RESTORE_DAYS } from "./contract.ts";
import type { Named } from "./shelves/shelf-store.ts";

/** A product's own columns, without its shelves. */
export type ProductRow = Pick<
  typeof products.$inferSelect,
  | ("name" | "image" | "unit" | "stock" | "priceCents" | "discountHundredths" | "description" | "moreDetails" | "sku" | "brand")
  | ("nameEs" | "unitEs" | "descriptionEs" | "moreDetailsEs")
  | ("barcode" | "costCents" | "hidden" | "offerHundredths" | "offerFrom" | "offerUntil" | "weighedBy" | "weighedGrams")
>;

/** A product whose row is locked. */
export interface LockedProduct extends ProductRow {
  id: string;
  version: number;
  deleted: boolean;
  /** Deleted too long ago to be restored. */
  gone: boolean;
  category: Shelf[];
  subCategory: Shelf[];
}

/** A product's category or subcategory. */
export interface Shelf extends Named {
  image: string;
}

/** Ids, or SQL for an array of them. */
export type Ids = readonly string[] | SQL;

const anyOf = (ids: Ids) => sql`any(${ids instanceof SQL ? ids : sql.param([...ids])}::text[])`;

/** Locks products, deleted or not, until the transaction ends, in id order like orders do. */
export async function lockProductsToChange(tx: Db, ids: Ids): Promise<LockedProduct[]> {
  // Locked first, so that the read sees the latest state.
  const [, found] = await Promise.all([lockRows(tx, ids), readProductsToChange(tx, ids)]);
  return found;
}

async function lockRows(tx: Db, ids: Ids): Promise<void> {
  await tx.execute(sql`select from product p where p.id = ${anyOf(ids)} order by p.id for no key update`);
}

/** Products by id, deleted or not. */
export async function readProductsToChange(db: Db, ids: Ids): Promise<LockedProduct[]> {
  const { rows } = await db.execute<LockedProduct & Record<string, unknown>>(sql`
    select p.id, p.name, p.image, p.unit, p.stock, p.price_cents as "priceCents", ${discountNow("p")} as "discountHundredths",
      p.offer_hundredths as "offerHundredths", p.offer_from as "offerFrom", p.offer_until as "offerUntil",
      p.description, p.more_details as "moreDetails", p.name_es as "nameEs", p.unit_es as "unitEs", p.description_es as "descriptionEs",
      p.more_details_es as "moreDetailsEs", p.sku, p.brand, p.barcode, p.cost_cents as "costCents", p.hidden,
      p.weighed_by as "weighedBy", p.weighed_grams as "weighedGrams",
      p.version, p.deleted_at is not null as deleted,
      coalesce(p.deleted_at < now() - make_interval(days => ${RESTORE_DAYS}), false) as gone,
      ${shelvesOf("category")} as category, ${shelvesOf("subCategory")} as "subCategory"
    from product p where p.id = ${anyOf(ids)} order by p.id`);
  return rows.map((row) => ({ ...row, offerFrom: toDate(row.offerFrom), offerUntil: toDate(row.offerUntil) }));
}

/** A product's shelves that are not deleted, by name. */
function shelvesOf(kind: ShelfKind) {
  const { table, links, id } = SHELF[kind];
  return sql`(
    select coalesce(json_agg(json_build_object('_id', s.id, 'name', s.name, 'image', s.image) order by s.name, s.id), '[]')
    from ${links} l join ${table} s on s.id = l.${id} where l.product_id = p.id and s.deleted_at is null)`;
}

/** @throws a unique violation if another product has the sku or the barcode */
export async function insertProduct(tx: Db, id: string, row: ProductRow): Promise<void> {
  await tx.insert(products).values({ id, ...row, ...unitColumns(row.unit, row.weighedBy !== null) });
}

/** @throws a unique violation if another product has the sku or the barcode */
export async function updateProduct(tx: Db, id: string, row: ProductRow): Promise<void> {
  await tx
    .update(products)
    .set({ ...row, ...unitColumns(row.unit, row.weighedBy !== null), ...nextVersion })
    .where(eq(products.id, id));
}

/** What a bulk change writes to a product's row. */
export type BulkColumns = Pick<
  LockedProduct,
  | "id"
  | "stock"
  | "priceCents"
  | "nameEs"
  | "unitEs"
  | "descriptionEs"
  | "discountHundredths"
  | "offerHundredths"
  | "offerFrom"
  | "offerUntil"
  | "hidden"
  | "deleted"
>;

/** Updates many products in one statement. @throws a unique violation if another product has the code of one that is restored */
export async function updateMany(tx: Db, rows: readonly BulkColumns[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ id, stock, priceCents, hidden, deleted, nameEs, unitEs, descriptionEs, ...discount }) => {
    const { discountHundredths, offerHundredths, offerFrom, offerUntil } = discount;
    const offer = { offerHundredths, offerFrom, offerUntil };
    return { id, stock, priceCents, nameEs, unitEs, descriptionEs, discountHundredths, ...offer, hidden, deleted };
  });
  await tx.execute(sql`
    update product p set stock = r.stock, price_cents = r."priceCents", discount_hundredths = r."discountHundredths",
      name_es = r."nameEs", unit_es = r."unitEs", description_es = r."descriptionEs", offer_hundredths = r."offerHundredths", offer_from = r."offerFrom", offer_until = r."offerUntil", hidden = r.hidden,
      deleted_at = case when r.deleted then coalesce(p.deleted_at, now()) end, version = p.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (id text, stock int, "priceCents" int, "nameEs" text, "unitEs" text, "descriptionEs" text,
      "discountHundredths" int, "offerHundredths" int, "offerFrom" timestamptz, "offerUntil" timestamptz, hidden boolean, deleted boolean)
    where p.id = r.id`);
}

const nextVersion = { version: sql`${products.version} + 1`, updatedAt: sql`now()` };

/** Deletes or restores a product. @throws a unique violation if another product has taken its sku or barcode */
export async function setProductDeleted(tx: Db, id: string, deleted: boolean): Promise<void> {
  await tx
    .update(products)
    .set({ deletedAt: deleted ? sql`now()` : null, ...nextVersion })
    .where(eq(products.id, id));
}

/** A product's new shelves. */
export interface Placing {
  productId: string;
  shelfIds: readonly string[];
}

/** Replaces the categories or subcategories of each product. */
export async function replaceShelves(tx: Db, kind: ShelfKind, placings: readonly Placing[]): Promise<void> {
  if (placings.length === 0) return;
  const { links, id: shelfId } = SHELF[kind];
  const pairs = sql`
    select p."productId" as product_id, s.id as shelf_id
    from jsonb_to_recordset(${JSON.stringify(placings)}::jsonb) as p ("productId" text, "shelfIds" text[]), unnest(p."shelfIds") s (id)`;
  const productIds = sql.param(placings.map(({ productId }) => productId));
  const left = tx.execute(sql`
    with wanted as (${pairs})
    delete from ${links} l where l.product_id = any(${productIds})
      and not exists (select from wanted w where w.product_id = l.product_id and w.shelf_id = l.${shelfId})`);
  const added = tx.execute(sql`
    with wanted as (${pairs})
    insert into ${links} (${shelfId}, product_id) select shelf_id, product_id from wanted on conflict do nothing`);
  await Promise.all([left, added]);
}

/** A product that has the sku or the barcode. */
export interface CodeOwner {
  id: string;
  name: string;
  /** Which of the two it has. */
  code: "sku" | "barcode";
}

/** Those of the products that are deleted and whose sku or barcode another one has now. */
export async function readTaken(db: Db, ids: Ids): Promise<(CodeOwner & { of: string })[]> {
  const { rows } = await db.execute<CodeOwner & { of: string } & Record<string, unknown>>(sql`
    select gone.id as of, p.id, p.name, case when p.sku = gone.sku then 'sku' else 'barcode' end as code
    from product gone join product p on p.deleted_at is null and (p.sku = gone.sku or lpad(p.barcode, 14, '0') = lpad(gone.barcode, 14, '0'))
    where gone.id = ${anyOf(ids)} and gone.deleted_at is not null`);
  return rows;
}

/** The other products with this sku or this barcode, at most one of each. */
export async function readCodeOwners(db: Db, { sku, barcode }: Pick<ProductRow, "sku" | "barcode">): Promise<CodeOwner[]> {
  const { rows } = await db.execute<CodeOwner & Record<string, unknown>>(sql`
    select id, name, 'sku' as code from product where sku = ${sku} and deleted_at is null
    union all
    select id, name, 'barcode' from product where lpad(barcode, 14, '0') = lpad(${barcode}::text, 14, '0') and deleted_at is null`);
  return rows;
}

/** Names of a product's deleted shelves of one kind. */
export async function readDeletedShelves(tx: Db, kind: ShelfKind, productId: string): Promise<string[]> {
  const { table, links, id } = SHELF[kind];
  const { rows } = await tx.execute<{ name: string }>(sql`
    select s.name from ${links} l join ${table} s on s.id = l.${id}
    where l.product_id = ${productId} and s.deleted_at is not null order by s.name`);
  return rows.map(({ name }) => name);
}
