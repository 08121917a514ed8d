import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { language } from "#words/language.ts";
import { isForSale } from "./for-sale.ts";
import type { Variant } from "./contract.ts";
import { textIn, unitIn } from "./spoken/spoken.ts";

/** How many sizes of a product are shown. */
const MOST_VARIANTS = 40;

/** A product with those that share its group, smallest first; none if it has no group or is alone in it. */
export async function readVariants(db: Db, id: string): Promise<Variant[]> {
  const spoken = language();
  const name = textIn(spoken, sql`s.name`, sql`s.name_es`);
  const unit = unitIn(spoken, sql`s.unit`, sql`s.unit_es`);
  // A label that is just the unit is shown like the unit.
  const label = spoken === "es" ? sql`nullif(s.variant_label, s.unit)` : sql`s.variant_label`;
  const { rows } = await db.execute<Variant & Record<string, unknown>>(sql`
    select s.id as "_id", ${name} as name, coalesce(nullif(${label}, ''), nullif(${unit}, ''), ${name}) as label
    from product p join product s on s.variant_group = p.variant_group and ${isForSale("s")}
    where p.id = ${id} order by s.unit_amount nulls last, s.id limit ${MOST_VARIANTS}`);
  return rows.length > 1 ? rows : [];
}
