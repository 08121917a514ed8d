import { t } from "#words/t.ts";
import { formatCents, toCents } from "#shared/money.ts";

/** Labels of the fields. */
const NAMES: Record<string, string> = {
  more_details: t("extra fields"),
  subCategory: t("sub category"),
  image: t("pictures"),
  cost_price: t("cost price"),
  name_es: t("Spanish name"),
  unit_es: t("Spanish unit"),
  description_es: t("Spanish description"),
  more_details_es: t("Spanish extra fields"),
  category_es: t("Spanish category"),
  sub_category_es: t("Spanish sub category"),
  about_es: t("about, in Spanish"),
  shipping_es: t("shipping, in Spanish"),
  returns_es: t("returns, in Spanish"),
  terms_es: t("terms, in Spanish"),
  privacy_es: t("privacy, in Spanish"),
  payment_status: t("payment status"),
  totalAmt: t("total amount"),
  delivery_address: t("delivery address"),
  social: t("social links"),
  timeZone: t("time zone"),
  bannerTitle: t("banner headline"),
  bannerText: t("banner text"),
  bannerPicture: t("banner picture"),
  bannerButton: t("banner button"),
  bannerTarget: t("banner link"),
  accent: t("accent color"),
  shelfOrder: t("first shelves"),
  lowStock: t("low stock"),
  yape: t("Yape"),
  ways: t("ways to pay"),
  taxHundredths: t("tax"),
  legalName: t("legal name"),
  taxId: t("tax number"),
  invoiceNumber: t("invoice number"),
};

type Fields = Record<string, unknown>;

/** The changed fields, with the old value struck through, then the new one. */
export function ChangeList({ before, after }: { before: Fields; after: Fields }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <dl className="mt-1.5 flex flex-col gap-1 text-sm">
      {names.map((name) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-ink-2 first-letter:uppercase">{NAMES[name] ?? name}</dt>
          <dd className="min-w-0 break-words">
            {name in before && name in after ? (
              <>
                <del className="text-ink-3">{said(name, before[name])}</del> <span aria-hidden>→</span>{" "}
                <ins className="font-semibold no-underline">{said(name, after[name])}</ins>
              </>
            ) : (
              said(name, after[name] ?? before[name])
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields in dollars. */
const MONEY = new Set(["price", "cost_price", "totalAmt"]);

/** A field's value for display. */
export function said(name: string, value: unknown): string {
  if (name === "social" && Array.isArray(value)) return value.join(", ") || "none";
  if (name === "taxHundredths" && typeof value === "number") return `${value / 100}%`;
  if (name === "shelfOrder" && Array.isArray(value)) return value.length === 1 ? "1 shelf" : `${value.length} shelves`;
  return MONEY.has(name) && typeof value === "number" ? formatCents(toCents(value)) : wordsOf(value);
}

const LONG = 160;

/** A value for display. */
export function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value)) return listed(value);
  if (typeof value === "object") {
    const parts = Object.entries(value).filter(([name]) => name !== "_id");
    return parts.length > 0 ? parts.map(([name, part]) => `${name}: ${wordsOf(part)}`).join(", ") : "none";
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}

function listed(values: readonly unknown[]): string {
  if (values.length === 0) return "none";
  if (values.every((value) => typeof value === "string" && /^(\/|https:)/.test(value)))
    return `${values.length} ${values.length === 1 ? "picture" : "pictures"}`;
  return values.map((value) => (isNamed(value) ? value.name : wordsOf(value))).join(", ");
}

function isNamed(value: unknown): value is { name: string } {
  return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}
