import { LastKnown } from "#server/cache/last-known.ts";
import type { Db } from "#server/db/connect.ts";
import type { Config } from "#server/settings/config.ts";
import type { Shop } from "#server/shop.ts";
import { currencyName, readCurrency } from "#shared/currencies.ts";
import type { Face, Identity } from "#shared/face.ts";
import { setCurrency } from "#shared/money.ts";
import { spoken, type Settings } from "#shared/settings.ts";
import { language } from "#words/language.ts";
import { readStored } from "../store.ts";
import { accentRules } from "#shared/accent.ts";
import { settingsOf } from "./rules.ts";

/** The tag of everything that shows a setting. */
export const SETTINGS = "settings";

/** The settings in effect. */
export async function readSettings(db: Db, { shop }: Pick<Config, "shop">): Promise<Settings> {
  return settingsOf(await readStored(db), shop);
}

/** The settings with the shop's name and contact details. The currency's name is in the current language. */
export function identityOf(settings: Settings, { publicUrl }: Pick<Config, "publicUrl">): Identity {
  const { name, email, phone, address, social, hours: openingHours, logo, accent, timeZone, legalName, taxId } = settings;
  const named = readCurrency(settings.currency);
  const currency = language() === "es" ? { ...named, name: currencyName(named.code, "es-PE") } : named;
  const identity = { name, email, phone, address, social, openingHours, logo, timeZone, legalName, taxId, currency, publicUrl };
  return accent ? { ...identity, accent } : identity;
}

/** The settings that every page shows, in the current language. */
export function faceOf(
  settings: Settings,
  config: Pick<Config, "publicUrl" | "sandbox" | "offline">,
): Omit<Face, "delivers" | "freeDelivery" | "pickupOnly"> {
  const { bannerPicture: picture, bannerTarget: target, accent } = settings;
  const banner = {
    title: spoken(settings, "bannerTitle"),
    text: spoken(settings, "bannerText"),
    picture,
    alt: spoken(settings, "bannerAlt"),
    button: spoken(settings, "bannerButton"),
    target,
  };
  const hoursNote = spoken(settings, "hoursNote");
  return {
    ...identityOf(settings, config),
    sandbox: config.sandbox,
    ...(!config.offline && { offline: false as const }),
    ...(hoursNote && { hoursNote }),
    ...(Object.values(banner).some(Boolean) && { banner }),
    ...(settings.complaintsBook && { complaintsBook: true as const }),
    ...(accent && { accentRules: accentRules(accent) }),
  };
}

/** The settings in effect, in memory. Prices are shown in their currency from then on. */
export function shopSettings({
  config,
  database,
  invalidations,
}: Pick<Shop, "config" | "database" | "invalidations">): LastKnown<Settings> {
  const settings = new LastKnown({
    tag: SETTINGS,
    invalidations,
    first: settingsOf({}, config.shop),
    async read() {
      const read = await readSettings(database.db, config);
      setCurrency(readCurrency(read.currency));
      return read;
    },
  });
  // Prices are also shown where nobody asks for the settings.
  invalidations.subscribe((tags) => {
    if (tags.includes(SETTINGS)) settings.read().catch(() => {});
  });
  return settings;
}
