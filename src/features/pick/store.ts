import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Agreed } from "../delivery/contract.ts";
import type { Weighed } from "#shared/weights.ts";
import { language, type Language } from "#words/language.ts";
import { textIn, unitIn } from "../catalogue/spoken/spoken.ts";
import { weighedOf } from "../catalogue/store.ts";
import type { MissingChoice, OrderStatus } from "../orders/contract.ts";
import { piecesOf } from "../orders/pieces.ts";
import { isOpenMark, markCounts } from "../orders/picked/store.ts";
import { shopperLanguage } from "../orders/store.ts";

/** Most orders listed to choose from, and most of those that are packed. */
const LISTED = 200;

/** An order that is not sent yet. */
export interface Waiting {
  id: string;
  number: string;
  userName: string;
  createdAt: string;
  day: string;
  pieces: number;
  lines: number;
  picked: number;
  packedAt: string | null;
  delivery: Agreed | null;
}

/**
 * Orders that are not sent yet: those to pick first, then the packed ones, each by delivery time, soonest first, then those without one,
 * oldest first. `more`: how many of each are left out.
 * @param timeZone of their days
 */
export async function readWaiting(db: Db, timeZone: string): Promise<{ orders: Waiting[]; more: { open: number; packed: number } }> {
  const { rows } = await db.execute<Waiting & { more: number } & Record<string, unknown>>(sql`
    select o.id, o.number, u.name as "userName", o.created_at as "createdAt", o.packed_at as "packedAt", o.delivery,
      to_char(o.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, l.pieces, l.lines, l.picked, greatest(w.of - ${LISTED}, 0)::int as more
    from (
      select id, count(*) over (partition by packed_at is null) as of,
        row_number() over (partition by packed_at is null order by slot_starts_at, slot_id, created_at, id) as place
      from customer_order where status = 'PENDING' and deleted_at is null) w
    join customer_order o on o.id = w.id
    join user_account u on u.id = o.user_id
    join lateral (
      select coalesce(sum(${piecesOf("l")}), 0)::int as pieces, count(*)::int as lines, count(m.order_id)::int as picked
      from order_line l left join pick_mark m on m.order_id = l.order_id and m.position = l.position and ${markCounts}
      where l.order_id = o.id) l on true
    where w.place <= ${LISTED}
    order by o.packed_at is not null, w.place`);
  const moreOf = (isPacked: boolean) => rows.find(({ packedAt }) => (packedAt !== null) === isPacked)?.more ?? 0;
  return { orders: rows.map(({ more: _more, ...order }) => order), more: { open: moreOf(false), packed: moreOf(true) } };
}

/** A mark as it is stored, with the replacement as it is sold now. */
export interface StoredMark {
  found: number;
  grams: number | null;
  noneLeft: boolean;
  replacement: {
    productId: string;
    quantity: number;
    grams: number | null;
    weighed: Weighed | null;
    name: string;
    unit: string;
    brand: string;
    sku: string;
    listCents: number;
    discountHundredths: number;
  } | null;
}

/** A line to pick, with the shelf of its product: of several, the first by name. */
export interface LineToPick {
  orderId: string;
  position: number;
  category: string;
  subCategory: string;
  /** Of the product now; empty without one. */
  barcode: string;
  mark: StoredMark | null;
  /** How much is in the bag already, if the shopper wants more of it since it was picked. */
  inBag: number | null;
}

const mark =
  () => sql`case when m.order_id is null or not ${markCounts} then null else json_build_object('found', m.found, 'grams', m.grams, 'noneLeft', m.none_left,
  'replacement', case when r.id is null then null else json_build_object('productId', r.id, 'quantity', m.replacement_quantity, 'grams', m.replacement_grams, 'weighed', ${weighedOf("r")},
    'name', ${textIn(language(), sql`r.name`, sql`r.name_es`)}, 'unit', ${unitIn(language(), sql`r.unit`, sql`r.unit_es`)},
    'brand', r.brand, 'sku', coalesce(r.sku, ''), 'listCents', r.price_cents, 'discountHundredths', r.discount_hundredths) end) end`;

