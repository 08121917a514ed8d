import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Completion } from "./contract.ts";

/** Texts of products that are suggested, the most frequent first. */
const MOST_PRODUCT_TEXTS = 20_000;

/** A text, and how many products have it. */
export interface Counted extends Completion {
  count: number;
}

/** A row of the table. */
export interface Row extends Completion {
  key: string;
  weight: number;
}

/** Everything in the catalogue that can be suggested. */
export async function readTexts(db: Db): Promise<Counted[]> {
  const { rows } = await db.execute<Counted & Record<string, unknown>>(sql`
    (select head_text as text, 'product' as kind, count(*)::int as count from search_product
     where head_text <> '' group by head_text order by count desc, head_text limit ${MOST_PRODUCT_TEXTS})
    union all
    (select brand, 'brand', count(*)::int from product where brand <> '' and deleted_at is null and not hidden group by brand)
    union all
    (select name, 'shelf', (select count(*)::int from product_sub_category l where l.sub_category_id = s.id)
     from sub_category s where deleted_at is null)
    union all
    (select name, 'shelf', (select count(*)::int from product_category l where l.category_id = c.id)
     from category c where deleted_at is null)`);
  return rows.filter(({ count }) => count > 0);
}

/** Adds rows, or gives known ones their new weight. */
export async function saveRows(db: Db, rows: readonly Row[]): Promise<void> {
  const column = (name: keyof Row) => sql.param(rows.map((row) => row[name]));
  await db.execute(sql`
    insert into search_completion (key, text, kind, weight)
    select * from unnest(${column("key")}::text[], ${column("text")}::text[], ${column("kind")}::text[], ${column("weight")}::smallint[])
    on conflict (key, text) do update set kind = excluded.kind, weight = excluded.weight
    where (search_completion.kind, search_completion.weight) is distinct from (excluded.kind, excluded.weight)`);
}

/** Removes all rows with other texts. */
export async function keepOnly(db: Db, texts: readonly string[]): Promise<void> {
  await db.execute(sql`
    delete from search_completion c using (select distinct text from search_completion except select unnest(${sql.param(texts)}::text[])) gone
    where c.text = gone.text`);
}

/** The best texts with a key that begins like this, which has two letters or more. A text may come more than once. */
export async function readCompletions(db: Db, begun: string, limit: number): Promise<Completion[]> {
  const isShort = begun.length === 2;
  const { rows } = await db.execute<Completion & Record<string, unknown>>(
    isShort
      ? sql`select text, kind from search_completion where left(key, 2) = ${begun} order by weight desc, text limit ${limit}`
      : sql`select text, kind from search_completion where key >= ${begun} and key < ${begun} || U&'\\+10FFFF'
          order by weight desc, text limit ${limit}`,
  );
  return rows.map(({ text, kind }) => ({ text, kind }));
}
