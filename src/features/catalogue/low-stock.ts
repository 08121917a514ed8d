import { sql, type SQL } from "drizzle-orm";
import { isForSale } from "./for-sale.ts";

/**
 * SQL for whether a product is low on stock: for sale, with at most `threshold` pieces. The index `product_with_stock` alone can tell.
 * @param table the product table's name or alias
 */
export function isLowOnStock(table: "product" | "p", threshold: number): SQL {
  return sql`(${isForSale(table)} and ${sql.raw(table)}.stock <= ${threshold}::int)`;
}
