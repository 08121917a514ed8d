import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { randomKey } from "../random-key.ts";
import { call, isRefused, type Answer } from "../call.ts";
import { insist } from "./insist.ts";

/**
 * Sends what must not arrive twice. Without a response it is sent again under the same Idempotency-Key, also when the person presses
 * again, until it succeeds or is refused, or something else is sent.
 */
export function sendOnce<E extends Endpoint>(endpoint: E): (input: InputOf<E>) => Promise<Answer<E>> {
  let unanswered: { body: string; key: string } | undefined;
  return async (input) => {
    const body = JSON.stringify(input);
    if (unanswered?.body !== body) unanswered = { body, key: randomKey() };
    const { key } = unanswered;
    try {
      const answer = await insist(() => call(endpoint, input, { idempotencyKey: key }));
      unanswered = undefined;
      return answer;
    } catch (error) {
      if (isRefused(error)) unanswered = undefined;
      throw error;
    }
  };
}
