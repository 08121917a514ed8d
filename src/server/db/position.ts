/** A place in the primary's history that another server can be compared with. */
export interface Mark {
  /** When the primary started, which tells it from other servers. */
  readonly startedAt: string;
  /** A position in its write-ahead log. */
  readonly lsn: string;
  /** A change before it, by its transaction and time. A server that missed a failover may be as far on, but never got this one. */
  readonly xid: string;
  readonly at: string;
}

/** What changed since a position was read may be missing in responses for this long. */
const FRESH_MS = 1000;

/**
 * How far this process has followed the changes of the database: everything it invalidated was committed before this. Unknown after an
 * invalidation, until the watch for changes has read it again.
 */
export class Position {
  #doubts = 0;
  #mark: Mark | undefined;
  #readAt = 0;

  /** Something was invalidated. */
  doubt(): void {
    this.#doubts++;
    this.#mark = undefined;
  }

  /** How often something was invalidated. */
  get doubts(): number {
    return this.#doubts;
  }

  /**
   * Called after each look for changes, unless something else was invalidated meanwhile.
   * @param mark read with the changes
   * @param hasChanges otherwise the position before still says everything
   * @param readAt when the look began
   */
  follow(mark: Mark, hasChanges: boolean, readAt: number): void {
    if (hasChanges || !this.#mark) this.#mark = mark;
    this.#readAt = readAt;
  }

  /** Undefined while it is unknown or too old. */
  get current(): Mark | undefined {
    return performance.now() - this.#readAt < FRESH_MS ? this.#mark : undefined;
  }
}
