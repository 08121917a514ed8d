import { sql } from "drizzle-orm";
import type { Database, Db } from "#server/db/connect.ts";
import { EVERYTHING } from "#server/cache/response-cache.ts";
import { newId } from "#server/new-id.ts";
import { toCents, toHundredths } from "#shared/money.ts";
import { demoAddress, shelfPictureOf, type Picture } from "../../files/demo-pictures.ts";
import { indexProducts, settleIndex } from "../../search/engine/index-products.ts";
import { planPictures, readDemoCatalogue, type DemoCategory, type DemoProduct } from "./demo-catalogue.ts";
import { categories, productCategories, products, productSubCategories, subCategories, subCategoryCategories } from "../tables.ts";
import { unitColumns } from "../unit-price.ts";
import { LOCKS } from "#server/db/locks.ts";

/** Rows per insert: PostgreSQL allows 65,535 parameters. */
const ROWS = 1000;

/**
 * Adds the demo catalogue to a shop that has never had a catalogue.
 * @returns how many products were added; 0 if the shop has, or once had, a catalogue
 */
export async function loadDemo(database: Database): Promise<number> {
  const ids = await database.transact(async ({ tx, invalidate }) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.loadDemo})`);
    if (await hadCatalogue(tx)) return [];
    invalidate(EVERYTHING);
    const added = await insertAll(tx, readDemoCatalogue());
    await indexProducts(tx, added);
    return added;
  });
  if (ids.length > 0) await settleIndex(database);
  return ids.length;
}

/** Deleted rows remain, so this stays true after the owner has deleted everything. */
async function hadCatalogue(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ had: boolean }>(
    sql`select exists (select from ${categories}) or exists (select from ${products}) as had`,
  );
  return rows[0]!.had;
}

/** @returns the ids of the products */
async function insertAll(tx: Db, catalogue: DemoCategory[]): Promise<string[]> {
  const picturesOf = planPictures(catalogue);
  const categoryRows = catalogue.map((category) => ({ id: newId(), category }));
  const subCategoryRows = categoryRows.flatMap(({ id: categoryId, category }) =>
    category.subCategories.map((subCategory) => ({ id: newId(), categoryId, subCategory })),
  );
  const goods = subCategoryRows.flatMap(({ id: subCategoryId, categoryId, subCategory }) =>
    subCategory.products.map((product) => ({ id: newId(), categoryId, subCategoryId, product })),
  );
  await tx.insert(categories).values(categoryRows.map(({ id, category }) => ({ id, ...shelfColumns(category) })));
  await tx.insert(subCategories).values(subCategoryRows.map(({ id, subCategory }) => ({ id, ...shelfColumns(subCategory) })));
  await tx.insert(subCategoryCategories).values(subCategoryRows.map(({ id, categoryId }) => ({ subCategoryId: id, categoryId })));
  for (let start = 0; start < goods.length; start += ROWS) {
    const some = goods.slice(start, start + ROWS);
    await tx.insert(products).values(some.map(({ id, product }) => toRow(id, product, picturesOf(product))));
    await tx.insert(productCategories).values(some.map(({ id, categoryId }) => ({ productId: id, categoryId })));
    await tx.insert(productSubCategories).values(some.map(({ id, subCategoryId }) => ({ productId: id, subCategoryId })));
  }
  return goods.map(({ id }) => id);
}

function shelfColumns({ name, nameEs, ...motif }: DemoCategory | DemoCategory["subCategories"][number]) {
  return { name, nameEs, image: demoAddress(shelfPictureOf(motif)) };
}

function toRow(id: string, product: DemoProduct, pictures: Picture[]): typeof products.$inferInsert {
  const { sku, name, brand = "", unit, description, stock, details, spanish } = product;
  const [priceCents, discountHundredths] = [toCents(product.price), toHundredths(product.discount)];
  const image = pictures.map(demoAddress);
  return {
    id,
    sku,
    name,
    brand,
    unit,
    description,
    image,
    moreDetails: details,
    nameEs: spanish.name,
    unitEs: spanish.unit,
    descriptionEs: spanish.description,
    moreDetailsEs: spanish.details,
    stock,
    priceCents,
    discountHundredths,
    ...unitColumns(unit),
  };
}
