export interface QueueLimits {
  /** How many run at once. */
  slots: number;
  /** How many may wait, in total and per key. */
  waiting: number;
  waitingPerKey: number;
  /** Longest wait, in ms. */
  waitMs: number;
}

interface Waiter {
  start(): void;
}

/** Runs a few calls at a time, and queues the rest. Keys take turns, so that someone with many calls doesn't hold up the others. */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Waiters by key. The key that is next in line comes first. */
  readonly #waiting = new Map<string, Waiter[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waitingCount === 0;
  }

  /** Runs `work` once a slot is free. @throws the result of `full` when the queue is full, or the wait is too long */
  async run<T>(key: string, work: () => Promise<T>, full: () => Error, waitMs = this.#limits.waitMs): Promise<T> {
    if (this.#running < this.#limits.slots && this.#waitingCount === 0) this.#running++;
    else await this.#wait(key, full, waitMs);
    try {
      return await work();
    } finally {
      this.#running--;
      this.#startNext();
    }
  }

  #wait(key: string, full: () => Error, waitMs: number): Promise<void> {
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
      }, waitMs).unref();
      own.push(waiter);
      this.#waiting.set(key, own);
      this.#waitingCount++;
    });
  }

  #startNext(): void {
    const next = this.#waiting.entries().next().value;
    if (!next || this.#running >= this.#limits.slots) return;
    const [key, [waiter]] = next as [string, [Waiter]]; // keys without waiters are removed
    this.#remove(key, waiter);
    this.#running++;
    waiter.start();
  }

  /** Also moves the key to the end. */
  #remove(key: string, waiter: Waiter): void {
    const own = this.#waiting.get(key)!; // it waits
    own.splice(own.indexOf(waiter), 1);
    this.#waiting.delete(key);
    if (own.length > 0) this.#waiting.set(key, own);
    this.#waitingCount--;
  }
}
