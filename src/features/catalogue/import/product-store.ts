import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { discountNow } from "../offers/store.ts";
import { SHELF, type ShelfKind } from "../shelf-tables.ts";
import type { KnownProduct } from "./whole-product.ts";
import { soldBy } from "./sold-by-store.ts";

/** Products with one of these ids, deleted or not, or one of these skus. */
export async function readKnownProducts(db: Db, ids: readonly string[], skus: readonly string[]): Promise<KnownProduct[]> {
  return readWholeProducts(
    db,
    sql`p.id in (select id from product where id = any(${sql.param([...ids])}) union
      select id from product where sku = any(${sql.param([...skus])}) and deleted_at is null)`,
  );
}

/** Complete products, oldest first. */
export async function readWholeProducts(db: Db, where: SQL, limit?: number): Promise<KnownProduct[]> {
  const { rows } = await db.execute<KnownProduct & Record<string, unknown>>(sql`
    select p.id, p.version, p.deleted_at is not null as deleted, p.sku, p.name, p.brand, p.type, p.unit, p.stock,
      p.price_cents as "priceCents", ${discountNow("p")} as "discountHundredths", p.description, p.image, p.more_details as "moreDetails",
      p.barcode, p.cost_cents as "costCents", p.hidden,
      ${soldBy} as "soldBy",
      p.name_es as "nameEs", p.unit_es as "unitEs", p.description_es as "descriptionEs", p.more_details_es as "moreDetailsEs",
      ${spanishNamesOf("category")} as "categoryEs", ${spanishNamesOf("subCategory")} as "subCategoryEs",
      p.variant_group as "group", p.variant_label as "groupLabel",
      case when p.offer_hundredths is not null then json_build_object(
        'discountHundredths', p.offer_hundredths, 'from', p.offer_from, 'until', p.offer_until) end as offer,
      ${namesOf("category")} as category, ${namesOf("subCategory")} as "subCategory"
    from product p where ${where} order by p.id ${limit ? sql`limit ${limit}` : sql``}`);
  return rows;
}

/** Products by barcode, as a number, since zeros in front make no difference. */
export async function readBarcodeOwners(db: Db, barcodes: readonly string[]): Promise<Map<number, { id: string; name: string }>> {
  if (barcodes.length === 0) return new Map();
  const { rows } = await db.execute<{ barcode: string; id: string; name: string }>(sql`
    select barcode, id, name from product where deleted_at is null
      and lpad(barcode, 14, '0') = any(array(select lpad(b, 14, '0') from unnest(${sql.param([...barcodes])}::text[]) b))`);
  return new Map(rows.map(({ barcode, ...owner }) => [Number(barcode), owner]));
}

/** A product's shelves that are not deleted. */
function shelvesOf(kind: ShelfKind) {
  const { table, links, id } = SHELF[kind];
  return sql`${links} l join ${table} s on s.id = l.${id} where l.product_id = p.id and s.deleted_at is null`;
}

const namesOf = (kind: ShelfKind) => sql`array(select s.name from ${shelvesOf(kind)} order by s.name)`;

const spanishNamesOf = (kind: ShelfKind) =>
  sql`(select coalesce(json_object_agg(s.name, s.name_es), '{}') from ${shelvesOf(kind)} and s.name_es <> '')`;

/**
 * The shop's spelling of shelf names, and their Spanish names, by the requested names: a shelf's own name, or else its Spanish one if no
 * other shelf has that, too. Unknown names are left out.
 */
export async function readShelfNames(
  db: Db,
  kind: ShelfKind,
  names: readonly string[],
): Promise<Map<string, { name: string; spanish: string }>> {
  const { rows } = await db.execute<{ asked: string; name: string; spanish: string }>(sql`
    with wanted as (select asked from unnest(${sql.param([...names])}::text[]) w (asked)),
    own as (
      select asked, s.name, s.name_es as spanish from wanted
      join ${SHELF[kind].table} s on lower(s.name) = lower(asked) and s.deleted_at is null),
    translated as (
      select asked, min(s.name) as name, min(s.name_es) as spanish from wanted
      join ${SHELF[kind].table} s on lower(s.name_es) = lower(asked) and s.deleted_at is null group by asked having count(*) = 1)
    select * from own union all select * from translated where asked not in (select asked from own)`);
  return new Map(rows.map(({ asked, ...shelf }) => [asked, shelf]));
}
