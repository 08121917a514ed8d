import { and, isNull, not, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Weighed } from "#shared/weights.ts";
import { language, type Language } from "#words/language.ts";
import { isForSale } from "./for-sale.ts";
import { RESTORE_DAYS } from "./admin/contract.ts";
import type { Category, Product } from "./contract.ts";
import { discountNow } from "./offers/store.ts";
import { byName } from "./shelf-store.ts";
import { textIn, unitIn } from "./spoken/spoken.ts";
import { products } from "./tables.ts";
import { forSaleCount } from "./tally.ts";

/** One page of a list, and the total number of rows. */
export interface Page<T> {
  rows: T[];
  total: number;
}

// Subselects spell out their columns, since Drizzle omits the table name and `id` would be ambiguous. They avoid joins, which would
// take longer to plan than the whole query takes to run.
export const categoryIds = sql<string[]>`array(select l.category_id from product_category l where l.product_id = product.id)`;
const subCategoryIds = sql<string[]>`array(select l.sub_category_id from product_sub_category l where l.product_id = product.id)`;

/** A product's pictures, or else the picture of its first subcategory that has one. */
export const pictures = sql<string[]>`case when cardinality(product.image) > 0 then product.image else array(
  select s.image from sub_category s
  where s.id = any(${subCategoryIds}) and s.deleted_at is null and s.image <> '' order by s.name limit 1) end`;

/** SQL for how a product priced by weight is sold; null for what is sold by the piece. @param table the product table's name or alias */
export function weighedOf(table: "product" | "p" | "r"): SQL<Weighed | null> {
  const product = sql.raw(table);
  return sql<Weighed | null>`case when ${product}.weighed_by is null then null
    else json_build_object('by', ${product}.weighed_by, 'grams', ${product}.weighed_grams) end`;
}

const columnsOf = (texts: ProductTexts) => ({
  _id: products.id,
  name: texts.name,
  image: pictures,
  category: categoryIds,
  subCategory: subCategoryIds,
  unit: texts.unit,
  stock: products.stock,
  priceCents: products.priceCents,
  discountHundredths: discountNow("product"),
  description: texts.description,
  more_details: texts.moreDetails,
  sku: products.sku,
  brand: products.brand,
  hidden: products.hidden,
  weighed: weighedOf("product"),
  version: products.version,
  names: { english: products.name, spanish: products.nameEs },
});

type ProductTexts = ReturnType<typeof spanishTexts> | Pick<typeof products, "name" | "unit" | "description" | "moreDetails">;

const spanishTexts = () => ({
  name: textIn("es", products.name, products.nameEs),
  unit: unitIn("es", products.unit, products.unitEs),
  description: textIn("es", products.description, products.descriptionEs),
  moreDetails: sql<
    Record<string, string>
  >`case when product.more_details_es = '{}' then product.more_details else product.more_details_es end`,
});

function selectProducts(db: Db, ids: SQL, withHidden: boolean, spoken: Language) {
  const wanted = and(sql`${products.id} = any(${ids})`, isNull(products.deletedAt), withHidden ? undefined : not(products.hidden));
  if (spoken === "en") return db.select(columnsOf(products)).from(products).where(wanted);
  // Prices per kilogram are read from the English unit.
  return db
    .select({ ...columnsOf(spanishTexts()), englishUnit: products.unit })
    .from(products)
    .where(wanted);
}

/** The shelves of these products, by name. */
async function readShelvesOf(db: Db, ids: SQL, spoken: Language): Promise<{ category: Category[]; subCategory: Category[] }> {
  const name = textIn(spoken, sql`name`, sql`name_es`);
  const { rows: shelves } = await db.execute<Category & { sub: boolean }>(sql`
    select id as "_id", ${name} as name, image, false as sub from category
    where id in (select category_id from product_category where product_id = any(${ids})) and deleted_at is null
    union all
    select id, ${name}, image, true from sub_category
    where id in (select sub_category_id from product_sub_category where product_id = any(${ids})) and deleted_at is null`);
  const those = (wanted: boolean) =>
    byName(
      shelves.filter(({ sub }) => sub === wanted).map(({ _id, name: called, image }) => ({ _id, name: called, image })),
      spoken,
    );
  return { category: those(false), subCategory: those(true) };
}

/** A product in the shop's own units, with complete shelves. */
export type ShopProduct = Omit<Product, "price" | "discount" | "unit_price"> & {
  priceCents: number;
  discountHundredths: number;
  /** Its name in both languages; the Spanish one is empty if it has none. */
  names: { english: string; spanish: string };
  /** What `unit` is in English, if it may be in another language. */
  englishUnit?: string;
};

interface Wanted {
  withHidden?: boolean;
  /** The language of their texts. */
  spoken?: Language;
}

/** Products by their ids, or by SQL for an array of ids, in no particular order. Unknown, deleted and hidden ones are left out. */
export async function readShopProducts(
  db: Db,
  ids: readonly string[] | SQL,
  { withHidden = false, spoken = language() }: Wanted = {},
): Promise<ShopProduct[]> {
  if (Array.isArray(ids) && ids.length === 0) return [];
  const wanted = Array.isArray(ids) ? sql`${sql.param([...ids])}::text[]` : (ids as SQL);
  const [rows, shelves] = await Promise.all([selectProducts(db, wanted, withHidden, spoken), readShelvesOf(db, wanted, spoken)]);
  return rows.map(({ hidden, weighed, ...row }) => ({
    ...row,
    ...(weighed && { weighed }),
    ...(hidden && { no_longer_sold: true }),
    category: shelves.category.filter(({ _id }) => row.category.includes(_id)),
    subCategory: shelves.subCategory.filter(({ _id }) => row.subCategory.includes(_id)),
  }));
}

