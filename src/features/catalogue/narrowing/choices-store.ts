import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { language } from "#words/language.ts";
import { isForSale } from "../for-sale.ts";
import type { Choices } from "./contract.ts";
import { spanishValuesOf, valuesOf } from "./details-store.ts";
import { PRICE_RANGES, PRICE_STEPS } from "./rules.ts";
import { conditions, productsOf, type Source, type AppliedNarrowing } from "./list-sql.ts";

/** Most values of a filter that are counted. */
const MOST_CHOICES = 300;
/** Longer details are sentences rather than choices. */
const LONGEST_CHOICE = 40;

/** Groups rows by a value: the most frequent values, and the chosen ones in any case. */
const most = (value: SQL, chosen: readonly string[]) =>
  sql`group by ${value} order by ${value} = any(${sql.param(chosen)}::text[]) desc, count(*) desc, ${value} limit ${MOST_CHOICES}`;

/** The most frequent values first, chosen or not, so that no box moves when it is ticked. */
const inOrder = <C extends { value: string; count: number }>(choices: readonly C[]) =>
  choices.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));

/** What the list can be narrowed by. One pass over its products, then one pass per filter over the values collected. */
export async function readChoices(db: Db, source: Source, narrowing: AppliedNarrowing): Promise<Choices> {
  const { brand, price, offer, stock, details } = conditions(narrowing);
  const fits = narrowing.details.map((_, n) => sql.identifier(`fits_detail_${n}`));
  const has = narrowing.details.map((_, n) => sql.identifier(`detail_${n}`));
  const labels = narrowing.details.map((_, n) => sql.identifier(`label_${n}`));
  /** Rows that fit every filter but one. */
  const others = (own: "brand" | "price" | "offer" | "stock" | number) =>
    sql.join(
      [
        ...(["brand", "price", "offer", "stock"] as const).flatMap((name) => (name === own ? [] : [sql.identifier(`fits_${name}`)])),
        ...fits.filter((_, n) => n !== own),
      ],
      sql` and `,
    );
  const columns = narrowing.details.map(
    (detail, n) =>
      sql`, ${valuesOf(detail.name)} as ${has[n]!}, ${spanishValuesOf(detail)} as ${labels[n]!}, ${details[n]!} as ${fits[n]!}`,
  );
  const detailCounts = narrowing.details.map(({ values }, n) => {
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
      from ${productsOf(source, narrowing)})
    (select 'brand' as filter, brand as value, count(*)::int as count, null as label from base where brand <> '' and ${others("brand")} ${most(sql`brand`, narrowing.brands)})
    union all (select 'price', step::text, count(*)::int, null from base where ${others("price")} group by step order by step)
    union all (select 'offer', '', count(*)::int, null from base where on_offer and ${others("offer")})
    union all (select 'stock', '', count(*)::int, null from base where in_stock and ${others("stock")})
    ${sql.join(detailCounts, sql``)}`);
  const spanish = await readSpanish(db, narrowing, (name, value) => rows.some((row) => row.filter === name && row.value === value));
  const of = (filter: string) => rows.filter((row) => row.filter === filter).map(({ value, count }) => ({ value, count }));
  return {
    brand: inOrder(of("brand")),
    price: of("price").map(({ value, count }) => ({ value: PRICE_RANGES[Number(value)]!, count })),
    offer: of("offer")[0]!.count,
    stock: of("stock")[0]!.count,
    detail: narrowing.details.map(({ name, nameEs }, n) => ({
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
async function readSpanish(db: Db, { details }: AppliedNarrowing, isListed: (filter: string, value: string) => boolean) {
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
