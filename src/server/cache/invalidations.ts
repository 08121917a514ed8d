type Listener = (tags: readonly string[]) => void;

/** Tells the listeners of this process which tags were invalidated, here or in another process. The same tag may be told twice. */
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