/** For shoppers, products that are no longer sold have no stock. */
export const withoutUnsold = (product: ShopProduct): ShopProduct => (product.no_longer_sold ? { ...product, stock: 0 } : product);

/** Products in the order of the ids. Unknown and deleted ones are left out, and hidden ones unless wanted without stock. */
export async function readProducts(db: Db, ids: readonly string[], wanted: Wanted = {}): Promise<ShopProduct[]> {
  const found = new Map((await readShopProducts(db, ids, wanted)).map((product) => [product._id, withoutUnsold(product)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

// Lists walk the index of one shelf's links `l` in id order and check each product until the page is full. Joins would be planned from
// averages, which are far off for real catalogues.
const liesIn = (categoryId: SQL) =>
  sql`(select true from product_category c where c.category_id = ${categoryId} and c.product_id = l.product_id)`;
const inStock = sql`(select ${isForSale("p")} and p.stock > 0 from product p where p.id = l.product_id)`;
const soldOut = sql`(select ${isForSale("p")} and p.stock = 0 from product p where p.id = l.product_id)`;

/** Up to this many products are skipped from the start of a list; for later pages, the list is read from the nearer end. */
const FEW_TO_SKIP = 2000;

/** A page of all products for sale, newest first. */
export async function readNewest(db: Db, page: { page: number; limit: number }): Promise<Page<ShopProduct>> {
  const { ids, total } = await readNewestIds(db, page);
  return { rows: await readProducts(db, ids), total };
}

/** The ids on a page of all products for sale, newest first. Skipping earlier products only reads an index. */
export async function readNewestIds(db: Db, { page, limit }: { page: number; limit: number }): Promise<{ ids: string[]; total: number }> {
  const skipped = (page - 1) * limit;
  const count = async () => (await db.execute<{ total: number }>(sql`select ${forSaleCount} as total`)).rows[0]!.total;
  const read = async (order: SQL, most: number, offset: number) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from product where ${isForSale()} order by id ${order} limit ${most} offset ${offset}`);
    return rows.map(({ id }) => id);
  };
  if (skipped <= FEW_TO_SKIP) {
    const [total, ids] = await Promise.all([count(), read(sql`desc`, limit, skipped)]);
    return { ids, total };
  }
  const total = await count();
  const left = Math.max(0, total - skipped);
  const ids =
    left > skipped
      ? await read(sql`desc`, limit, skipped)
      : (await read(sql`asc`, Math.min(limit, left), Math.max(0, left - limit))).toReversed();
  return { ids, total };
}

/** Up to `limit` products of a category: in stock first, then oldest first. */
export async function readCategoryProducts(db: Db, categoryId: string, limit: number): Promise<ShopProduct[]> {
  const ids: string[] = [];
  for (const wanted of [inStock, soldOut]) {
    if (ids.length === limit) break;
    const { rows } = await db.execute<{ id: string }>(sql`
      select l.product_id as id from product_category l where l.category_id = ${categoryId} and ${wanted}
      order by l.product_id limit ${limit - ids.length}`);
    ids.push(...rows.map(({ id }) => id));
  }
  return readProducts(db, ids);
}

/** A subcategory within a category, with its first products. */
export interface Listing {
  categoryId: string;
  subCategoryId: string;
  /** In stock first, then oldest first. */
  productIds: string[];
}

/** Every subcategory with products, within each of its categories, with up to `limit` products. */
export async function readListings(db: Db, limit: number): Promise<Listing[]> {
  const first = (wanted: SQL) => sql`array(
    select l.product_id from product_sub_category l
    where l.sub_category_id = s.sub_category_id and ${liesIn(sql`s.category_id`)} and ${wanted}
    order by l.product_id limit ${limit})`;
  const { rows } = await db.execute<{ category_id: string; sub_category_id: string; ids: string[] }>(sql`
    select category_id, sub_category_id, case when cardinality(ids) = ${limit} then ids else ids || ${first(soldOut)} end as ids
    from (select category_id, sub_category_id, ${first(inStock)} as ids from sub_category_category s) s`);
  return rows
    .filter(({ ids }) => ids.length > 0)
    .map((row) => ({ categoryId: row.category_id, subCategoryId: row.sub_category_id, productIds: row.ids.slice(0, limit) }));
}

/** Which of these products are discounted and in stock, the biggest discount (in hundredths of a percent) first. */
export async function readReduced(db: Db, ids: readonly string[]): Promise<{ id: string; discount: number }[]> {
  const { rows } = await db.execute<{ id: string; discount: number }>(sql`
    select id, discount_hundredths as discount from product
    where id = any(${sql.param(ids)}::text[]) and discount_hundredths > 0 and stock > 0 and ${isForSale()}
    order by discount_hundredths desc, id`);
  return rows;
}

/** The categories of these products. */
export async function readCategoryIds(db: Db, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct category_id as id from product_category where product_id = any(${sql.param(productIds)}::text[])`);
  return rows.map(({ id }) => id);
}

const isRestorable = sql`deleted_at > now() - make_interval(days => ${RESTORE_DAYS})`;

/** The addresses of the pictures of products and shelves. Deleted ones count as long as they can be restored. */
export const cataloguePictures = sql`
  select unnest(image) from product where deleted_at is null or ${isRestorable}
  union all select image from category where deleted_at is null or ${isRestorable}
  union all select image from sub_category where deleted_at is null or ${isRestorable}`;
