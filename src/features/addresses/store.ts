import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { lockUser } from "../account/lock-user.ts";
import type { Address, AddressFields } from "./contract.ts";
import { addresses } from "./tables.ts";

const columns = {
  _id: addresses.id,
  userId: addresses.userId,
  address_line: addresses.addressLine,
  city: addresses.city,
  state: addresses.state,
  country: addresses.country,
  pincode: addresses.pincode,
  mobile: addresses.mobile,
  status: addresses.status,
};

/** Names each column: what else comes with the fields, such as another person's `userId`, never reaches the row. */
function toRow({ address_line, city, state, country, pincode, mobile }: AddressFields) {
  return { addressLine: address_line, city, state, country, pincode, mobile };
}

/** Of a person's addresses those that are not removed (ADDR-2). */
const ownedBy = (userId: string) => and(eq(addresses.userId, userId), eq(addresses.status, true));
const owned = (userId: string, id: string) => and(eq(addresses.id, id), ownedBy(userId));

/** A person's addresses: the one an order last went to first, then the newest. */
export function readAddresses(db: Db, userId: string): Promise<Address[]> {
  return db
    .select(columns)
    .from(addresses)
    .where(ownedBy(userId))
    .orderBy(sql`${addresses.usedAt} desc nulls last`, desc(addresses.id));
}

/** How many addresses a person has; others who add one for the same person wait until the transaction ends. */
export async function lockAddressCount(tx: Db, userId: string): Promise<number> {
  await lockUser(tx, userId);
  return tx.$count(addresses, ownedBy(userId));
}

/** Adds an address of a person. */
export async function insertAddress(tx: Db, id: string, userId: string, fields: AddressFields): Promise<Address> {
  const [row] = await tx
    .insert(addresses)
    .values({ id, userId, ...toRow(fields) })
    .returning(columns);
  return row!;
}

/** @returns the address as it is now, or undefined when the person has no such address */
export async function updateAddress(db: Db, id: string, userId: string, fields: AddressFields): Promise<Address | undefined> {
  const [row] = await db.update(addresses).set(toRow(fields)).where(owned(userId, id)).returning(columns);
  return row;
}

/** Sets the status to false. @returns whether the person had such an address */
export async function removeAddress(db: Db, id: string, userId: string): Promise<boolean> {
  const rows = await db.update(addresses).set({ status: false }).where(owned(userId, id)).returning({ id: addresses.id });
  return rows.length > 0;
}

/** Forgets all addresses of a person, also removed ones; waits for orders that are just being placed to them. */
export async function deleteAddresses(tx: Db, userId: string): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.userId, userId));
}

/** Notes an address as the one used last. @returns what an order copies of it, or undefined when the person has no such address */
export async function noteAddressUsed(tx: Db, id: string, userId: string): Promise<AddressFields | undefined> {
  // A note that another order is just writing says the same: nobody waits for it.
  const { rows } = await tx.execute<{ [K in keyof AddressFields]: string }>(sql`
    with noted as (
      update address set used_at = now()
      where id in (select id from address where id = ${id} and user_id = ${userId} and status for no key update skip locked)
    )
    select address_line, city, state, pincode, country, mobile
    from address where id = ${id} and user_id = ${userId} and status
    for key share`);
  return rows[0];
}
