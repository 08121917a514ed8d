import { takesCurrency } from "#shared/currencies.ts";
import { isRuc } from "#shared/identity-documents.ts";
import {
  DEFAULT_SETTINGS,
  EMAIL_KINDS,
  settingShapes,
  waysOn,
  type SettingName,
  type Settings,
  type PaymentWay,
} from "#shared/settings.ts";
import { t } from "#words/t.ts";

export const SETTING_NAMES = Object.keys(settingShapes) as SettingName[]; // its own keys

/** Why the currency cannot be changed anymore. */
export const currencyFixed = () => t("Orders or payments already use this currency, so it can't be changed.");

/** What a Libro de Reclamaciones still needs, as a message that begins with the setting; undefined if nothing. */
export function bookNeeds({ complaintsBook, legalName, taxId, address }: Settings): { field: SettingName; words: string } | undefined {
  if (!complaintsBook) return undefined;
  const missing = (["legalName", "taxId", "address"] as const).find((name) => !{ legalName, taxId, address }[name]);
  if (missing) return { field: missing, words: t("is needed for the Libro de Reclamaciones") };
  return isRuc(taxId) ? undefined : { field: "taxId", words: t("must be a RUC of 11 digits for the Libro de Reclamaciones") };
}

/** Settings set by environment variables, which win. */
export const SET_BY: Partial<Record<SettingName, string>> = {
  name: "SHOP_NAME",
  logo: "SHOP_LOGO",
  email: "SHOP_EMAIL",
  social: "SHOP_SOCIAL_URL",
  timeZone: "SHOP_TIMEZONE",
  yape: "CULQI_YAPE",
};

/** Why Yape cannot be switched on. */
export const noYape = () => t("yape needs Culqi, and Peruvian soles as the shop's currency");

/** Which providers are set up, or have a stand-in. */
interface SetUp {
  paypal: object | null;
  culqi: object | null;
}

/** Whether the shop can take a way to pay: its provider is set up, and takes the currency. */
export function canTake(way: PaymentWay, currency: string, { paypal, culqi }: SetUp): boolean {
  const needed = { paypal, culqi, yape: culqi, cash: {} }[way];
  return needed !== null && takesCurrency(way, currency);
}

/** Whether shoppers are left with a way to pay. */
export function canBePaid(settings: Pick<Settings, "ways" | "yape" | "currency">, setUp: SetUp): boolean {
  return waysOn(settings).some((way) => canTake(way, settings.currency, setUp));
}

/** Stored words without those for kinds of emails that only a newer version sends: they must not make the others unreadable. */
function withKnownKinds(words: unknown): unknown {
  if (typeof words !== "object" || words === null) return words;
  return Object.fromEntries(Object.entries(words).filter(([kind]) => EMAIL_KINDS.some((known) => known === kind)));
}

const withKnownWords = (stored: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...stored,
  emails: withKnownKinds(stored["emails"]),
  emails_es: withKnownKinds(stored["emails_es"]),
});

/**
 * The settings in effect: those given by the environment, else those that admins stored, else the defaults. A stored value that this
 * version can't read, because another one wrote it, counts as unset.
 */
export function settingsOf(stored: Readonly<Record<string, unknown>>, given: Partial<Settings>): Settings {
  const known = withKnownWords(stored);
  const readable = SETTING_NAMES.flatMap((name) => {
    const { success, data } = settingShapes[name].safeParse(known[name]);
    return success ? [[name, data]] : [];
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(readable), ...given } as Settings; // each value fits its own shape
}

/** A setting as an admin saw it, who may have seen it as an earlier version had it. */
export function asSeen(name: SettingName, seen: unknown): unknown {
  const { success, data } = settingShapes[name].safeParse(seen);
  return success ? data : seen;
}
