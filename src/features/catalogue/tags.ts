import type { Product } from "./contract.ts";

/**
 * Tags of kept answers. Answers that show exact stock carry `stock:<id>` too; pages do not, so a sale empties a page
 * only when it crosses zero (then the sale drops `product:<id>`).
 */
export const tagsOf = {
  /** The lists of categories and sub categories, and whatever depends on which there are. */
  shelves: "shelves",
  /** Lists whose members depend on every product: newest, search. */
  products: "products",
  /** What sells best: any sale may change it. */
  popular: "popular",
  product: (id: string) => `product:${id}`,
  stock: (id: string) => `stock:${id}`,
  /** Which products lie in a category, and which of them can be had: lists show these first. */
  category: (id: string) => `category:${id}`,
};

/** The tags of an answer that shows these products as the API has them, with their exact stock. */
export function tagsOfProducts(products: readonly Product[]): string[] {
  return products.flatMap(({ _id }) => [tagsOf.product(_id), tagsOf.stock(_id)]);
}
