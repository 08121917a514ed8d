const ATTEMPT = "checkout-attempt";

/** How long (ms) the shop surely still knows a key: a little less than the 24 hours it keeps one. */
const KEY_AGE = 23 * 60 * 60_000;

interface Attempt {
  key: string;
  /** When the key was made. */
  since: number;
}

/** The Idempotency-Key under which an order may have been placed, or may yet be; undefined when none is open. */
export function openAttempt(): string | undefined {
  const text = sessionStorage.getItem(ATTEMPT);
  if (!text) return undefined;
  const { key, since } = JSON.parse(text) as Attempt; // written below
  return Date.now() - since < KEY_AGE ? key : undefined;
}

/**
 * The Idempotency-Key to order with: one and the same until an order is known, whatever is changed in between, also after
 * a reload. The shop places at most one order per key, so that none of several unanswered tries can become a second one.
 */
export function keyOfAttempt(): string {
  const open = openAttempt();
  if (open) return open;
  const key = crypto.randomUUID();
  sessionStorage.setItem(ATTEMPT, JSON.stringify({ key, since: Date.now() } satisfies Attempt));
  return key;
}

/** Its order is known: the next one is another. */
export function closeAttempt(): void {
  sessionStorage.removeItem(ATTEMPT);
}
