import type { Product } from "./contract.ts";

/**
 * Tags of cached responses. Responses with exact stock also have `stock:<id>`. Pages do not, so a sale invalidates a page only when
 * a product sells out or comes back (it then invalidates `product:<id>`).
 */
export const tagsOf = {
  /** The lists of categories and subcategories, and whatever depends on them. */
  shelves: "shelves",
  /** Lists that any product change can affect: newest, search. */
  products: "products",
  /** Best sellers, which any sale can change. */
  popular: "popular",
  /** Which products are in stock, for searches that say how many are. */
  availability: "availability",
  product: (id: string) => `product:${id}`,
  stock: (id: string) => `stock:${id}`,
  /** What a product is bought together with. */
  related: (id: string) => `related:${id}`,
  /** Which products are in a category, and which of them are available, since lists show these first. */
  category: (id: string) => `category:${id}`,
};

/** The products that tags say have changed. */
export function productsIn(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => /^(?:product|stock):(\w+)$/.exec(tag)?.[1] ?? []);
}

/** The tags of a response with these products and their exact stock. */
export function tagsOfProducts(products: readonly Pick<Product, "_id">[]): string[] {
  return products.flatMap(({ _id }) => [tagsOf.product(_id), tagsOf.stock(_id)]);
}
