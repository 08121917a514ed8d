import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { choices, narrowing, unfilteredCount } from "./narrowing/contract.ts";

/** Incremented by every change. An update that sends an outdated version is refused. */
const version = z.int();

/** The name in the other language, if there is one: Spanish beside English, English beside Spanish. */
const otherName = { name_es: z.optional(z.string()), name_en: z.optional(z.string()) };

/** A category as the API returns it (specification, section 3). Its texts are in the language of the request. */
export const category = z.object({
  _id: id,
  name: z.string(),
  /** Picture URL; empty if there is none. */
  image: z.string(),
});

/** A subcategory with its categories. */
export const subCategory = z.object({
  _id: id,
  name: z.string(),
  image: z.string(),
  category: z.array(z.extend(category, otherName)),
});

/** How a product priced by weight is sold: in steps of 100 g, or in pieces of about this many grams. */
export const weighed = z.object({ by: z.enum(["weight", "piece"]), grams: z.int() });

/**
 * A product, with its texts in the language of the request. `price` is the list price in US dollars, `discount` a percentage;
 * `discounted` computes the price to pay.
 */
export const product = z.object({
  _id: id,
  name: z.string(),
  image: z.array(z.string()),
  category: z.array(category),
  subCategory: z.array(z.omit(subCategory, { category: true })),
  unit: z.string(),
  stock: z.int(),
  price: z.number(),
  discount: z.number(),
  description: z.string(),
  more_details: z.record(z.string(), z.string()),
  sku: z.nullable(z.string()),
  brand: z.string(),
  /** The price after discount per kilogram, liter or piece, in US dollars; null if `unit` gives no amount. */
  unit_price: z.nullable(z.object({ price: z.number(), per: z.string() })),
  /** Only if it is priced by weight: `price` is then per kilogram, and quantities and stock count steps or pieces of `grams` each. */
  weighed: z.optional(weighed),
  /** Only in carts, for a product that is no longer sold; it has no stock. */
  no_longer_sold: z.optional(z.literal(true)),
  version,
});

/** One of several sizes or flavors of a product. Each is a product of its own. */
export const variant = z.object({ _id: id, name: z.string(), label: z.string() });
export type Variant = z.output<typeof variant>;

export type Category = z.output<typeof category>;
export type SubCategory = z.output<typeof subCategory>;
export type Product = z.output<typeof product>;

/** Largest page size of any list. */
export const MAX_LIMIT = 50;

/** Starts at 1. */
export const page = z._default(z.int().check(z.gte(1), z.lte(1_000_000)), 1);
/** Page size, with its default. */
export const limit = (usual: number) => z._default(z.int().check(z.gte(1), z.lte(MAX_LIMIT)), usual);
/** A search query. */
export const search = z._default(z.string().check(z.maxLength(200)), "");

export const listCategories = endpoint({
  method: "GET",
  path: "/api/category/get",
  access: "anyone",
  summary: "All categories, by name",
  reply: z.object({ data: z.array(z.extend(category, { version, ...otherName })) }),
});

export const listSubCategories = endpoint({
  method: "POST",
  path: "/api/subcategory/get",
  access: "anyone",
  summary: "All sub categories with their categories, by name",
  reply: z.object({ data: z.array(z.extend(subCategory, { version, ...otherName })) }),
});

export const listProducts = endpoint({
  method: "POST",
  path: "/api/product/get",
  access: "anyone",
  summary: "Products, newest first, or those that match a search; 12 a page",
  input: z.object({ page, limit: limit(12), search }),
  reply: z.object({ totalNoPage: z.int(), totalCount: z.int(), data: z.array(product) }),
});

export const productsOfCategory = endpoint({
  method: "POST",
  path: "/api/product/get-product-by-category",
  access: "anyone",
  summary: "At most 20 products of a category, those in stock first",
  input: z.object({ id }),
  reply: z.object({ data: z.array(product) }),
});

/** Products on a page of a listing (LIST-2). */
export const LISTING_PAGE = 8;

export const listing = endpoint({
  method: "POST",
  // Misspelled in the specification.
  path: "/api/product/get-pruduct-by-category-and-subcategory",
  access: "anyone",
  summary: "The products of a category and sub category, the most popular first, or narrowed and sorted; 8 a page",
  input: z.object({ categoryId: id, subCategoryId: id, page, limit: limit(LISTING_PAGE), ...narrowing }),
  reply: z.object({
    page: z.int(),
    totalPage: z.int(),
    totalCount: z.int(),
    data: z.array(product),
    unfilteredCount,
    choices: z.optional(choices),
  }),
});

export const productDetails = endpoint({
  method: "POST",
  path: "/api/product/get-product-details",
  access: "anyone",
  summary: "One product, and the sizes it comes in",
  input: z.object({ productId: id }),
  reply: z.object({
    data: z.extend(product, otherName),
    /** This product and those that differ from it only in size or flavor; omitted if there are none. */
    sizes: z.optional(z.array(variant)),
  }),
});

export const manyProducts = endpoint({
  method: "POST",
  path: "/api/product/get-many",
  access: "anyone",
  summary: "Products by id, with their current stock; unknown ids are left out",
  input: z.object({
    ids: z.array(id).check(z.maxLength(100)),
    /** For carts: also products that are no longer sold, which say so. */
    unsold: z.optional(z.boolean()),
  }),
  reply: z.object({ data: z.array(product) }),
});

/** A category on the home page, with its first subcategory and some of its products. */
export const homeRow = z.object({
  category,
  /** The first subcategory, by name, that has products. The category's tile links to it. */
  subCategory: category,
  products: z.array(product),
});
export type HomeRow = z.output<typeof homeRow>;

export const home = endpoint({
  method: "GET",
  path: "/api/catalogue/home",
  access: "anyone",
  summary: "The home page: offers, and up to 25 categories a page, food first, each with its first sub category and up to 8 products",
  input: z.object({ page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1) }),
  reply: z.object({
    data: z.array(homeRow),
    /** The biggest discounts, food first; on the first page only. */
    offers: z.array(product),
    page: z.int(),
    totalPage: z.int(),
  }),
});
