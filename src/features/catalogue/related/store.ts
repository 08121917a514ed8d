import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isForSale } from "../for-sale.ts";
import { bestSold } from "../narrowing/whole-lists.ts";
import type { Candidate, Candidates } from "./rules.ts";

/** Products of a shelf that are compared, before and after the product itself: the work stays the same however full the shelf is. */
const ON_SHELF = 300;
/** How many other shelves of the category are looked at, and how many products of each. */
const SHELVES = 12;
const ON_EACH = 20;
const MOST = 24;

type Row = Candidate & Record<string, unknown>;

/** Products that may be shown beside a product; undefined if it does not exist. One round trip on a transaction or `read`. */
export async function readCandidates(db: Db, productId: string): Promise<Candidates | undefined> {
  const mine = sql`(select sub_category_id from product_sub_category where product_id = ${productId} order by 1 limit 3)`;
  const [found, pairs, nearby, shelf, bestSellers] = await Promise.all([
    db.execute<Pick<Candidate, "name" | "brand">>(sql`select name, brand from product where id = ${productId} and ${isForSale()}`),
    db.execute<Row>(sql`
      select ${columns} from product_pair l cross join ${product} where l.product_id = ${productId} and p.id = l.other_id order by l.place`),
    db.execute<Row>(sql`
      select id, name, brand, available from (
        select ${columns}, p.brand <> '' and p.brand = me.brand as is_same_brand, p.popularity,
          row_number() over (partition by s.id order by p.stock > 0 desc, p.brand <> '' and p.brand = me.brand desc, p.popularity desc, p.id) as turn
        from ${me(productId)}, (
            select distinct l.sub_category_id as id
            from (select category_id from product_category where product_id = ${productId} order by 1 limit 3) c
            join sub_category_category l on l.category_id = c.category_id
            join sub_category s on s.id = l.sub_category_id and s.deleted_at is null
            where l.sub_category_id not in ${mine} limit ${SHELVES}) s
          cross join ${around(productId, sql`s.id`, ON_EACH)} cross join ${product} where p.id = l.other_id) nearby
      order by is_same_brand desc, turn, popularity desc, id limit ${MOST}`),
    db.execute<Row>(sql`
      select ${columns}
      from ${me(productId)}, ${mine} s (id) cross join ${around(productId, sql`s.id`, ON_SHELF)} cross join ${product} where p.id = l.other_id
      order by p.stock > 0 desc, similarity(p.name, me.name)
        + case when p.type <> '' and p.type = me.type then 0.4 else 0 end
        + case when p.brand <> '' and p.brand = me.brand then 0.15 else 0 end
        + 0.3 * least(p.paid_cents, me.paid_cents) / greatest(p.paid_cents, me.paid_cents, 1) desc, p.id
      limit ${MOST}`),
    db.execute<Row>(sql`
      select ${columns} from product p where ${isForSale("p")} and id <> ${productId}
      order by ${bestSold("p")} limit ${MOST}`),
  ]);
  const [row] = found.rows;
  return row && { product: row, pairs: pairs.rows, nearby: nearby.rows, shelf: shelf.rows, bestSellers: bestSellers.rows };
}

const columns = sql`p.id, p.name, p.brand, p.stock > 0 as available`;

// Products are looked up one by one (`offset 0`): joins would be planned from averages, which are far off for real catalogues.
const product = sql`lateral (select * from product where id = l.other_id and ${isForSale()} offset 0) p`;

const me = (productId: string) => sql`(select * from product where id = ${productId}) me`;

/** The product's neighbors on a shelf, by age, so that different products show different ones. */
function around(productId: string, shelf: SQL, limit: number): SQL {
  const side = (condition: SQL, order: SQL) => sql`(
    select product_id as other_id from product_sub_category
    where sub_category_id = ${shelf} and product_id ${condition} ${productId} order by product_id ${order} limit ${limit})`;
  return sql`lateral (${side(sql`>`, sql``)} union all ${side(sql`<`, sql`desc`)}) l`;
}

/** What products are bought together with, best first. */
export interface Pair {
  productId: string;
  otherId: string;
  place: number;
}

/** Replaces the pairs of these products. @returns those whose pairs have changed */
export async function replacePairs(tx: Db, productIds: readonly string[], pairs: readonly Pair[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with wanted as (
      select * from unnest(${sql.param(pairs.map(({ productId }) => productId))}::text[],
        ${sql.param(pairs.map(({ otherId }) => otherId))}::text[], ${sql.param(pairs.map(({ place }) => place))}::int[])
        as w (product_id, other_id, place)),
    gone as (
      delete from product_pair p where product_id = any(${sql.param([...productIds])}::text[])
        and not exists (select from wanted w where w.product_id = p.product_id and w.other_id = p.other_id)
      returning product_id),
    put as (
      insert into product_pair as had (product_id, other_id, place) select product_id, other_id, place from wanted
      on conflict (product_id, other_id) do update set place = excluded.place where had.place <> excluded.place
      returning product_id)
    select product_id as id from gone union select product_id from put`);
  return rows.map(({ id }) => id);
}

/** The next products, by id, that were sold or have pairs. */
export async function readSoldIds(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from product p where id > ${after} and (sold > 0 or exists (select from product_pair where product_id = p.id))
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}
