type Listener = (tags: readonly string[]) => void;

/** Tells within this process what changed, here or in another one, by tags. A change made here may be told twice. */
export class News {
  readonly #listeners = new Set<Listener>();

  /** @returns a function that ends the listening */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(tags: readonly string[]): void {
    for (const listener of this.#listeners) listener(tags);
  }
}
