import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Weighed } from "#shared/weights.ts";
import { language } from "#words/language.ts";
import { textIn, unitIn } from "../../catalogue/spoken/spoken.ts";
import { weighedOf } from "../../catalogue/store.ts";
import { PUT_BACK_DAYS } from "../../orders/picked/store.ts";
import { shelfOf } from "../store.ts";

/** SQL for whether a mark `m` is of something that was taken from its shelf. */
const isTaken = sql`(m.found > 0 or m.replacement_quantity > 0)`;

/** Something that was picked for an order that no longer needs it, as its product is called now. */
export interface ToPutBack {
  orderId: string;
  number: string;
  canceled: boolean;
  /** When it was canceled or last changed. */
  at: string;
  productId: string;
  name: string;
  unit: string;
  brand: string;
  sku: string;
  category: string;
  subCategory: string;
  quantity: number;
  weighed: Weighed | null;
  grams: number | null;
}

/**
 * What is to be put back of 50 orders that were canceled or changed within `PUT_BACK_DAYS`, the last ones first, in the order of the
 * shelves, by their names in the language of the request.
 * @param orderId SQL for the id of the only order to list
 */
export async function readPutBack(db: Db, orderId?: SQL): Promise<ToPutBack[]> {
  const isAsked = orderId === undefined ? sql`true` : sql`o.id = ${orderId}`;
  const { rows } = await db.execute<ToPutBack & Record<string, unknown>>(sql`
    with part as (
      select o.id, canceled.at, l.product_id, m.found as quantity, m.grams, m.replacement_id, m.replacement_quantity, m.replacement_grams
      from customer_order o
      join lateral (select max(at) as at from order_event e where e.order_id = o.id and e.kind = 'CANCELLED') canceled on true
      join pick_mark m on m.order_id = o.id and ${isTaken}
      join order_line l on l.order_id = m.order_id and l.position = m.position
      where ${isAsked} and o.status = 'CANCELLED' and not o.goods_gone and canceled.at > now() - make_interval(days => ${PUT_BACK_DAYS})
    ), back as (
      select id, at, product_id, quantity, grams from part where quantity > 0
      union all
      select id, at, replacement_id, replacement_quantity, replacement_grams from part where replacement_id is not null
      union all
      select o.id, s.at, s.product_id, s.quantity, null
      from pick_surplus s join customer_order o on o.id = s.order_id
      where ${isAsked} and s.at > now() - make_interval(days => ${PUT_BACK_DAYS}) and o.status in ('PENDING', 'CANCELLED') and not o.goods_gone
    ), total as (
      select id, product_id, sum(quantity)::int as quantity, sum(grams)::int as grams from back group by id, product_id, grams is null
    ), listed as (
      select id, greatest(max(at), (select max(e.at) from order_event e where e.order_id = back.id and e.kind = 'PIECES')) as at
      from back group by id order by 2 desc, id limit 50
    )
    select o.id as "orderId", o.number, o.status = 'CANCELLED' as canceled, to_char(listed.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      p.id as "productId", ${textIn(language(), sql`p.name`, sql`p.name_es`)} as name,
      ${unitIn(language(), sql`p.unit`, sql`p.unit_es`)} as unit, p.brand, coalesce(p.sku, '') as sku, ${weighedOf("p")} as weighed,
      coalesce(category.name, '') as category, coalesce(sub_category.name, '') as "subCategory", total.quantity, total.grams
    from listed
    join total on total.id = listed.id
    join customer_order o on o.id = listed.id
    join product p on p.id = total.product_id
    ${shelfOf(sql`p.id`)}
    order by listed.at desc, o.id, category.name nulls last, sub_category.name nulls last, p.name, p.unit, p.id, total.grams`);
  return rows;
}

/** Whether the shopper has changed an order since. */
export async function isChangedSince(db: Db, orderId: string, at: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from order_event where order_id = ${orderId} and kind = 'PIECES' and at > ${at}::timestamptz limit 1`,
  );
  return rows.length > 0;
}
