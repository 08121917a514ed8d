import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";

/** An answer kept as bytes: whole, and compressed once. */
export interface KeptAnswer {
  readonly status: number;
  readonly etag: string;
  readonly identity: Encoded;
  readonly br: Encoded | undefined;
  readonly gzip: Encoded | undefined;
}

/** The bytes of an answer in one encoding. */
export interface Encoded {
  readonly body: Buffer;
  /** Names and values in turn, as `writeHead` takes them. */
  readonly head: readonly string[];
}

/** Bytes below this are not worth compressing. */
const SMALL = 1024;

/** Headers of every answer: nobody guesses a type, and other shops learn no addresses. */
export const SAFE_HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "strict-origin-when-cross-origin" };

/** Makes the bytes of an answer that is to be sent many times. */
export function keepable(status: number, headers: Record<string, string>, text: string): KeptAnswer {
  const whole = Buffer.from(text);
  const encoded = (body: Buffer, encoding: Record<string, string> = {}): Encoded => ({
    body,
    head: Object.entries({ ...headers, ...SAFE_HEADERS, vary: "accept-encoding", "content-length": `${body.length}`, ...encoding }).flat(),
  });
  const etag = `"${createHash("sha256").update(whole).digest("base64url").slice(0, 22)}"`;
  const identity = encoded(whole);
  if (whole.length < SMALL) return { status, etag, identity, br: undefined, gzip: undefined };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length };
  return {
    status,
    etag,
    identity,
    br: encoded(brotliCompressSync(whole, { params }), { "content-encoding": "br" }),
    gzip: encoded(gzipSync(whole, { level: 6 }), { "content-encoding": "gzip" }),
  };
}

/** One computation under way: tags dropped meanwhile make its result not worth keeping. */
export interface Ticket {
  readonly dropped: Set<string>;
}

/**
 * Answers kept until what they show changes. Every entry carries tags (`product:…`, `category:…`); dropping a tag
 * drops the entries that carry it. Bounded by bytes, the least recently used go first.
 */
export class Kept {
  readonly #entries: LRUCache<string, { answer: KeptAnswer; tags: readonly string[] }>;
  readonly #keysOfTag = new Map<string, Set<string>>();
  readonly #underWay = new Set<Ticket>();

  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ answer }, key) =>
        2048 + key.length * 2 + answer.identity.body.length + (answer.br?.body.length ?? 0) + (answer.gzip?.body.length ?? 0),
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

  get(key: string): KeptAnswer | undefined {
    return this.#entries.get(key)?.answer;
  }

  /** To be called before the data of an answer is read. */
  begin(): Ticket {
    const ticket = { dropped: new Set<string>() };
    this.#underWay.add(ticket);
    return ticket;
  }

  /** Ends a computation without keeping anything. */
  abandon(ticket: Ticket): void {
    this.#underWay.delete(ticket);
  }

  /** Keeps an answer, unless something it shows changed since `begin`. */
  keep(ticket: Ticket, key: string, tags: Iterable<string>, answer: KeptAnswer): void {
    this.#underWay.delete(ticket);
    const all = [...new Set(tags)];
    if (ticket.dropped.has(EVERYTHING) || all.some((tag) => ticket.dropped.has(tag))) return;
    this.#entries.delete(key);
    this.#entries.set(key, { answer, tags: all });
    if (!this.#entries.has(key)) return; // larger than the whole store
    for (const tag of all) {
      const keys = this.#keysOfTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysOfTag.set(tag, new Set([key]));
    }
  }

  /** Drops every entry that carries one of the tags; {@link EVERYTHING} drops all. */
  drop(tags: Iterable<string>): void {
    for (const tag of tags) {
      for (const ticket of this.#underWay) ticket.dropped.add(tag);
      if (tag === EVERYTHING) this.#entries.clear();
      else for (const key of [...(this.#keysOfTag.get(tag) ?? [])]) this.#entries.delete(key);
    }
  }
}

/** The tag of a change too large to name its parts, such as an import. */
export const EVERYTHING = "*";
