import { isDatabaseUnavailable } from "../db/unavailable.ts";
import type { Invalidations } from "./invalidations.ts";
import { EVERYTHING } from "./response-cache.ts";

interface LastKnownOptions<T> {
  read: () => Promise<T>;
  /** The tag that any process invalidates when the value changes. */
  tag: string;
  invalidations: Invalidations;
  /** The value until it has been read for the first time. */
  first: T;
}

/** One value of the database in memory: read once after each change. While the database is unavailable, the last known one stays. */
export class LastKnown<T> {
  readonly #read: () => Promise<T>;
  #known: T;
  /** Undefined once something may have changed. */
  #reading: Promise<T> | undefined;

  constructor({ read, tag, invalidations, first }: LastKnownOptions<T>) {
    this.#read = read;
    this.#known = first;
    invalidations.subscribe((tags) => {
      if (tags.includes(tag) || tags.includes(EVERYTHING)) this.#reading = undefined;
    });
  }

  read(): Promise<T> {
    return (this.#reading ??= this.#load());
  }

  #load(): Promise<T> {
    const reading: Promise<T> = this.#read().then(
      (value) => {
        if (this.#reading === reading) this.#known = value;
        return value;
      },
      (error: unknown) => {
        if (this.#reading === reading) this.#reading = undefined;
        if (isDatabaseUnavailable(error)) return this.#known;
        throw error;
      },
    );
    return reading;
  }
}
