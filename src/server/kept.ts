import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";

/** An answer kept as bytes: whole, and compressed once. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** Bytes below this are not worth compressing. */
const SMALL = 1024;

/** Makes the bytes of an answer that is to be sent many times. */
export function keepable(status: number, headers: Record<string, string>, body: string): KeptAnswer {
  const identity = Buffer.from(body);
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  if (identity.length < SMALL) return { status, headers, etag, identity, br: undefined, gzip: undefined };
  const br = brotliCompressSync(identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  });
  return { status, headers, etag, identity, br, gzip: gzipSync(identity, { level: 6 }) };
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
        512 + key.length * 2 + answer.identity.length + (answer.br?.length ?? 0) + (answer.gzip?.length ?? 0),
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
