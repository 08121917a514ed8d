import { isDuplicate } from "#server/db/sql-state.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { RESTORE_DAYS, type CatalogueKind } from "./contract.ts";
import type { Named, Uses } from "./shelves/shelf-store.ts";

/** Says that something is not in the shop. */
export function notFoundWords(kind: CatalogueKind): string {
  switch (kind) {
    case "category":
      return t("Category not found");
    case "subCategory":
      return t("Sub category not found");
    default:
      return t("Product not found");
  }
}

function thisOne(kind: CatalogueKind): string {
  switch (kind) {
    case "category":
      return t("This category");
    case "subCategory":
      return t("This sub category");
    default:
      return t("This product");
  }
}

/** Refuses an update based on an outdated version. */
export function refuseOld(kind: CatalogueKind, version: number | undefined, current: { version: number }): void {
  if (version === undefined || version === current.version) return;
  throw refuse.conflict(t("{thing} has been changed since you opened it. Reload it and try again.", { thing: thisOne(kind) }), current);
}

/** Refuses to restore what is not deleted, or was deleted too long ago. */
export function refuseRestoring(kind: CatalogueKind, { deleted, gone }: { deleted: boolean; gone: boolean }): void {
  if (!deleted) throw refuse.conflict(t("{thing} is not deleted", { thing: thisOne(kind) }));
  if (gone) throw refuse.conflict(t("{thing} was deleted more than {RESTORE_DAYS} days ago", { thing: thisOne(kind), RESTORE_DAYS }));
}

/** Refuses to delete something that is still in use, and says where. `words` is the number of uses in words. */
export function refuseUsed(name: string, uses: Readonly<Record<string, Uses & { words: string }>>): void {
  const used = Object.values(uses).filter(({ count }) => count > 0);
  if (used.length === 0) return;
  const listing = used.map(({ words, names, count }) => `${words} (${listed(names, count)})`).join(t(" and "));
  const data = Object.fromEntries(Object.entries(uses).map(([what, { count }]) => [what, count]));
  throw refuse.conflict(t("{name} is still used by {uses}", { name, uses: listing }), data);
}

function listed(names: readonly string[], count: number): string {
  const more = count - names.length;
  return names.join(", ") + (more > 0 ? t(" and {more} more", { more }) : "");
}

/** Refuses ids that were not found. */
export function refuseUnknown(kind: CatalogueKind, ids: readonly string[], found: readonly Named[]): void {
  if (found.length < ids.length) throw refuse.notFound(notFoundWords(kind));
}

/** Runs `work`, turning a unique violation into a refusal. */
export async function refusingTaken<T>(message: () => string | Promise<string>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isDuplicate(error)) throw refuse.conflict(await message());
    throw error;
  }
}
