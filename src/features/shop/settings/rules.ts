import { isRuc } from "#shared/ruc.ts";
import { DEFAULT_SETTINGS, settingShapes, type SettingName, type Settings } from "#shared/settings.ts";

export const SETTING_NAMES = Object.keys(settingShapes) as SettingName[]; // its own keys

/** Why the currency cannot be changed anymore. */
export const CURRENCY_FIXED = "The currency can't change once somebody has ordered or begun to pay: their amounts are in it.";

/** What a Libro de Reclamaciones still needs, as a message that begins with the setting; undefined if nothing. */
export function bookNeeds({ complaintsBook, legalName, taxId, address }: Settings): { field: SettingName; message: string } | undefined {
  if (!complaintsBook) return undefined;
  const missing = (["legalName", "taxId", "address"] as const).find((name) => !{ legalName, taxId, address }[name]);
  if (missing) return { field: missing, message: `${missing} is needed for the Libro de Reclamaciones` };
  return isRuc(taxId) ? undefined : { field: "taxId", message: "taxId must be a RUC of 11 digits for the Libro de Reclamaciones" };
}

/** Settings set by environment variables, which win. */
export const SET_BY: Partial<Record<SettingName, string>> = {
  name: "SHOP_NAME",
  logo: "SHOP_LOGO",
  email: "SHOP_EMAIL",
  social: "SHOP_SOCIAL_URL",
  timeZone: "SHOP_TIMEZONE",
};

/**
 * The settings in effect: those given by the environment, else those that admins stored, else the defaults. A stored value that this
 * version can't read, because another one wrote it, counts as unset.
 */
export function settingsOf(stored: Readonly<Record<string, unknown>>, given: Partial<Settings>): Settings {
  const readable = SETTING_NAMES.flatMap((name) => {
    const { success, data } = settingShapes[name].safeParse(stored[name]);
    return success ? [[name, data]] : [];
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(readable), ...given } as Settings; // each value fits its own shape
}
