import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { toDollars } from "#shared/money.ts";
import type { Category, Product, SubCategory } from "./contract.ts";
import { categories, productCategories, products, productSubCategories, subCategories } from "./tables.ts";

/** A page of a list: its rows and how many there are in all. */
export interface Page<T> {
  rows: T[];
  total: number;
}

/** All categories, by name. */
export async function readCategories(db: Db): Promise<Category[]> {
  const rows = await db
    .select({ _id: categories.id, name: categories.name, image: categories.image })
    .from(categories)
    .where(isNull(categories.deletedAt));
  return byName(rows);
}

/** All sub categories with their categories, by name. */
export async function readSubCategories(db: Db): Promise<SubCategory[]> {
  const rows = await db
    .select({
      _id: subCategories.id,
      name: subCategories.name,
      image: subCategories.image,
      category: sql<Category[]>`(
        select coalesce(json_agg(json_build_object('_id', c.id, 'name', c.name, 'image', c.image) order by c.name), '[]')
        from sub_category_category l join category c on c.id = l.category_id
        where l.sub_category_id = sub_category.id and c.deleted_at is null)`,
    })
    .from(subCategories)
    .where(isNull(subCategories.deletedAt));
  return byName(rows);
}

const collator = new Intl.Collator("en");

/** Sorted as a person sorts names, whatever the database's collation. */
function byName<T extends { name: string }>(rows: T[]): T[] {
  return rows.sort((a, b) => collator.compare(a.name, b.name));
}

// Inside subselects columns are written out: drizzle leaves the table's name away, and `id` would be another table's.
const productColumns = {
  _id: products.id,
  name: products.name,
  image: products.image,
  category: sql<Category[]>`(
    select coalesce(json_agg(json_build_object('_id', c.id, 'name', c.name, 'image', c.image) order by c.name), '[]')
    from product_category l join category c on c.id = l.category_id
    where l.product_id = product.id and c.deleted_at is null)`,
  subCategory: sql<Product["subCategory"]>`(
    select coalesce(json_agg(json_build_object('_id', s.id, 'name', s.name, 'image', s.image) order by s.name), '[]')
    from product_sub_category l join sub_category s on s.id = l.sub_category_id
    where l.product_id = product.id and s.deleted_at is null)`,
  unit: products.unit,
  stock: products.stock,
  priceCents: products.priceCents,
  discount: products.discount,
  description: products.description,
  more_details: products.moreDetails,
  sku: products.sku,
  brand: products.brand,
  version: products.version,
};

const notDeleted = isNull(products.deletedAt);

function selectProducts(db: Db) {
  return db.select(productColumns).from(products).$dynamic();
}

type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number];

/** A row as the API has it: dollars, percent, and the sub category's picture where the product has none. */
function toProduct({ priceCents, discount, ...row }: ProductRow): Product {
  const image = row.image.length > 0 ? row.image : row.subCategory.flatMap((shelf) => shelf.image || []).slice(0, 1);
  return { ...row, image, price: toDollars(priceCents), discount: discount / 100 };
}

/** Products by their ids, in the order of the ids; unknown and deleted ones are left out. */
export async function readProducts(db: Db, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = await selectProducts(db).where(and(inArray(products.id, [...ids]), notDeleted));
  const byId = new Map(rows.map((row) => [row._id, toProduct(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One product, or undefined when there is none (any more). */
export async function readProduct(db: Db, id: string): Promise<Product | undefined> {
  return (await readProducts(db, [id]))[0];
}

const inCategory = (id: string): SQL =>
  sql`exists (select 1 from product_category l where l.category_id = ${id} and l.product_id = product.id)`;
const inSubCategory = (id: string): SQL =>
  sql`exists (select 1 from product_sub_category l where l.sub_category_id = ${id} and l.product_id = product.id)`;

/** A page of the products that lie in both, oldest first. Ids rise with age, so the order is stable under paging. */
export async function readListing(
  db: Db,
  where: { categoryId: string; subCategoryId: string; page: number; limit: number },
): Promise<Page<Product>> {
  const condition = and(inCategory(where.categoryId), inSubCategory(where.subCategoryId), notDeleted);
  return readPage(db, condition, asc(products.id), where);
}

/** At most `limit` products of a category, those in stock first. */
export async function readCategoryProducts(db: Db, categoryId: string, limit: number): Promise<Product[]> {
  const rows = await selectProducts(db)
    .where(and(inCategory(categoryId), notDeleted))
    .orderBy(desc(sql`${products.stock} > 0`), asc(products.id))
    .limit(limit);
  return rows.map(toProduct);
}

/** A page of all products, newest first. */
export async function readNewest(db: Db, where: { page: number; limit: number }): Promise<Page<Product>> {
  return readPage(db, notDeleted, desc(products.id), where);
}

async function readPage(
  db: Db,
  condition: SQL | undefined,
  order: SQL,
  { page, limit }: { page: number; limit: number },
): Promise<Page<Product>> {
  const rows = await selectProducts(db)
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows: rows.map(toProduct), total: await db.$count(products, condition) };
}

/** The categories that have products, each with its first sub category (by name) that has some, and up to `limit` products of it. */
export async function readHomeRows(db: Db, limit: number): Promise<{ categoryId: string; subCategoryId: string; productIds: string[] }[]> {
  const shelves = await db
    .selectDistinct({ categoryId: productCategories.categoryId, subCategoryId: productSubCategories.subCategoryId })
    .from(products)
    .innerJoin(productCategories, eq(productCategories.productId, products.id))
    .innerJoin(productSubCategories, eq(productSubCategories.productId, products.id))
    .where(notDeleted);
  const names = new Map((await readSubCategories(db)).map((shelf, place) => [shelf._id, place]));
  const first = new Map<string, string>();
  for (const { categoryId, subCategoryId } of shelves) {
    const known = first.get(categoryId);
    const place = names.get(subCategoryId);
    if (place !== undefined && (known === undefined || place < names.get(known)!)) first.set(categoryId, subCategoryId);
  }
  const { rows } = await db.execute<{ category_id: string; ids: string[] }>(sql`
    select c.id as category_id, array(
      select p.id from product_category l join product p on p.id = l.product_id
      where l.category_id = c.id and p.deleted_at is null
      order by p.stock > 0 desc, p.id limit ${limit}) as ids
    from category c where c.deleted_at is null`);
  return rows.flatMap(({ category_id, ids }) => {
    const subCategoryId = first.get(category_id);
    return subCategoryId ? [{ categoryId: category_id, subCategoryId, productIds: ids }] : [];
  });
}
