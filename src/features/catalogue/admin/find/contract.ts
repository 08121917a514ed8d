import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { category, limit, page, search } from "../../contract.ts";
import { offer, productInBoth } from "../contract.ts";

/** A shelf in English, with its Spanish name if it has one. */
const shelf = z.extend(category, { name_es: z.optional(z.string()) });

/** A product with what only the staff sees, its texts in English. `discount` is the one shoppers get at this moment. */
export const adminProduct = z.extend(productInBoth, {
  category: z.array(shelf),
  subCategory: z.array(shelf),
  barcode: z.nullable(z.string()),
  /** In US dollars; left out for those who may not see it. */
  cost_price: z.optional(z.nullable(z.number())),
  hidden: z.boolean(),
  offer: z.nullable(offer),
});
export type AdminProduct = z.output<typeof adminProduct>;

/** Without one of these, the newest come first, or in a search the best matches. */
export const ADMIN_SORTS = ["changed", "name", "price", "price-down", "stock", "stock-down", "sold"] as const;
export type AdminSort = (typeof ADMIN_SORTS)[number];

/** Most products that are named by id. */
export const MOST_IDS = 1000;

/** Which products the back office lists, or changes at once. */
export const productFilter = {
  /** A SKU or a barcode, or the beginning of a SKU, comes before what the words find. */
  search,
  /** Only these. */
  ids: z.optional(z.array(id).check(z.maxLength(MOST_IDS))),
  /** A category or subcategory. */
  shelf: z.optional(id),
  /** `low`: for sale, with as many pieces as the setting `lowStock` or fewer. */
  stock: z.optional(z.enum(["in", "out", "low"])),
  picture: z.optional(z.enum(["none"])),
  /** Prices that look like mistakes: see `ODD_PRICES`. */
  price: z.optional(z.enum(["odd"])),
  hidden: z.optional(z.boolean()),
};
const filter = z.object(productFilter);
export type ProductFilter = z.output<typeof filter>;

export const findProducts = endpoint({
  method: "POST",
  path: "/api/product/find",
  access: "manager",
  summary: "Products for the staff, hidden ones included, with barcode and, for admins, cost: filtered and sorted; 12 a page",
  bodyLimit: LARGE_BODY,
  input: z.object({ ...productFilter, sort: z.optional(z.enum(ADMIN_SORTS)), page, limit: limit(12) }),
  reply: z.object({
    totalNoPage: z.int(),
    totalCount: z.int(),
    /** Whether the search found more than is counted and listed. */
    isCut: z.boolean(),
    data: z.array(adminProduct),
  }),
});

export const productToEdit = endpoint({
  method: "POST",
  path: "/api/product/find-one",
  access: "manager",
  summary: "One product for the staff, hidden or not",
  input: z.object({ productId: id }),
  reply: z.object({ data: adminProduct }),
});
