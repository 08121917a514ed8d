import { randomKey } from "#web/random-key.ts";
import { readJson } from "#web/stored-json.ts";

const ATTEMPT = "checkout-attempt";

/** How long (ms) a key is safe to reuse: a little less than the 24 hours the shop stores it. */
const KEY_AGE = 23 * 60 * 60_000;

interface Attempt {
  key: string;
  /** When the key was created. */
  since: number;
}

/** The Idempotency-Key of an order that may have been placed, or still may be; undefined if there is none. */
export function openAttempt(): string | undefined {
  const open = readJson<Attempt | null>("sessionStorage", ATTEMPT, null);
  return open && Date.now() - open.since < KEY_AGE ? open.key : undefined;
}

/**
 * The Idempotency-Key for ordering. It stays the same until an order is known, whatever changes in between, even across reloads. The
 * shop places at most one order per key, so unanswered tries can't become a second one.
 */
export function keyOfAttempt(): string {
  const open = openAttempt();
  if (open) return open;
  const key = randomKey();
  sessionStorage.setItem(ATTEMPT, JSON.stringify({ key, since: Date.now() } satisfies Attempt));
  return key;
}

/** Its order is known, so the next one needs a new key. */
export function closeAttempt(): void {
  sessionStorage.removeItem(ATTEMPT);
}
