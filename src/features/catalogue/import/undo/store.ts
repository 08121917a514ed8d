import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Fields } from "../../../audit/rules.ts";
import { applyOffers } from "../../offers/store.ts";
import type { SkippedProduct } from "./contract.ts";
import { soldBy, weighedByOf, weighedGramsOf } from "../sold-by-store.ts";
import { imports, importSkips } from "../tables.ts";

const former = sql`r.set ->> 'soldBy'`;
const weighedBy = weighedByOf(former);
const weighedGrams = weighedGramsOf(former);

interface Present {
  id: string;
  version: number;
  deleted: boolean;
  stock: number;
  unit: string;
  soldBy: string;
}

/** Products as they are now, locked until the transaction ends, in id order like orders do. */
export async function lockProducts(tx: Db, ids: readonly string[]): Promise<Map<string, Present>> {
  const wanted = sql`p.id = any(${sql.param([...ids])})`;
  // Lock first, so that the read below sees the latest state.
  await tx.execute(sql`select from product p where ${wanted} order by p.id for no key update`);
  const { rows } = await tx.execute<Present & Record<string, unknown>>(
    sql`select p.id, p.version, p.stock, p.unit, ${soldBy} as "soldBy", p.deleted_at is not null as deleted from product p where ${wanted}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Sets columns of products, in one statement. */
export async function setColumns(tx: Db, rows: readonly { id: string; set: Fields }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update product p set
      sku = case when r.set ? 'sku' then r.set ->> 'sku' else p.sku end,
      name = coalesce(r.set ->> 'name', p.name), brand = coalesce(r.set ->> 'brand', p.brand), type = coalesce(r.set ->> 'type', p.type),
      unit = coalesce(r.set ->> 'unit', p.unit), description = coalesce(r.set ->> 'description', p.description),
      unit_measure = coalesce(r.set ->> 'unitMeasure', p.unit_measure),
      unit_amount = case when r.set ? 'unitMeasure' then (r.set ->> 'unitAmount')::float8 else p.unit_amount end,
      stock = coalesce((r.set ->> 'stock')::int, p.stock), price_cents = coalesce((r.set ->> 'priceCents')::int, p.price_cents),
      discount_hundredths = coalesce((r.set ->> 'discountHundredths')::int, p.discount_hundredths),
      offer_hundredths = case when r.set ? 'offer' then ((r.set -> 'offer' ->> 'discount')::numeric * 100)::int else p.offer_hundredths end,
      offer_from = case when r.set ? 'offer' then (r.set -> 'offer' ->> 'from')::timestamptz else p.offer_from end,
      offer_until = case when r.set ? 'offer' then (r.set -> 'offer' ->> 'until')::timestamptz else p.offer_until end,
      image = case when r.set ? 'image' then array(select jsonb_array_elements_text(r.set -> 'image')) else p.image end,
      more_details = coalesce(r.set -> 'moreDetails', p.more_details),
      name_es = coalesce(r.set ->> 'nameEs', p.name_es), unit_es = coalesce(r.set ->> 'unitEs', p.unit_es),
      description_es = coalesce(r.set ->> 'descriptionEs', p.description_es),
      more_details_es = coalesce(r.set -> 'moreDetailsEs', p.more_details_es),
      barcode = case when r.set ? 'barcode' then r.set ->> 'barcode' else p.barcode end,
      cost_cents = case when r.set ? 'costCents' then (r.set ->> 'costCents')::int else p.cost_cents end,
      weighed_by = case when r.set ? 'soldBy' then ${weighedBy} else p.weighed_by end,
      weighed_grams = case when r.set ? 'soldBy' then ${weighedGrams} else p.weighed_grams end,
      hidden = coalesce((r.set ->> 'hidden')::boolean, p.hidden),
      variant_group = case when r.set ? 'group' then r.set ->> 'group' else p.variant_group end,
      variant_label = coalesce(r.set ->> 'groupLabel', p.variant_label), version = p.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, set jsonb)
    where p.id = r.id`);
  // An offer may have begun or ended since.
  await applyOffers(
    tx,
    rows.map(({ id }) => id),
  );
}

export async function deleteProducts(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update product set deleted_at = now(), version = version + 1, updated_at = now() where id = any(${sql.param([...ids])})`);
}

/** The categories of products, and the products that are other sizes of theirs. */
export async function readTouched(tx: Db, ids: readonly string[]): Promise<{ categories: string[]; sizes: string[] }> {
  const mine = sql.param([...ids]);
  const { rows: categories } = await tx.execute<{ id: string }>(
    sql`select distinct category_id as id from product_category where product_id = any(${mine})`,
  );
  const { rows: sizes } = await tx.execute<{ id: string }>(sql`
    select distinct s.id from product p join product s on s.variant_group = p.variant_group where p.id = any(${mine})`);
  return { categories: categories.map(({ id }) => id), sizes: sizes.map(({ id }) => id) };
}

/** Records the products that were left alone. */
export async function noteSkips(tx: Db, importId: string, skips: readonly SkippedProduct[]): Promise<void> {
  if (skips.length === 0) return;
  await tx
    .insert(importSkips)
    .values(skips.map((one) => ({ importId, ...one })))
    .onConflictDoNothing();
}

/** Records how far undoing has come. @returns whether this run may continue */
export async function noteUndone(
  tx: Db,
  { importId, run }: { importId: string; run: string },
  { to, undone, seen }: { to: string; undone: number; seen: number },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(imports)
    .set({ undoneTo: to, undone: sql`${imports.undone} + ${undone}`, done: sql`${imports.done} + ${seen}`, aliveAt: sql`now()` })
    .where(sql`${imports.id} = ${importId} and ${imports.run} = ${run}`);
  return rowCount === 1;
}

/** Products that were left alone, by id, after one of them. */
export async function readSkips(db: Db, importId: string, after: string, limit: number): Promise<SkippedProduct[]> {
  return db
    .select({ productId: importSkips.productId, name: importSkips.name, reason: importSkips.reason })
    .from(importSkips)
    .where(sql`${eq(importSkips.importId, importId)} and ${importSkips.productId} > ${after}`)
    .orderBy(importSkips.productId)
    .limit(limit);
}
