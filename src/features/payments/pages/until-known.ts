import { CallError, isRefused } from "#web/call.ts";
import { isUnanswered, pause } from "#web/sending/insist.ts";
import type { AttemptStatus } from "../contract.ts";

/** Pauses (ms) between retries while the provider takes the money; without any response, only the first two. */
const PAUSES = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000];
const UNANSWERED = 2;

/**
 * Asks the shop to finish a payment, and retries while the outcome is open: another request may be taking the money, or the response
 * was lost. This way no error is shown for an order that exists.
 * @param read returns the payment's current status
 * @throws the last error of `ask`
 */
export async function untilKnown<T>(ask: () => Promise<T>, read: () => Promise<AttemptStatus | undefined>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      return await ask();
    } catch (error) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if (tries >= (await triesWorth(error, read))) throw error;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await pause(PAUSES[tries]!);
    }
  }
}

/** How many retries are worthwhile. */
async function triesWorth(error: unknown, read: () => Promise<AttemptStatus | undefined>): Promise<number> {
  if (!(error instanceof CallError) || (error.status > 0 && error.status < 500 && error.status !== 409)) return 0;
  try {
    const status = await read();
    if (status === "CREATING" || status === "CAPTURING") return PAUSES.length;
    if (status === "PAID") return UNANSWERED;
    // The request was lost on its way. Should it still arrive, the money is taken once.
    return isUnanswered(error) && status === "OPEN" ? 1 : 0;
  } catch (failure) {
    // A refusal is a definite outcome.
    return isRefused(failure) ? 0 : UNANSWERED;
  }
}
