import { LRUCache } from "lru-cache";
import type { Invalidations } from "./invalidations.ts";
import { EVERYTHING } from "./response-cache.ts";

interface KnownValuesOptions<K extends string | number, T> {
  /** Reads values by their keys. Those it leaves out are known to be missing. */
  read: (keys: readonly K[]) => Promise<ReadonlyMap<K, T>>;
  /** The keys whose values a tag invalidates: all of them, or some. */
  keysOf: (tag: string) => "all" | readonly K[];
  invalidations: Invalidations;
  /** How large all values together may be. */
  maxSize: number;
  /** The size of a value, or of a missing one; 1 by default. */
  sizeOf?: (value: T | undefined) => number;
}

/**
 * Values of the database in memory, by key: read when first asked for, and again after a change by any process. A value that was being read
 * during a change is not stored, and not given to anyone who asks after the change.
 */
export class KnownValues<K extends string | number, T> {
  readonly #read: KnownValuesOptions<K, T>["read"];
  readonly #known: LRUCache<K, { readonly value: T | undefined }>;
  /** Up to this size nothing is thrown away soon, so what was used last needn't be recorded, which takes longer than looking it up. */
  readonly #roomySize: number;
  readonly #reading = new Map<K, Promise<ReadonlyMap<K, T>>>();

  constructor({ read, keysOf, invalidations, maxSize, sizeOf = () => 1 }: KnownValuesOptions<K, T>) {
    this.#read = read;
    this.#known = new LRUCache({ maxSize, sizeCalculation: ({ value }) => sizeOf(value) });
    this.#roomySize = maxSize / 2;
    invalidations.subscribe((tags) => {
      for (const tag of tags) this.#forget(tag === EVERYTHING ? "all" : keysOf(tag));
    });
  }

  /** The values of these keys, in their order; undefined for those that don't exist. */
  async read(keys: readonly K[]): Promise<(T | undefined)[]> {
    const isRoomy = this.#known.calculatedSize < this.#roomySize;
    const known = keys.map((key) => (isRoomy ? this.#known.peek(key) : this.#known.get(key)));
    if (!known.includes(undefined)) return known.map((entry) => entry!.value);
    this.#begin(keys.filter((key, n) => known[n] === undefined && !this.#reading.has(key)));
    // Most keys share a reading.
    const readings = keys.map((key, n) => (known[n] ? undefined : this.#reading.get(key)));
    const distinct = [...new Set(readings)].filter((reading) => reading !== undefined);
    const read = await Promise.all(distinct);
    const valuesOf = new Map(distinct.map((reading, n) => [reading, read[n]]));
    return keys.map((key, n) => (known[n] ? known[n].value : valuesOf.get(readings[n]!)!.get(key)));
  }

  #begin(keys: readonly K[]): void {
    if (keys.length === 0) return;
    const missing = [...new Set(keys)];
    const reading = this.#read(missing);
    for (const key of missing) this.#reading.set(key, reading);
    const store = (values?: ReadonlyMap<K, T>) => {
      for (const key of missing) {
        if (this.#reading.get(key) !== reading) continue;
        this.#reading.delete(key);
        if (values) this.#known.set(key, { value: values.get(key) });
      }
    };
    reading.then(store, () => store());
  }

  #forget(keys: "all" | readonly K[]): void {
    if (keys === "all") {
      this.#known.clear();
      this.#reading.clear();
      return;
    }
    for (const key of keys) {
      this.#known.delete(key);
      this.#reading.delete(key);
    }
  }
}
