import { sql } from "drizzle-orm";
import type { Database, Db } from "#server/db/connect.ts";
import { unitColumns } from "./unit-price.ts";

/** Products per transaction. */
const BATCH = 1000;

/**
 * Stores what the units of products mean, where that is not stored yet: after an upgrade. A migration that sets `unit_measure` to
 * null has all units read again. Call it when the shop starts.
 * @returns the number of products
 */
export async function readUnits(database: Database): Promise<number> {
  let count = 0;
  for (;;) {
    const read = await database.transact(({ tx }) => readBatch(tx));
    count += read;
    if (read < BATCH) return count;
  }
}

async function readBatch(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ id: string; unit: string; isPerKilo: boolean }>(
    sql`select id, unit, weighed_by is not null as "isPerKilo" from product where unit_measure is null order by id limit ${BATCH} for no key update`,
  );
  const sizes = rows.map(({ id, unit, isPerKilo }) => ({ id, ...unitColumns(unit, isPerKilo) }));
  await tx.execute(sql`
    update product p set unit_measure = r."unitMeasure", unit_amount = r."unitAmount"
    from jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb) as r (id text, "unitMeasure" text, "unitAmount" float8)
    where p.id = r.id`);
  return rows.length;
}
