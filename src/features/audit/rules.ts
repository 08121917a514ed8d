/** Fields of a thing as JSON holds them. */
export type Fields = Record<string, unknown>;

/** Of two states of a thing the fields that differ, as they were and as they became. */
export function differences(was: Fields, became: Fields): { before: Fields; after: Fields } {
  const names = [...new Set([...Object.keys(was), ...Object.keys(became)])].filter((name) => !isSame(was[name], became[name]));
  const only = (fields: Fields) => Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
  return { before: only(was), after: only(became) };
}

/** Whether two values are the same JSON, in whatever order their fields stand. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted);
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
