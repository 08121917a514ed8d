import { t } from "#words/t.ts";

const STATUSES: Readonly<Record<string, string>> = {
  PENDING: t("PENDING"),
  SHIPPED: t("SHIPPED"),
  DELIVERED: t("DELIVERED"),
  COMPLETED: t("COMPLETED"),
  CANCELLED: t("CANCELLED"),
  "CASH ON DELIVERY": t("CASH ON DELIVERY"),
  PAID: t("PAID"),
  REFUNDED: t("REFUNDED"),
  "PARTIALLY REFUNDED": t("PARTIALLY REFUNDED"),
  Active: t("Active"),
  Inactive: t("Inactive"),
  Suspended: t("Suspended"),
};

const KEYS: Readonly<Record<string, string>> = { stored: t("stored [keys]"), none: t("none [value]"), "new keys": t("new keys") };

/** Recorded values that are words of the shop's own, by field. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: STATUSES,
  payment_status: STATUSES,
  role: { ADMIN: t("ADMIN"), MANAGER: t("MANAGER"), PICKER: t("PICKER"), USER: t("USER") },
  refund: { failed: t("failed [refund]"), "started again": t("started again [refund]") },
  cancellation: { requested: t("requested [cancellation]"), declined: t("declined [cancellation]") },
  twoStep: { reset: t("reset [two steps]") },
  staffLanguage: { en: t("English"), es: t("Spanish") },
  ways: { paypal: "PayPal", culqi: t("Card"), cash: t("Cash on delivery") },
  kind: { percent: t("percent"), amount: t("amount") },
  by: { weight: t("weight"), piece: t("piece") },
  "PayPal keys": KEYS,
  "Culqi keys": KEYS,
  "mail server": KEYS,
};

/** A recorded value in words, where it is one of the shop's own. */
export const valueInWords = (field: string, value: string): string => VALUES[field]?.[value] ?? value;

/** What to call things that people did not name. */
const THINGS: Readonly<Record<string, string>> = {
  Collection: t("Pickup"),
  Delivery: t("Delivery"),
  Settings: t("Settings"),
  Filters: t("Filters"),
  "a message": t("a message"),
};

/** The recorded name of a thing. Settings and delivery have names of the shop's own, which are translated. */
export function thingInWords(kind: string, name: string): string {
  return ["settings", "filters", "delivery", "message"].includes(kind) ? (THINGS[name] ?? name) : name;
}
