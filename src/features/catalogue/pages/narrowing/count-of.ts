/** `1 product`, `42 products`. */
export function countOf(total: number): string {
  return total === 1 ? "1 product" : `${total} products`;
}
