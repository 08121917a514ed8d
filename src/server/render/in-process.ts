import { AsyncLocalStorage } from "node:async_hooks";
import type { Endpoint, InputOf, ReplyOf } from "#shared/endpoint.ts";

/** Stands among the tags of a page for a response that must not be cached. */
export const UNCACHED = "uncached";

type Params = Readonly<Record<string, string>>;
type Answerer = (input: unknown, params: Params) => Promise<{ reply: unknown; tags: readonly string[] | null }>;

/** Answers calls from server rendering in this process: same checks and handlers, no HTTP. */
export class InProcess {
  readonly #served = new Map<string, { endpoint: Endpoint; answer: Answerer }>();
  readonly #collected = new AsyncLocalStorage<Set<string>>();

  register(endpoint: Endpoint, answer: Answerer): void {
    this.#served.set(keyOf(endpoint), { endpoint, answer });
  }

  /** All endpoints, for the documentation. */
  endpoints(): Endpoint[] {
    return [...this.#served.values()].map(({ endpoint }) => endpoint);
  }

  /**
   * Makes a call as an anonymous visitor. Looks up the endpoint by method and path, because the bundled web has its own copies of the
   * contract values.
   * @throws Refusal that the HTTP call would respond with
   */
  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>, params: Params = {}): Promise<ReplyOf<E>> {
    const served = this.#served.get(keyOf(endpoint));
    if (!served) throw new Error(`No such call: ${keyOf(endpoint)}`);
    const { reply, tags } = await served.answer(input, params);
    for (const tag of tags ?? [UNCACHED]) this.#collected.getStore()?.add(tag);
    return reply as ReplyOf<E>; // returned by the contract's own handler
  }

  /** Runs `work` and collects the tags of all calls it makes. */
  async collectTags<T>(work: () => Promise<T>): Promise<{ value: T; tags: Set<string> }> {
    const tags = new Set<string>();
    const value = await this.#collected.run(tags, work);
    return { value, tags };
  }
}

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;
