/** Reads of one key that run at once. */
const AT_ONCE = 4;

interface Reads<T> {
  running: Set<Promise<T>>;
  /** The read that will begin when one of them succeeds. */
  next?: Promise<T> | undefined;
}

/**
 * Reads values by key. While a few reads of a key run, all others share the next one, which sees what was committed before they asked. So
 * few connections are busy with a key, however often it is asked for. If the first read fails, so does the next one, without being tried:
 * two reads from a database that hangs would take longer than a call may.
 */
export class SharedReads<T> {
  readonly #read: (key: string) => Promise<T>;
  /** By key, as long as there are any. */
  readonly #reads = new Map<string, Reads<T>>();

  constructor(read: (key: string) => Promise<T>) {
    this.#read = read;
  }

  read(key: string): Promise<T> {
    const reads = this.#reads.get(key) ?? { running: new Set() };
    if (reads.running.size < AT_ONCE) return this.#begin(key, reads);
    return (reads.next ??= this.#beginNext(key, reads));
  }

  async #beginNext(key: string, reads: Reads<T>): Promise<T> {
    try {
      await Promise.race(reads.running);
    } finally {
      reads.next = undefined;
      this.#forgetIdle(key, reads);
    }
    return this.#begin(key, reads);
  }

  #begin(key: string, reads: Reads<T>): Promise<T> {
    this.#reads.set(key, reads);
    const reading = this.#read(key);
    reads.running.add(reading);
    const end = () => {
      reads.running.delete(reading);
      this.#forgetIdle(key, reads);
    };
    reading.then(end, end);
    return reading;
  }

  #forgetIdle(key: string, reads: Reads<T>): void {
    if (reads.running.size === 0 && !reads.next) this.#reads.delete(key);
  }
}
