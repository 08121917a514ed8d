/** Bounds of a {@link FairQueue}. */
export interface QueueLimits {
  /** What runs at the same time. */
  slots: number;
  /** What may wait, in all and for one key. */
  waiting: number;
  waitingPerKey: number;
  /** Longest wait, in ms. */
  waitMs: number;
}

interface Waiter {
  start(): void;
}

/** Runs a few things at a time. Keys take turns, so whoever asks for much waits behind itself rather than in front of others. */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Waiters by key; the first key is next. */
  readonly #waiting = new Map<string, Waiter[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Whether nothing runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0 && this.#waitingCount === 0;
  }

  /** Runs `work` in its turn. @throws what `full` returns when there is no room to wait, or the wait is too long */
  async run<T>(key: string, work: () => Promise<T>, full: () => Error): Promise<T> {
    if (this.#running < this.#limits.slots && this.#waitingCount === 0) this.#running++;
    else await this.#turn(key, full);
    try {
      return await work();
    } finally {
      this.#running--;
      this.#startNext();
    }
  }

  #turn(key: string, full: () => Error): Promise<void> {
    const own = this.#waiting.get(key) ?? [];
    if (this.#waitingCount >= this.#limits.waiting || own.length >= this.#limits.waitingPerKey) return Promise.reject(full());
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#remove(key, waiter);
        reject(full());
      }, this.#limits.waitMs).unref();
      own.push(waiter);
      this.#waiting.set(key, own);
      this.#waitingCount++;
    });
  }

  #startNext(): void {
    const next = this.#waiting.entries().next().value;
    if (!next || this.#running >= this.#limits.slots) return;
    const [key, [waiter]] = next as [string, [Waiter]]; // a key without waiters is removed
    this.#remove(key, waiter);
    this.#running++;
    waiter.start();
  }

  /** Moves the key behind the others. */
  #remove(key: string, waiter: Waiter): void {
    const rest = this.#waiting.get(key)?.filter((one) => one !== waiter) ?? [];
    this.#waiting.delete(key);
    if (rest.length > 0) this.#waiting.set(key, rest);
    this.#waitingCount--;
  }
}
