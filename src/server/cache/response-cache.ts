import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { note } from "../metrics/events.ts";
import { SAFE_HEADERS } from "../http/safe-headers.ts";

/** A response as bytes: uncompressed, and compressed on first use, better if it is used again. */
export interface CachedResponse {
  readonly status: number;
  readonly etag: string;
  readonly identity: Encoded;
  readonly br: Encoded;
  readonly gzip: Encoded;
}

/** A response in one encoding. */
export interface Encoded {
  readonly body: Buffer;
  /** Names and values alternating, as `writeHead` takes them. */
  readonly head: readonly string[];
}

/** Bodies below this many bytes are not worth compressing. */
const SMALL = 1024;
/** Upper bound for the two compressed sizes together, relative to uncompressed JSON or HTML. */
const COMPRESSED = 0.5;

/** Prepares a response that is sent many times. */
export function cacheable(status: number, headers: Record<string, string>, text: string): CachedResponse {
  const whole = exactly(Buffer.from(text));
  const encoded = (body: Buffer, encoding: Record<string, string> = {}): Encoded => ({
    body,
    head: Object.entries({ ...headers, ...SAFE_HEADERS, vary: "accept-encoding", "content-length": `${body.length}`, ...encoding }).flat(),
  });
  const identity = encoded(whole);
  const isSmall = whole.length < SMALL;
  let br: Encoded | undefined;
  let gzip: Encoded | undefined;
  let etag: string | undefined;
  // A page takes longer to render than to compress well, and then fits into the first packets even for its first visitor.
  let isSentAgain = headers["content-type"]?.startsWith("text/html") === true;
  return {
    status,
    get etag() {
      return (etag ??= etagOf(headers["location"] ?? "", whole));
    },
    identity,
    get br() {
      if (isSmall || br) return br ?? identity;
      const compressed = encoded(brotli(whole, isSentAgain ? THOROUGH : QUICK), { "content-encoding": "br" });
      if (isSentAgain) br = compressed;
      isSentAgain = true;
      return compressed;
    },
    get gzip() {
      return (gzip ??= isSmall ? identity : encoded(exactly(gzipSync(whole, { level: 6 })), { "content-encoding": "gzip" }));
    },
  };
}

function etagOf(location: string, whole: Buffer): string {
  return `"${createHash("sha256").update(location).update(whole).digest("base64url").slice(0, 22)}"`;
}

const SMALLEST_WINDOW = 16;
const LARGEST_WINDOW = 22;

/** Brotli's quality for what is sent once, as most responses to searches are: less than half the time for a fifth more bytes. */
const QUICK = 2;
/** Brotli's quality for what is sent again. */
const THOROUGH = 5;

/** A window the size of the text compresses just as well as a larger one, and faster. */
function brotli(whole: Buffer, quality: number): Buffer {
  const window = Math.min(LARGEST_WINDOW, Math.max(SMALLEST_WINDOW, Math.ceil(Math.log2(whole.length + 16))));
  const compressed = brotliCompressSync(whole, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
    },
  });
  return exactly(compressed);
}

/** A copy that takes only its own bytes. Node cuts small buffers out of larger ones, which stay in memory as long as any part of them. */
function exactly(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** A fresh response and the tags of what it shows. Without tags it is not cached. */
export interface Fresh {
  response: CachedResponse;
  tags: Iterable<string> | null;
}

/** A response being computed, and the tags invalidated since it began. */
interface Pending {
  readonly invalidated: Set<string>;
  readonly response: Promise<CachedResponse>;
}

/**
 * Responses that are the same for everyone, cached until what they show changes. Each entry carries tags (`product:…`,
 * `category:…`); invalidating a tag removes the entries that carry it. Bounded by bytes, least recently used first.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, { response: CachedResponse; tags: readonly string[] }>;
  readonly #keysOfTag = new Map<string, Set<string>>();
  readonly #pending = new Set<Pending>();
  readonly #pendingOf = new Map<string, Pending>();

  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ response }, key) => 2048 + key.length * 2 + Math.ceil(response.identity.body.length * (1 + COMPRESSED)),
      dispose: ({ tags }, key, reason) => {
        if (reason === "set") return;
        for (const tag of tags) {
          const keys = this.#keysOfTag.get(tag);
          keys?.delete(key);
          if (keys?.size === 0) this.#keysOfTag.delete(tag);
        }
      },
    });
  }

  get(key: string): CachedResponse | undefined {
    return this.#entries.get(key)?.response;
  }

  /** Whether a request made now would get a cached response or share one being computed. */
  isKnown(key: string): boolean {
    return this.#entries.has(key) || this.#pendingOf.get(key)?.invalidated.size === 0;
  }

  /**
   * The cached response, or a fresh one. Concurrent requests for a key share one computation, except that a request
   * made after an invalidation never gets a response begun before it. A response whose tags were invalidated while it
   * was computed is returned but not cached.
   */
  async respond(key: string, work: () => Promise<Fresh>): Promise<CachedResponse> {
    const known = this.get(key);
    if (known) {
      note("cache-hit");
      return known;
    }
    const other = this.#pendingOf.get(key);
    if (other && other.invalidated.size === 0) return other.response;
    const invalidated = new Set<string>();
    const pending: Pending = { invalidated, response: this.#run(key, invalidated, work) };
    this.#pending.add(pending);
    this.#pendingOf.set(key, pending);
    try {
      return await pending.response;
    } finally {
      this.#pending.delete(pending);
      if (this.#pendingOf.get(key) === pending) this.#pendingOf.delete(key);
    }
  }

  async #run(key: string, invalidated: ReadonlySet<string>, work: () => Promise<Fresh>): Promise<CachedResponse> {
    note("cache-miss");
    const { response, tags } = await work();
    const all = [...new Set(tags)];
    const isStale = invalidated.has(EVERYTHING) || all.some((tag) => invalidated.has(tag));
    if (tags && !isStale) this.#store(key, all, response);
    return response;
  }

  #store(key: string, tags: readonly string[], response: CachedResponse): void {
    this.#entries.delete(key);
    this.#entries.set(key, { response, tags });
    if (!this.#entries.has(key)) return; // larger than the whole cache
    for (const tag of tags) {
      const keys = this.#keysOfTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysOfTag.set(tag, new Set([key]));
    }
  }

  /** Removes the entries that carry one of the tags; {@link EVERYTHING} removes all. */
  invalidate(tags: Iterable<string>): void {
    for (const tag of tags) {
      for (const { invalidated } of this.#pending) invalidated.add(tag);
      if (tag === EVERYTHING) this.#entries.clear();
      else for (const key of [...(this.#keysOfTag.get(tag) ?? [])]) this.#entries.delete(key);
    }
  }
}

/** The tag for changes that touch too much to list, such as an import. */
export const EVERYTHING = "*";
