import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { LOCKS } from "#server/db/locks.ts";
import { shopSettings } from "./tables.ts";

/** The settings that admins changed, unchecked. */
export async function readStored(db: Db): Promise<Record<string, unknown>> {
  const rows = await db.select({ name: shopSettings.name, value: shopSettings.value }).from(shopSettings);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Makes the admins who save at the same time take turns, until the transaction ends. */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.settings})`);
}

/** The tax that prices include now, in hundredths of a percent, for a statement that writes an order. */
export const taxHundredthsNow = sql<number>`coalesce((select (value #>> '{}')::int from shop_setting where name = 'taxHundredths'), 0)`;

/** Stores settings, in one statement. */
export async function writeSettings(tx: Db, values: Readonly<Record<string, unknown>>): Promise<void> {
  await tx.execute(sql`
    insert into shop_setting (name, value)
    select key, value from jsonb_each(${JSON.stringify(values)}::jsonb)
    on conflict (name) do update set value = excluded.value, changed_at = now()`);
}

/** The addresses of the pictures among the settings, such as the logo. */
export const settingPictures = sql`select value #>> '{}' from shop_setting where jsonb_typeof(value) = 'string'`;
