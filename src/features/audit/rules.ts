import { may, seesCosts, type Access, type Role } from "#shared/roles.ts";
import { AUDITED, type AuditedKind } from "./contract.ts";

/** What imports do to things, which have an undo of their own. */
export const BY_IMPORT: readonly string[] = ["added", "imported"];

/** The kinds whose changes only some of the staff may read: those of pages that the others can't open. */
const RESTRICTED: Partial<Record<AuditedKind, Access>> = { user: "admin", settings: "admin" };

/** The kinds whose changes somebody may read. */
export function readableKinds(role: Role): AuditedKind[] {
  return AUDITED.filter((kind) => may(role, RESTRICTED[kind] ?? "manager"));
}

/** A thing's fields, as JSON. */
export type Fields = Record<string, unknown>;

/** The recorded fields that somebody may read. */
export function readableFields(fields: Fields, role: Role): Fields {
  if (seesCosts(role)) return fields;
  const { cost_price: _, ...others } = fields;
  return others;
}

/** The fields that differ between two states of a thing, before and after. */
export function differences(was: Fields, became: Fields): { before: Fields; after: Fields } {
  const names = [...new Set([...Object.keys(was), ...Object.keys(became)])].filter((name) => !isSame(was[name], became[name]));
  const only = (fields: Fields) => Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
  return { before: only(was), after: only(became) };
}

/** Whether two values are equal as JSON, ignoring key order. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted);
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
