import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { choices, narrowing, unfilteredCount } from "../catalogue/narrowing/contract.ts";
import { limit, page, product, search } from "../catalogue/contract.ts";

export const searchProducts = endpoint({
  method: "POST",
  path: "/api/product/search-product",
  access: "anyone",
  summary: "Search as you type: every word must match, the last one as a prefix. 12 per page. An empty search returns popular products",
  input: z.object({ search, page, limit: limit(12), ...narrowing, exact: z.optional(z.boolean()) }),
  reply: z.object({
    page: z.int(),
    totalPage: z.int(),
    totalCount: z.int(),
    data: z.array(product),
    /** Of an empty search, if the shop has more products: how many bestsellers the list is made from. Sorted by `new`, it has all. */
    among: z.optional(z.int()),
    /** Of a sorted search: the first product on this page that is not a close match. The close ones all come before it. */
    othersFrom: z.optional(z.string()),
    unfilteredCount,
    choices: z.optional(choices),
    /** The text that was searched for instead, because a word of it does not occur: the results are those of this text. Never with `exact`. */
    corrected: z.optional(z.string()),
  }),
});
