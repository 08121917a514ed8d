import { sql } from "drizzle-orm";

/** Categories and subcategories are managed the same way. */
export type ShelfKind = "category" | "subCategory";

const namesOf = (name: string) => ({
  table: sql.identifier(name),
  links: sql.identifier(`product_${name}`),
  id: sql.identifier(`${name}_id`),
});

/** How SQL names each kind of shelf: its table, the table that says which products are on it, and the column there with its id. */
export const SHELF = { category: namesOf("category"), subCategory: namesOf("sub_category") } as const;
