import { sql, type SQL } from "drizzle-orm";

/** SQL for whether a product is for sale, written like the condition of the indexes. @param table the product table's name or alias */
export function isForSale(table: "product" | "p" | "s" = "product"): SQL {
  return sql.raw(`${table}.deleted_at is null and not ${table}.hidden`);
}
