/** A place in the primary's history that another server can be compared with. */
export interface Mark {
  /** When the primary started, which tells it from other servers. */
  readonly startedAt: string;
  /** A position in its write-ahead log. */
  readonly lsn: string;
  /**
   * A change before it, by its transaction and time. A server that missed a failover may have reached the same position, but never got this
   * change.
   */
  readonly xid: string;
  readonly at: string;
}

/** For this long, responses may lack what changed since a position was read. */
const FRESH_MS = 1000;

/**
 * How far this process has followed the changes of the database: everything it invalidated was committed before this. Unknown after an
 * invalidation, until the watch for changes has read it again.
 */
export class Position {
  #doubts = 0;
  #mark: Mark | undefined;
  #readAt = 0;

  /** To be called when something was invalidated. */
  doubt(): void {
    this.#doubts++;
    this.#mark = undefined;
  }

  /** How often something was invalidated. */
  get doubts(): number {
    return this.#doubts;
  }

  /**
   * To be called after each poll for changes, unless something else was invalidated meanwhile.
   * @param mark read with the changes
   * @param hasChanges if false, the previous position is still good
   * @param readAt when the poll began
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
