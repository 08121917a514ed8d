import { KnownValue } from "#server/cache/known-value.ts";
import type { Db } from "#server/db/connect.ts";
import type { Config } from "#server/settings/config.ts";
import type { Shop } from "#server/shop.ts";
import type { Identity } from "#shared/face.ts";
import type { Settings } from "#shared/settings.ts";
import { readStored } from "../store.ts";
import { settingsOf } from "./rules.ts";

/** The tag of everything that shows a setting. */
export const SETTINGS = "settings";

/** The settings in effect. */
export async function readSettings(db: Db, { shop }: Pick<Config, "shop">): Promise<Settings> {
  return settingsOf(await readStored(db), shop);
}

/** The part of the settings that says what the shop is called, and how to reach it. */
export function identityOf(settings: Settings, { publicUrl }: Pick<Config, "publicUrl">): Identity {
  const { name, email, phone, address, social, hours, logo, timeZone, legalName, taxId } = settings;
  return { name, email, phone, address, social, hours, logo, timeZone, legalName, taxId, publicUrl };
}

/** The settings in effect, in memory. */
export function shopSettings({
  config,
  database,
  invalidations,
}: Pick<Shop, "config" | "database" | "invalidations">): KnownValue<Settings> {
  return new KnownValue({
    ...{ tag: SETTINGS, invalidations, first: settingsOf({}, config.shop) },
    read: () => readSettings(database.db, config),
  });
}
