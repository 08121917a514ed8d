import { idOf } from "#shared/slug.ts";
import { isNarrowed, readAddress, type Narrowing } from "../narrowing/rules.ts";
import { pageOf } from "./page-number.ts";

// What the pages of the catalogue ask the shop for. Links load the same ahead, so that a page finds it.

const isServer = typeof window === "undefined";

/** Asks for the choices of a list. In the browser those of a plain list are counted later, by `useChoices`. */
export const choicesOf = (narrowing: Narrowing) => (isServer || isNarrowed(narrowing) ? { choices: true as const } : {});

export function listingInput(params: { category?: string | undefined; subCategory?: string | undefined }, url: URL) {
  const narrowing = readAddress(url.searchParams);
  return {
    categoryId: idOf(params.category ?? ""),
    subCategoryId: idOf(params.subCategory ?? ""),
    page: pageOf(url),
    ...narrowing,
    ...choicesOf(narrowing),
  };
}

export const productInput = (params: { product?: string | undefined }) => ({ productId: idOf(params.product ?? "") });
