import { sql, type SQL } from "drizzle-orm";

/**
 * SQL for whether a product is low on stock: for sale, with at most `threshold` pieces. These are the beginning of the index `product_by_stock`.
 * @param table the product table's name or alias
 */
export function isLowOnStock(table: "product" | "p", threshold: number): SQL {
  const product = sql.raw(table);
  return sql`(${product}.deleted_at is null and not ${product}.hidden and ${product}.stock <= ${threshold}::int)`;
}
