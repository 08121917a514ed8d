import { plural } from "#words/t.ts";

/** `1 product`, `42 products`. */
export function countOf(total: number): string {
  return plural(total, "{count} product", "{count} products");
}
