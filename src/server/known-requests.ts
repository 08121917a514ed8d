import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import { logAnswered } from "./every-request.ts";
import type { Kept, KeptAnswer } from "./kept.ts";
import { sendKept } from "./send-kept.ts";

const JSON_TYPE = /^application\/json(?:[;\s]|$)/i;
/** Longest body that is remembered, in bytes. */
const LONGEST_BODY = 1024;
/** Longest address that is remembered. */
const LONGEST_ADDRESS = 2000;
/** Together, in characters. */
const MOST_REMEMBERED = 8_000_000;

/**
 * Requests that were answered with a kept answer, by their very bytes: the next one alike is answered before it is
 * routed, parsed and checked again, which costs more than sending the answer. What is learned must be the same for
 * everyone, whatever the headers say.
 */
export class KnownRequests {
  readonly #kept: Kept;
  /** From the bytes of a request to the key of the answer. */
  readonly #keys = new LRUCache<string, string>({
    maxSize: MOST_REMEMBERED,
    sizeCalculation: (key, asked) => key.length + asked.length + 100,
  });
  readonly #asked = new WeakMap<IncomingMessage, string>();
  #stopped = false;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  /** Remembers that this request asks for what is kept under a key. */
  learn(request: IncomingMessage, key: string): void {
    const asked = this.#asked.get(request);
    if (asked !== undefined && !this.#stopped) this.#keys.set(asked, key);
  }

  /** From now on every request goes the long way, where its connection is ended in order. */
  stop(): void {
    this.#stopped = true;
    this.#keys.clear();
  }

  /**
   * Gives the kept answer a request asks for, or undefined. What was read of its body to find out is put back, so that
   * whoever serves it finds it whole.
   */
  find(request: IncomingMessage, found: (answer: KeptAnswer | undefined) => void): void {
    const { method, url = "", headers } = request;
    if (url.length > LONGEST_ADDRESS) return found(undefined);
    if (method === "GET") return found(this.#lookUp(request, url));
    const length = Number(headers["content-length"]);
    const isShortJson = length > 0 && length <= LONGEST_BODY && JSON_TYPE.test(headers["content-type"] ?? "");
    if (method !== "POST" || !isShortJson) return found(undefined);
    request.once("readable", () => {
      const body = request.read() as Buffer | null;
      const answer = body?.length === length ? this.#lookUp(request, `${url} ${body.toString("latin1")}`) : undefined;
      if (body && !answer) request.unshift(body);
      found(answer);
    });
  }

  #lookUp(request: IncomingMessage, asked: string): KeptAnswer | undefined {
    const key = this.#keys.get(asked);
    const answer = key === undefined ? undefined : this.#kept.get(key);
    if (!answer) this.#asked.set(request, asked);
    return answer;
  }
}

/** A server that answers known requests at once and hands all others on. */
export function serverOf(
  known: KnownRequests,
  log: FastifyBaseLogger,
  newRequestId: () => string,
  options: ServerOptions,
  others: RequestListener,
): Server {
  return createServer(options, (request: IncomingMessage, response: ServerResponse) => {
    const begun = performance.now();
    known.find(request, (answer) => {
      if (!answer) return others(request, response);
      const id = newRequestId();
      sendKept(request, response, id, answer);
      const { method = "", url = "" } = request;
      response.once("finish", () => logAnswered(log, { id, method, url, status: response.statusCode, ms: performance.now() - begun }));
    });
  });
}
