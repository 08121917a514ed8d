import { sql, type SQL } from "drizzle-orm";
import { isForSale } from "./for-sale.ts";

/**
 * SQL for whether a product is low on stock: for sale, with at most `threshold` pieces. These are the beginning of the index `product_with_stock`.
 * @param table the product table's name or alias
 */
export function isLowOnStock(table: "product" | "p", threshold: number): SQL {
  return sql`(${isForSale(table)} and ${sql.raw(table)}.stock <= ${threshold}::int)`;
}
