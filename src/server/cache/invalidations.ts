type Listener = (tags: readonly string[]) => void;

/** Reports invalidated tags to this process's listeners, whichever process invalidated them. A tag may be reported twice. */
export class Invalidations {
  readonly #listeners = new Set<Listener>();

  /** @returns a function that ends the subscription */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(tags: readonly string[]): void {
    for (const listener of this.#listeners) listener(tags);
  }
}
