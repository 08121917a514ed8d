const ATTEMPT = "checkout-attempt";

interface Attempt {
  key: string;
  /** What was asked for, as JSON. */
  body: string;
}

/** The attempt to order that nobody has answered yet. */
export function openAttempt(): Attempt | null {
  const text = sessionStorage.getItem(ATTEMPT);
  return text ? (JSON.parse(text) as Attempt) : null; // written below
}

/** The Idempotency-Key of an attempt: the same one for the same order until it is answered, also after a reload. */
export function keyOfAttempt(order: object): string {
  const body = JSON.stringify(order);
  const before = openAttempt();
  const key = before?.body === body ? before.key : crypto.randomUUID();
  sessionStorage.setItem(ATTEMPT, JSON.stringify({ key, body } satisfies Attempt));
  return key;
}

/** It was answered: the next one is another. */
export function closeAttempt(): void {
  sessionStorage.removeItem(ATTEMPT);
}
