import { eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { AgreedSlot } from "../contract.ts";
import { deliverySlots } from "../tables.ts";

/** How many places of each of these times are taken. Times that nobody has chosen are left out. */
export async function readTaken(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: deliverySlots.id, taken: deliverySlots.taken })
    .from(deliverySlots)
    .where(inArray(deliverySlots.id, [...ids]));
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}

/** What {@link lockSlots} returns where there is nothing to lock. */
export const NO_SLOTS: ReadonlyMap<string, number> = new Map();

/**
 * Locks times until the transaction ends, in id order so that orders never deadlock.
 * @param also SQL that selects the ids of more times to lock with them
 * @returns how many places of each are taken
 */
export async function lockSlots(tx: Db, ids: readonly string[], also: SQL): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; taken: number }>(sql`
    insert into delivery_slot (id, taken)
    select id, 0 from (select unnest(${sql.param([...ids])}::text[]) union ${also}) wanted (id) where id is not null order by id
    on conflict (id) do update set taken = delivery_slot.taken
    returning id, taken`);
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}

/** Takes a place of a locked time. */
export async function takeSlot(tx: Db, { id }: Pick<AgreedSlot, "id">): Promise<void> {
  await tx
    .insert(deliverySlots)
    .values({ id, taken: 1 })
    .onConflictDoUpdate({ target: deliverySlots.id, set: { taken: sql`${deliverySlots.taken} + 1` } });
}

/** Gives a place back. */
export async function releaseSlot(tx: Db, { id }: Pick<AgreedSlot, "id">): Promise<void> {
  await tx
    .update(deliverySlots)
    .set({ taken: sql`${deliverySlots.taken} - 1` })
    .where(eq(deliverySlots.id, id));
}

/** Takes a place that was given back. @returns false, with nothing changed, if the time is full or closed by now */
export async function takeSlotAgain(tx: Db, { id, capacity, closesAt }: AgreedSlot): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update delivery_slot set taken = taken + 1
    where id = ${id} and taken < ${capacity} and clock_timestamp() < ${closesAt}::timestamptz`);
  return rowCount === 1;
}
