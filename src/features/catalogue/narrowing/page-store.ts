import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { language } from "#words/language.ts";
import { textIn } from "../spoken/spoken.ts";
import { readNewestIds } from "../store.ts";
import type { Sort } from "./contract.ts";
import { conditions, isFound, productsOf, type Source, type AppliedNarrowing } from "./list-sql.ts";
import { areMore, bestSold, MOST_BESTSELLERS, readBestsellers, readShelf, type PageOf, type PageOfIds } from "./whole-lists.ts";

export interface ListPage extends PageOfIds {
  /** How many bestsellers the list was made from, if the shop has more products. */
  among?: number;
  /** The first product on the page that comes after the close matches of a search. */
  othersFrom?: string;
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

const isWhole = ({ brands, price, offer, inStock, details }: AppliedNarrowing) =>
  brands.length === 0 && !price && !offer && !inStock && details.every(({ values }) => values.length === 0);

/** A page of a list. */
export async function readIds(db: Db, source: Source, narrowing: AppliedNarrowing, page: PageOf): Promise<ListPage> {
  const isPlain = !narrowing.sort && isWhole(narrowing);
  if (source !== "bestsellers")
    return isPlain && !isFound(source) ? readShelf(db, source, page) : readNarrowed(db, source, narrowing, page);
  // All products have an index in this order, so that each of them can be reached.
  if (narrowing.sort === "new" && isWhole(narrowing)) return readNewestIds(db, page);
  const [list, more] = await Promise.all([
    isPlain ? readBestsellers(db, page) : readNarrowed(db, source, narrowing, page),
    areMore(db, narrowing.offer),
  ]);
  return { ...list, ...(more && { among: MOST_BESTSELLERS }) };
}

async function readNarrowed(db: Db, source: Source, narrowing: AppliedNarrowing, { page, limit }: PageOf): Promise<ListPage> {
  const { brand, price, offer, stock, details } = conditions(narrowing);
  const from = sql`from ${productsOf(source, narrowing)} and ${sql.join([brand, price, offer, stock, ...details], sql` and `)}`;
  const usual = source === "bestsellers" ? bestSold("p") : isFound(source) ? sql`l.place` : sql`p.popularity desc, p.id`;
  const order = narrowing.sort ? orderOf(narrowing.sort) : usual;
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
