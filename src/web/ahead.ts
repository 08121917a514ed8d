import type { Endpoint, InputOf } from "#shared/endpoint.ts";

/** How long a response that was loaded ahead is used, in milliseconds. */
const FRESH_MS = 10_000;

/** Responses of calls that the next page will probably make. */
const loaded = new Map<string, { at: number; answer: Promise<unknown> }>();

const keyOf = ({ method, path }: Endpoint, input: unknown) => `${method} ${path} ${JSON.stringify(input)}`;

/** Keeps a response for a page that may be opened soon. */
export function keepAhead<E extends Endpoint>(endpoint: E, input: InputOf<E>, answer: Promise<unknown>): void {
  const key = keyOf(endpoint, input);
  const now = performance.now();
  for (const [old, { at }] of loaded) if (now - at > FRESH_MS) loaded.delete(old);
  loaded.set(key, { at: now, answer });
  // The page makes the call again, and says what is wrong.
  answer.catch(() => loaded.delete(key));
}

/** A response that was loaded ahead, once; undefined if there is none. */
export function takeAhead(endpoint: Endpoint, input: unknown): Promise<unknown> | undefined {
  if (loaded.size === 0) return undefined;
  const key = keyOf(endpoint, input);
  const known = loaded.get(key);
  loaded.delete(key);
  return known && performance.now() - known.at <= FRESH_MS ? known.answer : undefined;
}
