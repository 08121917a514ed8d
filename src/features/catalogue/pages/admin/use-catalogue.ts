import { useQuery } from "@tanstack/react-query";
import { forgetSubCategories } from "#features/catalogue/pages/sub-categories.ts";
import { call } from "#web/call.ts";
import { queries } from "#web/queries.ts";
import { personalKey, readAgain, usePersonal, useSession } from "#web/session/session.ts";
import { listDeleted, type CatalogueKind } from "../../admin/contract.ts";
import { findProducts } from "../../admin/find/contract.ts";
import { listCategories, listSubCategories } from "../../contract.ts";
import type { Filter } from "./product/product-filter.ts";

/** A shelf with its English name and its Spanish one, which may be empty, whichever language it was read in. */
function inBoth<T extends { name: string; name_en?: string | undefined; name_es?: string | undefined }>(shelf: T) {
  const { name, name_en: english, name_es: spanish, ...rest } = shelf;
  return { ...rest, name: english ?? name, name_es: spanish ?? (english === undefined ? "" : name) };
}

/** All categories, by name, with the version that updates send back. */
export const useCategories = () =>
  useQuery({
    queryKey: ["catalogue", "categories"],
    queryFn: async () => (await call(listCategories, undefined)).data.map((category) => inBoth(category)),
  });

/** All subcategories, by name. */
export const useSubCategories = () =>
  useQuery({
    queryKey: ["catalogue", "sub categories"],
    queryFn: async () => (await call(listSubCategories, undefined)).data.map((subCategory) => inBoth(subCategory)),
  });

/** Both kinds of shelves to choose from, empty while they load. If they failed, `reload` loads them again. */
export function useShelves() {
  const categories = useCategories();
  const subCategories = useSubCategories();
  const failed = [categories, subCategories].filter(({ isError, data }) => isError && !data);
  const reload = failed.length > 0 ? () => failed.forEach(({ refetch }) => void refetch()) : undefined;
  return { categories: categories.data ?? [], subCategories: subCategories.data ?? [], reload };
}

/** A page of 12 products (ADM-8). The previous page stays visible while the next one loads. */
export function useProducts(page: number, search: string, filter: Filter) {
  const { person, status } = useSession();
  return useQuery({
    queryKey: personalKey(person, ["products", page, search, filter]),
    queryFn: ({ signal }) => call(findProducts, { page, search, ...filter }, { signal }),
    enabled: status === "signed-in",
    placeholderData: previousOf(person),
  });
}

/** The previous page stays visible while the next one loads, unless it was another person's. */
export const previousOf =
  (person: number) =>
  <T>(previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[1] === person ? previous : undefined;

/** A page of deleted items that can be restored. */
export const useDeleted = (kind: CatalogueKind | undefined, page: number) =>
  usePersonal(["deleted", kind, page], () => call(listDeleted, { ...(kind && { kind }), page }));

/** Refetches all lists after a change (ADM-16). */
export async function readCatalogueAgain(): Promise<void> {
  forgetSubCategories();
  const personal = ["products", "deleted", "history", "last bulk"].map((name) => readAgain([name]));
  await Promise.all([queries.invalidateQueries({ queryKey: ["catalogue"] }), ...personal]);
}

export type VersionedCategory = NonNullable<ReturnType<typeof useCategories>["data"]>[number];
export type VersionedSubCategory = NonNullable<ReturnType<typeof useSubCategories>["data"]>[number];
