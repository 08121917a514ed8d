import { and, asc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import type { AddressFields } from "../addresses/contract.ts";
import { forgetField } from "../audit/store.ts";
import { ORDER_STATUSES } from "./contract.ts";
import { IS_IN_PROGRESS } from "./rules.ts";
import { orders } from "./tables.ts";

/** Replaces a deleted address; the country stays, because the books need it. */
export const NOWHERE: AddressFields = {
  address_line: "Removed with the account",
  city: "",
  state: "",
  pincode: "",
  mobile: "",
  country: "",
};

/** Whether an address was erased, because its person deleted their account. */
export function isForgotten({ address_line, city }: Pick<AddressFields, "address_line" | "city">): boolean {
  return address_line === NOWHERE.address_line && city === "";
}

/** SQL that erases an address column. */
export function forgottenAddress(address: AnyPgColumn): SQL {
  return sql`${JSON.stringify(NOWHERE)}::jsonb || jsonb_build_object('country', ${address}->>'country')`;
}

const UNDER_WAY = ORDER_STATUSES.filter((status) => IS_IN_PROGRESS[status]);

/** Numbers of a person's orders that have been neither delivered nor canceled. */
export async function readUnderWay(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.userId, userId), inArray(orders.status, UNDER_WAY)))
    .orderBy(asc(orders.id));
  return rows.map(({ number }) => number);
}

/** Erases addresses, notes and reasons of refunds from a person's orders; number, lines, totals and times stay. */
export async function forgetBuyer(tx: Db, userId: string): Promise<void> {
  await Promise.all([
    tx
      .update(orders)
      .set({ deliveryAddress: forgottenAddress(orders.deliveryAddress), note: "" })
      .where(eq(orders.userId, userId)),
    // What the staff wrote may name the person.
    tx.execute(sql`
      update order_event set after = '' where kind = 'ITEMS REFUNDED' and order_id in (select id from customer_order where user_id = ${userId})`),
    ...["delivery_address", "note"].map((field) =>
      forgetField(tx, "order", sql`select id from customer_order where user_id = ${userId}`, field),
    ),
  ]);
}
