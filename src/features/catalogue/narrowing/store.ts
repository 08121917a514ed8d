import { sql, type SQL } from "drizzle-orm";
import { language } from "#words/language.ts";
import { isForSale } from "../for-sale.ts";
import { textIn } from "../spoken/spoken.ts";
import { readNewestIds } from "../store.ts";
import type { Db } from "#server/db/connect.ts";
import type { PriceRange } from "#shared/price-range.ts";
import type { Choices, Sort } from "./contract.ts";
import { PRICE_RANGES, PRICE_STEPS } from "./rules.ts";
import { narrowingDetails } from "./tables.ts";
import { areMore, bestsellers, bestSold, liesOn, MOST_BESTSELLERS, readBestsellers, readShelf } from "./whole-lists.ts";
import type { PageOf, PageOfIds, Shelf } from "./whole-lists.ts";

export interface ListPage extends PageOfIds {
  /** How many bestsellers the list was made from, if the shop has more products. */
  among?: number;
  /** The first product on the page that comes after the close matches of a search. */
  othersFrom?: string;
}

/**
 * Which products a list is made from: those in both shelves, those that a search found, best first, or the bestsellers of the shop.
 * The first `close` of the products found come before the others in any order.
 */
export type Source = Shelf | { found: readonly string[]; close?: number } | "bestsellers";

/** A narrowing as the database applies it. */
export interface Wanted {
  brands: readonly string[];
  price: PriceRange | null;
  offer: boolean;
  inStock: boolean;
  /** Every detail that lists can be narrowed by, with the chosen values. */
  details: readonly (Detail & { values: readonly string[] })[];
  sort: Sort | undefined;
}

/** A detail that lists can be narrowed by. */
export interface Detail {
  name: string;
  /** What Spanish texts call it; empty if they don't have it. */
  nameEs: string;
}

/** Most values of a filter that are counted. */
const MOST_CHOICES = 300;
/** Longer details are sentences rather than choices. */
const LONGEST_CHOICE = 40;

/** The details that lists can be narrowed by, in order. */
export async function readDetails(db: Db): Promise<Detail[]> {
  const { name, nameEs, place } = narrowingDetails;
  return db.select({ name, nameEs }).from(narrowingDetails).orderBy(place);
}

const isFound = (source: Source): source is Extract<Source, { found: unknown }> => typeof source === "object" && "found" in source;

const ofProduct = (column: string) =>
  sql`(select ${sql.identifier(column)} from product where id = l.product_id) as ${sql.identifier(column)}`;
const detailsOf = (column: string) =>
  sql`case when has_details then (select ${sql.identifier(column)} from product where id = l.product_id) end as ${sql.identifier(column)}`;

/** What `p` is read from. Columns that a shelf's list rarely needs are looked up in the product. */
function productsOf(source: Source, { offer }: Wanted): SQL {
  if (source === "bestsellers") return sql`${bestsellers(offer)} p where true`;
  if (isFound(source))
    // The products are looked up one by one (`offset 0`). Joins would be planned from averages, which are far off for real catalogues.
    return sql`unnest(${sql.param(source.found)}::text[]) with ordinality l (product_id, place)
      cross join lateral (select * from product where id = l.product_id and ${isForSale()} offset 0) p where true`;
  return sql`(
    select product_id as id, popularity, brand, paid_cents, discount_hundredths, in_stock::int as stock,
      ${detailsOf("more_details")}, ${detailsOf("more_details_es")},
      ${ofProduct("name")}, ${ofProduct("name_es")}, ${ofProduct("unit_measure")}, ${ofProduct("unit_amount")}
    from listed_product l where ${liesOn(source)}) p where true`;
}

/** The values of a detail: "Vegan, Gluten-free" are two. */
const valuesOf = (name: string) => sql`string_to_array(replace(p.more_details ->> ${name}::text, ', ', ','), ',')`;

/** The same values in Spanish, in the same order; null if there are not as many. */
function spanishValuesOf({ name, nameEs }: Detail): SQL {
  if (language() === "en" || nameEs === "") return sql`null::text[]`;
  const values = sql`string_to_array(replace(p.more_details_es ->> ${nameEs}::text, ', ', ','), ',')`;
  return sql`case when cardinality(${values}) = cardinality(${valuesOf(name)}) then ${values} end`;
}

/** Whether a product is what each filter asks for. */
function conditions({ brands, price, offer, inStock, details }: Wanted) {
  const always = sql`true`;
  return {
    brand: brands.length > 0 ? sql`p.brand = any(${sql.param(brands)}::text[])` : always,
    price: price ? sql`p.paid_cents between ${price.from ?? 0}::int and ${price.to ?? 2_147_483_647}::int` : always,
    offer: offer ? sql`p.discount_hundredths > 0` : always,
    stock: inStock ? sql`p.stock > 0` : always,
    details: details.map(({ name, values }) =>
      values.length > 0 ? sql`coalesce(${valuesOf(name)} && ${sql.param(values)}::text[], false)` : always,
    ),
  };
}

