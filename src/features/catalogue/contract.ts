import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";

/** Number of the last change; an update may carry it and is refused when it is old. */
const version = z.int();

/** Category as the API answers it (specification, section 3). */
export const category = z.object({
  _id: id,
  name: z.string(),
  /** Address of a picture; empty when there is none. */
  image: z.string(),
});

/** Sub category with its categories. */
export const subCategory = z.object({
  _id: id,
  name: z.string(),
  image: z.string(),
  category: z.array(category),
});

/** Product. `price` is the list price in US dollars, `discount` a percent; the price paid is theirs by `discounted`. */
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
  version,
});

export type Category = z.output<typeof category>;
export type SubCategory = z.output<typeof subCategory>;
export type Product = z.output<typeof product>;

/** Largest page any list gives. */
export const MAX_LIMIT = 50;

/** A page number, from 1. */
export const page = z._default(z.int().check(z.gte(1), z.lte(1_000_000)), 1);
/** Rows on a page. */
export const limit = (usual: number) => z._default(z.int().check(z.gte(1), z.lte(MAX_LIMIT)), usual);
/** What a person typed to find products. */
export const search = z._default(z.string().check(z.maxLength(200)), "");

export const listCategories = endpoint({
  method: "GET",
  path: "/api/category/get",
  access: "anyone",
  summary: "All categories, by name",
  reply: z.object({ data: z.array(z.extend(category, { version })) }),
});

export const listSubCategories = endpoint({
  method: "POST",
  path: "/api/subcategory/get",
  access: "anyone",
  summary: "All sub categories with their categories, by name",
  reply: z.object({ data: z.array(z.extend(subCategory, { version })) }),
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

export const listing = endpoint({
  method: "POST",
  // The odd spelling is the specification's.
  path: "/api/product/get-pruduct-by-category-and-subcategory",
  access: "anyone",
  summary: "The products of a category and sub category; 8 a page",
  input: z.object({ categoryId: id, subCategoryId: id, page, limit: limit(8) }),
  reply: z.object({ page: z.int(), totalPage: z.int(), totalCount: z.int(), data: z.array(product) }),
});

export const productDetails = endpoint({
  method: "POST",
  path: "/api/product/get-product-details",
  access: "anyone",
  summary: "One product",
  input: z.object({ productId: id }),
  reply: z.object({ data: product }),
});

export const manyProducts = endpoint({
  method: "POST",
  path: "/api/product/get-many",
  access: "anyone",
  summary: "Products by their ids, with the stock of this moment; ids of no product are left out",
  input: z.object({ ids: z.array(id).check(z.maxLength(100)) }),
  reply: z.object({ data: z.array(product) }),
});

/** A category as the home page shows it: its first sub category and some of its products. */
export const homeRow = z.object({
  category,
  /** The first sub category, by name, that has products: where the category's tile leads. */
  subCategory: category,
  products: z.array(product),
});
export type HomeRow = z.output<typeof homeRow>;

export const home = endpoint({
  method: "GET",
  path: "/api/catalogue/home",
  access: "anyone",
  summary: "What the home page shows: each category that has products, its first sub category and up to 12 products",
  reply: z.object({ data: z.array(homeRow) }),
});