/** SQL that joins the shelf of a product as `category` and `sub_category`: of several, the first by name in the language of the request. */
export const shelfOf = (productId: SQL) => sql`
    left join lateral (
      select min(${textIn(language(), sql`c.name`, sql`c.name_es`)}) as name from product_category pc join category c on c.id = pc.category_id and c.deleted_at is null
      where pc.product_id = ${productId}) category on true
    left join lateral (
      select min(${textIn(language(), sql`s.name`, sql`s.name_es`)}) as name from product_sub_category ps join sub_category s on s.id = ps.sub_category_id and s.deleted_at is null
      where ps.product_id = ${productId}) sub_category on true`;

/**
 * The lines of orders in the order of the shelves, by their names in the language of the request.
 * @param orderIds SQL for an array of ids
 */
export async function readLinesToPick(db: Db, orderIds: SQL): Promise<LineToPick[]> {
  const { rows } = await db.execute<LineToPick & Record<string, unknown>>(sql`
    select l.order_id as "orderId", l.position, coalesce(category.name, '') as category, coalesce(sub_category.name, '') as "subCategory",
      coalesce(p.barcode, '') as barcode, ${mark()} as mark, case when ${isOpenMark} then m.in_bag end as "inBag"
    from order_line l
    join customer_order o on o.id = l.order_id
    left join product p on p.id = l.product_id
    ${shelfOf(sql`l.product_id`)}
    left join pick_mark m on m.order_id = l.order_id and m.position = l.position and (m.in_bag > 0 or ${markCounts})
    left join product r on r.id = m.replacement_id
    where l.order_id = any(${orderIds})
    order by category.name nulls last, sub_category.name nulls last, l.name, l.unit, l.product_id, o.created_at, l.order_id, l.position`);
  return rows;
}

/** An order's state, and its lines' products and quantities by position. Locked until the transaction ends. */
export interface OrderToMark {
  id: string;
  number: string;
  userId: string;
  language: Language;
  status: OrderStatus;
  packed: boolean;
  lines: {
    productId: string;
    quantity: number;
    name: string;
    brand: string;
    unit: string;
    ifMissing: MissingChoice | "";
    weighed: Weighed | null;
  }[];
}

/** Locks orders. One round trip. @param orderIds SQL for an array of ids */
export async function lockOrdersToMark(tx: Db, orderIds: SQL): Promise<Map<string, OrderToMark>> {
  const isOne = sql`o.id = any(${orderIds}) and o.deleted_at is null`;
  const [, { rows }] = await Promise.all([
    tx.execute(sql`select from customer_order o where ${isOne} order by o.id for no key update`),
    // Separate from the lock: one statement would see the lines as they were before it waited for the lock.
    tx.execute<OrderToMark & Record<string, unknown>>(sql`
    select o.id, o.number, o.user_id as "userId", ${shopperLanguage("o")} as language, o.status, o.packed_at is not null as packed, (
      select coalesce(json_agg(json_build_object('productId', l.product_id, 'quantity', l.quantity,
        'name', ${textIn(language(), sql`l.name`, sql`l.name_es`)}, 'brand', l.brand, 'unit', ${unitIn(language(), sql`l.unit`, sql`l.unit_es`)},
        'ifMissing', l.if_missing,
        'weighed', case when l.weighed_by is null then null else json_build_object('by', l.weighed_by, 'grams', l.weighed_grams) end)
        order by l.position), '[]')
      from order_line l where l.order_id = o.id) as lines
    from customer_order o where ${isOne}`),
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** SQL for the ids of the products that packing an order moves: those it has, and those that replace them. @param orderId SQL for it */
export const productsToPack = (orderId: SQL): SQL => sql`
  select product_id from order_line where order_id = ${orderId}
  union all select replacement_id from pick_mark where order_id = ${orderId} and replacement_id is not null`;

/** A product that can replace another. */
export interface Replacement {
  name: string;
  brand: string;
  unit: string;
  /** What is left. */
  stock: number;
  weighed: Weighed | null;
}

/** Products that can replace others, by id. */
export async function readReplacements(db: Db, ids: readonly string[]): Promise<Map<string, Replacement>> {
  const { rows } = await db.execute<Replacement & { id: string } & Record<string, unknown>>(sql`
    select id, ${textIn(language(), sql`name`, sql`name_es`)} as name, brand, ${unitIn(language(), sql`unit`, sql`unit_es`)} as unit, stock, ${weighedOf("product")} as weighed
    from product where id = any(${sql.param([...ids])}::text[]) and deleted_at is null`);
  return new Map(rows.map((row) => [row.id, row]));
}
