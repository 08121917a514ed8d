import { idOf } from "#shared/slug.ts";
import { readAddress } from "../narrowing/rules.ts";
import { pageOf } from "./product-list.ts";

// What the pages of the catalogue ask the shop for. Links load the same ahead, so that a page finds it.

export const homeInput = (url: URL) => ({ page: pageOf(url) });

export const listingInput = (params: { category?: string | undefined; subCategory?: string | undefined }, url: URL) => ({
  categoryId: idOf(params.category ?? ""),
  subCategoryId: idOf(params.subCategory ?? ""),
  page: pageOf(url),
  ...readAddress(url.searchParams),
  choices: true as const,
});

export const productInput = (params: { product?: string | undefined }) => ({ productId: idOf(params.product ?? "") });
