import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { containing } from "#server/db/containing.ts";
import { bestSold } from "../../narrowing/whole-lists.ts";
import { isLowOnStock } from "../../low-stock.ts";
import { forSaleCount, pictureless } from "../../tally.ts";
import type { LocalDates } from "../../offers/store.ts";
import type * as contract from "./contract.ts";
import { barcodeDigits } from "../../fields/rules.ts";
import { ODD_PRICES } from "./rules.ts";

/** A filter, with the number of pieces at which a product is low on stock, and whether it may compare prices with costs. */
export type ProductFilter = contract.ProductFilter & { lowStock: number; seesCosts: boolean };

const sku = sql`lower(sku) collate "C"`;

/** SQL for products with this SKU, or this barcode with any zeros in front. */
const withCode = (code: string) => sql`select id from product where deleted_at is null
  and (${sku} = ${code.toLowerCase()} or lpad(barcode, 14, '0') = ${barcodeDigits(code)}) order by id`;

/** SQL for an array of the ids of the products with a SKU or barcode, deleted ones aside. */
export const idsOfCode = (code: string): SQL => sql`array(${withCode(code)})`;

/** SQL for the ids of the products with this SKU or this barcode, then of those whose SKU begins like it. */
function idsByCode(text: string, limit: number): SQL {
  const code = text.toLowerCase();
  const begins = sql`${sku} > ${code} and ${sku} < ${code} || U&'\\+10FFFF'`;
  return sql`${idsOfCode(text)} || array(
    select id from product where deleted_at is null and ${begins} order by ${sku}, id limit ${limit})`;
}

/** SQL for the ids of hidden products, which the search index does not have, with all of these words in their name, brand or unit; newest first. */
function hiddenIds(words: readonly string[], limit: number): SQL {
  const patterns = sql`${sql.param(words.map(containing))}::text[]`;
  return sql`array(
    select id from product where hidden and deleted_at is null
      and (name || ' ' || brand || ' ' || unit || ' ' || name_es) ilike all (${patterns}) order by id desc limit ${limit})`;
}

/** What a search finds. */
export interface Searched {
  text: string;
  /** What shoppers would find, best first. */
  shown: readonly string[];
  /** The most it takes of each: shown, by SKU, hidden. */
  most: number;
}

/** What a search finds, best first: products with this code, then what shoppers would find, then hidden ones. */
const withFound = ({ text, shown, most }: Searched) => sql`
  with coded as materialized (select ${idsByCode(text, most)} as ids),
  hidden as materialized (select ${hiddenIds(text.split(/\s+/), most)} as ids),
  found as materialized (
    select product_id, min(place) as place
    from coded, hidden, unnest(coded.ids || ${sql.param([...shown])}::text[] || hidden.ids) with ordinality u (product_id, place) group by 1)`;

/** Each is the order of an index of the products, or its reverse, so that a page of all products is read from it. */
const ORDERS = {
  changed: sql`p.updated_at desc, p.id desc`,
  name: sql`lower(p.name) collate "C", p.id`,
  price: sql`p.paid_cents, p.id`,
  "price-down": sql`p.paid_cents desc, p.id desc`,
  stock: sql`p.stock, p.sold desc, p.id`,
  "stock-down": sql`p.stock desc, p.sold, p.id desc`,
  sold: bestSold("p"),
} satisfies Record<contract.AdminSort, SQL>;

/** The conditions for a product `p`, besides being on a shelf or found by a search. */
function conditionsOf({ ids, stock, lowStock, picture, price, hidden, seesCosts }: ProductFilter): SQL[] {
  const stocks = { in: sql`p.stock > 0`, out: sql`p.stock = 0`, low: isLowOnStock("p", lowStock) };
  return [
    sql`p.deleted_at is null`,
    ...(ids ? [sql`p.id = any(${sql.param(ids)}::text[])`] : []),
    ...(stock ? [stocks[stock]] : []),
    ...(picture ? [alsoHasNoPicture] : []),
    ...(price ? [oddPrice(seesCosts)] : []),
    ...(hidden === undefined ? [] : [sql`p.hidden = ${hidden}::boolean`]),
  ];
}

const all = (conditions: readonly SQL[]) => sql.join([...conditions], sql` and `);

/** The links of a shelf, which is a category or a subcategory. */
const linksOf = (shelf: string) => sql`(
  select product_id from product_category where category_id = ${shelf}
  union all select product_id from product_sub_category where sub_category_id = ${shelf})`;

/** A lookup per product: with `exists`, all products of the shelf would be read first. */
const liesOn = (shelf: string) => sql`coalesce(
  (select true from product_category c where c.product_id = p.id and c.category_id = ${shelf}),
  (select true from product_sub_category s where s.product_id = p.id and s.sub_category_id = ${shelf}))`;

const hasNoPicture = sql`cardinality(p.image) = 0`;
/** The same without being the condition of an index, for when another condition finds fewer products. */
const alsoHasNoPicture = sql`coalesce(cardinality(p.image), 0) = 0`;

// Written out, so that it is the condition of the index.
const { paidCentsBelow, priceCentsFrom, discountHundredthsFrom } = ODD_PRICES;
const odd = `p.paid_cents < ${paidCentsBelow} or p.price_cents >= ${priceCentsFrom} or p.discount_hundredths >= ${discountHundredthsFrom}`;
const hasOddPrice = sql.raw(`(${odd} or p.paid_cents < p.cost_cents)`);
/** The costs that some may not see must not decide what they find, or they would find out the costs by trying prices. */
const oddPrice = (seesCosts: boolean) => (seesCosts ? hasOddPrice : sql`${hasOddPrice} and (${sql.raw(odd)})`);

