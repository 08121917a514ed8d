import MiniSearch from "minisearch";
import type pg from "pg";
import type { Search } from "./judge.ts";

interface Row {
  id: string;
  sku: string;
  name: string;
  brand: string;
  category: string;
  sub_category: string;
  type: string;
  description: string;
}

const FIELDS = ["name", "brand", "category", "sub_category", "type", "description"] as const;

async function readRows(pool: pg.Pool): Promise<Row[]> {
  const { rows } = await pool.query<Row>(`
    select p.id, p.sku, p.name, p.brand, p.type, p.description,
      (select coalesce(string_agg(c.name, ' '), '') from product_category l join category c on c.id = l.category_id
       where l.product_id = p.id) as category,
      (select coalesce(string_agg(s.name, ' '), '') from product_sub_category l join sub_category s on s.id = l.sub_category_id
       where l.product_id = p.id) as sub_category
    from product p where p.deleted_at is null`);
  return rows;
}

/** PostgreSQL's own full-text search over the same texts, unmodified. */
export async function openTextSearch(pool: pg.Pool): Promise<Search> {
  await pool.query("drop table if exists bench_document");
  await pool.query("create table bench_document (sku text primary key, document tsvector)");
  await pool.query(
    `insert into bench_document select sku, to_tsvector('english', concat_ws(' ', ${FIELDS.join(", ")}))
     from jsonb_to_recordset($1) r (sku text, ${FIELDS.map((field) => `${field} text`).join(", ")})`,
    [JSON.stringify(await readRows(pool))],
  );
  await pool.query("create index on bench_document using gin (document)");
  await pool.query("vacuum analyze bench_document");
  return async (text, limit) => {
    const { rows } = await pool.query<{ sku: string }>(
      `select sku from bench_document, websearch_to_tsquery('english', $1) q where document @@ q
       order by ts_rank(document, q) desc, sku limit $2`,
      [text, limit],
    );
    return rows.map(({ sku }) => sku);
  };
}

/** MiniSearch in this process, with prefix and fuzzy matching. */
export async function openMiniSearch(pool: pg.Pool): Promise<Search> {
  const mini = new MiniSearch<Row>({ fields: [...FIELDS], storeFields: ["sku"], searchOptions: { prefix: true, fuzzy: 0.2 } });
  mini.addAll(await readRows(pool));
  return async (text, limit) =>
    mini
      .search(text)
      .slice(0, limit)
      .map((hit) => String(hit["sku"]));
}