/** Ids increase with age, so every order is stable. */
const ORDERS = {
  price: sql`p.paid_cents, p.id`,
  // Prices per kilogram, liter and piece cannot be compared with each other: the most frequent measure comes first.
  "unit-price": sql`p.unit_amount is null, count(*) over (partition by p.unit_measure) desc, p.unit_measure, p.paid_cents / p.unit_amount, p.id`,
  discount: sql`p.discount_hundredths desc, p.id`,
  new: sql`p.id desc`,
} satisfies Record<Exclude<Sort, "name">, SQL>;

function orderOf(sort: Sort): SQL {
  if (sort !== "name") return ORDERS[sort];
  return sql`lower(${textIn(language(), sql`p.name`, sql`p.name_es`)}) collate "C", p.id`;
}

const isWhole = ({ brands, price, offer, inStock, details }: Wanted) =>
  brands.length === 0 && !price && !offer && !inStock && details.every(({ values }) => values.length === 0);

/** A page of a list. */
export async function readIds(db: Db, source: Source, wanted: Wanted, page: PageOf): Promise<ListPage> {
  const isPlain = !wanted.sort && isWhole(wanted);
  if (source !== "bestsellers") return isPlain && !isFound(source) ? readShelf(db, source, page) : readNarrowed(db, source, wanted, page);
  // All products have an index in this order, so that each of them can be reached.
  if (wanted.sort === "new" && isWhole(wanted)) return readNewestIds(db, page);
  const [list, more] = await Promise.all([
    isPlain ? readBestsellers(db, page) : readNarrowed(db, source, wanted, page),
    areMore(db, wanted.offer),
  ]);
  return { ...list, ...(more && { among: MOST_BESTSELLERS }) };
}

