import type { TakenLine } from "../stock/take-stock.ts";
import type { StoredLine } from "./tables.ts";

/** A line as orders and payments store it: without what only its product has. */
export function storedLine({ stock: _stock, categoryIds: _categoryIds, ...line }: TakenLine & StoredLine): StoredLine {
  return line;
}
