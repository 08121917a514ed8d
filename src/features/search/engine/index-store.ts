import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { ProductTexts } from "./product-words.ts";
import { searchProducts } from "./tables.ts";

/** A product's texts, and the digest of those that it was indexed with; null when it was not, or not by this code. */
export type Indexable = ProductTexts & { indexed: string | null };

/** What the index needs of the products that are not deleted. */
export async function readTexts(tx: Db, ids: readonly string[], code: string): Promise<Indexable[]> {
  const { rows } = await tx.execute<Indexable & Record<string, unknown>>(sql`
    select p.id, p.name, p.brand, p.unit, p.type, p.description,
      array(select c.name from product_sub_category l join sub_category c on c.id = l.sub_category_id
            where l.product_id = p.id order by 1) as "subCategories",
      array(select c.name from product_category l join category c on c.id = l.category_id
            where l.product_id = p.id order by 1) as "categories",
      s.text_hash as indexed
    from product p left join search_product s on s.product_id = p.id and s.made_by = ${code}
    where p.id = any(${sql.param([...ids])}) and p.deleted_at is null order by p.id`);
  return rows;
}

/** Products that are not indexed, or not by this code. */
export async function readOutdated(db: Db, code: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from product p left join search_product s on s.product_id = p.id
    where p.deleted_at is null and s.made_by is distinct from ${code} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Takes products out of the index; a trigger takes their postings. */
export async function forget(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.execute(sql`delete from search_product where product_id = any(${sql.param([...ids])})`);
}

/** Adds or changes products. @returns their numbers. */
export async function saveProducts(tx: Db, rows: (typeof searchProducts.$inferInsert)[]): Promise<Map<string, number>> {
  const saved = await tx
    .insert(searchProducts)
    .values(rows)
    .onConflictDoUpdate({
      target: searchProducts.productId,
      set: {
        nameWords: sql`excluded.name_words`,
        headWords: sql`excluded.head_words`,
        brandWords: sql`excluded.brand_words`,
        department: sql`excluded.department`,
        textHash: sql`excluded.text_hash`,
        madeBy: sql`excluded.made_by`,
      },
    })
    .returning({ no: searchProducts.no, productId: searchProducts.productId });
  return new Map(saved.map(({ no, productId }) => [productId, no]));
}

/** Adds the words that are new. Sorted, so that of two transactions with the same new words one waits for the other. */
export async function saveWords(tx: Db, words: ReadonlySet<string>): Promise<void> {
  const list = [...words].filter((word) => !word.startsWith("=")).sort();
  await tx.execute(sql`
    insert into search_word (word, sound) select word, dmetaphone(word) from unnest(${sql.param(list)}::text[]) word
    on conflict do nothing`);
}

/** Puts postings in the place of all that the products with these numbers had. */
export async function replacePostings(tx: Db, nos: number[], postings: { no: number; word: string; impact: number }[]): Promise<void> {
  await tx.execute(sql`delete from search_posting where no = any(${sql.param(nos)}::int[])`);
  await tx.execute(sql`
    insert into search_posting (no, word, impact)
    select * from unnest(
      ${sql.param(postings.map(({ no }) => no))}::int[],
      ${sql.param(postings.map(({ word }) => word))}::text[],
      ${sql.param(postings.map(({ impact }) => impact))}::smallint[])`);
}

/** Counts the words anew. */
export async function recountWords(db: Db): Promise<void> {
  await db.execute(sql`select search_refresh()`);
}

/** Not within a transaction. */
export async function vacuum(db: Db): Promise<void> {
  await db.execute(sql`vacuum (analyze) search_product, search_posting, search_word`);
}
