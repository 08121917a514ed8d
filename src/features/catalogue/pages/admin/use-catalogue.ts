import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { forgetSubCategories } from "#features/catalogue/pages/sub-categories.ts";
import { call } from "#web/call.ts";
import { queries } from "#web/queries.ts";
import { readAgain, usePersonal } from "#web/session.ts";
import { listDeleted, type CatalogueKind } from "../../admin/contract.ts";
import { listCategories, listProducts, listSubCategories } from "../../contract.ts";

/** All categories, by name, with the version that updates send back. */
export const useCategories = () =>
  useQuery({ queryKey: ["catalogue", "categories"], queryFn: async () => (await call(listCategories, undefined)).data });

/** All subcategories, by name. */
export const useSubCategories = () =>
  useQuery({ queryKey: ["catalogue", "sub categories"], queryFn: async () => (await call(listSubCategories, undefined)).data });

/** A page of 12 products (ADM-8). The previous page stays visible while the next one loads. */
export const useProducts = (page: number, search: string) =>
  useQuery({
    queryKey: ["catalogue", "products", page, search],
    queryFn: ({ signal }) => call(listProducts, { page, search }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A page of deleted items that can be restored. */
export const useDeleted = (kind: CatalogueKind | undefined, page: number) =>
  usePersonal(["deleted", kind, page], () => call(listDeleted, { ...(kind && { kind }), page }));

/** Refetches all lists after a change (ADM-16). */
export async function readCatalogueAgain(): Promise<void> {
  forgetSubCategories();
  await Promise.all([queries.invalidateQueries({ queryKey: ["catalogue"] }), readAgain(["deleted"]), readAgain(["history"])]);
}

export type VersionedCategory = NonNullable<ReturnType<typeof useCategories>["data"]>[number];
export type VersionedSubCategory = NonNullable<ReturnType<typeof useSubCategories>["data"]>[number];
