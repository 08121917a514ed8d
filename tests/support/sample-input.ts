import { schemasOf, type Schema } from "#server/http/openapi.ts";
import type { Endpoint } from "#shared/endpoint.ts";

interface Values {
  /** Valid values by the name of their field, so that a call gets as far as the others. */
  known: Readonly<Record<string, unknown>>;
  /** An existing id of what a path is about. */
  idOf: (path: string) => string | undefined;
  /** What free text says. */
  text: string;
}

type More = Schema & { pattern?: string; oneOf?: Schema[] };

/** An input that fits the contract of a call, with every field, and the parameters of its path. */
export function sampleOf(endpoint: Endpoint, values: Values): { input: Record<string, unknown>; params: Record<string, unknown> } {
  const { input, params } = schemasOf(endpoint);
  const valueOf = (name: string, schema: Schema): unknown => {
    const { type, anyOf, oneOf, enum: words, pattern, items, maxLength, format } = schema as More;
    if (words) return words[0];
    if (name === "category") return [values.known["categoryId"]];
    if (name === "subCategory") return [values.known["subCategoryId"]];
    if (name in values.known && type !== "array") return values.known[name];
    const first = anyOf?.[0] ?? oneOf?.[0];
    if (first) return valueOf(name, first);
    if (type === "object") return objectOf(schema);
    if (type === "array") return [valueOf(name, items ?? {})];
    if (type === "boolean") return false;
    if (type === "integer" || type === "number") return 1;
    if (name === "_id" || pattern?.includes("[0-9a-f]{32}")) return values.idOf(endpoint.path) ?? "0".repeat(32);
    if (format?.startsWith("date")) return "2026-01-01";
    return /email/i.test(name) ? "a@shop.example" : values.text.slice(0, maxLength);
  };
  const objectOf = ({ properties = {} }: Schema): Record<string, unknown> =>
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(name, schema)]));
  return { input: objectOf(input ?? {}), params: objectOf(params ?? {}) };
}
