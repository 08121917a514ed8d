import * as z from "zod";
import { FIELDS_IN_SPANISH } from "#words/field-names.ts";
import { language } from "#words/language.ts";
import { spanish } from "#words/spanish.ts";
import { t } from "#words/t.ts";

const english = z.locales.en().localeError;

// Contracts use zod/mini, which has no messages of its own.
z.config({ localeError: (issue) => (language() === "es" ? inSpanish(issue) : english(issue)) });

const catalogue: Readonly<Record<string, string | readonly string[]>> = spanish;

/** What is wrong with a field, to follow its name. A contract's own message is looked up in the catalogue by its English text. */
export function said({ message }: z.core.$ZodIssue): string {
  const known = language() === "es" ? catalogue[message] : undefined;
  return typeof known === "string" && known ? known : readable(message);
}

/** Replaces zod's `Invalid input: expected string, received undefined` with `is required`. */
function readable(message: string): string {
  if (message.endsWith("received undefined")) return t("is required");
  const words = message.replace(/^Invalid input: /, "").replace(/^Too (small|big): /, "");
  return words.startsWith("expected") ? `is wrong: ${words}` : words;
}

/** What people call a field on Spanish pages: `zones.0.fee` is the fee, `image.1` the image. */
export function calledInSpanish(field: string): string | undefined {
  if (language() !== "es") return undefined;
  const last = field.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
  return FIELDS_IN_SPANISH[field] ?? FIELDS_IN_SPANISH[last];
}

/** What is wrong with a field, after what people call it. */
export function aboutField(field: string, words: string): string {
  return `${calledInSpanish(field) ?? field} ${words}`;
}

/** What a type is called. Others are named as in JSON. */
const TYPES: Readonly<Record<string, string>> = {
  string: "un texto",
  number: "un número",
  int: "un número entero",
  boolean: "true o false",
  array: "una lista",
  object: "un objeto",
};
const UNITS: Readonly<Record<string, string>> = { string: "caracteres", array: "elementos" };

/** zod's own messages in Spanish. Only people who make calls by hand see them, so they aren't in the catalogue. */
function inSpanish(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? t("is required") : `debe ser ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `debe ser ${issue.values.map(String).join(" o ")}`;
    case "too_small":
      return least(issue.origin, Number(issue.minimum), issue.inclusive === false);
    case "too_big":
      return most(issue.origin, Number(issue.maximum), issue.inclusive === false);
    case "not_multiple_of":
      return `debe ser múltiplo de ${issue.divisor}`;
    case "unrecognized_keys":
      return `no admite ${issue.keys.join(", ")}`;
    default:
      return "no tiene un formato válido";
  }
}

function least(origin: string, minimum: number, isBelow: boolean): string {
  const unit = UNITS[origin];
  return unit ? `debe tener al menos ${minimum} ${unit}` : `debe ser ${isBelow ? "mayor que" : "al menos"} ${minimum}`;
}

function most(origin: string, maximum: number, isAbove: boolean): string {
  const unit = UNITS[origin];
  return unit ? `puede tener hasta ${maximum} ${unit}` : `debe ser ${isAbove ? "menor que" : "como máximo"} ${maximum}`;
}
