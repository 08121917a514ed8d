/** What a process counts about itself. */
export type ShopEvent =
  | "cache-hit"
  | "cache-miss"
  | "email-sent"
  /** The attempt failed and will be repeated. */
  | "email-failed"
  /** The mail server refused it for good. */
  | "email-refused"
  | "stock-conflict"
  /** A job runner ended or got no reply, and another one took its place. */
  | "runner-replaced"
  | "stream-opened"
  | "stream-closed"
  /** A stream was not opened, because there are too many. */
  | "stream-refused"
  /** A stream was cut, because its client read too slowly. */
  | "stream-cut"
  /** A read answered by the read replica, or by the primary because the replica may not or can't answer. */
  | "read-standby"
  | "read-primary"
  /** With its duration in seconds. */
  | "search";

type Listener = (event: ShopEvent, seconds: number) => void;
let listener: Listener | undefined;

/** Reports something worth counting. Costs nothing while metrics are off. */
export function note(event: ShopEvent, seconds = 0): void {
  listener?.(event, seconds);
}

/** Reports how long something takes, whether or not it succeeds. */
export async function timed<T>(event: ShopEvent, work: () => Promise<T>): Promise<T> {
  if (!listener) return work();
  const begun = performance.now();
  try {
    return await work();
  } finally {
    listener?.(event, (performance.now() - begun) / 1000);
  }
}

/** Called for every event of this process. */
export function listenTo(to: Listener | undefined): void {
  listener = to;
}
