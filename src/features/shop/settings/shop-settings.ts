import { EVERYTHING } from "#server/cache/response-cache.ts";
import type { Db } from "#server/db/connect.ts";
import { isDatabaseAway } from "#server/http/errors.ts";
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

/**
 * The settings in effect, in memory: read once after each change, by whichever process. While the database is away, the last known
 * ones stay.
 */
export class ShopSettings {
  readonly #shop: Pick<Shop, "config" | "database">;
  #known: Settings;
  /** Undefined once something may have changed. */
  #reading: Promise<Settings> | undefined;

  constructor(shop: Pick<Shop, "config" | "database" | "invalidations">) {
    this.#shop = shop;
    this.#known = settingsOf({}, shop.config.shop);
    shop.invalidations.subscribe((tags) => {
      if (tags.includes(SETTINGS) || tags.includes(EVERYTHING)) this.#reading = undefined;
    });
  }

  read(): Promise<Settings> {
    return (this.#reading ??= this.#load());
  }

  #load(): Promise<Settings> {
    const reading: Promise<Settings> = readSettings(this.#shop.database.db, this.#shop.config).then(
      (settings) => {
        if (this.#reading === reading) this.#known = settings;
        return settings;
      },
      (error: unknown) => {
        if (this.#reading === reading) this.#reading = undefined;
        if (isDatabaseAway(error)) return this.#known;
        throw error;
      },
    );
    return reading;
  }
}