/** The ids of the products with a rare property, from an index that has no others. */
const idsWith = (property: SQL) =>
  sql`(select p.id as product_id from product p where ${property} and p.deleted_at is null order by p.id desc offset 0)`;

/**
 * The products that fit a filter, gathered from its most selective condition. The planner cannot estimate how many have odd prices or no
 * pictures, and would look at all products for a few.
 */
function gather(filter: ProductFilter, isSearch: boolean): SQL {
  const { ids, shelf, stock, picture, price, hidden, seesCosts } = filter;
  const shelved = shelf ? [liesOn(shelf)] : [];
  if (isSearch) return sql`from found l join product p on p.id = l.product_id where ${all([...conditionsOf(filter), ...shelved])}`;
  const plain = sql`from product p where ${all([...conditionsOf(filter), ...shelved])}`;
  if (ids) return plain;
  const lookedUp = sql`cross join lateral (select * from product where id = l.product_id offset 0) p`;
  if (price) return sql`from ${idsWith(oddPrice(seesCosts))} l ${lookedUp} where ${all([...conditionsOf(filter), ...shelved])}`;
  if (stock === "out" || stock === "low" || hidden) return plain;
  if (shelf) return sql`from ${linksOf(shelf)} l ${lookedUp} where ${all(conditionsOf(filter))}`;
  if (picture) return sql`from ${idsWith(hasNoPicture)} l ${lookedUp} where ${all(conditionsOf(filter))}`;
  return plain;
}

/** The products that fit a filter, in the order of an index, found by walking along it. */
function walk(filter: ProductFilter, order: SQL): SQL {
  const { shelf } = filter;
  return sql`from (select * from product p where p.deleted_at is null order by ${order} offset 0) p
    where ${all([...conditionsOf(filter), ...(shelf ? [liesOn(shelf)] : [])])}`;
}

/** How many products fit a filter. If that is all products, or all but a few, they are not counted one by one. */
function countOf(filter: ProductFilter, isSearch: boolean): SQL {
  const { ids, shelf, stock, picture, price, hidden, seesCosts } = filter;
  const counted = sql`(select count(*) ${gather(filter, isSearch)})`;
  if (isSearch || ids) return counted;
  if (stock === "in") return without(filter, { stock: undefined }, { stock: "out" });
  if (hidden === false) return without(filter, { hidden: undefined }, { hidden: true });
  if ([shelf, stock, picture, price, hidden].filter(Boolean).length > 1) return counted;
  if (shelf)
    return sql`((select count(*) from ${linksOf(shelf)} l) - (select count(*) from product p where p.deleted_at is not null and ${liesOn(shelf)}))`;
  if (picture) return pictureless;
  if (price) return sql`(select count(*) from ${idsWith(oddPrice(seesCosts))} l)`;
  if (stock || hidden) return counted;
  return sql`(${forSaleCount} + ${hiddenCount})`;
}

/** How many products fit a filter, as those of one filter less those of another. */
const without = (filter: ProductFilter, all: Partial<ProductFilter>, less: Partial<ProductFilter>) =>
  sql`(${countOf({ ...filter, ...all }, false)} - ${countOf({ ...filter, ...less }, false)})`;

const hiddenCount = sql`(select count(*) from product where hidden and deleted_at is null)`;

/**
 * A page of the products that fit a filter, and how many there are in all, in one statement.
 * @returns also whether the search found as many hidden products, or by their SKU, as it may, so that some may be missing
 */
export async function readFoundIds(
  db: Db,
  filter: ProductFilter & { sort?: contract.AdminSort | undefined },
  searched: Searched | null,
  { page, limit }: { page: number; limit: number },
): Promise<{ ids: string[]; total: number; isCut: boolean }> {
  const isSearch = searched !== null;
  const usual = isSearch ? sql`l.place` : sql`p.id desc`;
  const order = filter.sort ? ORDERS[filter.sort] : usual;
  const pageOf = (source: SQL) => sql`array(select p.id ${source} limit ${limit} offset ${(page - 1) * limit})`;
  const gathered = pageOf(sql`${gather(filter, isSearch)} order by ${order}`);
  const mayWalk = !isSearch && !filter.ids && (filter.shelf || filter.picture || filter.price);
  // Walking along an index passes this many products; gathering looks at all that fit.
  const passed = sql`${page * limit}::float8 * c.all / greatest(c.total, 1)`;
  const ids = mayWalk ? sql`case when ${passed} < c.total then ${pageOf(walk(filter, order))} else ${gathered} end` : gathered;
  const isCut = isSearch
    ? sql`(select greatest(cardinality(coded.ids), cardinality(hidden.ids)) >= ${searched.most}::int from coded, hidden)`
    : sql`false`;
  const { rows } = await db.execute<{ ids: string[]; total: number; isCut: boolean }>(sql`
    ${isSearch ? withFound(searched) : sql``}
    select c.total, ${ids} as ids, ${isCut} as "isCut"
    from (select ${countOf(filter, isSearch)}::int as total, (${forSaleCount} + ${hiddenCount})::int as all offset 0) c`);
  return rows[0]!; // one row
}

/** What only the staff sees of a product. */
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

/** The Spanish names, by shelf id, of the shelves of these products that have one. */
export async function readSpanishShelves(db: Db, productIds: readonly string[]): Promise<Map<string, string>> {
  const ids = sql`any(${sql.param([...productIds])}::text[])`;
  const { rows } = await db.execute<{ id: string; nameEs: string }>(sql`
    select id, name_es as "nameEs" from category
    where id in (select category_id from product_category where product_id = ${ids}) and name_es <> ''
    union all
    select id, name_es from sub_category
    where id in (select sub_category_id from product_sub_category where product_id = ${ids}) and name_es <> ''`);
  return new Map(rows.map(({ id, nameEs }) => [id, nameEs]));
}
