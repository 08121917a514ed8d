import type { AddressFields } from "#features/addresses/contract.ts";
import { addressInLine } from "#features/addresses/rules.ts";
import { formatCents, formatDollars, toPercent } from "#shared/money.ts";
import { withSpans, type Span } from "#shared/opening-hours.ts";
import { plural, t } from "#words/t.ts";
import { fieldInWords, labelOf } from "./field-words.ts";
import { valueInWords } from "./value-words.ts";

type Fields = Record<string, unknown>;

/** The changed fields, with the old value struck through, then the new one. */
export function ChangeList({ before, after }: { before: Fields; after: Fields }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <dl className="mt-1.5 flex flex-col gap-1 text-sm">
      {names.map((name) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-ink-2 first-letter:uppercase">{fieldInWords(name)}</dt>
          <dd className="min-w-0 break-words">
            {name in before && name in after ? (
              <Replaced before={said(name, before[name])} after={said(name, after[name])} />
            ) : (
              said(name, after[name] ?? before[name])
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Replaced({ before, after }: { before: string; after: string }) {
  // The same number of entries, but different ones.
  if (before === after) return t("changed [action]");
  return (
    <>
      <del className="text-ink-3">{before}</del> <span aria-hidden>→</span> <ins className="font-semibold no-underline">{after}</ins>
    </>
  );
}

/** Fields in dollars. */
const MONEY = new Set(["price", "cost_price", "totalAmt"]);
/** Fields whose parts are too long to list. */
const COUNTED = new Set(["shelfOrder", "times", "exceptions", "emails", "emails_es"]);

/** A field's value for display. */
export function said(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return t("none [value]");
  if (typeof value === "number") {
    if (name === "taxHundredths") return `${toPercent(value)}%`;
    if (name.endsWith("Cents")) return formatCents(value);
    if (MONEY.has(name)) return formatDollars(value);
  }
  if (COUNTED.has(name) && typeof value === "object") return String(Object.keys(value).length);
  if (name === "hours" && Array.isArray(value)) return hoursInWords(value);
  if (name === "delivery_address" && typeof value === "object") return addressInWords(value);
  if (name === "social" && Array.isArray(value)) return value.join(", ") || t("none [value]");
  return wordsOf(value, name);
}

const NO_ADDRESS: Omit<AddressFields, "mobile"> = { address_line: "", city: "", state: "", pincode: "", country: "" };

/** @param recorded as it was sent, maybe without some fields */
function addressInWords(recorded: Partial<AddressFields>): string {
  return [addressInLine({ ...NO_ADDRESS, ...recorded }), recorded.mobile].filter(Boolean).join(", ");
}

function hoursInWords(days: readonly unknown[]): string {
  const recorded = withSpans(days) as Span[][]; // as some version recorded it
  return recorded.map((spans) => spans.map(({ from, to }) => `${from}–${to}`).join(", ") || t("closed [value]")).join("; ");
}

const LONG = 160;

/** A value of a field for display. */
export function wordsOf(value: unknown, field = ""): string {
  if (value === null || value === undefined || value === "") return t("none [value]");
  if (typeof value === "boolean") return value ? t("yes [value]") : t("no [value]");
  if (Array.isArray(value)) return listed(value, field);
  if (typeof value === "object") {
    const parts = Object.entries(value).filter(([name]) => name !== "_id");
    return parts.length > 0 ? parts.map(([name, part]) => `${labelOf(name)}: ${wordsOf(part, name)}`).join(", ") : t("none [value]");
  }
  const text = typeof value === "string" ? valueInWords(field, value) : JSON.stringify(value);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}

function listed(values: readonly unknown[], field: string): string {
  if (values.length === 0) return t("none [value]");
  if (values.every((value) => typeof value === "string" && /^(\/|https:)/.test(value)))
    return plural(values.length, "{count} picture", "{count} pictures");
  return values.map((value) => (isNamed(value) ? value.name : wordsOf(value, field))).join(", ");
}

function isNamed(value: unknown): value is { name: string } {
  return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}
