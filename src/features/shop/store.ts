import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { LOCKS } from "#server/db/locks.ts";
import { shopSettings } from "./tables.ts";

/** The settings that admins changed, unchecked. */
export async function readStored(db: Db): Promise<Record<string, unknown>> {
  // Drizzle would parse a text as JSON once more, and so turn a phone number into a number.
  const { rows } = await db.execute<{ name: string; value: unknown }>(sql`select name, value from ${shopSettings}`);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Makes the admins who save at the same time take turns, until the transaction ends. */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.settings})`);
}

/** The tax that prices include now, in hundredths of a percent, for a statement that writes an order. */
export const taxHundredthsNow = sql<number>`coalesce((select (value #>> '{}')::int from shop_setting where name = 'taxHundredths'), 0)`;

/** How invoices are numbered now, for a statement that writes an order. */
export const invoiceFormatNow = sql<string>`coalesce((select value #>> '{}' from shop_setting where name = 'invoiceNumber'), '')`;

/** The code of the shop's currency, for a statement. */
export const currencyNow = sql<string>`coalesce((select value #>> '{}' from shop_setting where name = 'currency'), 'USD')`;

/**
 * Whether there is an order or a payment, so that the currency is fixed. Waits for those being placed, and makes others wait until
 * the transaction ends.
 */
export async function lockCurrency(tx: Db): Promise<boolean> {
  const [, isFixed] = await Promise.all([lockOrders(tx), isCurrencyFixed(tx)]);
  return isFixed;
}

async function lockOrders(tx: Db): Promise<void> {
  await tx.execute(sql`lock table customer_order, payment_attempt in share row exclusive mode`);
}

export async function isCurrencyFixed(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ fixed: boolean }>(
    sql`select exists (select from customer_order) or exists (select from payment_attempt) as fixed`,
  );
  return rows[0]?.fixed === true;
}

/** Stores settings, in one statement. */
export async function writeSettings(tx: Db, values: Readonly<Record<string, unknown>>): Promise<void> {
  await tx.execute(sql`
    insert into shop_setting (name, value)
    select key, value from jsonb_each(${JSON.stringify(values)}::jsonb)
    on conflict (name) do update set value = excluded.value, changed_at = now()`);
}

/** The addresses of the pictures among the settings, such as the logo. */
export const settingPictures = sql`select value #>> '{}' from shop_setting where jsonb_typeof(value) = 'string'`;
