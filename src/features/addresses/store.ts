import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { addresses } from "./tables.ts";

const { id, userId, addressLine, city, state, country, pincode, mobile, isListed } = addresses;
const columns = { id, userId, addressLine, city, state, country, pincode, mobile, isListed };

export type StoredAddress = Pick<typeof addresses.$inferSelect, keyof typeof columns>;
/** What a person fills in. */
export type NewAddress = Omit<StoredAddress, "id" | "userId" | "isListed">;

/** A person's addresses that are not removed (ADDR-2). */
const ownedBy = (userId: string) => and(eq(addresses.userId, userId), eq(addresses.isListed, true));
const owned = (userId: string, id: string) => and(eq(addresses.id, id), ownedBy(userId));

/** A person's addresses: the one an order last went to first, then the newest. */
export function readAddresses(db: Db, userId: string): Promise<StoredAddress[]> {
  return db
    .select(columns)
    .from(addresses)
    .where(ownedBy(userId))
    .orderBy(sql`${addresses.usedAt} desc nulls last`, desc(addresses.id));
}

/** A person's address, even if it was removed; undefined if it is gone. */
export async function readAddress(db: Db, id: string, userId: string): Promise<StoredAddress | undefined> {
  const [row] = await db
    .select(columns)
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)));
  return row;
}

/** How many addresses a person has. */
export const countAddresses = (db: Db, userId: string): Promise<number> => db.$count(addresses, ownedBy(userId));

export async function insertAddress(tx: Db, id: string, userId: string, fields: NewAddress): Promise<StoredAddress> {
  const [row] = await tx
    .insert(addresses)
    .values({ id, userId, ...fields })
    .returning(columns);
  return row!;
}

/** Deletes all but the newest of a person's removed addresses. */
export async function forgetRemoved(tx: Db, userId: string, most: number): Promise<void> {
  const removed = and(eq(addresses.userId, userId), eq(addresses.isListed, false));
  const oldest = tx.select({ id: addresses.id }).from(addresses).where(removed).orderBy(desc(addresses.id)).offset(most);
  await tx.delete(addresses).where(inArray(addresses.id, oldest));
}

/** @returns the updated address, or undefined if the person has no such address */
export async function updateAddress(db: Db, id: string, userId: string, fields: NewAddress): Promise<StoredAddress | undefined> {
  const [row] = await db.update(addresses).set(fields).where(owned(userId, id)).returning(columns);
  return row;
}

/** @returns whether the person had such an address */
export async function removeAddress(db: Db, id: string, userId: string): Promise<boolean> {
  const rows = await db.update(addresses).set({ isListed: false }).where(owned(userId, id)).returning({ id: addresses.id });
  return rows.length > 0;
}

/** Deletes all addresses of a person, including removed ones; waits for orders being placed to them. */
export async function deleteAddresses(tx: Db, userId: string): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.userId, userId));
}

/** Marks an address as the last one used. @returns it, or undefined if the person has no such address */
export async function useAddress(tx: Db, id: string, userId: string): Promise<NewAddress | undefined> {
  // A concurrent order would write the same, so skip the update rather than wait.
  const { rows } = await tx.execute<{ [K in keyof NewAddress]: string }>(sql`
    with used as (
      update address set used_at = now()
      where id in (select id from address where id = ${id} and user_id = ${userId} and status for no key update skip locked)
    )
    select address_line as "addressLine", city, state, pincode, country, mobile
    from address where id = ${id} and user_id = ${userId} and status
    for key share`);
  return rows[0];
}
