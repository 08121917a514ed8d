import { conflictOf } from "#features/orders/pages/use-place-order.ts";
import type { InputOf } from "#shared/endpoint.ts";
import { call, CallError, isRefused, type Answer } from "#web/call.ts";
import { insist } from "#web/sending/insist.ts";
import { randomKey } from "#web/random-key.ts";
import { readJson } from "#web/stored-json.ts";
import type { payChange } from "../changes/contract.ts";
import type { createCulqiOrder, createPayPalOrder, createYapeOrder } from "../contract.ts";

type Create = typeof createPayPalOrder | typeof createCulqiOrder | typeof createYapeOrder | typeof payChange;
export type PaymentRequest = InputOf<typeof createPayPalOrder>;

const ATTEMPT = "payment-attempt";

interface Attempt {
  key: string;
  /** The request the key belongs to. */
  request: string;
}

/**
 * Starts a payment. The Idempotency-Key stays the same until the shop has responded, even across reloads, so that a lost response
 * leads to the same payment. Another cart, address or method is another payment.
 * @throws CallError when the payment could not be started
 */
export async function beginPayment<E extends Create>(endpoint: E, request: InputOf<E>): Promise<Answer<E>> {
  const wanted = JSON.stringify([endpoint.path, request]);
  const begin = () => insist(() => call(endpoint, request, { idempotencyKey: keyFor(wanted) }));
  try {
    return await droppingKey(begin);
  } catch (error) {
    // The key's payment has ended, so this is a new one.
    if (error instanceof CallError && error.status === 409 && !conflictOf(error)) return droppingKey(begin);
    throw error;
  }
}

/** Drops the key once the shop has responded. Without a response, or after a 5xx, it may still be needed. */
async function droppingKey<T>(begin: () => Promise<T>): Promise<T> {
  try {
    const answer = await begin();
    sessionStorage.removeItem(ATTEMPT);
    return answer;
  } catch (error) {
    if (isRefused(error)) sessionStorage.removeItem(ATTEMPT);
    throw error;
  }
}

function keyFor(request: string): string {
  const stored = readJson<Attempt | null>("sessionStorage", ATTEMPT, null);
  if (stored?.request === request) return stored.key;
  const key = randomKey();
  sessionStorage.setItem(ATTEMPT, JSON.stringify({ key, request } satisfies Attempt));
  return key;
}
