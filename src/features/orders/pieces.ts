import { sql, type SQL } from "drizzle-orm";

/** SQL like `itemsIn`: how many pieces a line is; anything sold by weight is one. @param table the line's table or alias */
export function piecesOf(table: "order_line" | "l"): SQL {
  return sql.raw(`case when ${table}.weighed_by = 'weight' then 1 else ${table}.quantity end`);
}
