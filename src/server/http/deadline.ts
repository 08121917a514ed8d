import { refuse } from "./errors.ts";

/** Longest time from the arrival of a request, with its body, to the response. */
export const RESPOND_WITHIN_MS = 14_000;

/**
 * Waits for `work`, but not forever. Work that takes longer goes on, since much of it can't be stopped halfway: it ends by the time
 * limits of the database, the payment providers and the picture storage.
 * @throws Refusal 503 with `Retry-After` when the time is up
 */
export async function inTime<T>(work: Promise<T>, ms = RESPOND_WITHIN_MS): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(refuse.unavailable()), Math.max(0, ms));
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
