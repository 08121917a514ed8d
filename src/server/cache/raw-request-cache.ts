import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import { logAnswered } from "../http/every-request.ts";
import { hasSeveralHosts, refuseHosts } from "../http/unreadable.ts";
import { note } from "../metrics/events.ts";
import type { CachedResponse, ResponseCache } from "./response-cache.ts";
import { sendCached } from "./send-cached.ts";

const JSON_TYPE = /^application\/json(?:[;\s]|$)/i;
/** Longest cached request body, in bytes. */
const LONGEST_BODY = 1024;
/** Longest cached URL. */
const LONGEST_ADDRESS = 2000;
/** Size of the cache, in characters. */
const MAX_SIZE = 8_000_000;

/**
 * Serves byte-identical requests from the response cache before routing: parsing and checking a request again costs more than sending the
 * response. Only for requests whose response is the same for everyone, whatever their headers.
 */
export class RawRequestCache {
  readonly #cache: ResponseCache;
  /** From URL and body to the key in the response cache. */
  readonly #keys = new LRUCache<string, string>({
    maxSize: MAX_SIZE,
    sizeCalculation: (key, asked) => key.length + asked.length + 100,
  });
  readonly #asked = new WeakMap<IncomingMessage, string>();
  #stopped = false;

  constructor(cache: ResponseCache) {
    this.#cache = cache;
  }

  /** Records that the cached response under `key` answers this request. */
  learn(request: IncomingMessage, key: string): void {
    const asked = this.#asked.get(request);
    if (asked !== undefined && !this.#stopped) this.#keys.set(asked, key);
  }

  /** Stops using the cache, so that the router can close connections properly. */
  stop(): void {
    this.#stopped = true;
    this.#keys.clear();
  }

  /** Looks up the cached response to a request. The body read for this is put back for the next reader. */
  find(request: IncomingMessage, found: (response: CachedResponse | undefined) => void): void {
    const { method, url = "", headers } = request;
    if (url.length > LONGEST_ADDRESS) return found(undefined);
    if (method === "GET") return found(this.#lookUp(request, url));
    const length = Number(headers["content-length"]);
    const isShortJson = length > 0 && length <= LONGEST_BODY && JSON_TYPE.test(headers["content-type"] ?? "");
    if (method !== "POST" || !isShortJson) return found(undefined);
    request.once("readable", () => {
      const body = request.read() as Buffer | null;
      const response = body?.length === length ? this.#lookUp(request, `${url} ${body.toString("latin1")}`) : undefined;
      if (body && !response) request.unshift(body);
      found(response);
    });
  }

  #lookUp(request: IncomingMessage, asked: string): CachedResponse | undefined {
    const key = this.#keys.get(asked);
    const response = key === undefined ? undefined : this.#cache.get(key);
    if (!response) this.#asked.set(request, asked);
    return response;
  }
}

/** A server that answers from the cache when it can and passes every other request to `others`. */
export function createCachingServer(
  rawRequests: RawRequestCache,
  log: FastifyBaseLogger,
  newRequestId: () => string,
  options: ServerOptions,
  others: RequestListener,
): Server {
  return createServer(options, (request: IncomingMessage, response: ServerResponse) => {
    if (hasSeveralHosts(request)) return refuseHosts(response);
    const begun = performance.now();
    rawRequests.find(request, (cached) => {
      if (!cached) return others(request, response);
      note("cache-hit");
      const id = newRequestId();
      sendCached(request, response, id, cached);
      const { method = "", url = "" } = request;
      response.once("finish", () => logAnswered(log, { id, method, url, status: response.statusCode, ms: performance.now() - begun }));
    });
  });
}
