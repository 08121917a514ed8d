import { inArray } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deliverySlots } from "../tables.ts";

/** How many places of each of these times are taken. Times that nobody has chosen are left out. */
export async function readTaken(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: deliverySlots.id, taken: deliverySlots.taken })
    .from(deliverySlots)
    .where(inArray(deliverySlots.id, [...ids]));
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}
