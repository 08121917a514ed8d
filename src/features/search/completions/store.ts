import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { language, type Language } from "#words/language.ts";
import { isForSale } from "../../catalogue/for-sale.ts";
import type { Completion } from "./contract.ts";

/** Texts of products that are suggested, the most frequent first. */
const MOST_PRODUCT_TEXTS = 20_000;

/** A text, and how many products have it. */
export interface Counted extends Completion {
  count: number;
  /** Empty for both languages. */
  spoken: "" | Language;
}

/** A row of the table. */
export interface Row extends Completion {
  spoken: "" | Language;
  key: string;
  weight: number;
}

/** Everything in the catalogue that can be suggested. English texts count for both languages where there is no Spanish one. */
export async function readTexts(db: Db): Promise<Counted[]> {
  const { rows } = await db.execute<Counted & Record<string, unknown>>(sql`
    (select head_text as text, 'product' as kind, count(*)::int as count, case when bool_or(head_text_es = '') then '' else 'en' end as spoken
     from search_product where head_text <> '' group by head_text order by count desc, head_text limit ${MOST_PRODUCT_TEXTS})
    union all
    (select head_text_es, 'product', count(*)::int as count, 'es'
     from search_product where head_text_es <> '' group by head_text_es order by count desc, head_text_es limit ${MOST_PRODUCT_TEXTS})
    union all
    (select brand, 'brand', count(*)::int, '' from product where brand <> '' and ${isForSale()} group by brand)
    union all
    (select named.name, 'shelf', (select count(*)::int from product_sub_category l where l.sub_category_id = s.id), named.spoken
     from sub_category s cross join ${bothNames} where deleted_at is null)
    union all
    (select named.name, 'shelf', (select count(*)::int from product_category l where l.category_id = s.id), named.spoken
     from category s cross join ${bothNames} where deleted_at is null)`);
  return rows.filter(({ count }) => count > 0);
}

/** The names of a shelf `s`, and who they are for. */
const bothNames = sql`lateral (
  select s.name, case when s.name_es = '' then '' else 'en' end as spoken
  union all select s.name_es, 'es' where s.name_es <> '') named`;

/** Adds rows, or gives known ones their new weight. */
export async function saveRows(db: Db, rows: readonly Row[]): Promise<void> {
  const column = (name: keyof Row) => sql.param(rows.map((row) => row[name]));
  await db.execute(sql`
    insert into search_completion as known (key, text, kind, weight, spoken)
    select * from unnest(${column("key")}::text[], ${column("text")}::text[], ${column("kind")}::text[], ${column("weight")}::smallint[],
      ${column("spoken")}::text[])
    on conflict (key, text) do update set kind = excluded.kind, weight = excluded.weight, spoken = excluded.spoken
    where (known.kind, known.weight, known.spoken) is distinct from (excluded.kind, excluded.weight, excluded.spoken)`);
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
  const shown = sql`spoken <> ${language() === "es" ? "en" : "es"}`;
  const { rows } = await db.execute<Completion & Record<string, unknown>>(
    isShort
      ? sql`select text, kind from search_completion where left(key, 2) = ${begun} and ${shown} order by weight desc, text limit ${limit}`
      : sql`select text, kind from search_completion where key >= ${begun} and key < ${begun} || U&'\\+10FFFF' and ${shown}
          order by weight desc, text limit ${limit}`,
  );
  return rows.map(({ text, kind }) => ({ text, kind }));
}