async function readNarrowed(db: Db, source: Source, wanted: Wanted, { page, limit }: PageOf): Promise<ListPage> {
  const { brand, price, offer, stock, details } = conditions(wanted);
  const from = sql`from ${productsOf(source, wanted)} and ${sql.join([brand, price, offer, stock, ...details], sql` and `)}`;
  const usual = source === "bestsellers" ? bestSold("p") : isFound(source) ? sql`l.place` : sql`p.popularity desc, p.id`;
  const order = wanted.sort ? orderOf(wanted.sort) : usual;
  const isClose = isFound(source) && source.close !== undefined ? sql`l.place <= ${source.close}` : undefined;
  const before = (page - 1) * limit;
  const { rows } = await db.execute<{ id: string; total: number; close: number }>(sql`
    select p.id, count(*) over ()::int as total, ${isClose ? sql`count(*) filter (where ${isClose}) over ()::int` : sql`0`} as close
    ${from} order by ${isClose ? sql`${isClose} desc, ` : sql``}${order} limit ${limit} offset ${before}`);
  const [first] = rows;
  if (first || page === 1) {
    const othersFrom = first && first.close > 0 ? rows[first.close - before]?.id : undefined;
    return { ids: rows.map(({ id }) => id), total: first?.total ?? 0, ...(othersFrom && { othersFrom }) };
  }
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`);
  return { ids: [], total: counted[0]!.total };
}

/** Groups rows by a value: the most frequent values, and the chosen ones in any case. */
const most = (value: SQL, chosen: readonly string[]) =>
  sql`group by ${value} order by ${value} = any(${sql.param(chosen)}::text[]) desc, count(*) desc, ${value} limit ${MOST_CHOICES}`;

/** The most frequent values first, chosen or not, so that no box moves when it is ticked. */
const inOrder = <C extends { value: string; count: number }>(choices: readonly C[]) =>
  choices.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));

/** What the list can be narrowed by. One pass over its products, then one pass per filter over the values collected. */
export async function readChoices(db: Db, source: Source, wanted: Wanted): Promise<Choices> {
  const { brand, price, offer, stock, details } = conditions(wanted);
  const fits = wanted.details.map((_, n) => sql.identifier(`fits_detail_${n}`));
  const has = wanted.details.map((_, n) => sql.identifier(`detail_${n}`));
  const labels = wanted.details.map((_, n) => sql.identifier(`label_${n}`));
  /** Rows that fit every filter but one. */
  const others = (own: "brand" | "price" | "offer" | "stock" | number) =>
    sql.join(
      [
        ...(["brand", "price", "offer", "stock"] as const).flatMap((name) => (name === own ? [] : [sql.identifier(`fits_${name}`)])),
        ...fits.filter((_, n) => n !== own),
      ],
      sql` and `,
    );
  const columns = wanted.details.map(
    (detail, n) =>
      sql`, ${valuesOf(detail.name)} as ${has[n]!}, ${spanishValuesOf(detail)} as ${labels[n]!}, ${details[n]!} as ${fits[n]!}`,
  );
  const detailCounts = wanted.details.map(({ values }, n) => {
    // Chosen values are listed even if the other filters leave no product with them: only those products say their name in Spanish.
    const isChosen = sql`value = any(${sql.param(values)}::text[])`;
    return sql` union all (
        select ${`detail ${n}`}::text, value, count(distinct id) filter (where ${others(n)})::int as count, mode() within group (order by label)
        from base, unnest(${has[n]!}, ${labels[n]!}) l (value, label)
        where value <> '' and length(value) <= ${LONGEST_CHOICE} and (${others(n)} or ${isChosen}) ${most(sql`value`, values)})`;
  });
  const { rows } = await db.execute<{ filter: string; value: string; count: number; label: string | null }>(sql`
    with base as materialized (
      select p.id, p.brand, width_bucket(p.paid_cents, ${sql.param(PRICE_STEPS)}::int[]) as step, p.discount_hundredths > 0 as on_offer,
        p.stock > 0 as in_stock, ${brand} as fits_brand, ${price} as fits_price, ${offer} as fits_offer, ${stock} as fits_stock
        ${sql.join(columns, sql``)}
      from ${productsOf(source, wanted)})
    (select 'brand' as filter, brand as value, count(*)::int as count, null as label from base where brand <> '' and ${others("brand")} ${most(sql`brand`, wanted.brands)})
    union all (select 'price', step::text, count(*)::int, null from base where ${others("price")} group by step order by step)
    union all (select 'offer', '', count(*)::int, null from base where on_offer and ${others("offer")})
    union all (select 'stock', '', count(*)::int, null from base where in_stock and ${others("stock")})
    ${sql.join(detailCounts, sql``)}`);
  const spanish = await readSpanish(db, wanted, (name, value) => rows.some((row) => row.filter === name && row.value === value));
  const of = (filter: string) => rows.filter((row) => row.filter === filter).map(({ value, count }) => ({ value, count }));
  return {
    brand: inOrder(of("brand")),
    price: of("price").map(({ value, count }) => ({ value: PRICE_RANGES[Number(value)]!, count })),
    offer: of("offer")[0]!.count,
    stock: of("stock")[0]!.count,
    detail: wanted.details.map(({ name, nameEs }, n) => ({
      name,
      ...(language() === "es" && nameEs && { label: nameEs }),
      values: inOrder([...rows, ...spanish].filter(({ filter }) => filter === `detail ${n}`)).map(({ value, count, label }) => ({
        value,
        count,
        ...(label && { label }),
      })),
    })),
  };
}

/** In how many of the newest products to look for a value's Spanish name, so that an address with an unknown value costs little. */
const ASKED_FOR_SPANISH = 5000;

/** The names on Spanish pages of chosen values that no product of the list has, taken from products elsewhere. */
async function readSpanish(db: Db, { details }: Wanted, isListed: (filter: string, value: string) => boolean) {
  const asked = details.flatMap((detail, n) => {
    const values = detail.values.filter((value) => !isListed(`detail ${n}`, value));
    if (language() === "en" || detail.nameEs === "" || values.length === 0) return [];
    return sql`
      select ${`detail ${n}`}::text as filter, value, 0 as count, mode() within group (order by label) as label
      from newest p, unnest(${valuesOf(detail.name)}, ${spanishValuesOf(detail)}) l (value, label)
      where value = any(${sql.param(values)}::text[]) and label <> '' group by value`;
  });
  if (asked.length === 0) return [];
  const { rows } = await db.execute<{ filter: string; value: string; count: number; label: string }>(sql`
    with newest as materialized (
      select more_details, more_details_es from product where ${isForSale()} order by id desc limit ${ASKED_FOR_SPANISH})
    ${sql.join(asked, sql` union all `)}`);
  return rows;
}

/** The details that products have, and how many products have them; most frequent first. */
export async function readKnownDetails(db: Db): Promise<{ value: string; count: number }[]> {
  const { rows } = await db.execute<{ value: string; count: number }>(sql`
    select value, count(*)::int as count from product, jsonb_object_keys(more_details) value
    where deleted_at is null group by value order by count desc, value limit 100`);
  return rows;
}

/** Replaces the details that lists can be narrowed by. */
export async function writeDetails(tx: Db, details: readonly Detail[]): Promise<void> {
  await Promise.all([
    tx.delete(narrowingDetails),
    ...(details.length > 0 ? [tx.insert(narrowingDetails).values(details.map((detail, place) => ({ ...detail, place })))] : []),
  ]);
}
