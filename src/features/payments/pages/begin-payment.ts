import { conflictOf } from "#features/orders/pages/use-place-order.ts";
import type { InputOf } from "#shared/endpoint.ts";
import { call, CallError, type Answer } from "#web/call.ts";
import type { createCulqiOrder, createPayPalOrder } from "../contract.ts";

type Create = typeof createPayPalOrder | typeof createCulqiOrder;
export type PaymentRequest = InputOf<Create>;

const ATTEMPT = "payment-attempt";

interface Attempt {
  key: string;
  /** What the key was made for. */
  request: string;
}

/**
 * Begins a payment. The Idempotency-Key is one and the same until the shop has answered, also after a reload, so that an
 * answer that was lost leads to the same payment; another cart, address or way to pay is another payment.
 * @throws CallError when the payment could not be begun
 */
export async function beginPayment<E extends Create>(endpoint: E, request: InputOf<E>): Promise<Answer<E>> {
  const wanted = JSON.stringify([endpoint.path, request]);
  const begin = () => call(endpoint, request, { idempotencyKey: keyFor(wanted) });
  try {
    return await answered(begin);
  } catch (error) {
    // The payment that the key stands for is over, so this is another one.
    if (error instanceof CallError && error.status === 409 && !conflictOf(error)) return answered(begin);
    throw error;
  }
}

/** Whatever the shop says, the key has served. Without an answer, or when the shop failed, it may still be needed. */
async function answered<T>(begin: () => Promise<T>): Promise<T> {
  try {
    const answer = await begin();
    sessionStorage.removeItem(ATTEMPT);
    return answer;
  } catch (error) {
    if (error instanceof CallError && error.status >= 400 && error.status < 500) sessionStorage.removeItem(ATTEMPT);
    throw error;
  }
}

function keyFor(request: string): string {
  const kept = JSON.parse(sessionStorage.getItem(ATTEMPT) ?? "null") as Attempt | null; // written below
  if (kept?.request === request) return kept.key;
  const key = crypto.randomUUID();
  sessionStorage.setItem(ATTEMPT, JSON.stringify({ key, request } satisfies Attempt));
  return key;
}
