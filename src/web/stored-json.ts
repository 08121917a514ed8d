/**
 * What this browser stored as JSON. Older versions, extensions or people may have written there too, so what can't be read counts as
 * nothing, and so does anything but a list where a list is expected.
 * @param otherwise if nothing is stored
 */
export function readJson<T>(storage: "localStorage" | "sessionStorage", key: string, otherwise: T): T {
  try {
    const found = JSON.parse(globalThis[storage].getItem(key) ?? "null") as T | null; // the caller wrote it
    return found === null || Array.isArray(found) !== Array.isArray(otherwise) ? otherwise : found;
  } catch {
    return otherwise;
  }
}
