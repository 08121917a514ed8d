import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { forSaleCount } from "../../tally.ts";
import type { LocalDates } from "../../offers/store.ts";
import type { AdminSort, ProductFilter } from "./contract.ts";
import { ODD_PRICES } from "./rules.ts";

/** Most products that the beginning of a SKU finds. */
const MOST_BY_SKU = 100;

/** Products with this SKU or this barcode, then those whose SKU begins like it. */
export async function readIdsByCode(db: Db, text: string): Promise<string[]> {
  const code = text.toLowerCase();
  const digits = text.replaceAll(/[\s-]/g, "");
  const sku = sql`lower(sku) collate "C"`;
  const barcode = /^\d{8,14}$/.test(digits) ? digits : null;
  const { rows } = await db.execute<{ id: string }>(sql`
    (select id from product where deleted_at is null
      and (${sku} = ${code} or lpad(barcode, 14, '0') = lpad(${barcode}::text, 14, '0')) order by id)
    union all
    (select id from product where deleted_at is null and ${sku} > ${code} and ${sku} < ${code} || U&'\\+10FFFF'
      order by ${sku}, id limit ${MOST_BY_SKU})`);
  return rows.map(({ id }) => id);
}

/** Hidden products, which the search index does not have, with all of these words in their name, brand or unit; newest first. */
export async function readHiddenIds(db: Db, words: readonly string[], limit: number): Promise<string[]> {
  if (words.length === 0) return [];
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from product where hidden and deleted_at is null
      and (name || ' ' || brand || ' ' || unit || ' ' || name_es) ilike all (${sql.param(patterns)}::text[]) order by id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Each is the order of an index of the products, or its reverse, so that a page of all products is read from it. */
const ORDERS = {
  changed: sql`p.updated_at desc, p.id desc`,
  name: sql`lower(p.name) collate "C", p.id`,
  price: sql`p.paid_cents, p.id`,
  "price-down": sql`p.paid_cents desc, p.id desc`,
  stock: sql`p.stock, p.sold desc, p.id`,
  "stock-down": sql`p.stock desc, p.sold, p.id desc`,
  sold: sql`p.sold desc, (p.stock > 0) desc, p.id`,
} satisfies Record<AdminSort, SQL>;

/** The products that fit a filter. @param found what its search found, best first; null without one */
function selectFound(filter: ProductFilter, found: readonly string[] | null): SQL {
  const { ids, shelf, stock, picture, price, hidden } = filter;
  const wanted = [
    sql`p.deleted_at is null`,
    ...(ids ? [sql`p.id = any(${sql.param(ids)}::text[])`] : []),
    ...(shelf && found ? [liesOn(shelf)] : []),
    ...(stock ? [stock === "in" ? sql`p.stock > 0` : sql`p.stock = 0`] : []),
    ...(picture ? [sql`cardinality(p.image) = 0`] : []),
    ...(price ? [hasOddPrice] : []),
    ...(hidden === undefined ? [] : [sql`p.hidden = ${hidden}::boolean`]),
  ];
  const source = found
    ? sql`unnest(${sql.param([...found])}::text[]) with ordinality l (product_id, place) join product p on p.id = l.product_id`
    : shelf
      ? sql`${linksOf(shelf)} l cross join lateral (select * from product where id = l.product_id offset 0) p`
      : sql`product p`;
  return sql`from ${source} where ${sql.join(wanted, sql` and `)}`;
}

/** The links of a shelf, which is a category or a subcategory. */
const linksOf = (shelf: string) => sql`(
  select product_id from product_category where category_id = ${shelf}
  union all select product_id from product_sub_category where sub_category_id = ${shelf})`;

const liesOn = (shelf: string) => sql`(
  exists (select from product_category c where c.product_id = p.id and c.category_id = ${shelf})
  or exists (select from product_sub_category s where s.product_id = p.id and s.sub_category_id = ${shelf}))`;

const hasOddPrice = sql`(p.paid_cents < ${ODD_PRICES.paidCentsBelow}::int or p.price_cents >= ${ODD_PRICES.priceCentsFrom}::int
  or p.discount_hundredths >= ${ODD_PRICES.discountHundredthsFrom}::int or p.paid_cents < p.cost_cents)`;

/** How many products fit a filter. All products, or all but a few, are not counted one by one. */
function countFound(filter: ProductFilter, found: readonly string[] | null): SQL {
  const { ids, shelf, stock, picture, price, hidden } = filter;
  const isPlain = !found && !ids && !picture && !price && hidden === undefined;
  if (isPlain && !shelf && !stock) return sql`(${forSaleCount} + ${hiddenCount})`;
  if (isPlain && !shelf && stock === "in")
    return sql`(${forSaleCount} + ${hiddenCount} - (select count(*) from product where deleted_at is null and stock = 0))`;
  if (isPlain && shelf && !stock)
    return sql`(
      (select count(*) from product_category where category_id = ${shelf}) + (select count(*) from product_sub_category where sub_category_id = ${shelf})
      - (select count(*) from product p where p.deleted_at is not null and ${liesOn(shelf)}))`;
  return sql`(select count(*) ${selectFound(filter, found)})`;
}

const hiddenCount = sql`(select count(*) from product where hidden and deleted_at is null)`;

/** A page of the products that fit a filter, and how many there are in all. */
export async function readFoundIds(
  db: Db,
  filter: ProductFilter & { sort?: AdminSort | undefined },
  found: readonly string[] | null,
  { page, limit }: { page: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const usual = found ? sql`l.place` : filter.shelf ? sql`l.product_id desc` : sql`p.id desc`;
  const order = filter.sort ? ORDERS[filter.sort] : usual;
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.execute<{ id: string }>(
      sql`select p.id ${selectFound(filter, found)} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    db.execute<{ total: number }>(sql`select ${countFound(filter, found)}::int as total`),
  ]);
  return { ids: rows.map(({ id }) => id), total: counted[0]!.total };
}

/** What only admins see of a product. */
export interface AdminColumns {
  nameEs: string;
  unitEs: string;
  descriptionEs: string;
  moreDetailsEs: Record<string, string>;
  barcode: string | null;
  costCents: number | null;
  hidden: boolean;
  offer: (LocalDates & { hundredths: number }) | null;
}

/** By product id. @param timeZone of the offers' dates */
export async function readAdminColumns(db: Db, ids: readonly string[], timeZone: string): Promise<Map<string, AdminColumns>> {
  const local = (column: SQL) => sql`to_char(${column} at time zone ${timeZone}::text, 'YYYY-MM-DD"T"HH24:MI')`;
  const { rows } = await db.execute<AdminColumns & { id: string } & Record<string, unknown>>(sql`
    select id, name_es as "nameEs", unit_es as "unitEs", description_es as "descriptionEs", more_details_es as "moreDetailsEs",
      barcode, cost_cents as "costCents", hidden, case when offer_hundredths is null then null else json_build_object(
      'hundredths', offer_hundredths, 'from', ${local(sql`offer_from`)}, 'until', ${local(sql`offer_until`)}) end as offer
    from product where id = any(${sql.param([...ids])}::text[])`);
  return new Map(rows.map(({ id, ...columns }) => [id, columns]));
}
