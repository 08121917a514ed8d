import * as z from "zod/mini";
import { CURRENCIES, hasTwoDecimals, isCurrency } from "./currencies.ts";
import { id } from "./id.ts";
import { line } from "./line.ts";
import { lines, optionalLine } from "./lines.ts";
import { US_DOLLARS } from "./money.ts";
import { openingHours } from "./opening-hours.ts";
import { LANGUAGES } from "#words/language.ts";
import { spokenOf } from "#words/spoken-of.ts";

/** Names only: JavaScript also accepts offsets, but PostgreSQL reads them with the opposite sign. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const isWebAddress = (text: string) => /^https?:\/\/[^\s"'<>\\]+$/i.test(text) && URL.canParse(text);
const webAddress = z.string().check(z.trim(), z.maxLength(300), z.refine(isWebAddress, "must be web addresses like https://example.com"));

/**
 * The emails whose words admins can change, by the job that sends them. Not those about accounts and logging in, whose words are a matter of
 * security, those of the complaints book, whose words the law asks for, and messages passed on to the shop, whose words are their writer's.
 */
export const EMAIL_KINDS = [
  "orders.placed-email",
  "payments.order-changed-email",
  "pick.packed-email",
  "orders.shipped-email",
  "orders.delivered-email",
  "orders.ready-email",
  "orders.picked-up-email",
  "orders.cancelled-email",
  "orders.cancel-requested-email",
  "orders.cancel-declined-email",
  "payments.items-refunded-email",
  "payments.refund-email",
  "orders.given-back-email",
  "orders.given-back-in-cash-email",
  "account.verification-email",
  "contact.answer-email",
  "staff.invitation-email",
  "orders.new-order-email",
  "stock.low-email",
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** Empty fields keep the original. `{name}`, `{order}` and `{shop}` are filled in. */
export const emailWords = z.object({ subject: optionalLine(150), greeting: optionalLine(100), closing: lines(1000) });
export type EmailWords = z.output<typeof emailWords>;

const wordsByKind = z.partialRecord(z.enum(EMAIL_KINDS), emailWords);

/** Who is notified by email; nobody if it is empty. */
const notifiedAddresses = z
  .array(z.email("must be email addresses").check(z.maxLength(254)))
  .check(z.maxLength(5, "can be five addresses at most"));

/** The ways to pay of the setting `ways`, which is a list. */
export const WAYS_TO_PAY = ["paypal", "culqi", "cash"] as const;
/** All ways to pay, in the order in which they are offered. */
export const ALL_WAYS = ["paypal", "culqi", "yape", "cash"] as const;
export type PaymentWay = (typeof ALL_WAYS)[number];

/** The ways to pay that are switched on. */
export function waysOn({ ways, yape }: Pick<Settings, "ways" | "yape">): PaymentWay[] {
  return ALL_WAYS.filter((way) => (way === "yape" ? yape : ways.includes(way)));
}

/** Everything that admins can set in the browser, by name, with its limits. */
export const settingShapes = {
  name: line(60),
  /** Path or URL of a picture; empty for the shop's own. */
  logo: z.string().check(z.trim(), z.maxLength(2000)),
  email: z.email("must be an email address").check(z.maxLength(254)),
  phone: optionalLine(30),
  address: lines(300),
  /** Addresses of the shop's pages on social networks. */
  social: z.array(webAddress).check(z.maxLength(6, "can be six links at most")),
  hours: openingHours,
  /** Said below the opening hours. */
  hoursNote: optionalLine(120),
  hoursNote_es: optionalLine(120),
  timeZone: z.string().check(z.trim(), z.refine(isTimeZone, "must be a time zone like Europe/Madrid")),

  /** The banner of the home page; empty fields keep the original. */
  bannerTitle: optionalLine(60),
  bannerText: optionalLine(160),
  bannerPicture: z.string().check(z.trim(), z.maxLength(2000)),
  /** What the picture shows; empty if it only decorates. */
  bannerAlt: optionalLine(160),
  bannerButton: optionalLine(30),
  bannerTitle_es: optionalLine(60),
  bannerText_es: optionalLine(160),
  bannerAlt_es: optionalLine(160),
  bannerButton_es: optionalLine(30),
  bannerTarget: z
    .string()
    .check(z.trim(), z.maxLength(300), z.regex(/^(?:\/(?![/\\])[^\s\\]*)?$/, "must be a page of this shop, such as /search")),
  /** The color of buttons and links, as `#rrggbb`; empty for the shop's own green. */
  accent: z.string().check(z.toLowerCase(), z.regex(/^(?:#[0-9a-f]{6})?$/, "must be a color like #14613a")),
  /** Whether the first steps on the Overview are hidden. */
  firstStepsDone: z.boolean(),

  /** Texts of the shop's pages in Markdown; empty for the original ones. */
  about: lines(20_000),
  shipping: lines(20_000),
  returns: lines(20_000),
  terms: lines(20_000),
  privacy: lines(20_000),
  about_es: lines(20_000),
  shipping_es: lines(20_000),
  returns_es: lines(20_000),
  terms_es: lines(20_000),
  privacy_es: lines(20_000),

  /** The ISO 4217 code of the currency of all prices; fixed once there is an order. */
  currency: z.string().check(
    z.refine((code) => isCurrency(code), "must be a currency such as EUR"),
    z.refine((code) => hasTwoDecimals(code), "must be a currency with two decimals, because prices here have two"),
    z.refine((code) => CURRENCIES.includes(code), "must be a currency from the list"),
  ),
  /** Products with this many pieces or fewer are low on stock. */
  lowStock: z.int("must be a whole number").check(z.minimum(0), z.maximum(10_000)),
  /** Who gets an email about each new order, and about products that run low. */
  orderEmails: notifiedAddresses,
  stockEmails: notifiedAddresses,
  /** The language of emails to the shop itself. */
  staffLanguage: z.enum(LANGUAGES),
  /** Whether the checkout asks what to do when something is missing. */
  askIfMissing: z.boolean("must be yes or no"),
  /** The ways to pay that are offered. */
  ways: z.array(z.enum(WAYS_TO_PAY)).check(z.minLength(1, "must keep at least one"), z.maxLength(WAYS_TO_PAY.length)),
  /** Whether Yape is offered too: through Culqi, for accounts that have it, in soles. */
  yape: z.boolean("must be yes or no"),
  /** The tax that prices include, in hundredths of a percent; 0 if invoices don't mention it. */
  taxHundredths: z
    .int("must be a number like 21 or 10.5")
    .check(z.minimum(0, "must not be negative"), z.maximum(100_00, "must be 100 at most")),
  /** The name on invoices, if it differs from the shop's. */
  legalName: optionalLine(120),
  taxId: optionalLine(40),
  /** Whether shoppers can file complaints in a Libro de Reclamaciones, which Peruvian law asks for. Needs a legal name, a RUC and an address. */
  complaintsBook: z.boolean("must be yes or no"),
  /** The most that a manager may refund of one order, in cents; admins have no limit. */
  refundLimitCents: z.int("must be an amount like 50.00").check(z.minimum(0, "must not be negative"), z.maximum(1_000_000_00)),
  /** The number of an invoice, such as `{year}-{order}`; empty for the order's number. */
  invoiceNumber: optionalLine(40).check(
    z.refine((format) => format === "" || format.includes("{order}"), "must contain {order}, so that no two are alike"),
  ),

  /** Categories in the order of the home page; the others follow. */
  shelfOrder: z.array(id).check(z.maxLength(500)),
  /** The shop's own words in its emails, by kind. */
  emails: wordsByKind,
  emails_es: wordsByKind,
};
const settings = z.object(settingShapes);
export type Settings = z.output<typeof settings>;
export type SettingName = keyof Settings;

/** Settings that shoppers read. Each has a Spanish one, which ends in `_es`. */
export const SPOKEN = [
  ...(["hoursNote", "bannerTitle", "bannerText", "bannerAlt", "bannerButton"] as const),
  ...(["about", "shipping", "returns", "terms", "privacy"] as const),
] as const satisfies readonly SettingName[];
export type SpokenSetting = (typeof SPOKEN)[number];

/** The setting that has a text in Spanish. */
export const spanishOf = <Name extends SpokenSetting>(name: Name) => `${name}_es` as const;

/**
 * A text in the current language. What an admin wrote in English only is shown on Spanish pages too, since it may say more than the
 * original. Empty if nobody wrote anything.
 */
export function spoken(settings: Pick<Settings, SpokenSetting | `${SpokenSetting}_es`>, name: SpokenSetting): string {
  return spokenOf(settings[name], settings[spanishOf(name)]);
}

/** The settings until an admin changes them. */
export const DEFAULT_SETTINGS: Settings = {
  name: "Despensa",
  logo: "",
  email: "hello@despensa.example",
  phone: "",
  address: "",
  social: ["https://www.instagram.com/despensa"],
  hours: null,
  hoursNote: "",
  hoursNote_es: "",
  timeZone: "UTC",
  bannerTitle: "",
  bannerText: "",
  bannerPicture: "",
  bannerAlt: "",
  bannerButton: "",
  bannerTitle_es: "",
  bannerText_es: "",
  bannerAlt_es: "",
  bannerButton_es: "",
  bannerTarget: "",
  accent: "",
  firstStepsDone: false,
  about: "",
  shipping: "",
  returns: "",
  terms: "",
  privacy: "",
  about_es: "",
  shipping_es: "",
  returns_es: "",
  terms_es: "",
  privacy_es: "",
  currency: US_DOLLARS.code,
  lowStock: 10,
  orderEmails: [],
  stockEmails: [],
  staffLanguage: "en",
  askIfMissing: false,
  ways: [...WAYS_TO_PAY],
  yape: false,
  taxHundredths: 0,
  legalName: "",
  taxId: "",
  complaintsBook: false,
  refundLimitCents: 50_00,
  invoiceNumber: "",
  shelfOrder: [],
  emails: {},
  emails_es: {},
};
