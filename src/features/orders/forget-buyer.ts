import { and, asc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import type { AddressFields } from "../addresses/contract.ts";
import { forgetField } from "../audit/store.ts";
import { orderKeys, orders } from "./tables.ts";

/** What stands where an address stood; the country stays, as the books need it. */
const FORGOTTEN: AddressFields = {
  ...{ address_line: "Removed with the account", city: "", state: "", pincode: "", mobile: "" },
  country: "",
};

/** Whether nobody can be sent anything there: its person has deleted their account. */
export function isForgotten({ address_line, city }: Pick<AddressFields, "address_line" | "city">): boolean {
  return address_line === FORGOTTEN.address_line && city === "";
}

/** What a column that holds an address is overwritten with. */
export function forgottenAddress(address: AnyPgColumn): SQL {
  return sql`${JSON.stringify(FORGOTTEN)}::jsonb || jsonb_build_object('country', ${address}->>'country')`;
}

/** The numbers of a person's orders that have neither arrived nor been cancelled. */
export async function readUnderWay(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.userId, userId), inArray(orders.status, ["PENDING", "SHIPPED"])))
    .orderBy(asc(orders.id));
  return rows.map(({ number }) => number);
}

/** Takes from a person's orders where they went; number, lines, totals and times stay. */
export async function forgetBuyer(tx: Db, userId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ deliveryAddress: forgottenAddress(orders.deliveryAddress) })
    .where(eq(orders.userId, userId));
  // Admins may have changed where one goes.
  await forgetField(tx, "order", sql`select id from customer_order where user_id = ${userId}`, "delivery_address");
  await tx.delete(orderKeys).where(eq(orderKeys.userId, userId));
}
