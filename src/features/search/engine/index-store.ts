import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isForSale } from "../../catalogue/for-sale.ts";
import { SHELF, type ShelfKind } from "../../catalogue/shelf-tables.ts";
import type { ProductTexts } from "./product-words.ts";
import { searchProducts } from "./tables.ts";

/** A product's texts, and the hash of its indexed texts; null if it is not indexed by this code. */
export type Indexable = ProductTexts & { indexed: string | null };

/** Reads what the index needs. Leaves out deleted and hidden products. */
export async function readTexts(tx: Db, ids: readonly string[], code: string): Promise<Indexable[]> {
  const { rows } = await tx.execute<Indexable & Record<string, unknown>>(sql`
    select p.id, p.name, p.brand, p.unit, p.type, p.description,
      p.name_es as "nameEs", p.unit_es as "unitEs", p.description_es as "descriptionEs",
      sub_shelf.spanish as "subCategoriesEs", shelf.spanish as "categoriesEs", sub_shelf.names as "subCategories", shelf.names as "categories",
      s.text_hash as indexed
    from product p left join lateral (select text_hash from search_product where product_id = p.id and made_by = ${code} offset 0) s on true
      cross join ${namesOf("subCategory")} sub_shelf cross join ${namesOf("category")} shelf
    where p.id = any(${sql.param([...ids])}) and ${isForSale("p")} order by p.id`);
  return rows;
}

/** What the index needs of a product besides its other columns. */
export type IndexContext = Pick<Indexable, "type" | "subCategoriesEs" | "categoriesEs" | "subCategories" | "categories" | "indexed">;

/** A product that is written, with the ids of the shelves that it moves to. */
export type Moved = { id: string } & Partial<Record<ShelfKind, readonly string[] | undefined>>;

/** SQL for products as {@link readForIndex} takes them: with arrays of the ids of their new shelves, null where they stay on theirs. */
export const movedTo = (products: readonly Moved[]): SQL => sql`
  select * from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r (id text, category text[], "subCategory" text[])`;

/** Reads it for locked products, or for those that are added, by id. @param products SQL, see {@link movedTo} */
export async function readForIndex(tx: Db, products: SQL, code: string): Promise<Map<string, IndexContext>> {
  const { rows } = await tx.execute<IndexContext & { id: string } & Record<string, unknown>>(sql`
    select p.id, coalesce((select type from product where product.id = p.id), '') as type,
      sub_shelf.spanish as "subCategoriesEs", shelf.spanish as "categoriesEs", sub_shelf.names as "subCategories", shelf.names as "categories",
      (select text_hash from search_product where product_id = p.id and made_by = ${code}) as indexed
    from (${products}) p
      cross join ${namesOf("subCategory", sql`p."subCategory"`)} sub_shelf cross join ${namesOf("category", sql`p.category`)} shelf`);
  return new Map(rows.map(({ id, ...context }) => [id, context]));
}

/** The names of the shelves of product `p` in both languages, each by name. @param moved an array of the ids of other shelves, or null */
function namesOf(kind: ShelfKind, moved?: SQL): SQL {
  const { table, links, id: shelfId } = SHELF[kind];
  const shelves = moved
    ? sql`${table} c where c.id = any(coalesce(${moved}, array(select l.${shelfId} from ${links} l where l.product_id = p.id)))`
    : sql`${links} l join ${table} c on c.id = l.${shelfId} where l.product_id = p.id`;
  return sql`lateral (
    select coalesce(array_agg(c.name order by c.name), '{}') as names,
      coalesce(array_agg(c.name_es order by c.name_es) filter (where c.name_es <> ''), '{}') as spanish
    from ${shelves})`;
}

/** Locks indexed products against being indexed by others until the transaction ends. */
export async function lockIndexed(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select count(*) from (select from search_product where product_id = any(${sql.param([...ids])}) order by product_id for update) locked`);
}

/** The ids of products that are not indexed by this code. */
export async function readOutdated(db: Db, code: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from product p left join search_product s on s.product_id = p.id
    where ${isForSale("p")} and s.made_by is distinct from ${code} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Removes products from the index. A trigger removes their postings. */
export async function removeProducts(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.execute(sql`delete from search_product where product_id = any(${sql.param([...ids])})`);
}

/** Adds or updates products. */
export async function saveProducts(tx: Db, rows: readonly (typeof searchProducts.$inferInsert)[]): Promise<void> {
  await tx.execute(sql`
    insert into search_product (product_id, name_words, head_words, head_words_es, head_text, brand_words, head_text_es, department, text_hash, made_by)
    select "productId", "nameWords", "headWords", "headWordsEs", "headText", "brandWords", "headTextEs", department, "textHash", "madeBy"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("productId" text, "nameWords" text, "headWords" text, "headWordsEs" text, "headText" text,
      "brandWords" text, "headTextEs" text, department text, "textHash" text, "madeBy" text)
    on conflict (product_id) do update set name_words = excluded.name_words, head_words = excluded.head_words, head_words_es = excluded.head_words_es, head_text = excluded.head_text,
      brand_words = excluded.brand_words, head_text_es = excluded.head_text_es, department = excluded.department,
      text_hash = excluded.text_hash, made_by = excluded.made_by`);
}

/** For writes that are followed by another transaction whose commit waits for the disk. */
export async function dontAwaitDisk(tx: Db): Promise<void> {
  await tx.execute(sql`set local synchronous_commit = off`);
}

/** Adds new words. Sorted, so that transactions with the same new words wait for each other instead of deadlocking. */
export async function saveWords(db: Db, words: ReadonlySet<string>): Promise<void> {
  const sorted = [...words].filter((word) => !word.startsWith("=")).sort();
  await db.execute(sql`
    insert into search_word (word, sound) select word, dmetaphone(word) from unnest(${sql.param(sorted)}::text[]) word
    on conflict do nothing`);
}

/** Replaces the postings of saved products. @param postings each with the place of its product in `productIds`, from 1 */
export async function replacePostings(
  tx: Db,
  productIds: readonly string[],
  postings: readonly { at: number; word: string; impact: number }[],
): Promise<void> {
  const ids = sql`${sql.param([...productIds])}::text[]`;
  await Promise.all([
    tx.execute(sql`delete from search_posting where no = any(array(select no from search_product where product_id = any(${ids})))`),
    tx.execute(sql`
      with saved as materialized (
        select array_agg(s.no order by i.at) as numbers
        from unnest(${ids}) with ordinality i (id, at)
          cross join lateral (select no from search_product where product_id = i.id offset 0) s)
      insert into search_posting (no, word, impact)
      select saved.numbers[p.at], p.word, p.impact from saved, unnest(
        ${sql.param(postings.map(({ at }) => at))}::int[],
        ${sql.param(postings.map(({ word }) => word))}::text[],
        ${sql.param(postings.map(({ impact }) => impact))}::smallint[]) p (at, word, impact)`),
  ]);
}

/** Recounts in how many products each word occurs. */
export async function recountWords(db: Db): Promise<void> {
  await db.execute(sql`select search_refresh()`);
}

/** Cannot run in a transaction. */
export async function vacuum(db: Db): Promise<void> {
  await db.execute(sql`vacuum (analyze) search_product, search_posting, search_word`);
}
