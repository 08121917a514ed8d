import type { CartChange, Line } from "./cart-state.ts";

/** The lines that a cart shows: those that are known, with the changes that are still being sent, in the order in which they came. */
export class ShownLines {
  /** The position where each product was first shown, so that Undo puts a line back in its place. */
  readonly #positions = new Map<string, number>();

  /** Forgets the order, because this is another cart. */
  clear(): void {
    this.#positions.clear();
  }

  of(known: readonly Line[], changes: ReadonlyMap<string, CartChange>): Line[] {
    const changed = known.map((line) => {
      const wanted = changes.get(line.product._id);
      return wanted ? { ...line, quantity: wanted.quantity } : line;
    });
    const added = [...changes.values()]
      .filter(({ product }) => !known.some((line) => line.product._id === product._id))
      .map(({ product, quantity }) => ({ id: "", product, quantity }));
    const lines = [...changed, ...added];
    // Also those that are being removed.
    for (const { product } of lines) if (!this.#positions.has(product._id)) this.#positions.set(product._id, this.#positions.size);
    return lines.filter(({ quantity }) => quantity > 0).sort((a, b) => this.#positionOf(a) - this.#positionOf(b));
  }

  #positionOf({ product }: Line): number {
    return this.#positions.get(product._id) ?? 0;
  }
}
